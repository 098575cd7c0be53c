import { describe, expect, it } from 'vitest';
import { liveState } from '../../../../src/sandbox/live/state.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const simulation = () => studio.sandbox.simulation();
const broadcast = (id: string) => liveState(simulation()).broadcasts.get(id)!;
const title = (id: string) => videoState(simulation()).videos.get(id)!.snippet.title;

const errorFields = `errors { __typename code reason path
  ... on InvalidTransitionError { status allowed }
  ... on StreamInactiveError { streamStatus streamHealth }
  ... on NotFoundError { id: objectId } }`;

/**
 * The mutation for one broadcast.
 * @param selection the fields of the broadcast in the payload
 */
const to = async (
  id: string,
  target: string,
  selection = 'lifeCycleStatus',
  errors = errorFields,
) => {
  const { data, errors: failed } = await studio.query(
    `mutation { transitionBroadcast(input: { id: "${id}", status: ${target} }) { broadcast { ${selection} } ${errors} } }`,
  );
  return { payload: data.transitionBroadcast, failed };
};

const parts = () => studio.calls().map(({ operation, query }) => [operation, query['part']?.[0]]);

describe('a transition that YouTube allows', () => {
  it('requests the id only if no field of the broadcast is selected', async () => {
    const { data } = await studio.query(
      `mutation { transitionBroadcast(input: { id: "${ids.broadcast.direct}", status: LIVE }) { errors { code } } }`,
    );
    expect(data.transitionBroadcast).toEqual({ errors: [] });
    expect(parts()).toEqual([['live:liveBroadcasts.transition', 'id']]);
    expect(broadcast(ids.broadcast.direct).lifeCycleStatus).toBe('liveStarting');
  });
  it('leads a broadcast through all statuses, each step as `allowedTransitions` states', async () => {
    const id = ids.broadcast.launch;
    const now = async () =>
      (await studio.query(`{ broadcast(id: "${id}") { lifeCycleStatus allowedTransitions } }`)).data
        .broadcast;
    expect(await now()).toEqual({ lifeCycleStatus: 'READY', allowedTransitions: ['TESTING'] });
    expect(
      (await to(id, 'TESTING', 'lifeCycleStatus allowedTransitions')).payload.broadcast,
    ).toEqual({
      lifeCycleStatus: 'TEST_STARTING',
      allowedTransitions: [],
    });
    expect(await now()).toEqual({
      lifeCycleStatus: 'TESTING',
      allowedTransitions: ['LIVE', 'COMPLETE'],
    });
    expect((await to(id, 'LIVE')).payload.broadcast).toEqual({ lifeCycleStatus: 'LIVE_STARTING' });
    expect(await now()).toEqual({ lifeCycleStatus: 'LIVE', allowedTransitions: ['COMPLETE'] });
    expect((await to(id, 'COMPLETE')).payload.broadcast).toEqual({ lifeCycleStatus: 'COMPLETE' });
    expect(await now()).toEqual({ lifeCycleStatus: 'COMPLETE', allowedTransitions: [] });
  });
});

/** Statuses that last until a transition. */
const lastingStatuses = ['created', 'ready', 'testing', 'live', 'complete', 'revoked'] as const;

const statuses = [...lastingStatuses, 'testStarting', 'liveStarting'] as const;

const targets = ['TESTING', 'LIVE', 'COMPLETE'] as const;

/** The statuses that each transition leads to. */
const reached: Readonly<Record<(typeof targets)[number], readonly string[]>> = {
  TESTING: ['testStarting', 'testing'],
  LIVE: ['liveStarting', 'live'],
  COMPLETE: ['complete'],
};

describe.each([true, false])('a broadcast with monitor stream %s', (isMonitored) => {
  const id = ids.broadcast.launch;
  const prepare = (status: (typeof statuses)[number]): void => {
    broadcast(id).contentDetails.monitorStream.enableMonitorStream = isMonitored;
    broadcast(id).lifeCycleStatus = status;
  };

  it.each(lastingStatuses)(
    'of status %s allows the transitions that YouTube accepts',
    async (status) => {
      const accepted: string[] = [];
      prepare(status);
      const { data } = await studio.query(`{ broadcast(id: "${id}") { allowedTransitions } }`);
      for (const target of targets.filter((each) => !reached[each].includes(status))) {
        prepare(status);
        await to(id, target);
        if (reached[target].includes(broadcast(id).lifeCycleStatus)) accepted.push(target);
      }
      expect(data.broadcast.allowedTransitions).toEqual(accepted);
    },
  );
  it.each(statuses)(
    'of status %s has an answer for each transition that YouTube rejects as invalid',
    async (status) => {
      for (const target of targets) {
        prepare(status);
        studio.sandbox.fault({
          match: { operation: 'live:liveBroadcasts.transition' },
          status: 403,
          reason: 'invalidTransition',
          times: 1,
        });
        const { payload } = await to(id, target);
        const codes = payload.errors.map(({ code }: { readonly code: string }) => code);
        expect([target, codes]).toEqual([
          target,
          reached[target].includes(status) ? [] : ['INVALID_TRANSITION'],
        ]);
      }
    },
  );
});

