/** `goLive`: from preparation to viewers, safe to repeat and to send twice at once. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { LifeCycleStatus } from '../../../src/sandbox/live/state.ts';
import { liveState } from '../../../src/sandbox/live/state.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { start } from '../../support/sandbox.ts';
import { useSimulatedTime } from '../../support/simulated-time.ts';
import { useStudio } from '../../support/studio.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '1000' } });
const waits = useSimulatedTime(() => studio.sandbox);

const second = 1_000;
const { broadcast, stream } = ids;
const stored = (id: string) => liveState(studio.sandbox.simulation()).broadcasts.get(id)!;

const errorFields = `errors { __typename code message reason path
  ... on InvalidTransitionError { status allowed }
  ... on StreamInactiveError { streamStatus }
  ... on NotFoundError { objectId }
  ... on PartlyDoneError { done remaining } }`;

async function goLive(id: string, input = '', selection = 'lifeCycleStatus') {
  const { data, errors } = await studio.query(
    `mutation { goLive(input: { id: "${id}" ${input} }) { broadcast { ${selection} } ${errorFields} } }`,
  );
  return { payload: data?.goLive, failed: errors };
}

const live = { broadcast: { lifeCycleStatus: 'LIVE' }, errors: [] };

/** The calls since the test began, each with what it requests. */
const calls = (): string[] =>
  studio
    .calls()
    .map(({ operation, query }) =>
      [operation.replace(/^live:/, ''), query['broadcastStatus']?.[0], query['streamId']?.[0]]
        .filter((each) => each !== undefined)
        .join(' '),
    );

const writes = (): string[] => calls().filter((call) => !call.includes('.list'));

/** Simulated seconds from the start of the sandbox to the first transition. */
const firstTransitionAt = (): number => {
  const first = studio.calls().find(({ operation }) => operation.endsWith('.transition'))!;
  return (Date.parse(first.call.time) - start.getTime()) / second;
};

describe('goLive', () => {
  it('starts a broadcast without a monitor stream by one transition', async () => {
    expect(await goLive(broadcast.direct)).toEqual({ payload: live, failed: undefined });
    expect(calls()).toEqual([
      'liveBroadcasts.list',
      'liveStreams.list',
      'liveBroadcasts.transition live',
      'liveBroadcasts.list',
    ]);
    expect(waits).toEqual([]);
  });
  it('goes through testing if the monitor stream is enabled, and waits for transient statuses', async () => {
    studio.sandbox.setStartingTime(5 * second);
    expect(await goLive(broadcast.launch)).toEqual({ payload: live, failed: undefined });
    expect(writes()).toEqual([
      'liveBroadcasts.transition testing',
      'liveBroadcasts.transition live',
    ]);
  });
  it('reads only what the selection and the next step need, and the payload takes no further call', async () => {
    await goLive(
      broadcast.direct,
      '',
      'title lifeCycleStatus contentDetails { boundStreamUpdatedAt }',
    );
    expect(
      studio
        .calls()
        .map(({ operation, query }) => [operation, query['part']?.[0], query['fields']?.[0]]),
    ).toEqual([
      [
        'live:liveBroadcasts.list',
        'contentDetails,snippet,status',
        'items(contentDetails(boundStreamId,boundStreamLastUpdateTimeMs,monitorStream/enableMonitorStream),id,snippet/title,status/lifeCycleStatus)',
      ],
      ['live:liveStreams.list', 'status', 'items(id,status/streamStatus)'],
      ['live:liveBroadcasts.transition', 'id,status', undefined],
      [
        'live:liveBroadcasts.list',
        'contentDetails,snippet,status',
        'items(contentDetails(boundStreamId,boundStreamLastUpdateTimeMs,monitorStream/enableMonitorStream),id,snippet/title,status/lifeCycleStatus)',
      ],
    ]);
  });
  it.each([
    [broadcast.townhall, ['testing', 'live']],
    [broadcast.direct, ['live']],
  ])('requests no transition before the stream is active: %s', async (id, targets) => {
    stored(id).contentDetails.boundStreamId = stream.backup;
    studio.sandbox.setStreamStatus(stream.backup, 'active', 10 * second);
    expect(await goLive(id)).toEqual({ payload: live, failed: undefined });
    expect(writes()).toEqual(targets.map((target) => `liveBroadcasts.transition ${target}`));
    expect(firstTransitionAt()).toBeGreaterThanOrEqual(10);
    expect(waits).toHaveLength(5);
    const polls = studio
      .calls()
      .filter(({ call }) => Date.parse(call.time) < start.getTime() + 10 * second);
    expect(polls.map(({ operation }) => operation)).toEqual([
      'live:liveBroadcasts.list',
      ...polls.slice(1).map(() => 'live:liveStreams.list'),
    ]);
  });
  it('requests no transition to live while the stream is interrupted during the test', async () => {
    studio.sandbox.setStartingTime(10 * second);
    studio.sandbox.setStreamStatus(stream.main, 'inactive', 5 * second);
    studio.sandbox.setStreamStatus(stream.main, 'active', 30 * second);
    expect(await goLive(broadcast.launch)).toEqual({ payload: live, failed: undefined });
    const [, second_] = studio
      .calls()
      .filter(({ operation }) => operation.endsWith('.transition'))
      .map(({ call }) => (Date.parse(call.time) - start.getTime()) / second);
    expect(second_).toBeGreaterThanOrEqual(30);
  });
});

