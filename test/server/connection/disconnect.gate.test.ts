/** Clients that leave before their response: writes run to their ends, reads are aborted. */
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { Execution } from '../../../src/engine/execution/execution.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { Call } from '../../../src/engine/rest/call/call.ts';
import { callCheckMs } from '../../../src/engine/rest/call/http-call.ts';
import { defaultSettings } from '../../../src/engine/rest/settings.ts';
import {
  type Behaviour,
  type FaultyServer,
  faultyServer,
  hang,
  json,
} from '../../support/upstream/faulty-server.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { connectSocket } from '../../support/client/web-socket.ts';

let gateway: Awaited<ReturnType<typeof startGateway>>;
let server: FaultyServer;
let clock: DrivenClock;

/** Responses to the first request, held back until `release` is called. */
let held: (() => void)[] = [];

const release = (): void => held.splice(0).forEach((respond) => respond());

const answer: Behaviour = (socket, request) => {
  const { method, body, index } = request;
  const items = [{ id: ids.video.trailer, snippet: { title: 'Title' } }];
  if (method === 'GET' || body === '') return json({ items })(socket, request);
  const contentDetails = { videoId: ids.video.trailer };
  json({ ...JSON.parse(body), id: `created${index}`, contentDetails })(socket, request);
};

/**
 * Starts a gateway on a server that holds its first response back, once it has accepted the token:
 * so no write makes a read for its turn.
 */
async function begin(env: Readonly<Record<string, string>> = {}): Promise<void> {
  let isAccepted = false;
  server = await faultyServer((...parameters) => {
    if (isAccepted) held.push(() => answer(...parameters));
    else answer(...parameters);
  }, answer);
  gateway = await startGateway({
    env,
    bases: { video: `${server.url}/youtube/v3`, storage: server.url },
  });
  await gateway.query(`{ video(id: "${ids.video.trailer}") { title } }`, {}, headers);
  isAccepted = true;
  server.requests.length = 0;
}

let queueing: MockInstance<Execution['runExclusive']>;
let joining: MockInstance<Call['join']>;

beforeEach(() => {
  joining = vi.spyOn(Call.prototype, 'join');
  queueing = vi.spyOn(Execution.prototype, 'runExclusive');
});

afterEach(async () => {
  queueing.mockRestore();
  joining.mockRestore();
  release();
  await gateway.close();
  await server[Symbol.asyncDispose]();
});

const headers = { 'content-type': 'application/json', authorization: 'Bearer studio-owner' };

type Leave = () => void;

function post(
  query: string,
  { path = '/graphql', accept = 'application/json' }: { path?: string; accept?: string } = {},
): Leave {
  const client = new AbortController();
  const body = JSON.stringify({ query });
  const { signal } = client;
  fetch(gateway.url + path, { method: 'POST', headers: { ...headers, accept }, body, signal }).then(
    (response) => response.text().catch(() => {}),
    () => {},
  );
  return () => client.abort();
}

async function overWebSocket(query: string, how: 'terminate' | 'complete'): Promise<Leave> {
  const client = await connectSocket(gateway.url, { authorization: headers.authorization });
  client.closed.catch(() => {});
  client.send({ id: 'a', type: 'subscribe', payload: { query } });
  return () =>
    how === 'terminate' ? client.socket.terminate() : client.send({ id: 'a', type: 'complete' });
}

/** Resolves when the gateway has noticed that so many clients have left. */
async function noticed(count = 1): Promise<void> {
  await expect
    .poll(() => gateway.lines.filter((line) => line['aborted'] === true).length)
    .toBe(count);
}

const clips = ['clip0', 'clip1', 'clip2', 'clip3', 'clip4'];

const add = (videoIds: readonly string[], playlistId: string = ids.playlist.empty): string => {
  const items = videoIds.map((videoId) => `{ videoId: "${videoId}" }`).join(' ');
  return `addPlaylistItems(input: { playlistId: "${playlistId}", entries: [${items}] }) { results { playlistItem { video { title } } } }`;
};

/** The methods of the requests, and the videos that they add. */
const sent = (): string[] =>
  server.requests.map(({ method, body }) => {
    return body === '' ? method : JSON.parse(body).snippet.resourceId.videoId;
  });

/** Runs a write that no other write of the playlist overtakes. */
async function addLast(): Promise<void> {
  const { body } = await gateway.query(`mutation { ${add(['last'])} }`, {}, headers);
  expect(body.errors).toBeUndefined();
}

