import { describe, expect, it } from 'vitest';
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

const codes = (errors: readonly { extensions: Record<string, any> }[] | undefined) =>
  errors?.map(({ extensions: { code } }) => ({ code }));

describe('a broadcast', () => {
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
});