describe('the stream of goLive', () => {
  it('is bound first if the broadcast has none', async () => {
    stored(broadcast.draft).contentDetails.monitorStream.enableMonitorStream = true;
    expect(await goLive(broadcast.draft, `streamId: "${stream.main}"`)).toEqual({
      payload: live,
      failed: undefined,
    });
    expect(writes()).toEqual([
      `liveBroadcasts.bind ${stream.main}`,
      'liveBroadcasts.transition testing',
      'liveBroadcasts.transition live',
    ]);
    expect(stored(broadcast.draft).contentDetails.boundStreamId).toBe(stream.main);
  });
  it('replaces another stream before testing', async () => {
    await goLive(broadcast.townhall, `streamId: "${stream.main}"`);
    expect(writes()[0]).toBe(`liveBroadcasts.bind ${stream.main}`);
  });
  it('is not bound again', async () => {
    await goLive(broadcast.launch, `streamId: "${stream.main}"`);
    expect(writes()).toEqual([
      'liveBroadcasts.transition testing',
      'liveBroadcasts.transition live',
    ]);
  });
  it.each([
    [broadcast.rehearsal, 'TESTING'],
    [broadcast.nightShift, 'LIVE'],
    [broadcast.retrospective, 'COMPLETE'],
  ])('cannot be replaced after testing has begun: %s', async (id, status) => {
    const { payload } = await goLive(id, `streamId: "${stream.backup}"`);
    expect(payload).toMatchObject({
      broadcast: null,
      errors: [{ code: 'INVALID_INPUT', path: ['streamId'] }],
    });
    expect(payload.errors[0].message).toBe(
      `streamId: the broadcast is ${status} with stream "${stream.main}", and can be bound only before testing; expected the bound stream, or no value`,
    );
    expect(writes()).toEqual([]);
  });
  it('must be named if none is bound', async () => {
    const { payload } = await goLive(broadcast.draft);
    expect(payload).toMatchObject({
      broadcast: null,
      errors: [{ code: 'STREAM_INACTIVE', path: ['streamId'], streamStatus: null }],
    });
    expect(writes()).toEqual([]);
  });
});

/** Each status, with the transitions that follow from it. */
const rest: readonly [LifeCycleStatus, readonly string[]][] = [
  ['ready', ['testing', 'live']],
  ['testStarting', ['live']],
  ['testing', ['live']],
  ['liveStarting', []],
  ['live', []],
];

describe('goLive that is repeated', () => {
  it.each(rest)('goes on from the status %s', async (status, targets) => {
    stored(broadcast.launch).lifeCycleStatus = status;
    expect(await goLive(broadcast.launch)).toEqual({ payload: live, failed: undefined });
    expect(writes()).toEqual(targets.map((target) => `liveBroadcasts.transition ${target}`));
  });
  it('succeeds by one read if the broadcast is live', async () => {
    expect(await goLive(broadcast.nightShift)).toEqual({ payload: live, failed: undefined });
    expect(calls()).toEqual(['liveBroadcasts.list']);
  });
  it.each([
    ['complete', 'COMPLETE'],
    ['revoked', 'REVOKED'],
  ] as const)('is rejected for the final status %s', async (status, name) => {
    stored(broadcast.launch).lifeCycleStatus = status;
    const { payload } = await goLive(broadcast.launch);
    expect(payload).toMatchObject({
      broadcast: null,
      errors: [
        {
          code: 'INVALID_TRANSITION',
          message: `The broadcast cannot go from ${name} to LIVE.`,
          path: ['id'],
          status: name,
          allowed: [],
        },
      ],
    });
    expect(writes()).toEqual([]);
  });
  it('runs twice at once: both succeed, and each transition is made once', async () => {
    studio.sandbox.setStartingTime(5 * second);
    studio.sandbox.setStreamStatus(stream.main, 'inactive');
    studio.sandbox.setStreamStatus(stream.main, 'active', 10 * second);
    const both = await Promise.all([goLive(broadcast.launch), goLive(broadcast.launch)]);
    expect(both).toEqual([
      { payload: live, failed: undefined },
      { payload: live, failed: undefined },
    ]);
    const made = studio
      .calls()
      .filter(({ operation, call }) => operation.endsWith('.transition') && call.status === 200);
    expect(made.map(({ query }) => query['broadcastStatus']?.[0])).toEqual(['testing', 'live']);
    expect(firstTransitionAt()).toBeGreaterThanOrEqual(10);
  });
});

