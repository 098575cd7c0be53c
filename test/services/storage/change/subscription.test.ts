/** What is special about the subscriptions `fileChanges` and `fileChanged`. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { resourceKeyOf } from '../../../../src/sandbox/storage/file/resource-key.ts';
import { unitsOfCalls } from '../../../../src/sandbox/call/unit-table.ts';
import { storageState } from '../../../../src/sandbox/storage/state.ts';
import type { EventStream } from '../../../support/client/event-stream.ts';
import { useFeedGateway } from '../../../support/feed/feed-gateway.ts';
import { ask } from '../../../support/gateway/sandbox.ts';
import { scrape } from '../../../support/tool/exposition.ts';
import { useEditingProxy } from '../../../support/proxy/use-editing-proxy.ts';

const feeds = useFeedGateway();
const { passing, calls, untilCalls } = feeds;
const { script, storyboard } = ids.file;
const stopped = 'storage:channels.stop';

const write = (path: string, method: string, body?: object) =>
  ask(`${feeds.sandbox.url}/drive/v3/files/${path}`, { method, body });

const selection = `{
  changes { __typename ... on FileChanged { file { fileId name version } } ... on FileRemoved { fileId } }
  cursor
  reset
}`;

const subscribe = (field: string): Promise<EventStream> =>
  feeds.subscribe(`subscription { ${field} ${selection} }`);

const pagesOf = (events: readonly any[], field = 'fileChanges') =>
  events.map(({ data }) => data[field]);

describe('all calls of a feed and its watch channel', () => {
  it('count in the budget of the caller and in the metrics, also those that are repeated', async () => {
    const budget = { QUOTA_BUDGET: 'STORAGE=100000', METRICS_PORT: '0' };
    await feeds.open(true, { env: { ...budget, PUBLIC_URL: feeds.address.url } });
    feeds.sandbox.fault({ match: { operation: stopped }, status: 503, times: 1 });
    const stream = await subscribe('fileChanges');
    await stream.until(1);
    await untilCalls('storage:changes.watch', 1);
    await untilCalls('storage:changes.list', 1);
    stream.leave();
    await untilCalls(stopped, 2);
    const spent = async (): Promise<number> => {
      const { gateway } = feeds;
      const query = '{ quota { buckets { bucket spent } } }';
      const headers = { authorization: 'Bearer studio-owner' };
      const { body } = await passing(gateway.query(query, undefined, headers));
      return body.data.quota.buckets.find(({ bucket }: any) => bucket === 'STORAGE').spent;
    };
    const { STORAGE } = unitsOfCalls(feeds.sandbox.calls());
    await expect.poll(spent).toBe(STORAGE);
    const metrics = await scrape(feeds.gateway.metricsUrl!);
    expect(metrics.values('studiograph_quota_units_total')).toEqual({ STORAGE });
  });
});

describe.each([
  ['with notifications', true],
  ['without a public address', false],
])('changes of files, %s', (_, isPublic) => {
  beforeEach(() => feeds.open(isPublic));

  it('begin now if the cursor is null', async () => {
    await write(script, 'PATCH', { name: 'Before' });
    const stream = await subscribe('fileChanges(after: null)');
    const [first] = pagesOf(await stream.until(1));
    expect(first).toMatchObject({ changes: [], cursor: expect.any(String), reset: false });
    await write(script, 'PATCH', { name: 'After' });
    const [, second] = pagesOf(await passing(stream.until(2)));
    expect(second.changes).toMatchObject([{ file: { name: 'After' } }]);
  });
  it('of one file leave out those of others, and end with the file', async () => {
    const field = 'fileChanged';
    const stream = await subscribe(`${field}(id: "${script}")`);
    expect(pagesOf(await stream.until(1), field)).toMatchObject([{ changes: [], reset: false }]);
    await write(storyboard, 'PATCH', { name: 'Other' });
    await write(script, 'PATCH', { name: 'New' });
    const [, second] = pagesOf(await passing(stream.until(2)), field);
    expect(second.changes).toMatchObject([{ file: { fileId: script, name: 'New' } }]);
    await write(script, 'DELETE');
    const events = pagesOf(await passing(stream.untilEnd()), field);
    expect(events.slice(2)).toEqual([
      { changes: [{ __typename: 'FileRemoved', fileId: script }], cursor: null, reset: false },
    ]);
  });
  it('of a file that needs its resource key are read with the key', async () => {
    const { festivalSheet } = ids.file;
    const file = storageState(feeds.sandbox.simulation()).files.get(festivalSheet)!;
    const field = 'fileChanged';
    const argument = `id: "${festivalSheet}", resourceKey: "${resourceKeyOf(file)}"`;
    const stream = await subscribe(`${field}(${argument})`);
    expect(pagesOf(await stream.until(1), field)).toMatchObject([{ changes: [], reset: false }]);
    await ask(`${feeds.sandbox.url}/drive/v3/files/${festivalSheet}`, {
      method: 'PATCH',
      body: { name: 'New' },
      token: 'studio-guest',
    });
    const [, page] = pagesOf(await passing(stream.until(2)), field);
    expect(page.changes).toMatchObject([{ file: { fileId: festivalSheet, name: 'New' } }]);
    expect(calls('storage:files.watch')).toBe(isPublic ? 1 : 0);
  });
  it('of the root folder are sent for the id root', async () => {
    const field = 'fileChanged';
    const stream = await subscribe(`${field}(id: "root")`);
    expect(pagesOf(await stream.until(1), field)).toMatchObject([{ changes: [], reset: false }]);
  });
  it('of a file that does not exist are an error', async () => {
    const stream = await subscribe(`fileChanged(id: "${ids.file.missing}")`);
    expect(await passing(stream.untilEnd())).toMatchObject([
      {
        errors: [
          {
            path: ['fileChanged'],
            extensions: { code: 'NOT_FOUND', argument: 'id', id: ids.file.missing },
          },
        ],
      },
    ]);
  });
});

describe('what is stored for a caller', () => {
  const open = (isPublic: boolean) => {
    const env = { CACHE: 'callers', ...(isPublic && { PUBLIC_URL: feeds.address.url }) };
    return feeds.open(isPublic, { env });
  };
  const nameFor = async (token: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}` };
    const { body } = await feeds.gateway.query(`{ file(id: "${script}") { name } }`, {}, headers);
    return body.data.file.name;
  };
  const namesNow = async () => [await nameFor('studio-owner'), await nameFor('studio-reader')];

  it.each([
    ['with notifications', true, 3_000],
    ['without a public address', false, 11_000],
  ])('is not shown after a change that a subscription has read, %s', async (_, isPublic, ms) => {
    await open(isPublic);
    const stream = await subscribe('fileChanges');
    await stream.until(1);
    if (isPublic) await untilCalls('storage:changes.list', 1);
    const [old, ofOther] = await namesNow();
    expect(ofOther).toBe(old);
    await write(script, 'PATCH', { name: 'New' });
    expect(await namesNow()).toEqual([old, old]);
    const before = feeds.clock.now();
    await passing(stream.until(2));
    expect(feeds.clock.now() - before).toBeLessThan(ms);
    // The other caller follows nothing.
    expect(await namesNow()).toEqual(['New', old]);
  });
  it('is shown for its time if no subscription follows the changes', async () => {
    await open(true);
    const [old] = await namesNow();
    await write(script, 'PATCH', { name: 'New' });
    await feeds.clock.advance(29_000);
    expect(await namesNow()).toEqual([old, old]);
    await feeds.clock.advance(31_000);
    expect(await namesNow()).toEqual(['New', 'New']);
  });
});

describe('a watch channel', () => {
  beforeEach(() => feeds.open(true));

  it('is stopped when the gateway drains', async () => {
    const stream = await subscribe('fileChanges');
    await stream.until(1);
    await untilCalls('storage:changes.watch', 1);
    await passing(feeds.gateway.gateway.drain({ announce: 0, check: 5, max: 9_000 }));
    await feeds.gateway.close();
    expect(calls('storage:channels.stop')).toBe(1);
  });
  it('is not believed for another token', async () => {
    const stream = await subscribe('fileChanges');
    await stream.until(1);
    await untilCalls('storage:changes.watch', 1);
    await feeds.sandbox.notificationsSettled();
    const { headers } = feeds.sandbox.notifications()[0]!;
    const post = (more: Readonly<Record<string, string>>) =>
      feeds.gateway.send('/notifications', { method: 'POST', headers: { ...headers, ...more } });
    const forged = [
      { 'x-goog-channel-token': 'invented' },
      { 'x-goog-channel-id': 'invented' },
      { 'x-goog-resource-id': 'invented' },
    ];
    for (const more of forged) expect((await post(more)).status).toBe(404);
    expect((await post({})).status).toBe(204);
  });
});

describe('changes of a kind that the schema does not have', () => {
  const { options, proxy } = useEditingProxy('storage');

  it('are left out with a warning, and the feed goes on', async () => {
    await feeds.open(false, await options());
    const stream = await subscribe('fileChanges');
    await stream.until(1);
    proxy.edit(({ changes = [] }) => {
      for (const change of changes as { changeType: string }[]) change.changeType = 'approval';
    });
    await write(script, 'PATCH', { name: 'Unknown' });
    const [, event] = await passing(stream.until(2));
    expect(event).toMatchObject({
      data: { fileChanges: { changes: [], cursor: expect.any(String) } },
      extensions: {
        warnings: [{ code: 'UNKNOWN_VALUE', path: ['fileChanges', 'changes'], value: 'approval' }],
      },
    });
    expect(event).not.toHaveProperty('errors');
    proxy.edit(undefined);
    await write(script, 'PATCH', { name: 'Known' });
    const [, , next] = pagesOf(await passing(stream.until(3)));
    expect(next.changes).toMatchObject([{ file: { name: 'Known' } }]);
  });
});
