/** The subscriptions `fileChanges` and `fileChanged`, with notifications of the sandbox. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/data/feed/clock.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { DrivenClock } from '../../support/driven-clock.ts';
import { type EventStream, openEventStream } from '../../support/event-stream.ts';
import { startGateway } from '../../support/gateway.ts';
import { openPublicAddress, type PublicAddress } from '../../support/public-address.ts';
import { ask, start } from '../../support/sandbox.ts';

const { script, storyboard } = ids.file;

/** The clock of the feeds; it begins with that of the sandbox. */
let clock: DrivenClock;
let address: PublicAddress;
let gateway: Awaited<ReturnType<typeof startGateway>>;
const streams = new Set<EventStream>();

beforeEach(async () => {
  clock = new DrivenClock();
  vi.spyOn(systemClock, 'now').mockImplementation(clock.now);
  vi.spyOn(systemClock, 'sleep').mockImplementation(clock.sleep);
  address = await openPublicAddress();
});

afterEach(async () => {
  for (const { leave } of streams) leave();
  streams.clear();
  await gateway.close();
  await address[Symbol.asyncDispose]();
  vi.restoreAllMocks();
});

/** @param isPublic whether Google can send notifications */
async function open(isPublic: boolean): Promise<void> {
  const env = isPublic ? { PUBLIC_URL: address.url } : {};
  gateway = await startGateway({ env, sandbox: { now: start } });
  address.leadTo(gateway.url);
}

const write = (path: string, method: string, body?: object) =>
  ask(`${gateway.sandbox.url}/drive/v3/files/${path}`, { method, body });

const selection = `{
  changes { __typename ... on FileChanged { file { fileId name version } } ... on FileRemoved { fileId } }
  cursor
  reset
}`;

async function subscribe(field: string, token = 'studio-owner'): Promise<EventStream> {
  const query = `subscription { ${field} ${selection} }`;
  const stream = await openEventStream(gateway.url, { query, token });
  streams.add(stream);
  return stream;
}

/** Lets time pass until a promise is fulfilled. */
async function passing<T>(promise: Promise<T>): Promise<T> {
  const state = { isDone: false };
  const waiting = promise.finally(() => {
    state.isDone = true;
  });
  while (!state.isDone) await clock.advance(1_000);
  return waiting;
}

const calls = (operation: string): number =>
  gateway.sandbox.calls().filter((call) => call.operation === `storage:${operation}`).length;

/** Lets time pass until the sandbox has received so many calls. */
const untilCalls = (operation: string, count: number): Promise<void> =>
  passing(
    (async () => {
      while (calls(operation) < count) await new Promise(setImmediate);
    })(),
  );

const pagesOf = (events: readonly any[], field = 'fileChanges') =>
  events.map(({ data }) => data[field]);

describe.each([
  ['with notifications', true],
  ['without a public address', false],
])('changes of files, %s', (_, isPublic) => {
  beforeEach(() => open(isPublic));

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
    expect(calls('files.get')).toBe(0);
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
    expect([calls('changes.getStartPageToken'), calls('changes.watch')]).toEqual([
      tokens,
      channels,
    ]);
  });
  it('are reset by an old cursor', async () => {
    const stream = await subscribe('fileChanges');
    await stream.until(1);
    gateway.sandbox.expireChangeTokens();
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
  beforeEach(() => open(true));

  it('has the address of the gateway, and is stopped after the last subscriber', async () => {
    const stream = await subscribe('fileChanges');
    await stream.until(1);
    await untilCalls('changes.watch', 1);
    const watched = gateway.sandbox.calls().find(({ operation }) => operation?.endsWith('.watch'))!;
    expect(watched.body).toMatchObject({
      address: `${address.url}/notifications`,
      type: 'web_hook',
    });
    stream.leave();
    await untilCalls('channels.stop', 1);
    const { id } = watched.body as { readonly id: string };
    const stopped = gateway.sandbox
      .calls()
      .findLast(({ operation }) => operation?.endsWith('.stop'))!;
    expect([stopped.status, stopped.body]).toEqual([204, { id, resourceId: expect.any(String) }]);
  });
  it('is stopped when the gateway drains', async () => {
    const stream = await subscribe('fileChanges');
    await stream.until(1);
    await untilCalls('changes.watch', 1);
    await gateway.gateway.drain({ announce: 0, check: 5, max: 9_000 });
    await gateway.close();
    expect(calls('channels.stop')).toBe(1);
  });
  it('makes the gateway read after each notification, and not in between', async () => {
    const stream = await subscribe('fileChanges');
    await stream.until(1);
    await untilCalls('changes.watch', 1);
    await gateway.sandbox.notificationsSettled();
    expect(gateway.sandbox.notifications()).toMatchObject([
      { headers: { 'x-goog-resource-state': 'sync' }, status: 204 },
    ]);
    await write(script, 'PATCH', { name: 'New' });
    await gateway.sandbox.notificationsSettled();
    expect(gateway.sandbox.notifications().at(-1)).toMatchObject({ status: 204 });
    const [, page] = pagesOf(await passing(stream.until(2)));
    expect(page.changes).toMatchObject([{ file: { name: 'New' } }]);
  });
  it('is not believed for another token', async () => {
    const stream = await subscribe('fileChanges');
    await stream.until(1);
    await untilCalls('changes.watch', 1);
    await gateway.sandbox.notificationsSettled();
    const { headers } = gateway.sandbox.notifications()[0]!;
    const post = (more: Readonly<Record<string, string>>) =>
      gateway.send('/notifications', { method: 'POST', headers: { ...headers, ...more } });
    const forged = [
      { 'x-goog-channel-token': 'invented' },
      { 'x-goog-channel-id': 'invented' },
      { 'x-goog-resource-id': 'invented' },
    ];
    for (const more of forged) expect((await post(more)).status).toBe(404);
    expect((await post({})).status).toBe(204);
  });
});
