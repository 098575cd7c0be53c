/** The page `docs/frontend.md`, and the files that it shows. */
import { readFileSync } from 'node:fs';

/** The text of the page. */
export const page = readFileSync(new URL('../../../docs/frontend.md', import.meta.url), 'utf8');

/** The files that the page shows, by path. A line with the path stands before each. */
export const pageFiles: ReadonlyMap<string, string> = new Map(
  [...page.matchAll(/^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$/gms)].map(
    ([, path, text]) => [path!, text!] as const,
  ),
);
