import { describe, expect, it } from 'vitest';
import { liveState } from '../../../src/sandbox/live/state.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { useStudio } from '../../support/studio.ts';

const studio = useStudio();
const simulation = () => studio.sandbox.simulation();
const broadcast = (id: string) => liveState(simulation()).broadcasts.get(id)!;
const title = (id: string) => videoState(simulation()).videos.get(id)!.snippet.title;

const refusal = `errors { __typename code reason path
  ... on InvalidTransitionError { status allowed }
  ... on StreamInactiveError { streamStatus }
  ... on NotFoundError { id } }`;

/** The mutation for one broadcast. @param wanted what is asked of the broadcast after it */
const to = async (id: string, target: string, wanted = 'lifeCycleStatus', errors = refusal) => {
  const { data, errors: failed } = await studio.query(
    `mutation { transitionBroadcast(input: { id: "${id}", to: ${target} }) { broadcast { ${wanted} } ${errors} } }`,
  );
  return { payload: data.transitionBroadcast, failed };
};

const parts = () => studio.calls().map(({ operation, query }) => [operation, query['part']?.[0]]);

const inOrder = (calls: ReturnType<typeof parts>) =>
  calls.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));

describe('a transition that upstream allows', () => {
  it('is one call: what is asked of the broadcast comes with its answer', async () => {
    const { payload } = await to(
      ids.broadcast.launch,
      'TESTING',
      'title lifeCycleStatus privacyStatus',
    );
    expect(payload).toEqual({
      broadcast: {
        title: title(ids.broadcast.launch),
        lifeCycleStatus: 'TEST_STARTING',
        privacyStatus: 'PUBLIC',
      },
      errors: [],
    });
    expect(studio.calls().map(({ operation, query }) => ({ operation, ...query }))).toEqual([
      {
        operation: 'live:liveBroadcasts.transition',
        id: [ids.broadcast.launch],
        broadcastStatus: ['testing'],
        part: ['snippet,status'],
        prettyPrint: ['false'],
      },
    ]);
  });
  it('asks for the id alone where nothing of the broadcast is wanted', async () => {
    const { data } = await studio.query(
      `mutation { transitionBroadcast(input: { id: "${ids.broadcast.direct}", to: LIVE }) { errors { code } } }`,
    );
    expect(data.transitionBroadcast).toEqual({ errors: [] });
    expect(parts()).toEqual([['live:liveBroadcasts.transition', 'id']]);
    expect(broadcast(ids.broadcast.direct).lifeCycleStatus).toBe('liveStarting');
  });
  it('fetches only what its answer cannot hold', async () => {
    await to(
      ids.broadcast.direct,
      'LIVE',
      'title statistics { concurrentViewers } video { liveBroadcastContent }',
    );
    expect(inOrder(parts())).toEqual([
      ['live:liveBroadcasts.list', 'statistics'],
      ['live:liveBroadcasts.transition', 'snippet'],
      ['video:videos.list', 'snippet'],
    ]);
  });
  it('takes a broadcast all the way, each step as `allowedTransitions` says', async () => {
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

describe('a status that is reached already', () => {
  it.each([
    ['rehearsal', 'TESTING'],
    ['nightShift', 'LIVE'],
    ['retrospective', 'COMPLETE'],
  ] as const)(
    'is a success, and the broadcast is read as it is: %s to %s',
    async (name, target) => {
      const { payload } = await to(ids.broadcast[name], target, 'title lifeCycleStatus');
      expect(payload).toEqual({
        broadcast: { title: title(ids.broadcast[name]), lifeCycleStatus: target },
        errors: [],
      });
      expect(parts()).toEqual([
        ['live:liveBroadcasts.transition', 'snippet,status'],
        ['live:liveBroadcasts.list', 'snippet,status'],
      ]);
    },
  );
  it('is one while the broadcast is still on its way there', async () => {
    broadcast(ids.broadcast.direct).lifeCycleStatus = 'liveStarting';
    expect((await to(ids.broadcast.direct, 'LIVE')).payload.errors).toEqual([]);
  });
  it('is one, too, where upstream calls the repetition an invalid transition: one read tells', async () => {
    studio.sandbox.fault({
      match: { operation: 'live:liveBroadcasts.transition' },
      status: 403,
      reason: 'invalidTransition',
    });
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

describe('a transition that upstream refuses', () => {
  it('names the status and what would be allowed, from one read, and is not tried again', async () => {
    const { payload, failed } = await to(ids.broadcast.launch, 'LIVE', 'title');
    expect(failed).toBeUndefined();
    expect(payload).toEqual({
      broadcast: null,
      errors: [
        {
          __typename: 'InvalidTransitionError',
          code: 'INVALID_TRANSITION',
          reason: 'invalidTransition',
          path: ['to'],
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
  it('leads nowhere from the end', async () => {
    const { payload } = await to(ids.broadcast.winterGala, 'LIVE');
    expect(payload.errors).toMatchObject([
      { code: 'INVALID_TRANSITION', status: 'COMPLETE', allowed: [] },
    ]);
  });
  it('is told without its facts where these cannot be read', async () => {
    studio.sandbox.fault({
      match: { operation: 'live:liveBroadcasts.list' },
      status: 403,
      reason: 'livePermissionBlocked',
    });
    const { payload, failed } = await to(ids.broadcast.launch, 'LIVE');
    expect(failed).toBeUndefined();
    expect(payload.errors).toMatchObject([
      { code: 'INVALID_TRANSITION', reason: 'invalidTransition', status: null, allowed: null },
    ]);
  });
  it('shows a status that upstream has added since as null, with a warning', async () => {
    broadcast(ids.broadcast.launch).lifeCycleStatus = 'paused' as never;
    const { data, errors, extensions } = await studio.query(
      `mutation { transitionBroadcast(input: { id: "${ids.broadcast.launch}", to: LIVE }) { errors { ... on InvalidTransitionError { status allowed } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.transitionBroadcast.errors).toEqual([{ status: null, allowed: [] }]);
    expect(extensions['warnings']).toMatchObject([{ code: 'UNKNOWN_VALUE', value: 'paused' }]);
  });
  it.each(['inactive', 'error', 'ready', 'created'])(
    'says what the bound stream does where it sends nothing: %s',
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
  it('costs no read of the stream unless its status is asked', async () => {
    const { payload } = await to(
      ids.broadcast.townhall,
      'TESTING',
      'title',
      'errors { code message }',
    );
    expect(payload.errors).toMatchObject([{ code: 'STREAM_INACTIVE' }]);
    expect(studio.operations()).toEqual(['live:liveBroadcasts.transition']);
  });
  it('succeeds once the stream is active', async () => {
    expect((await to(ids.broadcast.townhall, 'TESTING')).payload.errors).toMatchObject([
      { code: 'STREAM_INACTIVE', streamStatus: 'INACTIVE' },
    ]);
    studio.sandbox.setStreamStatus(ids.stream.backup, 'active');
    expect((await to(ids.broadcast.townhall, 'TESTING')).payload.errors).toEqual([]);
  });
  it('names the id that is not there', async () => {
    const { payload } = await to(ids.broadcast.benPreview, 'LIVE');
    expect(payload).toMatchObject({
      broadcast: null,
      errors: [
        { code: 'NOT_FOUND', reason: 'liveBroadcastNotFound', id: ids.broadcast.benPreview },
      ],
    });
  });
  it('tells which scope the token lacks', async () => {
    const { data } = await studio.query(
      `mutation { transitionBroadcast(input: { id: "${ids.broadcast.direct}", to: LIVE }) { errors { ... on MissingScopeError { code service } } } }`,
      {},
      'studio-reader',
    );
    expect(data.transitionBroadcast.errors).toEqual([{ code: 'MISSING_SCOPE', service: 'live' }]);
  });
  it('fails whole, and is sent once, where nobody knows whether it was done', async () => {
    studio.sandbox.fault({ match: { operation: 'live:liveBroadcasts.transition' }, drop: 'after' });
    const { payload, failed } = await to(ids.broadcast.direct, 'LIVE');
    expect(payload).toBeNull();
    expect(failed).toMatchObject([
      {
        path: ['transitionBroadcast'],
        extensions: { code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN' },
      },
    ]);
    expect(studio.operations()).toEqual(['live:liveBroadcasts.transition']);
  });
});
