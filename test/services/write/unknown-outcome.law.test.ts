/**
 * A write whose answer is lost, and the reads by which the gateway finds out whether it was done.
 * Without a read that proves something, its outcome is unknown, whatever a repetition of the write
 * was answered: the error names the id that was sent, and nothing is written twice.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Fault } from '../../../src/sandbox/fault.ts';
import { type Call, useStudio } from '../../support/gateway/studio.ts';
import { sampled } from '../../support/report/sample.ts';
import {
  failReads,
  mainReadFailures,
  type ReadFailure,
  readFailures,
} from '../../support/upstream/failed-read.ts';
import { type Case, caseOf, cases, fullInput } from './case/case.ts';
import { once } from './case/once.ts';
import { writeCalls } from './case/request.ts';
import { codeOf, type Outcome } from './case/run.ts';
import { stateOf } from '../../support/gateway/state.ts';
import { resetState, takeStep } from './case/step.ts';
import type { Input } from './fixture/fixture.ts';

/** Retries without waiting, as many as the tests cause. */
const studio = useStudio({
  env: {
    RETRY_BASE_MS: '1',
    RETRY_RATE_LIMIT_BASE_MS: '1',
    RETRY_BUDGET_FLOOR: '1000000',
    BREAKER_FAILURES: '1000000',
  },
});

afterEach(() => vi.restoreAllMocks());

/** What the repetitions of the write are answered. Without a refusal: what the sandbox answers. */
const refusals: Readonly<Record<string, Fault | undefined>> = {
  'nothing else': undefined,
  'a 400': { status: 400 },
  'a 401': { status: 401 },
  'a 403': { status: 403 },
  'a 404': { status: 404 },
  'a 409': { status: 409 },
  'a 410': { status: 410 },
  'a 412': { status: 412 },
  'a 429': { status: 429 },
};

/** The codes of the refusals. */
const codes: Readonly<Record<string, string>> = {
  'a 400': 'INVALID_INPUT',
  'a 401': 'UNAUTHENTICATED',
  'a 403': 'FORBIDDEN',
  'a 404': 'NOT_FOUND',
  'a 409': 'CONFLICT',
  'a 410': 'GONE',
  'a 412': 'CONFLICT',
  'a 429': 'RATE_LIMITED',
};

interface Attempt {
  /** Further input. */
  readonly input?: Input | undefined;
  /** The write operation of which the first call loses its answer. */
  readonly operation?: string;
  /** Whether the service has executed that call. Default: it has. */
  readonly lost?: 'before' | 'after';
  /** How often its answer is lost. Default: once. */
  readonly times?: number;
  readonly refusal?: Fault | undefined;
  readonly read?: ReadFailure;
}

interface Effect {
  readonly outcome: Outcome;
  /** How many paths of the state differ: a second entity is a further one. */
  readonly changes: number;
  /** Keys of the write operations that were called. */
  readonly writes: readonly string[];
  /** Whether the gateway has read something after the lost answer. */
  readonly hasRead: boolean;
  /** The id that was sent with the lost call: of a new object, or of a changed one. */
  readonly sentId: string | undefined;
}

/** Runs the mutation on the seeded state. */
async function effectOf(each: Case, attempt: Attempt = {}): Promise<Effect> {
  const effect = await disturbedEffect(each, attempt);
  // A success ends the pause of the calls, which each further error makes longer.
  if (JSON.stringify(attempt).includes('429'))
    await disturbedEffect(each, { input: attempt.input });
  return effect;
}

async function disturbedEffect(each: Case, attempt: Attempt): Promise<Effect> {
  const { input, operation, lost = 'after', times = 1, refusal, read } = attempt;
  resetState(studio);
  studio.sandbox.clearFaults();
  const before = stateOf(studio.sandbox);
  const isLost = (): boolean => studio.calls().some((call) => call.operation === operation);
  if (operation !== undefined) {
    studio.sandbox.fault({ match: { operation }, drop: lost, times });
    if (refusal) studio.sandbox.fault({ match: { operation }, ...refusal });
  }
  const hasRead = failReads(studio, isLost, read);
  const sent = await takeStep(studio, each, { ...fullInput(each), ...input }, { before });
  vi.restoreAllMocks();
  const calls = writeCalls(sent, each);
  const lostCall = calls.find((call) => call.operation === operation);
  return {
    outcome: sent.outcome,
    changes: sent.changed.length,
    writes: calls.map((call) => call.operation),
    hasRead: hasRead(),
    sentId: lostCall && sentIdOf(each, lostCall),
  };
}

