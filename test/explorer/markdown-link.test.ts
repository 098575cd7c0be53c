/** Links of Markdown on a page that serves no files. */
import { expect, it } from 'vitest';
import { withoutDeadLinks } from '../../src/explorer/errors/markdown-link.ts';

const codes = new Set(['NOT_FOUND', 'GONE']);

it.each([
  ['a link to a file is text', 'See [limits](limits.md#rates).', 'See limits.'],
  ['so is one to a folder above', '[types](../schema/extensions.d.ts)', 'types'],
  ['so is one to a heading', '[Warnings](#warnings)', 'Warnings'],
  ['so is one that would run a script', '[a](javascript:alert(1))', 'a)'],
  ['a link to the web stays', '[Google](https://google.com/a)', '[Google](https://google.com/a)'],
  ['a link to a section stays', '[gone](#GONE)', '[gone](#GONE)'],
  ['a code gets a link', 'Or `NOT_FOUND`.', 'Or [`NOT_FOUND`](#NOT_FOUND).'],
  ['a code that has one gets no other', '[`GONE`](#GONE)', '[`GONE`](#GONE)'],
  ['other code stays', '`first` of `OTHER_CODE`', '`first` of `OTHER_CODE`'],
])('%s', (_, markdown, expected) => {
  expect(withoutDeadLinks(markdown, codes)).toBe(expected);
});