/** The first calls of an operation are answered with an error. */
const fail = (operation: string, status: number, reason: string, times?: number): void =>
  studio.sandbox.fault({
    match: { operation: `live:${operation}` },
    status,
    reason,
    ...(times !== undefined && { times }),
  });

describe('the wait of goLive', () => {
  beforeEach(() => {
    studio.sandbox.setStreamStatus(stream.main, 'inactive');
  });
  const inactive = {
    __typename: 'StreamInactiveError',
    code: 'STREAM_INACTIVE',
    message:
      'The bound stream receives no data (INACTIVE). Start the encoder, and repeat the mutation, or wait longer (`waitSeconds`).',
    reason: null,
    path: null,
    streamStatus: 'INACTIVE',
  };
  it.each([
    ['waitSeconds: 0', 0],
    ['waitSeconds: 7', 7],
    ['', 45],
    ['waitSeconds: null', 45],
    ['waitSeconds: 300', 300],
  ])('ends after the given number of seconds: "%s"', async (input, seconds) => {
    const { payload, failed } = await goLive(broadcast.launch, input);
    expect(failed).toBeUndefined();
    expect(payload).toEqual({ broadcast: null, errors: [inactive] });
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(seconds * second);
    expect(writes()).toEqual([]);
  });
  it('cannot exceed the maximum of the gateway', async () => {
    const { payload } = await goLive(broadcast.launch, 'waitSeconds: 301');
    expect(payload.errors).toMatchObject([
      {
        code: 'INVALID_INPUT',
        path: ['waitSeconds'],
        message:
          'waitSeconds: 301 is above the maximum of this gateway; expected a whole number from 0 to 300',
      },
    ]);
    expect(calls()).toEqual([]);
  });
  it('reports what was done if the stream stays inactive after it was bound', async () => {
    const { payload } = await goLive(
      broadcast.townhall,
      `streamId: "${stream.main}" waitSeconds: 4`,
      'boundStreamId',
    );
    expect(payload).toEqual({
      broadcast: { boundStreamId: stream.main },
      errors: [
        {
          __typename: 'PartlyDoneError',
          code: 'PARTLY_DONE',
          message: `Done: STREAM_BOUND. Not done: TESTING_REQUESTED, LIVE_REQUESTED. ${inactive.message}`,
          reason: 'STREAM_INACTIVE',
          path: null,
          done: ['STREAM_BOUND'],
          remaining: ['TESTING_REQUESTED', 'LIVE_REQUESTED'],
        },
      ],
    });
    studio.sandbox.setStreamStatus(stream.main, 'active');
    expect((await goLive(broadcast.townhall)).payload).toEqual(live);
  });
  it('reports what was done if the test does not begin in time', async () => {
    studio.sandbox.setStreamStatus(stream.main, 'active');
    studio.sandbox.setStartingTime(60 * second);
    const { payload } = await goLive(broadcast.launch, 'waitSeconds: 10');
    expect(payload).toMatchObject({
      broadcast: { lifeCycleStatus: 'TEST_STARTING' },
      errors: [
        {
          code: 'PARTLY_DONE',
          reason: 'INVALID_TRANSITION',
          path: ['id'],
          done: ['TESTING_REQUESTED'],
          remaining: ['LIVE_REQUESTED'],
        },
      ],
    });
    expect((await goLive(broadcast.launch, 'waitSeconds: 10')).payload).toMatchObject({
      broadcast: null,
      errors: [
        {
          code: 'INVALID_TRANSITION',
          status: 'TEST_STARTING',
          allowed: [],
          message:
            'The broadcast is still TEST_STARTING. Repeat the mutation, or wait longer (`waitSeconds`).',
        },
      ],
    });
    expect(writes()).toEqual(['liveBroadcasts.transition testing']);
  });
  it('succeeds with the transient status if the broadcast is not live in time', async () => {
    studio.sandbox.setStreamStatus(stream.main, 'active');
    studio.sandbox.setStartingTime(60 * second);
    const starting = { broadcast: { lifeCycleStatus: 'LIVE_STARTING' }, errors: [] };
    expect((await goLive(broadcast.direct, 'waitSeconds: 10')).payload).toEqual(starting);
    expect((await goLive(broadcast.direct, 'waitSeconds: 0')).payload).toEqual(starting);
    expect(writes()).toEqual(['liveBroadcasts.transition live']);
  });
  it('ends with an error if the broadcast is ended meanwhile', async () => {
    studio.sandbox.setStreamStatus(stream.main, 'active', 10 * second);
    studio.sandbox.simulation().clock.after(5 * second, () => {
      stored(broadcast.launch).lifeCycleStatus = 'complete';
    });
    const { payload } = await goLive(broadcast.launch);
    expect(payload.errors).toMatchObject([{ code: 'INVALID_TRANSITION', status: 'COMPLETE' }]);
    expect(writes()).toEqual([]);
  });
});

