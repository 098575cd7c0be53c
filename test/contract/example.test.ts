import { type DocumentNode, Kind, parse } from 'graphql';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readExamples } from '../../src/server/example.ts';
import { useStudio } from '../support/studio.ts';
import { emptyPaths, excusedPaths, excuses } from './leaf.ts';

const folder = new URL('../../schema/operations/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
const sourceOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

const operationsOf = (document: DocumentNode) =>
  document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);

describe('the worked examples', () => {
  const studio = useStudio();

  it.each(names)('%s gives data in every leaf, or says where not', async (name) => {
    const source = sourceOf(name);
    const { data, errors } = await studio.query(source);
    const [empty, excused] = [emptyPaths(data), excusedPaths(source)];
    expect(errors).toBeUndefined();
    expect(empty.filter((path) => !excused.some((each) => excuses(each, path)))).toEqual([]);
    expect(excused.filter((path) => !empty.some((each) => excuses(path, each)))).toEqual([]);
  });
  it.each(names)(
    '%s is one named operation that needs no variables, and begins with what it shows',
    (name) => {
      const operations = operationsOf(parse(sourceOf(name)));
      expect(operations.map((each) => each.name?.value)).toEqual([
        expect.stringMatching(/^[A-Z]\w+$/),
      ]);
      expect(
        operations
          .flatMap(({ variableDefinitions = [] }) => variableDefinitions)
          .filter((each) => !each.defaultValue),
      ).toEqual([]);
      expect(sourceOf(name)).toMatch(/^# [A-Z].{20,}\.\n/);
    },
  );
  it('have names of their own: they become types of one file', () => {
    const titles = names.flatMap((name) =>
      operationsOf(parse(sourceOf(name))).map((each) => each.name?.value),
    );
    expect(new Set(titles).size).toBe(titles.length);
  });
  it('are the tabs of GraphiQL, in the same order', async () => {
    expect(await readExamples()).toEqual(names.toSorted().map(sourceOf));
  });
});

describe('a leaf without data', () => {
  it('is found wherever it is', () => {
    expect(
      emptyPaths({
        a: { b: null, c: [{ d: 1 }, { d: null }, null], e: [], f: false, g: 0, h: '' },
      }),
    ).toEqual(['a.b', 'a.c.1.d', 'a.c.2', 'a.e']);
    expect(emptyPaths(null)).toEqual(['']);
  });
  it('is excused by its own path, with or without positions', () => {
    const excused = excusedPaths(
      '# Shows this.\n# Without data: a.b (never set), a.c.d (of a guest)\nquery { a }\n# Null here: z (too late)',
    );
    expect(excused).toEqual(['a.b', 'a.c.d']);
    expect(excuses('a.c.d', 'a.c.1.d')).toBe(true);
    expect(excuses('a.c', 'a.c.1.d')).toBe(false);
    expect(() => excusedPaths('# Without data: a.b')).toThrow('reason');
  });
});