/** Kinds of writes that change the object that their input names, or delete it. */
const changing: ReadonlySet<string> = new Set([
  'patch',
  'remove',
  'replaceByState',
  'replaceIfMatch',
  'replaceParts',
]);

function sentIdOf({ kind }: Case, { body, query, call }: Call): string | undefined {
  const { id } = (body ?? {}) as { readonly id?: string };
  if (id !== undefined || !changing.has(kind)) return id;
  return query['id']?.[0] ?? decodeURIComponent(call.path.split('/').at(-1)!);
}

/** `DONE`, the code of an error in the payload, or `UNKNOWN` with what else a client needs. */
function endOf({ outcome, sentId }: Effect): unknown {
  const [failure] = outcome.failures;
  const [error] = outcome.errors;
  if (error?.code === 'PARTLY_DONE')
    return [error.code, /Not (known to be )?done/.exec(error.message)?.[0]];
  if (failure === undefined || failure.extensions['outcome'] !== 'UNKNOWN')
    return codeOf(outcome) ?? 'DONE';
  const { message, extensions } = failure;
  const { code, id } = extensions;
  const isNamed = sentId === undefined || (id === sentId && message.includes(sentId));
  const isTold = /may have been applied/.test(message) && !/another id/.test(message);
  return [String(code).startsWith('UPSTREAM_') && 'UNKNOWN', isNamed && 'named', isTold && 'told'];
}

const unknown = ['UNKNOWN', 'named', 'told'];

const undisturbed = once(async (name: string) => effectOf(caseOf(name)));

/** A lost answer, with reads that succeed. */
const foundOut = once(async (name: string, operation: string) =>
  effectOf(caseOf(name), { operation }),
);

/** The end of a mutation with a second step, which is told beside the first one. */
function endOfFailedRead(name: string, operation: string): unknown {
  if (name !== 'setChannelBanner') return unknown;
  return [
    'PARTLY_DONE',
    operation === 'video:channels.update' ? 'Not known to be done' : 'Not done',
  ];
}

describe('a write whose answer is lost, and whose later reads fail', () => {
  const names = cases.filter(({ kind }) => kind !== 'workflow').map(({ name }) => name);
  it.each(sampled(names, 8))(
    'has an unknown outcome: %s',
    { tags: ['R10', 'R11'] },
    async (name) => {
      const each = caseOf(name);
      const { changes, writes } = await undisturbed(name);
      for (const operation of new Set(writes)) {
        const found = await foundOut(name, operation);
        expect([unknown, 'DONE']).toContainEqual(endOf(found));
        // Nothing was read: what the reads fail with cannot matter.
        const failures = found.hasRead ? Object.entries(readFailures) : [];
        const ends = [];
        for (const [title, read] of failures) {
          const effect = await effectOf(each, { operation, read });
          ends.push([operation, title, endOf(effect), effect.changes <= changes]);
        }
        const expected = endOfFailedRead(name, operation);
        expect(ends).toEqual(failures.map(([title]) => [operation, title, expected, true]));
      }
    },
  );
});

describe('a write of which every answer is lost', () => {
  const names = cases.filter(({ kind }) => changing.has(kind)).map(({ name }) => name);
  it.each(sampled(names, 8))('names the object that it may have changed: %s', async (name) => {
    const { writes } = await undisturbed(name);
    const [operation = ''] = writes;
    expect(endOf(await effectOf(caseOf(name), { operation, times: Infinity }))).toEqual(unknown);
  });
});

/** Updates that no read shows: a value that it writes, or a parameter, is not compared. */
const unshown: ReadonlySet<string> = new Set([
  'updateCaption',
  'updateComment',
  'updateFile',
  'updateSharedDrive',
]);

/** Mutations of several calls of one operation: what the first one has done is told beside. */
const divided: ReadonlySet<string> = new Set(['updateChannel']);

describe('an update whose answer is lost, and whose repetition is refused', () => {
  const names = cases
    .filter(({ name, kind }) => changing.has(kind) && kind !== 'remove' && !divided.has(name))
    .map(({ name }) => name);
  it.each(sampled(names, 8))('is told as what a read proves: %s', async (name) => {
    const each = caseOf(name);
    const { changes, writes } = await undisturbed(name);
    const operation = writes.at(-1)!;
    const found: unknown[] = [];
    const expected: unknown[] = [];
    for (const [title, refusal] of Object.entries(refusals)) {
      if (refusal === undefined) continue;
      const made = await effectOf(each, { operation, refusal });
      const unmade = await effectOf(each, { operation, lost: 'before', refusal });
      found.push([title, endOf(made), made.changes, endOf(unmade), unmade.changes]);
      // Only an etag proves that an entity is as it was.
      const proven = each.kind === 'patch' || unshown.has(name) ? unknown : codes[title];
      expected.push([title, unshown.has(name) ? unknown : 'DONE', changes, proven, 0]);
    }
    expect(found).toEqual(expected);
  });
});

