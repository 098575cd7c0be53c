/** The pages for readers: their links lead somewhere, and they are no longer than agreed. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

const pages = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'bench/README.md',
  'compare/README.md',
  'src/engine/README.md',
  'test/rules.md',
  ...globSync('docs/**/*.md', { cwd: root.pathname }),
];

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

/** The pages to which a link of a page leads: those of a folder are all of its pages. */
function pagesAt(page: string, link: string): readonly string[] {
  const path = new URL(link, new URL(page, root)).pathname.slice(root.pathname.length);
  const folder = path.replace(/\/?$/, '/');
  return pages.filter((each) => each === path || each.startsWith(folder));
}

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
    for (const page of reached)
      for (const link of linksIn(read(page)))
        for (const each of pagesAt(page, link)) reached.add(each);
    expect(pages.filter((page) => !reached.has(page))).toEqual([]);
  });
});

const wordsIn = (path: string): number => read(path).split(/\s+/).filter(Boolean).length;

it.each([
  ['docs/**/*.md', 50_000],
  ['docs/{install,size,runbooks}.md', 6_000],
  ['docs/{frontend.md,frontend/*.md}', 5_500],
])('%s have at most %i words', (pattern, most) => {
  const counts = globSync(pattern, { cwd: root.pathname }).map(wordsIn);
  expect(counts.length).toBeGreaterThan(2);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(most);
});

describe('docs/architecture.md', () => {
  it('has at most 3,000 words', () => {
    expect(wordsIn('docs/architecture.md')).toBeLessThanOrEqual(3_000);
  });
  it('has at most 20 words of its own, in a table', () => {
    const [, words] = /^## Words\n([^]*?)^## /m.exec(read('docs/architecture.md'))!;
    const terms = words!.split('\n').filter((line) => /^\| (?!word \||---)/.test(line));
    expect(terms.length).toBeGreaterThan(5);
    expect(terms.length).toBeLessThanOrEqual(20);
  });
});

describe('src/engine/README.md', () => {
  it('has at most 1,500 words', () => {
    expect(wordsIn('src/engine/README.md')).toBeLessThanOrEqual(1_500);
  });
});

describe('docs/design/', () => {
  const designs = pages.filter((path) => path.startsWith('docs/design/'));

  it('has a page for each part', () => {
    expect(designs.length).toBeGreaterThan(5);
  });
  it.each(designs)('has at most 1,000 words in %s', (path) => {
    expect(wordsIn(path)).toBeLessThanOrEqual(1_000);
  });
});

describe('the README', () => {
  it('has at most 195 lines', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(195);
  });
  it('says what it is, shows a picture and starts within the first 25 lines', () => {
    const start = read('README.md').split('\n').slice(0, 25).join('\n');
    expect(start).toMatch(/^# Studiograph\n\nOne GraphQL API [^]*!\[[^]*npm ci\nnpm start\n/);
  });
});
