/** The pages for frontends, and the files that they show. */
import { globSync, readFileSync } from 'node:fs';

const docs = new URL('../../../docs/', import.meta.url);

const names = globSync(
  ['frontend.md', 'frontend/*.md', 'persisted-operations.md', 'subscriptions.md'],
  {
    cwd: docs.pathname,
  },
);

/** The text of all pages. */
export const page = names.map((name) => readFileSync(new URL(name, docs), 'utf8')).join('\n');

/** The files that the pages show, by path. A line with the path stands before each. */
export const pageFiles: ReadonlyMap<string, string> = new Map(
  [...page.matchAll(/^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$/gms)].map(
    ([, path, text]) => [path!, text!] as const,
  ),
);
