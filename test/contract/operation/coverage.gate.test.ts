/**
 * Which REST operations and parameters the tests' GraphQL documents reach. An operation is exposed
 * if a field or mutation may call it. Runs after all other tests; that every exposed operation is
 * called by some test is checked in a run of all tests only.
 */
import { describe, expect, inject, it } from 'vitest';
import { exposedOperationsOf } from '../../../src/engine/schema/exposed-operation.ts';
import { schema } from '../../../src/services/schema.ts';
import { catalogue } from '../../../src/services/catalogue.ts';
import type { AnyOperation } from '../../../src/engine/api/operation.ts';
import type { Param } from '../../../src/engine/api/param.ts';
import { loggedCalls, loggedOperations, loggedParameters } from '../../support/report/call-log.ts';

const { coordinates, called, retired } = exposedOperationsOf(schema);

/** Gaps in the coverage of a run of all tests; a run of some tests may have any gap. */
const inFullRun = <T>(gaps: readonly T[]): readonly T[] => (inject('runsAllTests') ? gaps : []);

const parametersOf = ({ query }: AnyOperation): [string, Param][] =>
  Object.entries(query as Readonly<Record<string, Param>>);

describe('operations', () => {
  it('have a field each', () => {
    const lacking = [...catalogue.keys()].filter((key) => !coordinates.has(key));
    expect(lacking.map((key) => `${key}: no field calls it; add one to src/services/`)).toEqual([]);
  });
  it('named by fields stand in the catalogue', () => {
    expect([...coordinates.keys()].filter((key) => !catalogue.has(key))).toEqual([]);
  });
  it('with a field that calls nothing are deprecated in the catalogue', () => {
    expect(retired).toEqual(['video:activities.insert', 'video:comments.markAsSpam']);
    expect(retired.map((key) => catalogue.get(key)?.deprecated)).toEqual([true, true]);
  });
  it('with a field are called by some test, and no others are', () => {
    const logged = loggedOperations();
    expect(logged.filter((key) => !called.includes(key))).toEqual([]);
    const missing = called.filter((key) => !logged.includes(key));
    expect(inFullRun(missing).map((key) => `${key}: ${addTest(key)}`)).toEqual([]);
  });
});

/** How to make some test call an operation. */
const addTest = (key: string): string =>
  `no test calls it; add a test to test/services/${key.split(':', 1)[0]}/ or an example to ` +
  `schema/operations/ that selects ${coordinates.get(key)?.join(' or ')}`;

const removeExcuse = 'remove notSent() from its descriptor in src/services/';

const sendOrExcuse =
  'no test sends it; select it in a test or example, or state the reason with notSent() in its ' +
  'descriptor in src/services/';

describe('parameters of operations with a field', () => {
  const parameters = called.flatMap((key) =>
    parametersOf(catalogue.get(key)!)
      // The gateway fills in the content owner for every operation: content-owner.test.ts.
      .filter(([name, { deprecated }]) => !deprecated && !name.startsWith('onBehalfOf'))
      .map(([name, { notSent }]) => ({ parameter: `${key}?${name}`, notSent })),
  );
  const sent = loggedParameters();

  it('are never sent if the catalogue says so', () => {
    const excused = parameters.filter(({ notSent }) => notSent !== undefined);
    const wrong = excused.filter(({ parameter }) => sent.includes(parameter));
    expect(wrong.map(({ parameter }) => `${parameter}: is sent; ${removeExcuse}`)).toEqual([]);
  });
  it('are all sent by some test, or notSent() in the catalogue says why', () => {
    const expected = parameters.filter(({ notSent }) => notSent === undefined);
    const lacking = expected.filter(({ parameter }) => !sent.includes(parameter));
    expect(inFullRun(lacking).map(({ parameter }) => `${parameter}: ${sendOrExcuse}`)).toEqual([]);
  });
});

// Without a size, `files.list` returns a whole My Drive, and other lists of Drive return pages of
// a size of their own: discovery document drive v3, revision 20260916.
it('says in each call of a list of Drive how many items the answer may have', () => {
  const unlimited = loggedCalls().filter(({ operation, query }) => {
    const size = catalogue.get(operation)?.page?.size;
    return operation.startsWith('storage:') && size !== undefined && !(size in query);
  });
  expect(unlimited.map(({ operation, search }) => `${operation}?${search}`)).toEqual([]);
});
