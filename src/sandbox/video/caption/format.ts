/** Formats of caption files: parsing SubRip, WebVTT and SubViewer, writing all five of YouTube. */

/** A text with the time at which it is shown. */
interface Cue {
  /** Milliseconds from the start of the video. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const timestamp = String.raw`(\d+:)?(\d{1,2}):(\d\d)[.,](\d{3})`;
const cueTimes = new RegExp(`^${timestamp}(?:,| *--> *)${timestamp}.*$`);

/** Parses a SubRip, WebVTT or SubViewer file. Files of other formats have no cues. */
export function parseCues(content: string): Cue[] {
  const cues: Cue[] = [];
  for (const block of content.replaceAll('\r\n', '\n').split(/\n{2,}/)) {
    const lines = block.split('\n');
    const index = lines.findIndex((line) => cueTimes.test(line));
    if (index < 0) continue;
    const [, ...groups] = cueTimes.exec(lines[index]!)!;
    cues.push({
      from: parseTimestamp(groups.slice(0, 4)),
      to: parseTimestamp(groups.slice(4, 8)),
      text: lines
        .slice(index + 1)
        .join('\n')
        .trim(),
    });
  }
  return cues;
}

/** Milliseconds of the four groups of a timestamp: hours, minutes, seconds, milliseconds. */
function parseTimestamp(groups: readonly (string | undefined)[]): number {
  const [hours = '0:', minutes, seconds, milliseconds] = groups;
  const allMinutes = Number.parseInt(hours, 10) * 60 + Number(minutes);
  return (allMinutes * 60 + Number(seconds)) * 1000 + Number(milliseconds);
}

const padTwo = (value: number): string => String(value).padStart(2, '0');

/** `00:01:02`, the separator, and the milliseconds. */
function formatTimestamp(ms: number, separator: string): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${parts.map(padTwo).join(':')}${separator}${String(ms % 1000).padStart(3, '0')}`;
}

/** `00:01:02:15`: the last number counts frames, 30 in a second. */
const formatFrameTimestamp = (ms: number): string =>
  `${formatTimestamp(ms, ':').slice(0, 9)}${padTwo(Math.floor(((ms % 1000) * 30) / 1000))}`;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br/>');

/**
 * Encodes a text as Line 21 characters: seven bits with odd parity, two to a word. Characters
 * outside of ASCII become question marks.
 */
function encodeLine21(text: string): string {
  const codes = Array.from(text, (char) => (/^[ -~]$/.test(char) ? char.charCodeAt(0) : 0x3f));
  if (codes.length % 2 === 1) codes.push(0);
  const bytes = codes.map((code) =>
    (hasOddParity(code) ? code : code | 0x80).toString(16).padStart(2, '0'),
  );
  return bytes.join('').replaceAll(/(.{4})(?=.)/g, '$1 ');
}

const hasOddParity = (code: number): boolean =>
  code.toString(2).replaceAll('0', '').length % 2 === 1;

function writeSrt({ from, to, text }: Cue, index: number): string {
  return `${index + 1}\n${formatTimestamp(from, ',')} --> ${formatTimestamp(to, ',')}\n${text}\n`;
}

const writeVtt = ({ from, to, text }: Cue): string =>
  `${formatTimestamp(from, '.')} --> ${formatTimestamp(to, '.')}\n${text}\n`;

const writeSbv = ({ from, to, text }: Cue): string =>
  `${formatTimestamp(from, '.').slice(1)},${formatTimestamp(to, '.').slice(1)}\n${text}\n`;

const writeScc = ({ from, text }: Cue): string =>
  `${formatFrameTimestamp(from)}\t9420 9420 ${encodeLine21(text)} 942f 942f\n`;

function writeTtml({ from, to, text }: Cue): string {
  const [begin, end] = [formatTimestamp(from, '.'), formatTimestamp(to, '.')];
  return `<p begin="${begin}" end="${end}">${escapeXml(text)}</p>`;
}

const ttmlHead =
  '<?xml version="1.0" encoding="utf-8" ?>\n<tt xmlns="http://www.w3.org/ns/ttml"><body><div>';

/** A format in which a caption track can be downloaded. */
interface CaptionFormat {
  /** MIME type with the character set. */
  readonly type: string;
  readonly write: (cues: readonly Cue[]) => string;
}

/** Formats by the value of `tfmt`. */
export const captionFormats: ReadonlyMap<string, CaptionFormat> = new Map<string, CaptionFormat>([
  [
    'srt',
    {
      type: 'application/x-subrip; charset=UTF-8',
      write: (cues) => cues.map(writeSrt).join('\n'),
    },
  ],
  [
    'vtt',
    {
      type: 'text/vtt; charset=UTF-8',
      write: (cues) => `WEBVTT\n\n${cues.map(writeVtt).join('\n')}`,
    },
  ],
  ['sbv', { type: 'text/plain; charset=UTF-8', write: (cues) => cues.map(writeSbv).join('\n') }],
  [
    'ttml',
    {
      type: 'application/ttml+xml; charset=UTF-8',
      write: (cues) => `${ttmlHead}\n${cues.map(writeTtml).join('\n')}\n</div></body></tt>\n`,
    },
  ],
  [
    'scc',
    {
      type: 'text/plain; charset=UTF-8',
      write: (cues) => `Scenarist_SCC V1.0\n\n${cues.map(writeScc).join('\n')}`,
    },
  ],
]);
