/** `studiograph check`: the errors of documents, each once and with its place. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/command/check.ts';
import { UsageError } from '../../src/command/usage-error.ts';
import { readConfig } from '../../src/config.ts';

const bases = {
  VIDEO_BASE_URL: 'http://127.0.0.1:9/v3',
  STORAGE_BASE_URL: 'http://127.0.0.1:9',
  CALENDAR_BASE_URL: 'http://127.0.0.1:9/v3',
};

interface Setup {
  readonly env?: Readonly<Record<string, string>>;
  /** Names of files. Default: the folder of all. */
  readonly names?: readonly string[];
  /** The name of a file. */
  readonly variables?: string;
}

/**
 * Writes files and checks them.
 * @param texts by the names of files
 * @returns whether all are good, and what is printed, without the folder and the scopes
 */
async function checked(
  texts: Readonly<Record<string, string>>,
  { env = {}, names, variables }: Setup = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'check-'));
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  const lines: string[] = [];
  const isGood = await check({
    config: readConfig({ ...bases, ...env }),
    paths: names?.map((name) => join(folder, name)) ?? [folder],
    variables: variables && join(folder, variables),
    print: (line) => lines.push(line.replaceAll(`${folder}/`, '')),
  });
  return { isGood, lines: lines.filter((line) => !line.startsWith('  needs ')) };
}

const costOf = (title: string) => expect.stringMatching(`^${title}: at most \\d+ calls`);

describe('errors', () => {
  it('are all those of a file, each once, before the cost of what is valid', async () => {
    const { isGood, lines } = await checked({
      'a.graphql': `query Good { viewer { channel { title } } }
query Bad { viewer { nothing channel { titel } } }
query Worse { viewer { ...Shared } }
query Worst { viewer { ...Shared } nope }
fragment Shared on Viewer { neither }`,
    });
    expect(isGood).toBe(false);
    expect(lines).toEqual([
      expect.stringMatching(/^a\.graphql:2:22 Cannot query field "nothing" on type "Viewer"\./),
      'a.graphql:2:40 Cannot query field "titel" on type "Channel". Did you mean "title"?',
      expect.stringMatching(/^a\.graphql:4:36 Cannot query field "nope" on type "Query"\./),
      expect.stringMatching(/^a\.graphql:5:29 Cannot query field "neither" on type "Viewer"\./),
      costOf('a.graphql: Good'),
    ]);
  });
  it('are as many as there are', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `nothing${index}`);
    const { lines } = await checked({ 'a.graphql': `{ viewer { ${names.join(' ')} } }` });
    expect(lines).toHaveLength(120);
  });
  it('have the place of a syntax error, and of a literal that a scalar rejects', async () => {
    const { lines } = await checked({
      'a.graphql': 'query A {\n  viewer {',
      'b.graphql': '{\n  video(id: "")\n { title } calendar(id: 5.5) { summary }\n}',
    });
    expect(lines[0]).toMatch(/^a\.graphql:2:\d+ Syntax Error: /);
    expect(lines[1]).toMatch(/^b\.graphql:3:\d+ ID cannot represent /);
  });
  it('are those of names that stand twice, whose operations have no cost', async () => {
    const { lines } = await checked({
      'a.graphql': `query A { viewer { channel { title } } }
query A { regions { name } }
query B { regions { name } }`,
    });
    expect(lines).toEqual([
      'a.graphql:1:7 There can be only one operation named "A".',
      costOf('a.graphql: B'),
    ]);
  });
  it('have no name of an argument of the gateway', async () => {
    const query = 'query A($id: ID!) { playlist(id: $id) { items { nodes { video { id } } } } }';
    const { isGood, lines } = await checked({ 'a.graphql': query }, { env: { MAX_DEPTH: '4' } });
    expect([isGood, lines]).toEqual([
      false,
      ['a.graphql: A: Depth of nested fields: 5; the limit is 4. Nest fewer levels.'],
    ]);
  });
  it('include introspection where it is off', async () => {
    const texts = { 'a.graphql': '{ __schema { description } }' };
    expect((await checked(texts)).isGood).toBe(true);
    const { lines } = await checked(texts, { env: { INTROSPECTION: '0' } });
    expect(lines).toEqual([expect.stringMatching(/^a\.graphql:1:3 GraphQL introspection /)]);
  });
});

