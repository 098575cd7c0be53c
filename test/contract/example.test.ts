/** The examples in `schema/operations/` run on the sandbox and give data. */
import { type DocumentNode, executeRootSelectionSet, Kind, parse } from 'graphql';
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import groups from '../../src/explorer/examples/example-groups.json' with { type: 'json' };
import { schema } from '../../src/services/schema.ts';
import { useStudio } from '../support/gateway/studio.ts';
import absentData from './absent-data.json' with { type: 'json' };
import { emptyPaths, explains } from './operation/empty-path.ts';
import { LawWatch } from './schema/execution-law.ts';

const folder = new URL('../../schema/operations/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
const sourceOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

const operationsOf = (document: DocumentNode) =>
  document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);

/** Paths of an example that have no data on the sandbox; the file says why. */
const explainedPaths = (name: string): string[] =>
  Object.keys((absentData as Readonly<Record<string, object>>)[name] ?? {});

const env = {
  // A batch waits for all of its keys, however slow the machine is.
  BATCH_MAX_WAIT_MS: '10000',
  // The forecast depends on the time of the day, unless there is enough for all days.
  QUOTA_PROJECT: ['VIDEO', 'SEARCH', 'VIDEO_UPLOAD', 'VIDEO_STATISTICS']
    .map((bucket) => `${bucket}=999999999`)
    .join(),
};

/** Data in the order of its fields; of the values only the types: some contain the time. */
const shapeOf = (data: unknown): string =>
  JSON.stringify(data, (_, value: unknown) => (typeof value === 'object' ? value : typeof value));

describe('an example', () => {
  const studio = useStudio({ env });
  const watch = new LawWatch(schema);
  const other = useStudio({
    env,
    executePrepared: (prepared) => executeRootSelectionSet({ ...prepared, schema: watch.schema }),
  });

  // Well-known ids are requested once per caller; no example counts a call for them.
  beforeAll(async () => {
    const wellKnownIds = '{ file(id: "root") { id } calendar(id: "primary") { id } }';
    for (const each of [studio, other]) await each.query(wellKnownIds);
  });

  it.each(names)('%s has data in every leaf, or explains why not', async (name) => {
    const source = sourceOf(name);
    const { data, errors } = await studio.query(source);
    const [empty, explained] = [emptyPaths(data), explainedPaths(name)];
    expect(errors).toBeUndefined();
    expect(empty.filter((path) => !explained.some((each) => explains(each, path)))).toEqual([]);
    expect(explained.filter((path) => !empty.some((each) => explains(path, each)))).toEqual([]);
  });
  it.each(names)('%s has the same fields and calls if graphql-js executes it', async (name) => {
    const source = sourceOf(name);
    const checkedBefore = watch.checked;
    const [byPlan, expected] = [await studio.query(source), await other.query(source)];
    expect(shapeOf(byPlan.data)).toBe(shapeOf(expected.data));
    expect(byPlan.errors).toEqual(expected.errors);
    // Events are always executed by graphql-js, and polled at any time.
    if (operationsOf(parse(source)).some(({ operation }) => operation === 'subscription')) return;
    expect(studio.operations().toSorted()).toEqual(other.operations().toSorted());
    expect(watch.checked).toBeGreaterThan(checkedBefore);
    expect([...watch.breaks]).toEqual([]);
  });
  // GraphiQL shows the examples on a sandbox that starts today.
  it.each(['50-week-view.graphql', '52-reschedule-series.graphql'])(
    '%s names dates that exist whenever the sandbox starts',
    async (name) => {
      studio.sandbox.reset(new Date('2027-11-30T12:00:00Z'));
      const { data, errors } = await studio.query(sourceOf(name));
      expect(errors).toBeUndefined();
      expect(JSON.stringify(data)).toContain('2027-03-16T');
    },
  );
  it.each(names)('%s has one named operation, no required variable and a comment', (name) => {
    const operations = operationsOf(parse(sourceOf(name)));
    expect(operations.map((each) => each.name?.value)).toEqual([
      expect.stringMatching(/^[A-Z]\w+$/),
    ]);
    const variables = operations.flatMap(({ variableDefinitions = [] }) => variableDefinitions);
    expect(variables.filter((each) => !each.defaultValue)).toEqual([]);
    expect(sourceOf(name)).toMatch(/^# [A-Z].{20,}\.\n/);
  });
  it('has an operation name of its own: all become types of one file', () => {
    const titles = names.flatMap((name) =>
      operationsOf(parse(sourceOf(name))).map((each) => each.name?.value),
    );
    expect(new Set(titles).size).toBe(titles.length);
  });
  it('is in one group of the explorer', () => {
    const listed = Object.values(groups).flat();
    expect(listed.toSorted()).toEqual(names.map((name) => name.replace('.graphql', '')).toSorted());
  });
});

describe('an empty path', () => {
  it('is found at any depth', () => {
    expect(
      emptyPaths({
        a: { b: null, c: [{ d: 1 }, { d: null }, null], e: [], f: false, g: 0, h: '' },
      }),
    ).toEqual(['a.b', 'a.c.1.d', 'a.c.2', 'a.e']);
    expect(emptyPaths(null)).toEqual(['']);
  });
  it('is explained by its own path, with or without positions', () => {
    expect(explains('a.c.d', 'a.c.1.d')).toBe(true);
    expect(explains('a.c', 'a.c.1.d')).toBe(false);
  });
});