describe('a workflow of which a call loses its answer, and whose later reads fail', () => {
  const steps = [
    ['goLive', 'live:liveBroadcasts.transition'],
    ['endBroadcast', 'live:liveBroadcasts.transition'],
    ['prepareBroadcast', 'live:liveBroadcasts.insert'],
    ['prepareBroadcast', 'calendar:events.patch'],
  ] as const;
  it.each(sampled(steps, 2))('says that the call may have been made: %s, %s', async (...step) => {
    const [name, operation] = step;
    const told: unknown[] = [];
    // An empty list, or an event without values, are answers.
    const failures = Object.entries(mainReadFailures).filter(([, each]) => !('answer' in each));
    for (const [title, read] of failures) {
      const { outcome } = await effectOf(caseOf(name), { operation, read });
      const [error] = [...outcome.errors, ...outcome.failures];
      told.push([title, /may have been applied/.exec(error?.message ?? '')?.[0]]);
    }
    expect(told).toEqual(failures.map(([title]) => [title, 'may have been applied']));
  });
});

/** Creates with ids of the gateway's, and with ids of the client's where these are possible. */
const creates = cases
  .filter(({ kind, write: { spec }, fixture }) => {
    const { key, idempotent } = spec.operation;
    return kind === 'insert' && (idempotent || fixture.repeatable?.[key] !== undefined);
  })
  .flatMap((each) => {
    const own = each.fields.find(({ path, with: more }) => path === 'id' && more !== undefined);
    const withOwn = own && { ...own.with, [own.name]: own.values[0] };
    return [
      [each.name, {}] as const,
      ...(withOwn ? ([[`${each.name} with an id`, withOwn]] as const) : []),
    ];
  });

/** Creates whose object no read finds, unless the service says that it exists. */
const unread: ReadonlySet<string> = new Set(['createSharedDrive', 'importEvent']);

/** Reads that show that there is no object; an empty list is such an answer. */
const absences = ({ name }: Case): readonly string[] =>
  name === 'subscribeToChannel' ? ['a 404', 'an empty answer'] : ['a 404'];

/** The end of a create that was made, and whose repetition is refused, if the reads succeed. */
const endIfRead = ({ name }: Case, refused: string): unknown => {
  const isShown = refused === 'nothing else' || (refused === 'a 409' && name !== 'importEvent');
  return unread.has(name) && !isShown ? unknown : 'DONE';
};

describe('a create whose answer is lost, and whose repetition is refused', () => {
  it.each(sampled(creates, 5))('is told as what a read proves: %s', async (title, input) => {
    const each = caseOf(title.split(' ')[0]!);
    const operation = each.write.spec.operation.key;
    const { changes } = await effectOf(each, { input });
    const found: unknown[] = [];
    const expected: unknown[] = [];
    for (const [refused, refusal] of Object.entries(refusals)) {
      const made = await effectOf(each, { input, operation, refusal });
      found.push([refused, endOf(made), made.changes]);
      expected.push([refused, endIfRead(each, refused), changes]);
      for (const [failed, read] of Object.entries(made.hasRead ? mainReadFailures : {})) {
        const effect = await effectOf(each, { input, operation, refusal, read });
        found.push([refused, failed, endOf(effect), effect.changes]);
        // The service calls the request invalid, and has no such object.
        const isProven = refused === 'a 400' && absences(each).includes(failed);
        expected.push([refused, failed, isProven ? 'INVALID_INPUT' : unknown, changes]);
      }
    }
    expect(found).toEqual(expected);
  });
  it.each(sampled(creates, 5))(
    'is rejected if a read proves that it was not made: %s',
    async (title, input) => {
      const each = caseOf(title.split(' ')[0]!);
      const operation = each.write.spec.operation.key;
      const refusal = { status: 400 };
      const effect = await effectOf(each, { input, operation, lost: 'before', refusal });
      const end = unread.has(each.name) ? unknown : 'INVALID_INPUT';
      expect([endOf(effect), effect.changes]).toEqual([end, 0]);
    },
  );
});
