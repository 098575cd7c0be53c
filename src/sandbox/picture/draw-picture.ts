/** Draws the pictures of the sandbox. */
import { hash } from 'node:crypto';
import type { Simulation } from '../simulation.ts';
import { storageState } from '../storage/state.ts';
import { escapeHtml } from '../text.ts';
import { videoState } from '../video/state.ts';

/** The titles of what pictures show, by the kind in their path. */
const titles: Readonly<Record<string, (data: Simulation, id: string) => string | undefined>> = {
  vi: (data, id) => videoState(data).videos.get(id)?.snippet.title,
  ch: (data, id) => videoState(data).channels.get(id)?.snippet.title,
  pl: (data, id) => videoState(data).playlists.get(id)?.snippet.title,
  d: (data, id) => storageState(data).files.get(id)?.fields.name,
};

/**
 * @param path of the URL of a picture, after the path of all pictures
 * @returns SVG of the size in the path, with the title of what it shows, or its id
 */
export function drawPicture(simulation: Simulation, path: string): string | undefined {
  const match = /^([1-9]\d{0,3})x([1-9]\d{0,3})\/(\w+)\/([^/=]+)/.exec(path);
  if (!match) return undefined;
  const [, kind = '', id = ''] = match.slice(2);
  const [width, height] = [Number(match[1]), Number(match[2])];
  // XML has no control characters.
  const title = (titles[kind]?.(simulation, id) ?? id).replaceAll(/\p{C}/gu, ' ');
  const hue = hash('sha256', `${kind}/${id}`, 'buffer').readUInt16LE(0) % 360;
  const isSmall = width === height && width < 100;
  const size = isSmall ? width * 0.6 : Math.ceil(Math.min(width, height) / 9);
  const shown = isSmall ? (/^./u.exec(title) ?? []) : linesOf(title, width / size);
  const lines = shown.map(
    (line, index) =>
      `<text x="50%" y="${height / 2 + size * (index + 0.5 - shown.length / 2)}">${escapeHtml(line)}</text>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="100%" height="100%" fill="hsl(${hue} 45% 32%)"/>` +
    `<g fill="#fff" font-family="sans-serif" font-size="${size}" text-anchor="middle"` +
    ` dominant-baseline="central">${lines.join('')}</g></svg>`
  );
}

/** At most six lines. @param ems the width of the picture in sizes of the font */
function linesOf(text: string, ems: number): readonly string[] {
  const most = Math.max(1, Math.floor(ems * 1.7));
  const lines = text.match(new RegExp(`\\S{${most}}|\\S.{0,${most - 1}}(?=\\s|$)`, 'gsu')) ?? [];
  return lines.slice(0, 6);
}
