/** The subscription `broadcastChanged`: changes that somebody else makes, at the sandbox. */
import { beforeEach, describe, expect, it } from 'vitest';
import { liveState } from '../../../../src/sandbox/live/state.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import type { EventStream } from '../../../support/client/event-stream.ts';
import { useFeedGateway } from '../../../support/feed/feed-gateway.ts';
import { ask } from '../../../support/gateway/sandbox.ts';

const feeds = useFeedGateway();
const { passing, calls, untilCalls } = feeds;
const { launch, retrospective } = ids.broadcast;
const list = 'live:liveBroadcasts.list';

const selection =
  '{ changes { __typename broadcastId ... on BroadcastChanged { broadcast { title lifeCycleStatus video { title } } } } cursor hasMore reset }';

const subscribe = (args: string): Promise<EventStream> =>
  feeds.subscribe(`subscription { broadcastChanged(${args}) ${selection} }`);

const pagesOf = (events: readonly any[]) => events.map(({ data }) => data.broadcastChanged);

const send = (path: string, method: string, body?: object) =>
  ask(`${feeds.sandbox.url}/youtube/v3/liveBroadcasts${path}`, { method, body });

const read = (id: string) => liveState(feeds.sandbox.simulation()).broadcasts.get(id)!;

beforeEach(() => feeds.open(false));

describe('changes of a broadcast', () => {
  it('are no event as long as there are none', async () => {
    const stream = await subscribe(`id: "${launch}"`);
    await stream.until(1);
    await untilCalls(list, 5);
    expect(await stream.until(1)).toHaveLength(1);
    const [first, ...later] = feeds.sandbox.calls().filter(({ operation }) => operation === list);
    expect(first!.query).toMatchObject({ id: [launch] });
    for (const { query } of later) expect(query).toMatchObject({ id: [launch] });
  });
  it('have an error in the place of a value that is invalid, and nowhere else', async () => {
    const stream = await subscribe(`id: "${launch}"`);
    await stream.until(1);
    Object.assign(read(launch), { lifeCycleStatus: { secret: 'planted' } });
    const [, event] = await passing(stream.until(2));
    expect(event.data.broadcastChanged.changes).toMatchObject([
      {
        __typename: 'BroadcastChanged',
        broadcastId: launch,
        broadcast: { title: expect.any(String), lifeCycleStatus: null },
      },
    ]);
    expect(event.errors).toMatchObject([
      {
        path: ['broadcastChanged', 'changes', 0, 'broadcast', 'lifeCycleStatus'],
        extensions: { code: 'UPSTREAM_INVALID' },
      },
    ]);
    expect(JSON.stringify(event)).not.toContain('planted');
  });
  it('end with the last status', async () => {
    const stream = await subscribe(`id: "${launch}"`);
    await stream.until(1);
    read(launch).lifeCycleStatus = 'complete';
    const [, last] = pagesOf(await passing(stream.untilEnd()));
    expect(last).toMatchObject({
      changes: [{ broadcast: { lifeCycleStatus: 'COMPLETE' } }],
      cursor: null,
    });
    const count = calls(list);
    await feeds.clock.advance(120_000);
    expect(calls(list)).toBe(count);
  });
  it('end after one event if the broadcast has ended', async () => {
    const stream = await subscribe(`id: "${retrospective}"`);
    expect(pagesOf(await passing(stream.untilEnd()))).toMatchObject([
      { changes: [], cursor: null },
    ]);
  });
  it('end with its deletion', async () => {
    const stream = await subscribe(`id: "${launch}"`);
    await stream.until(1);
    await send(`?id=${launch}`, 'DELETE');
    const [, last, ...more] = pagesOf(await passing(stream.untilEnd()));
    expect(last).toMatchObject({
      changes: [{ __typename: 'BroadcastDeleted', broadcastId: launch }],
      cursor: null,
    });
    expect(more).toEqual([]);
  });
  it('of a broadcast that does not exist are an error', async () => {
    const id = ids.video.missing;
    const stream = await subscribe(`id: "${id}"`);
    expect(await passing(stream.untilEnd())).toMatchObject([
      {
        errors: [
          {
            path: ['broadcastChanged'],
            extensions: { code: 'NOT_FOUND', argument: 'id', id },
          },
        ],
      },
    ]);
  });
});
