/** Collections of operations: how they change, and what a file of them may be. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Collections,
  countOf,
  withAnother,
  withCollection,
  withImported,
  withMoved,
  withOperation,
  withoutOperation,
  withRenamed,
} from '../../src/explorer/collections/collection.ts';
import {
  readFileText,
  readStored,
  toText,
} from '../../src/explorer/collections/collection-file.ts';
import { seedOf } from '../support/random/repeatable-seed.ts';

const operation = (name: string, query = `query ${name} { viewer { id } }`, variables = '') => ({
  name,
  query,
  variables,
});

const two: Collections = [
  { name: 'Demo', operations: [operation('A'), operation('B')] },
  { name: 'Bugs', operations: [operation('A')] },
];

/** `collection/operation` of all. */
const placesIn = (collections: Collections): string[] =>
  collections.flatMap(({ name, operations }) => operations.map((each) => `${name}/${each.name}`));

describe('collections', () => {
  it('take an operation in place of one of its name, or beside it', () => {
    const other = operation('A', '{ other }');
    const replaced = withOperation(two, 'Demo', other);
    expect(replaced[0]!.operations).toEqual([other, operation('B')]);
    expect(placesIn(withAnother(two, 'Demo', other))).toEqual([
      'Demo/A',
      'Demo/B',
      'Demo/A (2)',
      'Bugs/A',
    ]);
    expect(placesIn(withOperation(two, 'New', other))).toContain('New/A');
  });
  it('move and rename operations, and rename collections', () => {
    const from = { collection: 'Demo', name: 'B' };
    expect(placesIn(withMoved(two, from, { collection: 'Bugs', name: 'B' }))).toEqual([
      'Demo/A',
      'Bugs/A',
      'Bugs/B',
    ]);
    expect(placesIn(withMoved(two, from, { collection: 'Demo', name: 'C' }))).toEqual([
      'Demo/A',
      'Demo/C',
      'Bugs/A',
    ]);
    expect(placesIn(withRenamed(two, 'Bugs', 'Faults'))).toContain('Faults/A');
    const gone = { collection: 'Demo', name: 'gone' };
    expect(withMoved(two, gone, { collection: 'Bugs', name: 'x' })).toEqual(two);
  });
  it('get back what was deleted', () => {
    const without = withoutOperation(two, { collection: 'Demo', name: 'B' });
    expect(placesIn(without)).toEqual(['Demo/A', 'Bugs/A']);
    expect(withAnother(without, 'Demo', operation('B'))).toEqual(two);
    expect(withCollection(two, two[1]!).at(-1)!.name).toBe('Bugs (2)');
  });
  it('are merged without a loss: what is there is not added again, and nothing is replaced', () => {
    const imported = [
      { name: 'Demo', operations: [operation('A'), operation('B', '{ other }')] },
      { name: 'New', operations: [operation('A')] },
    ];
    const all = withImported(two, imported, 'add');
    expect(placesIn(all)).toEqual(['Demo/A', 'Demo/B', 'Demo/B (2)', 'Bugs/A', 'New/A']);
    expect(withImported(all, imported.slice(0, 1), 'keepBoth').at(-1)!.name).toBe('Demo (2)');
    expect(countOf(withImported([], imported, 'add'))).toBe(3);
  });
});

/** The text of a file with one value changed. */
const fileWith = (change: object): string =>
  JSON.stringify({ ...(JSON.parse(toText(two)) as object), ...change });

const withOne = (change: object): string =>
  fileWith({ collections: [{ name: 'Demo', operations: [{ ...operation('A'), ...change }] }] });

