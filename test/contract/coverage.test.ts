/**
 * Which REST operations and parameters the tests' GraphQL documents reach. Runs after all other
 * tests; what must be reached is checked in a run of all tests only.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, inject, it } from 'vitest';
import { catalogue } from '../../src/upstream/catalogue.ts';
import { type AnyOperation, serviceOf } from '../../src/upstream/operation.ts';
import type { Param } from '../../src/upstream/param.ts';
import { loggedOperations, loggedParameters, testsByOperation } from '../support/call-log.ts';
import {
  coordinatesByOperation,
  exposedOperations,
  retiredOperations,
} from './exposed-operation.ts';
import {
  operationTable,
  readTable,
  testsFile,
  testsIn,
  type TestsByOperation,
} from './operation-table.ts';

/** Services all of whose operations have a field: one that loses its last field fails here. */
const completeServices: ReadonlySet<string> = new Set(['video']);

const wholeRun = inject('wholeRun');

/** What a run of all tests has missed; a partial run may miss anything. */
const missed = <T>(lacking: readonly T[]): readonly T[] => (wholeRun ? lacking : []);

const parametersOf = ({ query }: AnyOperation): [string, Param][] =>
  Object.entries(query as Readonly<Record<string, Param>>);

describe('operations', () => {
  it('of complete services have a field each', () => {
    const operations = [...catalogue.values()].filter((operation) =>
      completeServices.has(serviceOf(operation)),
    );
    const lacking = operations.filter(({ key }) => !coordinatesByOperation.has(key));
    expect(lacking.map(({ key }) => `${key}: no field calls it`)).toEqual([]);
  });
  it('named by fields stand in the catalogue', () => {
    expect([...coordinatesByOperation.keys()].filter((key) => !catalogue.has(key))).toEqual([]);
  });
  it('with a field that calls nothing are deprecated in the catalogue', () => {
    expect(retiredOperations).toEqual(['video:activities.insert', 'video:comments.markAsSpam']);
    expect(retiredOperations.map((key) => catalogue.get(key)?.deprecated)).toEqual([true, true]);
  });
  it('with a field are called by some test, and no others are', () => {
    const called = loggedOperations();
    expect(called.filter((key) => !exposedOperations.includes(key))).toEqual([]);
    expect(missed(exposedOperations.filter((key) => !called.includes(key)))).toEqual([]);
  });
});

describe('parameters of operations with a field', () => {
  const parameters = exposedOperations.flatMap((key) =>
    parametersOf(catalogue.get(key)!)
      // The gateway fills in the content owner for every operation: content-owner.test.ts.
      .filter(([name, { deprecated }]) => !deprecated && !name.startsWith('onBehalfOf'))
      .map(([name, { notSent }]) => ({ parameter: `${key}?${name}`, notSent })),
  );
  const sent = loggedParameters();

  it('are never sent if the catalogue says so', () => {
    const excused = parameters.filter(({ notSent }) => notSent !== undefined);
    expect(excused.filter(({ parameter }) => sent.includes(parameter))).toEqual([]);
  });
  it('are all sent by some test, or notSent() in the catalogue says why', () => {
    const expected = parameters.filter(({ notSent }) => notSent === undefined);
    const lacking = expected.filter(({ parameter }) => !sent.includes(parameter));
    expect(missed(lacking).map(({ parameter }) => parameter)).toEqual([]);
  });
});

describe('docs/operations.md', () => {
  const table = readTable();
  const named = testsIn(table);

  it('has a row for every operation, with the fields of the schema', () => {
    const tests = new Map([...named].map(([key, test]) => [key, [test]]));
    expect(table).toBe(operationTable(tests, table));
    const rows = [...table.matchAll(/^\| `(\w+:\S+)`/gm)].map(([, key]) => key!);
    expect(rows.toSorted()).toEqual([...catalogue.keys()].toSorted());
  });
  it('names for each operation with a field a test that has made the call', () => {
    const seen = testsByOperation();
    if (wholeRun) writeTests(seen);
    expect([...named.keys()].toSorted()).toEqual(exposedOperations);
    const wrong = [...named].filter(([key, test]) => !seen.get(key)?.includes(test));
    expect(missed(wrong)).toEqual([]);
  });
});

/** Leaves the tests of this run for `npm run operations`. */
function writeTests(tests: TestsByOperation): void {
  mkdirSync(new URL('.', testsFile), { recursive: true });
  writeFileSync(testsFile, JSON.stringify(Object.fromEntries(tests)));
}
