/** The answer as tables: nothing of it is lost, and nothing is shown twice. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { buildSchema, getOperationAST, OperationTypeNode, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { csvOf } from '../../src/explorer/answer/csv.ts';
import { answerFields, type FieldTypes } from '../../src/explorer/answer/field-types.ts';
import {
  allCellsOf,
  errorsByPlace,
  isOf,
  nextOrder,
  serviceAt,
  shownColumns,
  sorted,
  spread,
} from '../../src/explorer/answer/shown-table.ts';
import {
  type AnswerPath,
  type AnswerTable,
  cellsOf,
  isAnyOfLength,
  tablesOf,
} from '../../src/explorer/answer/table-model.ts';
import { schema } from '../../src/services/schema.ts';
import { useStudio } from '../support/gateway/studio.ts';
import { seedOf } from '../support/random/repeatable-seed.ts';

/** Each scalar and each null of a value, with its path. */
function scalarsOf(value: unknown, path: AnswerPath = []): string[] {
  if (typeof value !== 'object' || value === null)
    return value === undefined ? [] : [`${path.join('.')} = ${JSON.stringify(value)}`];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((each, index) => [index, each])
    : Object.entries(value);
  return entries.flatMap(([key, each]) => scalarsOf(each, [...path, key]));
}

/** What the cells of tables show; a list that has a table of its own is only counted. */
const shownScalars = (tables: readonly AnswerTable[]): string[] =>
  tables.flatMap((table) =>
    table.rows.flatMap((row) =>
      cellsOf(table, row).flatMap(({ value, path, column }) =>
        column.isList && Array.isArray(value) ? [] : scalarsOf(value, path),
      ),
    ),
  );

const none: FieldTypes = new Map();

/** The law: each scalar and each null of an answer is in one cell of one table. */
function expectAllOnce(data: unknown, types: FieldTypes): void {
  const tables = tablesOf(data, types);
  expect(shownScalars(tables).toSorted()).toEqual(scalarsOf(data).toSorted());
  for (const table of tables)
    for (const row of table.rows) {
      const spans = cellsOf(table, row).map(({ span }) => span);
      expect(spans.reduce((a, b) => a + b)).toBe(table.columns.length);
    }
}

const folder = new URL('../../schema/operations/', import.meta.url);

const queries = readdirSync(folder)
  .filter((name) => name.endsWith('.graphql'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .filter((source) => getOperationAST(parse(source))!.operation === OperationTypeNode.QUERY)
  .map((source) => [getOperationAST(parse(source))!.name!.value, source] as const);

describe('each value of an answer is in one cell', () => {
  const studio = useStudio({ env: { BATCH_MAX_WAIT_MS: '10000' } });

  it.each(queries)('of the example %s, whose fields all have their types', async (_, query) => {
    const { data } = await studio.query(query);
    const types = answerFields(schema, { query }).types;
    expectAllOnce(data, types);
    const fields = tablesOf(data, types).flatMap(({ columns }) => columns);
    expect(fields.filter(({ field }) => field !== '' && !types.has(field))).toEqual([]);
    // Without a schema only lists without items are no tables.
    expectAllOnce(data, none);
  });

  it('of any shape', () => {
    const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    const name = fc.constantFrom('id', 'title', 'nodes', 'video', 'a', 'b');
    const { object } = fc.letrec<{ object: unknown; value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        scalar,
        fc.array(scalar, { maxLength: 3 }),
        tie('object'),
        fc.array(fc.oneof(tie('object'), fc.constant(null)), { maxLength: 4 }),
      ),
      object: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    }));
    const property = fc.property(object, (data) => expectAllOnce(data, none));
    expect(fc.check(property, { seed: seedOf(process.env), numRuns: 500 }).counterexample).toBe(
      null,
    );
  });
});

const data = {
  playlists: {
    nodes: [
      {
        title: 'First',
        items: {
          nodes: [
            { position: 0, video: { title: 'B' } },
            { position: 1, video: null },
          ],
        },
      },
      { title: 'Second', items: { nodes: [{ position: 0, video: { title: 'A' } }] } },
    ],
    totalCount: 2,
  },
};