describe('a bulk write whose client leaves', { tags: ['R24'] }, () => {
  const ways: readonly [string, (query: string) => Leave | Promise<Leave>][] = [
    ['POST', (query) => post(query)],
    ['POST by Yoga', (query) => post(query, { path: '/graphql?' })],
    ['server-sent events', (query) => post(query, { accept: 'text/event-stream' })],
    ['WebSocket, closed', (query) => overWebSocket(query, 'terminate')],
    ['WebSocket, completed', (query) => overWebSocket(query, 'complete')],
  ];
  it.each(ways)('sends all its calls, and no reads for the response: %s', async (_, send) => {
    await begin();
    const leave = await send(`mutation { ${add(clips)} }`);
    await server.waitForRequests(1);
    leave();
    await noticed();
    release();
    await addLast();
    expect(sent()).toEqual([...clips, 'last', 'GET']);
  });
  it('sends the calls of its later root fields', async () => {
    await begin();
    const leave = post(
      `mutation { a: ${add(clips)} b: ${add(['clip5'], ids.playlist.fifty)} c: ${add(['clip6'])} }`,
    );
    await server.waitForRequests(1);
    leave();
    await noticed();
    release();
    await expect.poll(sent).toEqual([...clips, 'clip5', 'clip6']);
  });
  it('sends calls that wait for a connection', async () => {
    await begin({ CONNECTIONS_PER_SERVICE: '1' });
    const commentIds = Array.from({ length: 60 }, (_, index) => `Ug${index}`);
    const leave = post(
      `mutation { setCommentModerationStatus(input: { ids: ${JSON.stringify(commentIds)}, status: PUBLISHED }) { results { errors { code } } } }`,
    );
    await server.waitForRequests(1);
    leave();
    await noticed();
    release();
    await server.waitForRequests(2);
    const idsOf = ({ target }: { target: string }): string[] =>
      new URL(target, server.url).searchParams.getAll('id').flatMap((each) => each.split(','));
    expect(server.requests.flatMap(idsOf)).toEqual(commentIds);
  });
});

describe('a write that waits for its turn when its client leaves', { tags: ['R24'] }, () => {
  it('sends nothing', async () => {
    await begin();
    post(`mutation { ${add(clips)} }`);
    await server.waitForRequests(1);
    const leave = post(`mutation { ${add(['never'])} }`);
    await expect.poll(() => queueing.mock.calls.length).toBe(2);
    leave();
    await noticed();
    release();
    await addLast();
    expect(sent().filter((each) => each !== 'GET')).toEqual([...clips, 'last']);
  });
  it('is sent if an earlier write of its operation has begun', async () => {
    await begin();
    post(`mutation { ${add(clips)} }`);
    await server.waitForRequests(1);
    const leave = post(`mutation { ${add(['first'], ids.playlist.fifty)} b: ${add(['second'])} }`);
    await expect.poll(sent).toContain('first');
    leave();
    await noticed();
    release();
    await expect.poll(sent).toContain('second');
    expect(sent().filter((each) => each !== 'GET')).toEqual([
      'clip0',
      'first',
      ...clips.slice(1),
      'second',
    ]);
  });
});

/** No time limit ends a call. */
const patience = '3600000';

/** Requests that hang, and reads that wait for them. The clock stands still. */
async function beginReads(): Promise<void> {
  server = await faultyServer(hang);
  clock = new DrivenClock();
  gateway = await startGateway({
    env: {
      FIRST_BYTE_TIMEOUT_MS: patience,
      CALL_TIMEOUT_MS: patience,
      REQUEST_DEADLINE_MS: patience,
    },
    clock,
    bases: { video: `${server.url}/youtube/v3`, storage: server.url },
  });
}

/** Resolves when the calls for clients that have left are aborted, which close connections. */
async function untilClosed(clientCount = 1): Promise<void> {
  await noticed(clientCount);
  // A response may arrive soon, and then its connection remains usable.
  await clock.advance(defaultSettings.abandonedReadMs + 2 * callCheckMs);
  await Promise.all(
    server.sockets.filter((socket) => !socket.destroyed).map((socket) => once(socket, 'close')),
  );
}

describe('reads whose client leaves are aborted', { tags: ['R24'] }, () => {
  const query = `{ playlist(id: "${ids.playlist.fifty}") { title } video(id: "${ids.video.trailer}") { title } }`;
  it.each([
    ['POST', (query: string) => post(query)],
    ['POST by Yoga', (query: string) => post(query, { path: '/graphql?' })],
    ['WebSocket', (query: string) => overWebSocket(query, 'terminate')],
  ] as const)('all calls of a query: %s', async (_, send) => {
    await beginReads();
    const leave = await send(query);
    await server.waitForRequests(2);
    leave();
    await untilClosed();
    expect(server.requests).toHaveLength(2);
  });
  it('a call that several requests share, when the last one has left', async () => {
    await beginReads();
    const query = `{ video(id: "${ids.video.trailer}") { title } }`;
    const first = post(query);
    await server.waitForRequests(1);
    const second = post(query);
    await expect.poll(() => joining.mock.calls.length).toBe(1);
    first();
    await noticed();
    expect(server.sockets[0]!.destroyed).toBe(false);
    second();
    await untilClosed(2);
    expect(server.requests).toHaveLength(1);
  });
});
