/**
 * Failures of the API while a mutation writes: idempotent operations are sent again, others report
 * that their outcome is not known, and no write is done twice.
 */
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/sandbox/fault.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { sampled } from '../../support/report/sample.ts';
import { type Case, caseOf, cases, fullInput } from './case/case.ts';
import { once } from './case/once.ts';
import { writeCalls, writeOperations } from './case/request.ts';
import { codeOf, type Outcome } from './case/run.ts';
import { stateOf } from '../../support/gateway/state.ts';
import { resetState, takeStep } from './case/step.ts';

/** Retries without waiting, as many as the tests cause. */
const studio = useStudio({ env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '1000' } });

/** `DONE`, or the error code and whether it is unknown if the write was done. */
const endOf = (outcome: Outcome): string =>
  [codeOf(outcome) ?? 'DONE', ...outcome.failures.flatMap(knownOutcome)].join(' ');

const knownOutcome = ({ extensions }: Outcome['failures'][number]): string[] =>
  extensions['outcome'] === undefined ? [] : [extensions['outcome'] as string];

const unknown = 'UPSTREAM_UNAVAILABLE UNKNOWN';

interface Effect {
  readonly end: string;
  /** How many paths of the state differ: a second entity is a further one. */
  readonly changes: number;
  /** Keys of the write operations that were called, in the order of their calls. */
  readonly calls: readonly string[];
}

/** Runs the mutation on the seeded state while a fault is active. */
async function effectOf(each: Case, fault?: Fault): Promise<Effect> {
  resetState(studio);
  const before = stateOf(studio.sandbox);
  if (fault) studio.sandbox.fault(fault);
  const sent = await takeStep(studio, each, fullInput(each), { before });
  return {
    end: endOf(sent.outcome),
    changes: sent.changed.length,
    calls: writeCalls(sent, each).map(({ operation }) => operation),
  };
}

const effectWithoutFault = once((name: string) => effectOf(caseOf(name)));

/** The effect without a fault, which is the same for every test. */
async function undisturbedEffect(name: string): Promise<Effect> {
  const effect = await effectWithoutFault(name);
  expect(effect.end).toBe('DONE');
  return effect;
}

/**
 * Whether an operation is sent again after a failure: it is idempotent, or the fixture says why.
 */
const isRepeated = (each: Case, key: string): boolean =>
  writeOperations(each).find((operation) => operation.key === key)!.idempotent ||
  each.fixture.repeatable?.[key] !== undefined;

const names = cases.map(({ name }) => name);

describe('an answer that is lost', () => {
  it.each(sampled(names))(
    'is asked for again or is reported as unknown: %s',
    { tags: ['R10', 'R11'] },
    async (name) => {
      const each = caseOf(name);
      const expected = await undisturbedEffect(name);
      for (const operation of new Set(expected.calls)) {
        const effect = await effectOf(each, { match: { operation }, drop: 'after', times: 1 });
        // A workflow reads whether the write was done.
        const isFoundOut =
          isRepeated(each, operation) || each.kind === 'workflow' || each.fixture.readsOutcome;
        expect([operation, effect.end, effect.changes]).toEqual([
          operation,
          isFoundOut ? 'DONE' : unknown,
          expected.changes,
        ]);
        const sent = effect.calls.filter((key) => key === operation).length;
        expect([operation, sent > 1]).toEqual([operation, isRepeated(each, operation)]);
      }
    },
  );
});

describe('a 503 before the write', () => {
  it.each(sampled(names))('is followed by a second call or is reported: %s', async (name) => {
    const each = caseOf(name);
    const expected = await undisturbedEffect(name);
    for (const operation of new Set(expected.calls)) {
      const repeated = isRepeated(each, operation);
      const effect = await effectOf(each, { match: { operation }, status: 503, times: 1 });
      const sent = effect.calls.filter((key) => key === operation).length;
      expect([operation, effect.changes, sent > 1]).toEqual([
        operation,
        repeated ? expected.changes : 0,
        repeated,
      ]);
      // A gateway in front of the service may answer 503 after the service has done the write.
      expect([operation, effect.end]).toEqual([operation, repeated ? 'DONE' : unknown]);
    }
  });
  it.each(sampled(names))(
    'that stays is UPSTREAM_UNAVAILABLE, and nothing is written: %s',
    async (name) => {
      const each = caseOf(name);
      const expected = await undisturbedEffect(name);
      const [operation] = expected.calls;
      const effect = await effectOf(each, { match: { operation: operation! }, status: 503 });
      expect(effect).toMatchObject({
        end: expect.stringMatching(/^UPSTREAM_UNAVAILABLE\b/),
        changes: 0,
      });
    },
  );
});
