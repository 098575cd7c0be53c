import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, inject, it } from 'vitest';
import { schema } from '../../src/graph/schema.ts';
import { catalogue } from '../../src/upstream/catalogue.ts';
import type { Param } from '../../src/upstream/operation.ts';
import { covered, coveredParameters, witnesses } from '../support/coverage.ts';
import {
  coordinatesOf,
  operationTable,
  readTable,
  type Witnesses,
  witnessesIn,
  witnessFile,
} from './operation-table.ts';
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
    return Object.keys(query).flatMap((name) =>
      query[name]!.deprecated ? [] : [`${key}?${name}`],
    );
  });
  const excused = leftOut.flatMap(({ parameters }) => parameters);

  it('are sent by some field or left out for a reason: none is both and, where all tests have run, none is neither', () => {
    const reached = coveredParameters();
    expect(excused.filter((parameter) => reached.includes(parameter))).toEqual([]);
    const neither = inUse.filter(
      (parameter) => !reached.includes(parameter) && !excused.includes(parameter),
    );
    expect(inject('wholeRun') ? neither : []).toEqual([]);
  });
  it('are left out once, under the names of the catalogue', () => {
    expect(new Set(excused).size).toBe(excused.length);
    expect(excused.filter((parameter) => !inUse.includes(parameter))).toEqual([]);
  });
});

describe('docs/operations.md', () => {
  const table = readTable();
  const named = witnessesIn(table);

  it('has a row for every operation, with the coordinates of the schema', () => {
    const told = new Map([...named].map(([key, test]) => [key, [test]]));
    expect(table).toBe(operationTable(schema, told, table));
    expect([...table.matchAll(/^\| `(\w+:\S+)`/gm)].map(([, key]) => key!).toSorted()).toEqual(
      [...catalogue.keys()].toSorted(),
    );
  });
  it('gives every operation that is not missing a coordinate, and none to those that are', () => {
    expect([...coordinatesOf(schema).keys()].toSorted()).toEqual(
      [...reachable, ...neverSent].toSorted(),
    );
  });
  it('names for each of them a test that, where all have run, saw the call arrive', () => {
    const seen = witnesses();
    if (inject('wholeRun')) leaveBehind(seen);
    expect([...named.keys()].toSorted()).toEqual(reachable);
    expect(
      inject('wholeRun') ? [...named].filter(([key, test]) => !seen.get(key)?.includes(test)) : [],
    ).toEqual([]);
  });
});

/** For `npm run operations`. */
function leaveBehind(seen: Witnesses): void {
  mkdirSync(new URL('.', witnessFile), { recursive: true });
  writeFileSync(witnessFile, JSON.stringify(Object.fromEntries(seen)));
}
