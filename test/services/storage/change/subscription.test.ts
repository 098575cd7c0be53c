/** The subscriptions `fileChanges` and `fileChanged`, with notifications of the sandbox. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { resourceKeyOf } from '../../../../src/sandbox/storage/file/resource-key.ts';
import { storageState } from '../../../../src/sandbox/storage/state.ts';
import type { EventStream } from '../../../support/client/event-stream.ts';
import { useFeedGateway } from '../../../support/feed/feed-gateway.ts';
import { ask } from '../../../support/gateway/sandbox.ts';
import { useEditingProxy } from '../../../support/proxy/use-editing-proxy.ts';

const feeds = useFeedGateway();
const { passing, calls, untilCalls } = feeds;
const { script, storyboard } = ids.file;

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

describe.each([
  ['with notifications', true],
  ['without a public address', false],
])('changes of files, %s', (_, isPublic) => {
  beforeEach(() => feeds.open(isPublic));

  it('begin with a cursor, and follow with whole files', async () => {
    const stream = await subscribe('fileChanges');
    const [first] = pagesOf(await stream.until(1));
    expect(first).toEqual({ changes: [], cursor: expect.any(String), reset: false });
    await write(script, 'PATCH', { name: 'New' });
    const [, second] = pagesOf(await passing(stream.until(2)));
    expect(second.changes).toEqual([
      {
        __typename: 'FileChanged',
        file: { fileId: script, name: 'New', version: expect.any(String) },
      },
    ]);
    await write(script, 'DELETE');
    const [, , third] = pagesOf(await passing(stream.until(3)));
    expect(third.changes).toEqual([{ __typename: 'FileRemoved', fileId: script }]);
    expect(calls('storage:files.get')).toBe(0);
  });
  it('begin now if the cursor is null', async () => {
    await write(script, 'PATCH', { name: 'Before' });
    const stream = await subscribe('fileChanges(after: null)');
    const [first] = pagesOf(await stream.until(1));
    expect(first).toMatchObject({ changes: [], cursor: expect.any(String), reset: false });
    await write(script, 'PATCH', { name: 'After' });
    const [, second] = pagesOf(await passing(stream.until(2)));
    expect(second.changes).toMatchObject([{ file: { name: 'After' } }]);
  });
  it('continue after a cursor of the query, and the query after theirs', async () => {
    const read = async (after?: string) => {
      const query = `query ($after: String) { viewer { fileChanges(after: $after) ${selection} } }`;
      const headers = { authorization: 'Bearer studio-owner' };
      const { body } = await feeds.gateway.query(query, { after }, headers);
      return body.data.viewer.fileChanges;
    };
    const { cursor } = await read();
    await write(script, 'PATCH', { name: 'First' });
    const stream = await subscribe(`fileChanges(after: "${cursor}")`);
    const [page] = pagesOf(await passing(stream.until(1)));
    expect(page.changes).toMatchObject([{ file: { name: 'First' } }]);
    await write(script, 'PATCH', { name: 'Second' });
    const next = await read(page.cursor);
    expect(next.changes).toMatchObject([{ file: { name: 'Second' } }]);
  });
  it('continue after a cursor', async () => {
    const stream = await subscribe('fileChanges');
    const [{ cursor }] = pagesOf(await stream.until(1));
    stream.leave();
    await write(script, 'PATCH', { name: 'Missed' });
    const next = await subscribe(`fileChanges(after: "${cursor}")`);
    const [page] = pagesOf(await passing(next.until(1)));
    expect(page.changes).toMatchObject([{ file: { name: 'Missed' } }]);
  });
  it('are read once for all subscribers of an account', async () => {
    const all = [await subscribe('fileChanges'), await subscribe('fileChanges')];
    for (const { until } of all) await until(1);
    await write(script, 'PATCH', { name: 'New' });
    for (const { until } of all) {
      const [, page] = pagesOf(await passing(until(2)));
      expect(page.changes).toMatchObject([{ file: { name: 'New' } }]);
    }
    const [tokens, channels] = isPublic ? [2, 1] : [1, 0];
    expect([calls('storage:changes.getStartPageToken'), calls('storage:changes.watch')]).toEqual([
      tokens,
      channels,
    ]);
  });
  it('are reset by an old cursor', async () => {
    const stream = await subscribe('fileChanges');
    await stream.until(1);
    feeds.sandbox.expireChangeTokens();
    const [, page] = pagesOf(await passing(stream.until(2)));
    expect(page).toMatchObject({ changes: [], reset: true });
    await write(script, 'PATCH', { name: 'New' });
    const [, , next] = pagesOf(await passing(stream.until(3)));
    expect(next.changes).toMatchObject([{ file: { name: 'New' } }]);
  });
  it('of one file leave out those of others, and end with the file', async () => {
    const field = 'fileChanged';
    const stream = await subscribe(`${field}(fileId: "${script}")`);
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
    const argument = `fileId: "${festivalSheet}", resourceKey: "${resourceKeyOf(file)}"`;
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
    const stream = await subscribe(`${field}(fileId: "root")`);
    expect(pagesOf(await stream.until(1), field)).toMatchObject([{ changes: [], reset: false }]);
  });
  it('of a file that does not exist are an error', async () => {
    const stream = await subscribe(`fileChanged(fileId: "${ids.file.missing}")`);
    expect(await passing(stream.untilEnd())).toMatchObject([
      {
        errors: [
          {
            path: ['fileChanged'],
            extensions: { code: 'NOT_FOUND', argument: 'fileId', id: ids.file.missing },
          },
        ],
      },
    ]);
  });
});

describe('a watch channel', () => {
  beforeEach(() => feeds.open(true));

  it('has the address of the gateway, and is stopped after the last subscriber', async () => {
    const stream = await subscribe('fileChanges');
    await stream.until(1);
    await untilCalls('storage:changes.watch', 1);
    const watched = feeds.sandbox.calls().find(({ operation }) => operation?.endsWith('.watch'))!;
    expect(watched.body).toMatchObject({
      address: `${feeds.address.url}/notifications`,
      type: 'web_hook',
    });
    stream.leave();
    await untilCalls('storage:channels.stop', 1);
    const { id } = watched.body as { readonly id: string };
    const stopped = feeds.sandbox
      .calls()
      .findLast(({ operation }) => operation?.endsWith('.stop'))!;
    expect([stopped.status, stopped.body]).toEqual([204, { id, resourceId: expect.any(String) }]);
  });
  it('is stopped when the gateway drains', async () => {
    const stream = await subscribe('fileChanges');
    await stream.until(1);
    await untilCalls('storage:changes.watch', 1);
    await passing(feeds.gateway.gateway.drain({ announce: 0, check: 5, max: 9_000 }));
    await feeds.gateway.close();
    expect(calls('storage:channels.stop')).toBe(1);
  });
  it('makes the gateway read after each notification, and not in between', async () => {
    const stream = await subscribe('fileChanges');
    await stream.until(1);
    await untilCalls('storage:changes.watch', 1);
    await feeds.sandbox.notificationsSettled();
    expect(feeds.sandbox.notifications()).toMatchObject([
      { headers: { 'x-goog-resource-state': 'sync' }, status: 204 },
    ]);
    await write(script, 'PATCH', { name: 'New' });
    await feeds.sandbox.notificationsSettled();
    expect(feeds.sandbox.notifications().at(-1)).toMatchObject({ status: 204 });
    const [, page] = pagesOf(await passing(stream.until(2)));
    expect(page.changes).toMatchObject([{ file: { name: 'New' } }]);
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
