/**
 * A call of a workflow that fails for ever: the service refuses it, fails, ignores it, or does it
 * without an answer, however often it is sent. An answer that is lost once is found. Afterwards the
 * services are as before, or as the mutation wants them, or the error names the steps whose effect
 * remains. When the failure is over, the same mutation completes the rest, and nothing is made
 * twice and nobody is notified twice. Without a failure, a repetition changes nothing.
 */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../src/services/catalogue.ts';
import { canBeIgnored } from '../../../src/sandbox/call/stored-entity.ts';
import type { Fault } from '../../../src/sandbox/fault.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { OpenCalls } from '../../support/clock/open-calls.ts';
import { type Call, type Result, useStudio } from '../../support/gateway/studio.ts';
import { partBytes } from '../../support/scenario/publish-file.ts';
import { sampled } from '../../support/report/sample.ts';
import { runWorkflow, type WorkflowCase, workflows } from '../../support/scenario/workflow.ts';
import { once } from './case/once.ts';
import { changedPaths, type State, stateOf, valueAt } from '../../support/gateway/state.ts';
import { resetState } from './case/step.ts';

/** Calls that may be repeated are sent so often. */
const attempts = 2;

/** The time stands still while a call is on its way. */
const openCalls = new OpenCalls();
const clock = new DrivenClock(() => openCalls.count > 0);

const studio = useStudio({
  clock,
  env: {
    RETRY_BASE_MS: '1',
    RETRY_BUDGET_FLOOR: '1000000',
    RETRY_ATTEMPTS: String(attempts),
    BREAKER_FAILURES: '1000000',
  },
  partBytes,
});

beforeAll(() => openCalls.watch(studio.sandbox.url));
afterAll(() => openCalls.close());

/** Deletions by which a run undoes what it has made. */
const deletions = ['calendar:events', 'live:liveBroadcasts', 'live:liveStreams'].map(
  (resource) => `${resource}.delete`,
);

const failures: Readonly<Record<string, Fault>> = {
  'is refused with 403': { status: 403, reason: 'forbidden' },
  'is refused with 400': { status: 400, reason: 'invalid' },
  'fails with 500': { status: 500, times: attempts },
  'is ignored': { ignore: true },
  'loses its answer': { drop: 'after' },
  'loses its answer once': { drop: 'after', times: 1 },
  'is lost once': { drop: 'before', times: 1 },
};

interface Run {
  readonly input: Readonly<Record<string, unknown>>;
  readonly payload: any;
  readonly failed: Result['errors'];
  readonly writes: readonly Call[];
  readonly state: State;
}

async function run({ mutation }: WorkflowCase, input: Run['input']): Promise<Run> {
  studio.sandbox.clearCalls();
  return {
    input,
    ...(await clock.through(runWorkflow(studio, mutation, input))),
    writes: studio.calls().filter(({ call }) => call.method !== 'GET'),
    state: stateOf(studio.sandbox),
  };
}

/** Runs a mutation from the start, while a fault affects a call and all later ones like it. */
async function firstRun(
  workflow: WorkflowCase,
  broken?: BrokenCall,
  ignored: readonly string[] = [],
) {
  resetState(studio);
  const input = await workflow.input(studio);
  const before = stateOf(studio.sandbox);
  if (broken) {
    const { operation, index, fault } = broken;
    // Faults without an effect let the calls before pass.
    if (index > 0) studio.sandbox.fault({ match: { operation }, times: index, delayMs: 0 });
    studio.sandbox.fault({ match: { operation }, ...fault });
  }
  for (const operation of ignored) studio.sandbox.fault({ match: { operation }, ignore: true });
  const first = await run(workflow, input);
  studio.sandbox.clearFaults();
  return { before, ...first };
}

interface BrokenCall {
  readonly operation: string;
  /** Which of the calls of the operation. */
  readonly index: number;
  readonly fault: Fault;
}

const undisturbed = once(async (name: string) => {
  const workflow = workflows[name]!;
  const { before, state, payload, failed, writes } = await firstRun(workflow);
  const indexes = new Map<string, number>();
  const calls = writes.map(({ operation }) => {
    const index = indexes.get(operation) ?? 0;
    indexes.set(operation, index + 1);
    return { operation, index };
  });
  return { calls, effect: effectOf(before, state), errors: failed ?? payload.errors };
});

/** Values that differ in each run: versions, and what the sandbox makes of ids. */
const unstable = new Set(['cdn', 'etag', 'htmlLink', 'iCalUID', 'sequence']);

/** The order of private properties is that of the writes. */
const inOrder = (name: string, value: unknown): unknown =>
  name === 'private'
    ? Object.fromEntries(Object.entries(value as object).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** A new video is made of its id, but for its title. */
const shownValue = (path: string, value: any): unknown =>
  path.startsWith('video/videos/') && value?.snippet ? value.snippet.title : value;

/** What was changed, with the same names for the ids of new objects, and without times. */
function effectOf(before: State, state: State): string[] {
  const changed = changedPaths(before, state).map((path) => ({
    path,
    isNew: valueAt(before, path) === undefined,
    value: valueAt(state, path) as any,
  }));
  const made = changed
    .filter(({ isNew, value }) => isNew && value?.id)
    .map(({ value }) => value.id);
  const plain = (text: string): string =>
    made
      .reduce<string>((whole, id) => whole.replaceAll(id, `new ${id.length}`), text)
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, 'time');
  return changed
    .filter(({ path }) => !/(version|duration|boundStreamLastUpdateTimeMs)$/.test(path))
    .filter(({ isNew, value }) => !(isNew && value?.status === 'cancelled'))
    .map(({ path, value }) => {
      const json = JSON.stringify(shownValue(path, value), (name, each: unknown) =>
        unstable.has(name) ? undefined : inOrder(name, each),
      );
      return plain(`${path} ${json}`);
    })
    .toSorted();
}

