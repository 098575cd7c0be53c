/** Captions from whatever format they were written in to the one that is asked for. */

interface Cue {
  /** Milliseconds from the beginning. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const time = String.raw`(\d+:)?(\d{1,2}):(\d\d)[.,](\d{3})`;
const line = new RegExp(`^${time}(?:,| *--> *)${time}.*$`);

/** The cues of SubRip, WebVTT and SubViewer files, which differ in little; none for anything else. */
export function parseCues(content: string): Cue[] {
  const cues: Cue[] = [];
  for (const block of content.replaceAll('\r\n', '\n').split(/\n{2,}/)) {
    const lines = block.split('\n');
    const at = lines.findIndex((each) => line.test(each));
    if (at < 0) continue;
    const [, ...parts] = line.exec(lines[at]!)!;
    const text = lines
      .slice(at + 1)
      .join('\n')
      .trim();
    cues.push({
      from: millisecondsOf(parts.slice(0, 4)),
      to: millisecondsOf(parts.slice(4, 8)),
      text,
    });
  }
  return cues;
}

const millisecondsOf = ([hours = '0:', minutes, seconds, rest]: readonly (
  | string
  | undefined
)[]): number =>
  ((Number.parseInt(hours, 10) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 +
  Number(rest);

const two = (value: number): string => String(value).padStart(2, '0');

function clock(ms: number, mark: string): string {
  const seconds = Math.floor(ms / 1000);
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${mark}${String(ms % 1000).padStart(3, '0')}`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br/>');

/** Line 21 characters are seven bits with odd parity, two to a word; what they don't know is a question mark. */
function words(text: string): string {
  const codes = Array.from(text, (char) => (/^[ -~]$/.test(char) ? char.charCodeAt(0) : 0x3f));
  if (codes.length % 2 === 1) codes.push(0);
  const odd = codes.map((code) =>
    (parity(code) ? code : code | 0x80).toString(16).padStart(2, '0'),
  );
  return Array.from(
    { length: odd.length / 2 },
    (_, index) => odd[index * 2]! + odd[index * 2 + 1]!,
  ).join(' ');
}

const parity = (code: number): boolean => code.toString(2).replaceAll('0', '').length % 2 === 1;

const frames = (ms: number): string =>
  `${clock(ms, ':').slice(0, 9)}${two(Math.floor(((ms % 1000) * 30) / 1000))}`;

interface Format {
  readonly type: string;
  readonly write: (cues: readonly Cue[]) => string;
}

export const captionFormats: Readonly<Record<string, Format>> = {
  srt: {
    type: 'application/x-subrip; charset=UTF-8',
    write: (cues) =>
      cues
        .map(
          ({ from, to, text }, index) =>
            `${index + 1}\n${clock(from, ',')} --> ${clock(to, ',')}\n${text}\n`,
        )
        .join('\n'),
  },
  vtt: {
    type: 'text/vtt; charset=UTF-8',
    write: (cues) =>
      `WEBVTT\n\n${cues.map(({ from, to, text }) => `${clock(from, '.')} --> ${clock(to, '.')}\n${text}\n`).join('\n')}`,
  },
  sbv: {
    type: 'text/plain; charset=UTF-8',
    write: (cues) =>
      cues
        .map(
          ({ from, to, text }) =>
            `${clock(from, '.').slice(1)},${clock(to, '.').slice(1)}\n${text}\n`,
        )
        .join('\n'),
  },
  ttml: {
    type: 'application/ttml+xml; charset=UTF-8',
    write: (cues) => {
      const lines = cues.map(
        ({ from, to, text }) =>
          `<p begin="${clock(from, '.')}" end="${clock(to, '.')}">${escaped(text)}</p>`,
      );
      return `<?xml version="1.0" encoding="utf-8" ?>\n<tt xmlns="http://www.w3.org/ns/ttml"><body><div>\n${lines.join('\n')}\n</div></body></tt>\n`;
    },
  },
  scc: {
    type: 'text/plain; charset=UTF-8',
    write: (cues) =>
      `Scenarist_SCC V1.0\n\n${cues.map(({ from, text }) => `${frames(from)}\t9420 9420 ${words(text)} 942f 942f\n`).join('\n')}`,
  },
};
