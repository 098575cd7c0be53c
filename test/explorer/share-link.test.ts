/** Links to tabs: what is in them comes back, and what somebody else has written does no harm. */
import { readdirSync, readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode, encode, isShared, type TabTexts } from '../../src/explorer/share/share-link.ts';
import { seedOf } from '../support/random/repeatable-seed.ts';

const folder = new URL('../../schema/operations/', import.meta.url);
const examples = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));

const base = 'http://127.0.0.1:4000/graphql';

/** The tab that a link to it opens, as a browser passes its fragment on. */
const opened = async (tab: TabTexts): Promise<TabTexts> =>
  decode(new URL(await encode(tab, base)).hash);

const tab = (query: string, variables = ''): TabTexts => ({ query, variables });

/** A fragment with other content than the page would write. */
const fragmentOf = (content: string | Buffer): string =>
  `#tab=1.${deflateRawSync(content).toString('base64url')}`;

const problemOf = (fragment: string): Promise<string> =>
  decode(fragment).then(
    (texts) => `opened ${JSON.stringify(texts).slice(0, 40)}`,
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  );

const broken = 'The link is not complete, or not one of this page. Ask for it again.';

describe('a link to a tab', () => {
  it('opens each example as it is', async () => {
    const variables = '{\n  // comment\n  "id": "ä😀"\n}';
    const tabs = examples.map((text) => tab(text, variables));
    expect(await Promise.all(tabs.map(opened))).toEqual(tabs);
  });
  it('opens any text as it is', async () => {
    const unit = fc.oneof(fc.constantFrom('{', '"', '\\', '\0', '\ud800', '#'), fc.string());
    const text = fc.string({ unit, minLength: 1, maxLength: 40 }).map((each) => `{${each}`);
    await fc.assert(
      fc.asyncProperty(text, text, async (query, variables) => {
        expect(await opened(tab(query, variables))).toEqual(tab(query, variables));
      }),
      { seed: seedOf(process.env), numRuns: 200 },
    );
  });
  it('has everything in the fragment, which no server sees, in few characters', async () => {
    for (const text of examples) {
      const link = await encode(tab(text), base);
      expect(link).toMatch(/^http:\/\/127\.0\.0\.1:4000\/graphql#tab=1\.[\w-]+$/);
      expect(link.length).toBeLessThan(1_200);
    }
    expect(isShared(new URL(await encode(tab('{ x }'), base)).hash)).toBe(true);
  });
  it('leaves out variables that are blank', async () => {
    expect(await opened(tab('{ x }', ' \n'))).toEqual(tab('{ x }'));
  });
  it('is not made of nothing, nor of too much, of which it says what to do', async () => {
    await expect(encode(tab(' \n'), base)).rejects.toThrow('There is no operation to share.');
    const random = Array.from({ length: 20_000 }, (_, index) => Math.sin(index)).join(' ');
    await expect(encode(tab(random), base)).rejects.toThrow(
      /too long for a link: [\d,]+ characters of at most 8,000\. Save it into a collection/,
    );
    await expect(encode(tab('x'.repeat(200_000)), base)).rejects.toThrow('at most 200,000');
    const long = 'x'.repeat(199_900);
    expect(await opened(tab(long))).toEqual(tab(long));
  });
});

describe('a fragment that somebody else has written', () => {
  it.each([
    '',
    '#',
    '#tab',
    '#tab=',
    '#tab=1',
    '#tab=1.',
    '#tab=1.!!!',
    '#tab=1.AAAA',
    '#tab=x.AAAA',
    '#tab=1.%3Cscript%3E',
    `#tab=1.${'A'.repeat(9_000)}`,
    '#query={viewer{id}}',
  ])('%s is no tab', async (fragment) => {
    expect(await problemOf(fragment)).toBe(broken);
  });
  it.each([
    ['no JSON', '{'],
    ['another JSON', 'null'],
    ['an object', '{"query":"{ x }"}'],
    ['headers', '["{ x }","",{"authorization":"x"}]'],
    ['no variables', '["{ x }"]'],
    ['variables that are no text', '["{ x }",{"a":1}]'],
    ['no operation', '["",""]'],
    ['no text', '[1,2]'],
    ['no UTF-8', Buffer.from('["{ x }","\xff"]', 'latin1')],
  ])('with %s opens nothing', async (_, content) => {
    expect(await problemOf(fragmentOf(content))).toBe(broken);
  });
  it('of a newer page says so', async () => {
    expect(await problemOf('#tab=2.AAAA')).toBe('A newer version of this page has made the link.');
  });
  it('opens nothing if it is cut off anywhere, or has more', async () => {
    const { hash } = new URL(await encode(tab(examples[0]!), base));
    const cut = Array.from({ length: hash.length }, (_, length) => hash.slice(0, length));
    const problems = await Promise.all([...cut, `${hash}AAAA`].map(problemOf));
    expect(new Set(problems)).toEqual(new Set([broken]));
  });
  it('does not make the page inflate a text without end', async () => {
    const bomb = fragmentOf(`["${'x'.repeat(3_000_000)}",""]`);
    expect(bomb.length).toBeLessThan(8_000);
    expect(await problemOf(bomb)).toBe(broken);
  });
});