describe('fragments', () => {
  const card = 'fragment Card on Channel { title }';
  const query = 'query A { viewer { channel { ...Card } } }';

  it('are seen by documents of other files', async () => {
    const { isGood, lines } = await checked({ 'a.graphql': query, 'b.graphql': card });
    expect([isGood, lines]).toEqual([
      true,
      [costOf('a.graphql: A'), 'b.graphql: fragment Card: used by 1 operation'],
    ]);
  });
  it('are seen in files that are given one by one, each once', async () => {
    const texts = { 'a.graphql': query, 'b.graphql': card };
    const { isGood, lines } = await checked(texts, { names: ['b.graphql', 'a.graphql', '.'] });
    expect([isGood, lines.length]).toEqual([true, 2]);
    const alone = await checked(texts, { names: ['a.graphql'] });
    expect(alone.lines).toEqual(['a.graphql:1:33 Unknown fragment "Card".']);
  });
  it('use others, through several files', async () => {
    const { isGood, lines } = await checked({
      'a.graphql': query,
      'b.graphql': 'fragment Card on Channel { title ...Count }',
      'c.graphql': 'fragment Count on Channel { statistics { videoCount } ...Card }',
    });
    expect(isGood).toBe(false);
    expect(lines.join('\n')).toContain('Cannot spread fragment "Card" within itself via "Count".');
  });
  it('are reported where they are, and the operation that has no other error is named', async () => {
    const { lines } = await checked({
      'a.graphql': query,
      'b.graphql': 'fragment Card on Channel {\n  titel\n}',
    });
    expect(lines).toEqual([
      'a.graphql:1:1 Operation "A" uses fragments with errors, in b.graphql',
      'b.graphql:2:3 Cannot query field "titel" on type "Channel". Did you mean "title"?',
    ]);
  });
  it('are checked although no operation uses them', async () => {
    const { isGood, lines } = await checked({
      'a.graphql': card,
      'b.graphql': 'fragment Other on Channel { titel }',
    });
    expect([isGood, lines]).toEqual([
      false,
      [
        'a.graphql: fragment Card: used by 0 operations',
        expect.stringMatching(/^b\.graphql:1:29 Cannot query field "titel"/),
      ],
    ]);
    const unused = await checked({ 'a.graphql': `{ regions { name } }\n${card}` });
    expect(unused.lines[0]).toBe('a.graphql:2:1 Fragment "Card" is never used.');
  });
  it('of one name are an error that names both files, unless they are the same', async () => {
    const texts = { 'a.graphql': query, 'b.graphql': card };
    const other = 'fragment Card on Channel { description }';
    const { isGood, lines } = await checked({ ...texts, 'c.graphql': `\n${other}` });
    expect(isGood).toBe(false);
    expect(lines).toContain('c.graphql:2:1 There is another fragment "Card", in b.graphql:1:1');
    const same = { ...texts, 'c.graphql': 'query C { viewer { channel { ...Card } } }\n' + card };
    expect((await checked(same)).isGood).toBe(true);
  });
  it('of a manifest are those of each document', async () => {
    const documents = { a: `${query} ${card}`, b: `${query} fragment Card on Channel { id }` };
    const texts = { 'm.json': JSON.stringify({ ...documents, c: query }) };
    const { lines } = await checked(texts, { names: ['m.json'] });
    expect(lines).toEqual([
      costOf('m.json, a: A'),
      costOf('m.json, b: A'),
      'm.json, c:1:33 Unknown fragment "Card".',
    ]);
  });
});

it('says of a file with types alone that it has no operations', async () => {
  const { isGood, lines } = await checked({ 'a.graphql': 'type A { a: Int } type B { b: Int }' });
  expect([isGood, lines]).toEqual([true, ['a.graphql: has no operations']]);
});

describe('the file of variables', () => {
  const query = 'query A($id: ID!) { video(id: $id) { title } }';

  it.for([
    [undefined, 'ENOENT'],
    ['{"id":', 'is not valid JSON'],
    ['{"id" 5}', 'is not valid JSON (line 1 column 7)'],
    ['[1]', 'is no JSON object; expected for example {"id": "..."}'],
  ] as const)('is refused in one line: %s', async ([text, problem]) => {
    const texts = { 'a.graphql': query, ...(text !== undefined && { 'v.json': text }) };
    const error = await checked(texts, { variables: 'v.json', names: ['a.graphql'] }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(UsageError);
    const { message } = error as UsageError;
    expect(message).toMatch(/^--variables: \S+v\.json: /);
    expect(message.endsWith(`v.json: ${problem}`)).toBe(true);
  });
  it('has values, whose errors name the operation', async () => {
    const texts = { 'a.graphql': query, 'v.json': '{"id": {}}' };
    const { lines } = await checked(texts, { variables: 'v.json', names: ['a.graphql'] });
    expect(lines).toEqual([expect.stringMatching(/^a\.graphql: A: Variable "\$id" /)]);
  });
});