describe('a list of an answer', () => {
  const tables = tablesOf(data, none);
  const items = tables.find(({ field }) => field === 'playlists.nodes.items.nodes')!;

  it('has the items of all lists at its place, in columns of the fields below', () => {
    expect(tables.map(({ field, rows }) => [field, rows.length])).toEqual([
      ['', 1],
      ['playlists.nodes', 2],
      ['playlists.nodes.items.nodes', 3],
    ]);
    expect(items.columns.map(({ path }) => path.join('.'))).toEqual(['position', 'video.title']);
  });
  it('is a number in the table around it', () => {
    const around = tables.find(({ field }) => field === 'playlists.nodes')!;
    const [, count] = spread(cellsOf(around, around.rows[0]!));
    expect(count).toMatchObject({ value: [{}, {}], column: { isList: true } });
  });
  it('says of which parent its rows are', () => {
    const columns = shownColumns(items);
    expect(columns.map(({ label }) => label)).toEqual([
      'playlists.nodes.title',
      'position',
      'video.title',
    ]);
    const parents = items.rows.map((row) => allCellsOf(items, columns, row)[0]!.value);
    expect(parents).toEqual(['First', 'First', 'Second']);
    const [first, , third] = items.rows;
    expect(items.rows.filter((row) => isOf(row, third!.parent!))).toEqual([third]);
    expect(isOf(first!, third!.parent!)).toBe(false);
  });
  it('numbers parents that have neither a title nor an id', () => {
    const lists = tablesOf(
      {
        list: [
          { a: 1, inner: [{ b: 1 }] },
          { a: 2, inner: [{ b: 2 }] },
        ],
      },
      none,
    );
    const inner = lists.at(-1)!;
    const columns = shownColumns(inner);
    expect(inner.rows.map((row) => allCellsOf(inner, columns, row)[0]!.value)).toEqual([1, 2]);
  });
  it('is sorted up, down and not at all, always with what is null at the end', () => {
    const columns = shownColumns(items);
    const key = 'playlists.nodes.items.nodes.video.title';
    const up = nextOrder(undefined, key)!;
    const down = nextOrder(up, key)!;
    const titles = (order: typeof up) =>
      sorted(items.rows, columns, order, none).map(
        (row) => allCellsOf(items, columns, row).at(-1)!.value,
      );
    expect(titles(up)).toEqual(['A', 'B', null]);
    expect(titles(down)).toEqual(['B', 'A', null]);
    expect(nextOrder(down, key)).toBeUndefined();
    expect(nextOrder(down, 'other')).toEqual({ key: 'other', isDescending: false });
  });
  it('has one cell for an object that is null, where others have its fields', () => {
    const cells = cellsOf(items, items.rows[1]!);
    expect(cells.map(({ value, span }) => [value, span])).toEqual([
      [1, 1],
      [null, 1],
    ]);
    const wide = tablesOf(
      { list: [{ video: { a: 1, b: 2 } }, { video: null }, null, {}] },
      none,
    )[1]!;
    const spans = wide.rows.map((row) =>
      cellsOf(wide, row).map(({ value, span }) => [value, span]),
    );
    expect(spans).toEqual([
      [
        [1, 1],
        [2, 1],
      ],
      [[null, 2]],
      [[null, 2]],
      [[undefined, 2]],
    ]);
  });
  it('without items is a list if the schema says so', () => {
    const query = '{ viewer { playlists { nodes { title tags: description } } } }';
    const types = answerFields(schema, { query }).types;
    const empty = { viewer: { playlists: { nodes: [] } } };
    expect(tablesOf(empty, types).map(({ field }) => field)).toEqual([
      '',
      'viewer.playlists.nodes',
    ]);
    expect(tablesOf(empty, none)).toHaveLength(1);
  });
});

describe('what is around the values', () => {
  it('types come from fragments, aliases and the operation that was run', () => {
    const query = `
      query Other { viewer { id } }
      query Run { node(id: "x") { kind: __typename ...Parts ... on Channel { at: publishedAt } } }
      fragment Parts on Video { contentDetails { length: duration } }`;
    const types = answerFields(schema, { query, operationName: 'Run' }).types;
    const named = [...types].map(([field, { name }]) => [field, name]);
    expect(Object.fromEntries(named)).toEqual({
      node: 'Node',
      'node.kind': 'String',
      'node.contentDetails': expect.any(String),
      'node.contentDetails.length': 'Duration',
      'node.at': 'DateTime',
    });
    expect(answerFields(schema, { query: '{ viewer {' }).types.size).toBe(0);
    expect(answerFields(null, { query }).types.size).toBe(0);
  });
  it('lists that a default cuts are known, and whether one has reached it', () => {
    const query = `query ($n: Int) { event(calendarId: "c", id: "e") {
      attachments { title } all: attachments(first: 25) { title } some: attachments(first: $n) { title }
      attendees { email } instances { nodes { id } } } }`;
    const text = readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8');
    const { defaultLengths: lengths } = answerFields(buildSchema(text), { query });
    expect([...lengths]).toEqual([['event.attachments', 5]]);
    const reached = (count: number): boolean => {
      const attachments = Array.from({ length: count }, () => ({ title: 'a' }));
      const [, table] = tablesOf({ event: { attachments } }, answerFields(schema, { query }).types);
      return isAnyOfLength(table!, 5);
    };
    expect([0, 4, 5].map(reached)).toEqual([false, false, true]);
    expect(answerFields(null, { query }).defaultLengths.size).toBe(0);
  });
  it('the service is that of the deepest call, and of the last one for it', () => {
    const calls = [
      { service: 'calendar', fields: ['event'] },
      { service: 'live', fields: ['event.broadcast', 'other'] },
      { service: 'video', fields: ['event.broadcast.video'] },
    ] as const;
    const services = [
      'event.summary',
      'event.broadcast.title',
      'event.broadcast.video.id',
      'events',
    ];
    expect(services.map((field) => serviceAt(calls, field))).toEqual([
      'calendar',
      'live',
      'video',
      undefined,
    ]);
  });
  it('an error is at the value that is null because of it', () => {
    const answer: any = {
      data: { list: [{ a: null }, null] },
      errors: [
        { message: 'a', path: ['list', 0, 'a'] },
        { message: 'deep', path: ['list', 1, 'b', 'c'] },
        { message: 'all' },
      ],
    };
    expect(Object.fromEntries(errorsByPlace(answer))).toEqual({
      'list.0.a': ['a'],
      'list.1': ['deep'],
      '': ['all'],
    });
    expect([...errorsByPlace({ ...answer, data: null }).keys()]).toEqual(['']);
  });
});

describe('a copy as CSV', () => {
  it('quotes what RFC 4180 quotes', () => {
    expect(
      csvOf([
        ['a', 'b'],
        ['x, "y"', 'two\nlines'],
        [null, undefined],
        [1.5, true],
      ]),
    ).toBe('a,b\r\n"x, ""y""","two\nlines"\r\n,\r\n1.5,true\r\n');
  });
  it.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1'])(
    'makes no formula of %j',
    (text) => {
      expect(csvOf([[text]]).replace(/^"/, '')).toMatch(/^'/);
    },
  );
  it('leaves numbers as they are', () => {
    expect(csvOf([[-5, '-12.5', '+3']])).toBe('-5,-12.5,+3\r\n');
  });
});