/** What was changed, but for properties that are empty again. */
const leftOf = (before: State, state: State): string[] =>
  effectOf(before, state).filter((text) => !text.endsWith('extendedProperties {"private":{}}'));

/** What is wrong with the state that a disturbed run has left; undefined: nothing. */
function problemOf(
  workflow: WorkflowCase,
  { before, state, payload, failed }: Awaited<ReturnType<typeof firstRun>>,
  { fault, whole }: { readonly fault: Fault; readonly whole: readonly string[] },
): object | undefined {
  const left = leftOf(before, state);
  const [error] = payload?.errors ?? [];
  if (fault.ignore && error?.code !== 'NOT_APPLIED' && error?.reason !== 'NOT_APPLIED')
    return { error, failed, expected: 'NOT_APPLIED' };
  if (fault.reason !== undefined && error?.reason !== fault.reason)
    return { error, failed, expected: fault.reason };
  if (fault.drop === 'after' && fault.times === 1 && (failed || error))
    return { error, failed, expected: 'success' };
  if (!failed && !error)
    return isDeepStrictEqual(effectOf(before, state), whole) ? undefined : { success: left };
  if (error?.code !== 'PARTLY_DONE') return left.length === 0 ? undefined : { error, failed, left };
  const shown = workflow.shown(state, before);
  const unknown = error.message.includes('Not known to be done') ? [error.remaining[0]] : [];
  const isTold = [error.done, [...error.done, ...unknown]].some((done) =>
    isDeepStrictEqual(done, shown),
  );
  const isDeleted = changedPaths(before, state).some((path) => valueAt(state, path) === undefined);
  return isTold && !isDeleted ? undefined : { error, shown, left };
}

/** Requests by which guests are notified, each once: a condition can be met only once. */
const notificationsOf = (runs: readonly Run[], broken: BrokenCall): unknown[] => {
  const [first, ...others] = runs;
  const isDone = ({ operation }: Call): boolean =>
    !broken.fault.ignore || operation !== broken.operation;
  const calls = [...first!.writes.filter(isDone), ...others.flatMap(({ writes }) => writes)];
  const sent = calls.filter(
    ({ query, call }) =>
      query['sendUpdates']?.[0] === 'all' &&
      call.method === 'PATCH' &&
      (call.status === 200 || call.status === 0),
  );
  return [...new Set(sent.map(({ call }) => call.headers['if-match'] ?? call))];
};

/** Lets each call fail, and repeats the mutation without a fault. @returns what is wrong */
async function problemsOf(name: string, fault: Fault, ignored?: readonly string[]) {
  const workflow = workflows[name]!;
  const { calls, effect, errors } = await undisturbed(name);
  expect(errors).toEqual([]);
  const found: unknown[] = [];
  for (const call of calls) {
    if (fault.ignore && !canBeIgnored(catalogue.get(call.operation)!)) continue;
    const broken = { ...call, fault };
    const first = await firstRun(workflow, broken, ignored);
    const problem = problemOf(workflow, first, { fault, whole: effect });
    if (problem) found.push([call, problem]);
    const { before, payload, input } = first;
    const second = await run(workflow, input);
    const end = [second.failed, second.payload?.errors, effectOf(before, second.state)];
    if (!isDeepStrictEqual(end, [undefined, [], effect]))
      found.push([call, 'repetition', payload?.errors, end, effect]);
    const notified = notificationsOf([first, second], broken);
    if (notified.length > 1 || !notified.every((each) => typeof each === 'string'))
      found.push([call, notified]);
  }
  return found;
}

describe.each(sampled(Object.keys(workflows), 2))('%s', (name) => {
  const workflow = workflows[name]!;

  it('changes nothing if it is repeated', async () => {
    const { input, state, before } = await firstRun(workflow);
    const second = await run(workflow, input);
    expect([second.failed, second.payload.errors, second.writes]).toEqual([undefined, [], []]);
    expect(effectOf(before, second.state)).toEqual(effectOf(before, state));
  });
  it('has the effect of one if it is sent twice at once', async () => {
    const { effect, calls } = await undisturbed(name);
    resetState(studio);
    const input = await workflow.input(studio);
    const before = stateOf(studio.sandbox);
    studio.sandbox.clearCalls();
    const both = [0, 1].map(() => runWorkflow(studio, workflow.mutation, input));
    const done = { payload: { errors: [] }, failed: undefined };
    expect(await clock.through(Promise.all(both))).toEqual([done, done]);
    expect(effectOf(before, stateOf(studio.sandbox))).toEqual(effect);
    // A second binding of the same stream changes nothing.
    const others = (each: readonly Pick<Call, 'operation'>[]): string[] =>
      each.flatMap(({ operation }) => (operation.endsWith('.bind') ? [] : [operation])).toSorted();
    const made = studio.calls().filter(({ call }) => call.method !== 'GET' && call.status < 400);
    expect(others(made)).toEqual(others(calls));
  });
});

describe.each(Object.keys(workflows))('a call of %s', (name) => {
  it.each(Object.entries(failures))('leaves nothing by halves if it %s', async (_, fault) => {
    expect(await problemsOf(name, fault)).toEqual([]);
  });
});

describe.each(Object.keys(workflows).filter((name) => name.startsWith('prepareBroadcast')))(
  'a refused call of %s',
  (name) => {
    it.each([deletions, ...deletions.map((each) => [each])].map((ignored) => ({ ignored })))(
      'leaves nothing in silence if deletions are ignored: $ignored',
      async ({ ignored }) => {
        expect(await problemsOf(name, failures['is refused with 403']!, ignored)).toEqual([]);
      },
    );
  },
);