describe('a step of goLive that fails', () => {
  it.each([
    ['liveBroadcasts.bind', 'liveBroadcasts.bind'],
    ['liveStreams.list', 'liveStreams.list'],
  ])('is a GraphQL error if nothing was done: %s', async (operation) => {
    fail(operation, 503, 'backendError');
    const { payload, failed } = await goLive(broadcast.townhall, `streamId: "${stream.main}"`);
    const isFirst = operation === 'liveBroadcasts.bind';
    expect(failed?.map(({ extensions }) => extensions['code'])).toEqual(
      isFirst ? ['UPSTREAM_UNAVAILABLE'] : undefined,
    );
    expect(payload?.errors.map(({ code, done }: any) => [code, done])).toEqual(
      isFirst ? undefined : [['PARTLY_DONE', ['STREAM_BOUND']]],
    );
  });
  it('is repeated once if its outcome is unknown and the status has not changed', async () => {
    fail('liveBroadcasts.transition', 503, 'errorExecutingTransition', 1);
    expect(await goLive(broadcast.launch)).toEqual({ payload: live, failed: undefined });
    expect(writes()).toEqual([
      'liveBroadcasts.transition testing',
      'liveBroadcasts.transition testing',
      'liveBroadcasts.transition live',
    ]);
    expect(waits).toHaveLength(1);
  });
  it('is not repeated more than once', async () => {
    fail('liveBroadcasts.transition', 503, 'errorExecutingTransition');
    const { payload, failed } = await goLive(broadcast.launch);
    expect(payload).toBeNull();
    expect(failed).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }]);
    expect(writes()).toEqual([
      'liveBroadcasts.transition testing',
      'liveBroadcasts.transition testing',
    ]);
  });
  it('is not repeated if YouTube has made the transition and the response was lost', async () => {
    studio.sandbox.fault({
      match: { operation: 'live:liveBroadcasts.transition' },
      drop: 'after',
      times: 2,
    });
    expect(await goLive(broadcast.launch)).toEqual({ payload: live, failed: undefined });
    expect(writes()).toEqual([
      'liveBroadcasts.transition testing',
      'liveBroadcasts.transition live',
    ]);
  });
  it('tells what was done before', async () => {
    const reason = 'concurrentBroadcastsExceedLimit';
    studio.sandbox.fault({ match: { pathIncludes: 'broadcastStatus=live' }, status: 403, reason });
    const { payload } = await goLive(broadcast.launch);
    expect(payload.errors).toMatchObject([
      { code: 'PARTLY_DONE', done: ['TESTING_REQUESTED'], remaining: ['LIVE_REQUESTED'] },
    ]);
  });
  it('is repeated if the stream stopped between the check and the transition', async () => {
    fail('liveBroadcasts.transition', 403, 'errorStreamInactive', 1);
    expect(await goLive(broadcast.direct)).toEqual({ payload: live, failed: undefined });
    expect(writes()).toEqual(['liveBroadcasts.transition live', 'liveBroadcasts.transition live']);
  });
  it('is STREAM_INACTIVE if YouTube says so twice', async () => {
    fail('liveBroadcasts.transition', 403, 'errorStreamInactive');
    const { payload } = await goLive(broadcast.direct);
    expect(payload.errors).toMatchObject([{ code: 'STREAM_INACTIVE', streamStatus: 'ACTIVE' }]);
    expect(writes()).toHaveLength(2);
  });
  it('is success if YouTube says that the transition is redundant', async () => {
    fail('liveBroadcasts.transition', 403, 'redundantTransition');
    const { payload } = await goLive(broadcast.direct, 'waitSeconds: 4');
    expect(payload).toEqual({ broadcast: { lifeCycleStatus: 'READY' }, errors: [] });
    expect(writes()).toHaveLength(1);
  });
  it('is INVALID_TRANSITION if YouTube says so and the status stays', async () => {
    fail('liveBroadcasts.transition', 403, 'invalidTransition');
    const { payload } = await goLive(broadcast.launch);
    expect(payload.errors).toMatchObject([
      { code: 'INVALID_TRANSITION', status: 'READY', allowed: ['TESTING'] },
    ]);
    expect(writes()).toHaveLength(1);
  });
});
