import { describe, expect, inject, it } from 'vitest';
import { catalogue } from '../../src/upstream/catalogue.ts';
import type { Param } from '../../src/upstream/operation.ts';
import { covered, coveredParameters } from '../support/coverage.ts';
import { leftOut } from './parameter-left-out.ts';
import { missing, neverSent, reachable } from './reachable.ts';

describe('operations that GraphQL documents of the tests reach', () => {
  it('are all but those listed as missing: not one more and, where all tests have run, not one less', () => {
    const reached = covered();
    expect(reached.filter((key) => !reachable.includes(key))).toEqual([]);
    expect(inject('wholeRun') ? reachable.filter((key) => !reached.includes(key)) : []).toEqual([]);
  });
  it('are told apart under the names of the catalogue: the missing ones once and in order', () => {
    expect(missing).toEqual([...new Set(missing)].toSorted());
    expect([...missing, ...neverSent].filter((key) => !catalogue.has(key))).toEqual([]);
    expect(neverSent.map((key) => catalogue.get(key)?.deprecated)).toEqual([true, true]);
  });
});

describe('parameters of these operations', () => {
  const inUse = reachable.flatMap((key) => {
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
