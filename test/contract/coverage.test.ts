import { readFileSync } from 'node:fs';
import { describe, expect, inject, it } from 'vitest';
import { catalogue } from '../../src/upstream/catalogue.ts';
import type { Param } from '../../src/upstream/operation.ts';
import { covered, coveredParameters } from '../support/coverage.ts';
import { leftOut } from './parameter-left-out.ts';

const listed = JSON.parse(readFileSync(new URL('operations-covered.json', import.meta.url), 'utf8')) as string[];

describe('operations that GraphQL documents of the tests reach', () => {
  it('are those of the list: not one more and, where all tests have run, not one less', () => {
    const reached = covered();
    expect(reached.filter((key) => !listed.includes(key))).toEqual([]);
    expect(inject('wholeRun') ? listed.filter((key) => !reached.includes(key)) : []).toEqual([]);
  });
  it('are listed once, in order, under the names of the catalogue', () => {
    expect(listed).toEqual([...new Set(listed)].toSorted());
    expect(listed.filter((key) => !catalogue.has(key))).toEqual([]);
  });
});

describe('parameters of these operations', () => {
  const inUse = listed.flatMap((key) => {
    const query = catalogue.get(key)!.query as Readonly<Record<string, Param>>;
    return Object.keys(query).flatMap((name) => (query[name]!.deprecated ? [] : [`${key}?${name}`]));
  });
  const excused = leftOut.flatMap(({ parameters }) => parameters);

  it('are sent by some field or left out for a reason: none is both and, where all tests have run, none is neither', () => {
    const reached = coveredParameters();
    expect(excused.filter((parameter) => reached.includes(parameter))).toEqual([]);
    const neither = inUse.filter((parameter) => !reached.includes(parameter) && !excused.includes(parameter));
    expect(inject('wholeRun') ? neither : []).toEqual([]);
  });
  it('are left out once, under the names of the catalogue', () => {
    expect(new Set(excused).size).toBe(excused.length);
    expect(excused.filter((parameter) => !inUse.includes(parameter))).toEqual([]);
  });
});