describe('a file of collections', () => {
  it('has them as they are, in any language', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
    const name = text.map((each) => each.replaceAll(/\s+/g, ' ').trim()).filter(Boolean);
    const one = fc.record({ name, query: text, variables: text });
    const named = <T>(each: fc.Arbitrary<T & { readonly name: string }>) =>
      fc.uniqueArray(each, { selector: (value) => value.name, maxLength: 3 });
    fc.assert(
      fc.property(named(fc.record({ name, operations: named(one) })), (collections) => {
        expect(readStored(toText(collections))).toEqual(collections);
        expect(readFileText(toText(collections))).toEqual({ collections, leftOut: 0 });
      }),
      { seed: seedOf(process.env) },
    );
  });
  it('has neither headers nor tokens, whoever has put them there', () => {
    const secrets = { headers: '{"authorization":"Bearer secret"}', token: 'secret' };
    const { collections } = readFileText(withOne(secrets));
    expect(JSON.stringify(collections)).not.toContain('secret');
    const [first] = two;
    const withSecrets = [{ ...first!, operations: [{ ...operation('A'), ...secrets }] }];
    expect(toText(withSecrets)).not.toContain('secret');
  });
  it('may begin with a byte order mark, and have names twice', () => {
    const twice = fileWith({ collections: [two[0], two[0]] });
    const { collections } = readFileText(`\ufeff${twice}`);
    expect(collections.map(({ name }) => name)).toEqual(['Demo', 'Demo (2)']);
  });
  it('has names in one line, of a length that can be shown', () => {
    const [lines, long] = ['a\n\tb', 'x'.repeat(300)].map(
      (name) => readFileText(withOne({ name })).collections[0]!.operations[0]!.name,
    );
    expect([lines, long!.length]).toEqual(['a b', 200]);
  });
  it.each([
    ['', /^It is not JSON: /],
    ['<html>', /^It is not JSON: /],
    ['null', 'It is neither a file of this page’s “Export” nor a Postman collection (version 2).'],
    ['[]', 'It is neither a file of this page’s “Export” nor a Postman collection (version 2).'],
    ['{"queries":[]}', /neither a file of this page/],
    [fileWith({ version: 2 }), 'Its version is 2; this page reads 1.'],
    [fileWith({ version: undefined }), 'Its version is missing; this page reads 1.'],
    [fileWith({ collections: {} }), 'collections has to be a list, and is {}.'],
    [fileWith({ collections: [1] }), 'collections[0] has to be an object, and is 1.'],
    [
      fileWith({ collections: [two[0], { name: 'x' }] }),
      'collections[1].operations has to be a list, and is missing.',
    ],
    [withOne({ query: 1 }), 'collections[0].operations[0].query has to be a text, and is 1.'],
    [withOne({ name: ' ' }), 'collections[0].operations[0].name is empty.'],
    [
      withOne({ variables: {} }),
      'collections[0].operations[0].variables has to be a text, and is {}.',
    ],
    [`"${'x'.repeat(6_000_000)}"`, 'It has 7 MB; at most 5.'],
    [
      fileWith({
        collections: Array.from({ length: 1_001 }, () => ({ name: 'x', operations: [] })),
      }),
      'It has 1001 operations and collections; at most 1000.',
    ],
  ])('%#: a wrong one says what is wrong', (text, problem) => {
    expect(() => readFileText(text)).toThrow(problem);
  });
});

const postman = (item: unknown, schema = 'v2.1.0') =>
  JSON.stringify({
    info: {
      name: 'Shop',
      schema: `https://schema.getpostman.com/json/collection/${schema}/collection.json`,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: 'secret' }] },
    item,
  });

const request = (graphql: unknown) => ({
  method: 'POST',
  header: [{ key: 'authorization', value: 'Bearer secret' }],
  url: 'https://user:secret@example.com/graphql',
  body: { mode: 'graphql', graphql },
});

describe('a Postman collection', () => {
  it.each(['v2.0.0', 'v2.1.0'])('%s gives its GraphQL requests, and nothing else', (schema) => {
    const { collections, leftOut } = readFileText(
      postman(
        [
          { name: 'One', request: request({ query: '{ one }', variables: '{"a":1}' }) },
          {
            name: 'Folder',
            item: [
              { name: 'Two', request: request({ query: '{ two }', variables: { a: 1 } }) },
              { name: 'Two', request: request({ query: '{ three }' }) },
              { name: 'REST', request: { method: 'GET', url: 'https://example.com' } },
              { name: 'Raw', request: { body: { mode: 'raw', raw: '{"query":"{ x }"}' } } },
            ],
          },
        ],
        schema,
      ),
    );
    expect({ collections, leftOut }).toEqual({
      collections: [
        {
          name: 'Shop',
          operations: [
            operation('One', '{ one }', '{"a":1}'),
            operation('Folder / Two', '{ two }', '{\n  "a": 1\n}'),
            operation('Folder / Two (2)', '{ three }'),
          ],
        },
      ],
      leftOut: 2,
    });
  });
  it.each([
    [postman([]), /has no GraphQL request/],
    [postman('x'), /has no GraphQL request/],
    [postman([{ name: 'A', request: request(null) }]), 'GraphQL request 1.query has to be a text'],
    [
      postman([{ name: 'A', request: request({ query: [] }) }]),
      'GraphQL request 1.query has to be a text, and is [].',
    ],
    ['{"info":{"schema":"https://example.com/v2.1.0"},"item":[]}', /neither a file of this page/],
  ])('%#: a wrong one says what is wrong', (text, problem) => {
    expect(() => readFileText(text)).toThrow(problem);
  });
  it('may be nested without end', () => {
    const nested = `${'[{"name":"f","item":'.repeat(5_000)}[]${'}]'.repeat(5_000)}`;
    const text = postman('?').replace('"?"', nested);
    expect(() => readFileText(text)).toThrow(/has no GraphQL request/);
  });
});
