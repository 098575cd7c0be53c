import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { liveState } from '../../../src/sandbox/live/state.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const simulation = () => studio.sandbox.simulation();
const broadcasts = () => [...liveState(simulation()).broadcasts.values()];
const broadcast = (id: string) => liveState(simulation()).broadcasts.get(id)!;
const stream = (id: string) => liveState(simulation()).streams.get(id)!;
const title = (id: string) => videoState(simulation()).videos.get(id)!.snippet.title;

const own = () =>
  broadcasts().filter(
    ({ id }) => videoState(simulation()).videos.get(id)!.snippet.channelId === ids.channel.studio,
  );

const sent = (): Record<string, unknown>[] =>
  studio.calls().map(({ operation, query }) => ({ operation, ...query }));

const constant = (word: string) => word.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
const notFound = [{ code: 'NOT_FOUND' }];

const codes = (errors: readonly { extensions: Record<string, any> }[] | undefined) =>
  errors?.map(({ extensions: { code } }) => ({ code }));

describe('a broadcast', () => {
  it('returns the fields of snippet and status with one call for the selected parts', async () => {
    const data = await studio.data(
      `{ broadcast(id: "${ids.broadcast.nightShift}") {
        broadcastId title privacyStatus lifeCycleStatus recordingStatus actualStartAt scheduledEndAt isDefaultBroadcast liveChatId
        contentDetails { latencyPreference projection closedCaptionsType enableDvr monitorStream { enableMonitorStream broadcastStreamDelayMs } }
        statistics { concurrentViewerCount } monetizationDetails { cuepointSchedule { enabled } } thumbnails { size }
      } }`,
    );
    const { snippet, contentDetails, lifeCycleStatus } = broadcast(ids.broadcast.nightShift);
    expect(data.broadcast).toEqual({
      broadcastId: ids.broadcast.nightShift,
      title: title(ids.broadcast.nightShift),
      privacyStatus: 'PUBLIC',
      lifeCycleStatus: constant(lifeCycleStatus),
      recordingStatus: 'RECORDING',
      actualStartAt: snippet.actualStartTime,
      scheduledEndAt: null,
      isDefaultBroadcast: false,
      liveChatId: snippet.liveChatId,
      contentDetails: {
        latencyPreference: 'NORMAL',
        projection: 'RECTANGULAR',
        closedCaptionsType: 'CLOSED_CAPTIONS_DISABLED',
        enableDvr: contentDetails['enableDvr'],
        monitorStream: contentDetails.monitorStream,
      },
      statistics: {
        concurrentViewerCount: videoState(simulation()).videos.get(ids.broadcast.nightShift)!
          .liveStreamingDetails!['concurrentViewers'],
      },
      monetizationDetails: { cuepointSchedule: { enabled: false } },
      thumbnails: expect.arrayContaining([{ size: 'DEFAULT' }]),
    });
    expect(sent().map(({ operation, part }) => [operation, part])).toEqual([
      [
        'live:liveBroadcasts.list',
        ['contentDetails,monetizationDetails,snippet,statistics,status'],
      ],
    ]);
  });
  it('is requested once for three aliases, with the parts and fields of their selections', async () => {
    const id = ids.broadcast.launch;
    await studio.query(
      `{ a: broadcast(id: "${id}") { title } b: broadcast(id: "${id}") { lifeCycleStatus } c: broadcast(id: "${id}") { boundStream { streamId } } }`,
    );
    expect(sent()).toEqual([
      {
        operation: 'live:liveBroadcasts.list',
        part: ['contentDetails,snippet,status'],
        id: [id],
        fields: ['items(contentDetails/boundStreamId,id,snippet/title,status/lifeCycleStatus)'],
        prettyPrint: ['false'],
      },
    ]);
  });
  it('is found by its global id through `node`', async () => {
    const { data } = await studio.query(`{ broadcast(id: "${ids.broadcast.direct}") { id } }`);
    const again = await studio.query(
      `query ($id: ID!) { node(id: $id) { ... on Broadcast { title } } }`,
      { id: data.broadcast.id },
    );
    expect(again.data.node).toEqual({ title: title(ids.broadcast.direct) });
  });
  it('returns the ids of its stream and its channel without further calls', async () => {
    const { data } = await studio.query(
      `{ broadcast(id: "${ids.broadcast.launch}") { channelId boundStreamId boundStream { streamId channelId } } }`,
    );
    const { main } = ids.stream;
    expect(data.broadcast).toEqual({
      channelId: ids.channel.studio,
      boundStreamId: main,
      boundStream: { streamId: main, channelId: ids.channel.studio },
    });
    expect(studio.operations()).toEqual(['live:liveBroadcasts.list', 'live:liveStreams.list']);
  });
  it('links to its stream, its video and its channel with one call each', async () => {
    const { data } = await studio.query(
      `{ broadcast(id: "${ids.broadcast.launch}") { title boundStream { streamStatus } video { title } channel { title } } }`,
    );
    expect(data.broadcast).toEqual({
      title: title(ids.broadcast.launch),
      boundStream: { streamStatus: constant(stream(ids.stream.main).status.streamStatus) },
      video: { title: title(ids.broadcast.launch) },
      channel: { title: videoState(simulation()).channels.get(ids.channel.studio)!.snippet.title },
    });
    expect(studio.operations()).toEqual([
      'live:liveBroadcasts.list',
      'live:liveStreams.list',
      'video:channels.list',
      'video:videos.list',
    ]);
  });
  it('links to its video, whose id it has, without a call of its own', async () => {
    const { data } = await studio.query(
      `{ broadcast(id: "${ids.broadcast.launch}") { video { title } } }`,
    );
    expect(data.broadcast.video).toEqual({ title: title(ids.broadcast.launch) });
    expect(studio.operations()).toEqual(['video:videos.list']);
  });
  it('has no stream if none is bound', async () => {
    const { data } = await studio.query(
      `{ broadcast(id: "${ids.broadcast.draft}") { title boundStream { title } } }`,
    );
    expect(data.broadcast).toEqual({ title: title(ids.broadcast.draft), boundStream: null });
    expect(studio.operations()).toEqual(['live:liveBroadcasts.list']);
  });
  it.each([
    ['draft', []],
    ['launch', ['TESTING']],
    ['direct', ['LIVE']],
    ['rehearsal', ['LIVE', 'COMPLETE']],
    ['nightShift', ['COMPLETE']],
    ['retrospective', []],
  ] as const)('returns the allowed transitions of its status: %s -> %j', async (name, allowed) => {
    const { data } = await studio.query(
      `{ broadcast(id: "${ids.broadcast[name]}") { allowedTransitions } }`,
    );
    expect(data.broadcast.allowedTransitions).toEqual(allowed);
  });
  it('has null and a warning, not an error, for a status that YouTube added later', async () => {
    broadcast(ids.broadcast.launch).lifeCycleStatus = 'paused' as never;
    const { data, errors, extensions } = await studio.query(
      `{ broadcast(id: "${ids.broadcast.launch}") { title lifeCycleStatus } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.broadcast).toEqual({ title: title(ids.broadcast.launch), lifeCycleStatus: null });
    expect(extensions['warnings']).toEqual([
      { code: 'UNKNOWN_VALUE', path: ['broadcast', 'lifeCycleStatus'], value: 'paused' },
    ]);
  });
});

describe('a stream', () => {
  it('returns what the encoder must send, its health, and the enum values of YouTube', async () => {
    const issue = {
      type: 'gopSizeLong',
      severity: 'warning',
      reason: 'Key frames',
      description: 'Send them more often.',
    };
    const { status, cdn, snippet } = stream(ids.stream.main);
    status.healthStatus.configurationIssues = [issue];
    const data = await studio.data(
      `{ stream(id: "${ids.stream.main}") {
        streamId title isDefaultStream isReusable streamStatus
        health { status updatedAt configurationIssues { type severity reason description } }
        cdn { resolution frameRate ingestionType } ingestion { streamName }
      } }`,
    );
    expect(data.stream).toEqual({
      streamId: ids.stream.main,
      title: snippet.title,
      isDefaultStream: true,
      isReusable: true,
      streamStatus: 'ACTIVE',
      health: {
        status: 'GOOD',
        updatedAt: new Date(Number(status.healthStatus.lastUpdateTimeSeconds) * 1000).toISOString(),
        configurationIssues: [{ ...issue, type: 'GOP_SIZE_LONG', severity: 'WARNING' }],
      },
      cdn: {
        resolution: 'P1080',
        frameRate: 'FPS_30',
        ingestionType: 'RTMP',
      },
      ingestion: { streamName: (cdn as any).ingestionInfo.streamName },
    });
  });
  it('has no time of the health check if the value of YouTube is no time', async () => {
    const { healthStatus } = liveState(studio.sandbox.simulation()).streams.get(
      ids.stream.main,
    )!.status;
    healthStatus.lastUpdateTimeSeconds = 'soon';
    const { data, errors } = await studio.query(
      `{ stream(id: "${ids.stream.main}") { health { status updatedAt } } }`,
    );
    expect(data.stream.health).toEqual({ status: 'GOOD', updatedAt: null });
    expect(errors).toMatchObject([
      { path: ['stream', 'health', 'updatedAt'], extensions: { code: 'UPSTREAM_INVALID' } },
    ]);
  });
  it('requests the stream key only if it is selected', async () => {
    await studio.query(
      `{ stream(id: "${ids.stream.main}") { title streamStatus cdn { resolution } } }`,
    );
    expect(studio.calls().map(({ query }) => query['fields'])).toEqual([
      ['items(cdn/resolution,id,snippet/title,status/streamStatus)'],
    ]);
  });
  it('lists its bound broadcasts of all types, and reads no entity for broadcasts of other streams', async () => {
    const { data } = await studio.query(
      `{ stream(id: "${ids.stream.main}") { broadcasts(first: 50) { nodes { broadcastId boundStream { title } } } } }`,
    );
    const bound = own().filter(
      ({ contentDetails }) => contentDetails.boundStreamId === ids.stream.main,
    );
    expect(bound.map(({ id }) => id)).toContain(ids.broadcast.always);
    expect(data.stream.broadcasts.nodes.map((node: any) => node.broadcastId).toSorted()).toEqual(
      bound.map(({ id }) => id).toSorted(),
    );
    expect(
      sent().map(({ operation, mine, broadcastType, id }) => ({
        operation,
        mine,
        broadcastType,
        id,
      })),
    ).toEqual([
      {
        operation: 'live:liveBroadcasts.list',
        mine: ['true'],
        broadcastType: ['all'],
        id: undefined,
      },
      {
        operation: 'live:liveStreams.list',
        mine: undefined,
        broadcastType: undefined,
        id: [ids.stream.main],
      },
    ]);
  });
  it('ends the list of its broadcasts at the last bound one, whatever other broadcasts follow', async () => {
    const bound = own().filter(
      ({ contentDetails }) => contentDetails.boundStreamId === ids.stream.main,
    );
    const part = async (
      first: number,
      after: string | null = null,
      id: string = ids.stream.main,
    ) => {
      const { data, errors } = await studio.query(
        `query ($after: String) { stream(id: "${id}") { broadcasts(first: ${first}, after: $after) { nodes { broadcastId } pageInfo { hasNextPage endCursor } } } }`,
        { after },
      );
      return { ...data.stream.broadcasts, errors };
    };
    const allButLast = await part(bound.length - 1);
    expect(allButLast.pageInfo.hasNextPage).toBe(true);
    const rest = await part(bound.length - 1, allButLast.pageInfo.endCursor);
    expect(rest.pageInfo.hasNextPage).toBe(false);
    const listed: string[] = [...allButLast.nodes, ...rest.nodes].map(
      ({ broadcastId }: any) => broadcastId,
    );
    expect(listed.toSorted()).toEqual(bound.map(({ id }) => id).toSorted());
    expect((await part(bound.length)).pageInfo.hasNextPage).toBe(false);
    expect(codes((await part(1, allButLast.pageInfo.endCursor, ids.stream.backup)).errors)).toEqual(
      [{ code: 'INVALID_INPUT' }],
    );
  });
  it('reads no entity for broadcasts of the next page', async () => {
    const { data } = await studio.query(
      `{ stream(id: "${ids.stream.main}") { broadcasts(first: 2) { nodes { broadcastId video { title } } } } }`,
    );
    const shown = data.stream.broadcasts.nodes.map(
      ({ broadcastId }: { broadcastId: string }) => broadcastId,
    );
    expect(shown).toHaveLength(2);
    const videos = studio.calls().filter(({ operation }) => operation === 'video:videos.list');
    expect(videos.map(({ query }) => query['id'])).toEqual([[shown.join()]]);
  });
  it('shares the list of broadcasts with all other streams of the query', async () => {
    const { data } = await studio.query(
      `{ viewer { streams { nodes { streamId broadcasts { nodes { title } } } } } }`,
    );
    expect(data.viewer.streams.nodes.length).toBeGreaterThan(1);
    for (const { streamId, broadcasts } of data.viewer.streams.nodes) {
      const bound = own().filter(({ contentDetails }) => contentDetails.boundStreamId === streamId);
      expect(broadcasts.nodes.map((node: any) => node.title).toSorted()).toEqual(
        bound.map(({ id }) => title(id)).toSorted(),
      );
    }
    expect(studio.operations()).toEqual(['live:liveBroadcasts.list', 'live:liveStreams.list']);
  });
});

describe("the viewer's lists", () => {
  const listed = async (args: string) => {
    const { data } = await studio.query(
      `{ viewer { broadcasts${args} { nodes { broadcastId } } } }`,
    );
    return data.viewer.broadcasts.nodes.map((node: any) => node.broadcastId as string).toSorted();
  };
  const idsWhere = (predicate: (one: ReturnType<typeof broadcast>) => boolean) =>
    own()
      .filter(predicate)
      .map(({ id }) => id)
      .toSorted();
  const requestedCalls = () =>
    studio.calls().map(({ query: { mine, broadcastStatus, broadcastType } }) => ({
      mine,
      broadcastStatus,
      broadcastType,
    }));

  it('contain all broadcasts without a status: broadcastType=all is sent, because YouTube would omit persistent ones', async () => {
    expect(await listed('')).toEqual(idsWhere(() => true));
    expect(requestedCalls()).toEqual([
      { mine: ['true'], broadcastStatus: undefined, broadcastType: ['all'] },
    ]);
  });
  it('filter by status without `mine`, because YouTube rejects both together', async () => {
    expect(await listed('(status: COMPLETED)')).toEqual(
      idsWhere(({ lifeCycleStatus }) => lifeCycleStatus === 'complete'),
    );
    expect(await listed('(status: ACTIVE, type: EVENT)')).toEqual(
      idsWhere(({ lifeCycleStatus }) => lifeCycleStatus === 'live'),
    );
    expect(await listed('(type: PERSISTENT)')).toEqual([ids.broadcast.always]);
    expect(requestedCalls()).toEqual([
      { mine: undefined, broadcastStatus: ['completed'], broadcastType: ['all'] },
      { mine: undefined, broadcastStatus: ['active'], broadcastType: ['event'] },
      { mine: ['true'], broadcastStatus: undefined, broadcastType: ['persistent'] },
    ]);
  });
  it('continue after a cursor without lost or repeated broadcasts', async () => {
    const seen: string[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const { data }: any = await studio.query(
        `query ($after: String) { viewer { broadcasts(first: 4, after: $after) { nodes { broadcastId } pageInfo { hasNextPage endCursor } } } }`,
        { after },
      );
      seen.push(...data.viewer.broadcasts.nodes.map((node: any) => node.broadcastId));
      ({ hasNextPage: more, endCursor: after } = data.viewer.broadcasts.pageInfo);
    }
    expect(seen.toSorted()).toEqual(idsWhere(() => true));
  });
  it('contain the reusable streams', async () => {
    const { data } = await studio.query(`{ viewer { streams { nodes { streamId isReusable } } } }`);
    expect(data.viewer.streams.nodes).toEqual(
      [ids.stream.main, ids.stream.backup].map((streamId) => ({ streamId, isReusable: true })),
    );
    expect(sent().map(({ mine }) => mine)).toEqual([['true']]);
  });
});

describe('a broadcast of another channel', () => {
  it('is not found by a root lookup', async () => {
    const foreign = await studio.query(
      `{ broadcast(id: "${ids.broadcast.launch}") { title } }`,
      {},
      'studio-guest',
    );
    expect(foreign.data).toEqual({ broadcast: null });
    expect(codes(foreign.errors)).toEqual(notFound);
    const stream = await studio.query(
      `{ stream(id: "${ids.stream.main}") { title } }`,
      {},
      'studio-guest',
    );
    expect(codes(stream.errors)).toEqual(notFound);
  });
  it('is rejected before any call as an id of the wrong type', async () => {
    const { errors } = await studio.query(`query ($id: ID!) { broadcast(id: $id) { title } }`, {
      id: globalId('Stream', [ids.stream.main]),
    });
    expect(codes(errors)).toEqual([{ code: 'INVALID_INPUT' }]);
    expect(studio.calls()).toEqual([]);
  });
  it('needs a token: the API key of the gateway cannot read broadcasts', async () => {
    const { errors } = await studio.query(
      `{ broadcast(id: "${ids.broadcast.launch}") { title } }`,
      {},
      null,
    );
    expect(codes(errors)).toEqual([{ code: 'UNAUTHENTICATED' }]);
    expect(studio.calls()).toEqual([]);
  });
});