describe('a transition to the current status', () => {
  it.each([
    ['rehearsal', 'TESTING'],
    ['nightShift', 'LIVE'],
    ['retrospective', 'COMPLETE'],
  ] as const)('succeeds, and returns the broadcast as it is: %s to %s', async (name, target) => {
    const { payload } = await to(ids.broadcast[name], target, 'title lifeCycleStatus');
    expect(payload).toEqual({
      broadcast: { title: title(ids.broadcast[name]), lifeCycleStatus: target },
      errors: [],
    });
    expect(parts()).toEqual([
      ['live:liveBroadcasts.transition', 'snippet,status'],
      ['live:liveBroadcasts.list', 'snippet,status'],
    ]);
  });
  it('succeeds while the broadcast is still starting', async () => {
    broadcast(ids.broadcast.direct).lifeCycleStatus = 'liveStarting';
    expect((await to(ids.broadcast.direct, 'LIVE')).payload.errors).toEqual([]);
  });
  it('succeeds, too, if YouTube rejects the repetition as an invalid transition: one read shows the status', async () => {
    studio.refuse('live:liveBroadcasts.transition', 403, 'invalidTransition');
    const { payload } = await to(ids.broadcast.rehearsal, 'TESTING', 'title lifeCycleStatus');
    expect(payload).toEqual({
      broadcast: { title: title(ids.broadcast.rehearsal), lifeCycleStatus: 'TESTING' },
      errors: [],
    });
    expect(studio.operations()).toEqual([
      'live:liveBroadcasts.list',
      'live:liveBroadcasts.transition',
    ]);
  });
});

describe('a transition that YouTube rejects', () => {
  it('returns the status and the allowed transitions with one read, and is not retried', {
    tags: ['R34'],
  }, async () => {
    const { payload, failed } = await to(ids.broadcast.launch, 'LIVE', 'title');
    expect(failed).toBeUndefined();
    expect(payload).toEqual({
      broadcast: null,
      errors: [
        {
          __typename: 'InvalidTransitionError',
          code: 'INVALID_TRANSITION',
          reason: 'invalidTransition',
          path: ['status'],
          status: 'READY',
          allowed: ['TESTING'],
        },
      ],
    });
    expect(studio.operations()).toEqual([
      'live:liveBroadcasts.list',
      'live:liveBroadcasts.transition',
    ]);
    expect(broadcast(ids.broadcast.launch).lifeCycleStatus).toBe('ready');
  });
  it('returns no allowed transitions for a completed broadcast', async () => {
    const { payload } = await to(ids.broadcast.winterGala, 'LIVE');
    expect(payload.errors).toMatchObject([
      { code: 'INVALID_TRANSITION', status: 'COMPLETE', allowed: [] },
    ]);
  });
  it('returns the error without status and transitions if they cannot be read', async () => {
    studio.refuse('live:liveBroadcasts.list', 403, 'livePermissionBlocked');
    const { payload, failed } = await to(ids.broadcast.launch, 'LIVE');
    expect(failed).toBeUndefined();
    expect(payload.errors).toMatchObject([
      { code: 'INVALID_TRANSITION', reason: 'invalidTransition', status: null, allowed: null },
    ]);
  });
  it('returns null with a warning for a status that YouTube added later', async () => {
    broadcast(ids.broadcast.launch).lifeCycleStatus = 'paused' as never;
    const { data, errors, extensions } = await studio.query(
      `mutation { transitionBroadcast(input: { id: "${ids.broadcast.launch}", status: LIVE }) { errors { ... on InvalidTransitionError { status allowed } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.transitionBroadcast.errors).toEqual([{ status: null, allowed: [] }]);
    expect(extensions['warnings']).toMatchObject([{ code: 'UNKNOWN_VALUE', value: 'paused' }]);
  });
  it.each(['inactive', 'error', 'ready', 'created'])(
    'returns the status and the health of the bound stream if it is inactive: %s',
    async (status) => {
      expect(studio.sandbox.setStreamStatus(ids.stream.main, status)).toBe(true);
      const { payload } = await to(ids.broadcast.launch, 'TESTING');
      expect(payload).toEqual({
        broadcast: null,
        errors: [
          {
            __typename: 'StreamInactiveError',
            code: 'STREAM_INACTIVE',
            reason: 'errorStreamInactive',
            path: null,
            streamStatus: status.toUpperCase(),
            streamHealth: status === 'error' ? 'BAD' : 'NO_DATA',
          },
        ],
      });
      expect(parts()).toEqual([
        ['live:liveBroadcasts.transition', 'status'],
        ['live:liveBroadcasts.list', 'contentDetails'],
        ['live:liveStreams.list', 'status'],
      ]);
    },
  );
  it('does not read the stream unless its status is selected', async () => {
    const { payload } = await to(
      ids.broadcast.townhall,
      'TESTING',
      'title',
      'errors { code message }',
    );
    expect(payload.errors).toMatchObject([{ code: 'STREAM_INACTIVE' }]);
    expect(studio.operations()).toEqual(['live:liveBroadcasts.transition']);
  });
  it('succeeds when the stream is active', async () => {
    expect((await to(ids.broadcast.townhall, 'TESTING')).payload.errors).toMatchObject([
      { code: 'STREAM_INACTIVE', streamStatus: 'INACTIVE' },
    ]);
    studio.sandbox.setStreamStatus(ids.stream.backup, 'active');
    expect((await to(ids.broadcast.townhall, 'TESTING')).payload.errors).toEqual([]);
  });
});
