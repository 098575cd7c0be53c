/** The pages for readers: their links lead somewhere, and they are no longer than agreed. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const pages = ['README.md', 'bench/README.md', ...globSync('docs/**/*.md', { cwd: root.pathname })];

/** Markdown without its blocks of code. */
const prose = (text: string): string => text.replaceAll(/^ *```[^]*?^ *```$/gm, '');

/** The name by which a link leads to a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsIn = (text: string): string[] =>
  [...prose(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));

const linksIn = (text: string): string[] =>
  [...prose(text).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link]) => link!);

/** Whether a link of a page leads to a file and, if it names one, to a heading of it. */
function isRight(page: string, link: string): boolean {
  const target = new URL(link, new URL(page, root));
  const file = new URL(target.pathname, root);
  if (!existsSync(file)) return false;
  return target.hash === '' || anchorsIn(readFileSync(file, 'utf8')).includes(target.hash.slice(1));
}

describe('pages', () => {
  it.each(pages)('have links to files and headings that exist: %s', (page) => {
    expect(linksIn(read(page)).filter((link) => !isRight(page, link))).toEqual([]);
  });
  it('of docs/ are reached by links from the README', () => {
    const reached = new Set(['README.md']);
    for (const page of reached) {
      const targets = linksIn(read(page)).map(
        (link) => new URL(link, new URL(page, root)).pathname,
      );
      const paths = targets.map((path) => path.slice(root.pathname.length));
      for (const path of paths.filter((each) => pages.includes(each))) reached.add(path);
    }
    expect(pages.filter((page) => !reached.has(page))).toEqual([]);
  });
});

describe('the README', () => {
  it('has at most 160 lines', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(160);
  });
  it('says what it is, shows a picture and starts within the first 25 lines', () => {
    const start = read('README.md').split('\n').slice(0, 25).join('\n');
    expect(start).toMatch(/^# Studiograph\n\nOne GraphQL API [^]*!\[[^]*npm ci\nnpm start\n/);
  });
});
