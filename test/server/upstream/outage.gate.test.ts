/** A service fails, and the gateway runs in a process of its own: times that clients measure. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Behaviour,
  errorResponse,
  type FaultyServer,
  faultyServer,
  hang,
  json,
} from '../../support/upstream/faulty-server.ts';
import { gatewayCommand } from '../../support/gateway/bundle.ts';
import { launch, type Program } from '../../support/gateway/program.ts';
import { expectWithin } from '../../support/report/expect-within.ts';
import { promised, runsFull } from '../../support/report/promised-size.ts';

const cwd = fileURLToPath(new URL('../../../', import.meta.url));
const video = json({ items: [{ id: 'v', snippet: { title: 'Title' } }] });
const file = json({ id: 'f', name: 'Name' });

/** On a busy machine, services may take long to answer. */
const patience = '600000';

/** Time limits that only hold at the promised size, where no other test runs. */
const timeLimits: Readonly<Record<string, string>> = runsFull
  ? {}
  : { FIRST_BYTE_TIMEOUT_MS: patience, CALL_TIMEOUT_MS: patience, REQUEST_DEADLINE_MS: patience };

let program: Program;
let youtube: FaultyServer;
let drive: FaultyServer;
let url: string;
let driveBehaviour: Behaviour;
let youtubeBehaviour: Behaviour;

beforeAll(async () => {
  youtube = await faultyServer((...parameters) => youtubeBehaviour(...parameters));
  drive = await faultyServer((...parameters) => driveBehaviour(...parameters));
  const env = {
    PORT: '0',
    VIDEO_BASE_URL: `${youtube.url}/youtube/v3`,
    STORAGE_BASE_URL: drive.url,
    CALENDAR_BASE_URL: `${youtube.url}/calendar/v3`,
    LOG_LEVEL: 'error',
    ...timeLimits,
  };
  program = launch(gatewayCommand, { cwd, env });
  url = (await program.printed(/^GraphQL\s+(\S+\/graphql)$/m))[1]!;
});

beforeEach(() => {
  driveBehaviour = file;
  youtubeBehaviour = video;
});

afterAll(async () => {
  program.signal('SIGKILL');
  await drive[Symbol.asyncDispose]();
  await youtube[Symbol.asyncDispose]();
});

const headers = { 'content-type': 'application/json', authorization: 'Bearer caller' };

async function query(document: string): Promise<any> {
  const body = JSON.stringify({ query: document });
  return (await fetch(url, { method: 'POST', headers, body })).json();
}

const readVideo = (): Promise<any> => query('{ video(id: "v") { title } }');
const readFile = (id = 'f'): Promise<any> => query(`{ file(id: "${id}") { name } }`);

/** The times in ms of reads one after the other, in ascending order. */
async function timesOf(count: number, read: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const start = performance.now();
    await read();
    times.push(performance.now() - start);
  }
  return times.toSorted((one, other) => one - other);
}

const quantile = (times: readonly number[], share: number): number =>
  times[Math.floor(share * (times.length - 1))]!;

describe('a service that fails', () => {
  it('is not waited for, and is used again when it works', {
    tags: ['R5', 'fullSize'],
  }, async () => {
    driveBehaviour = errorResponse(503, 'backendError');
    const isPaused = async (): Promise<unknown> => (await readFile()).errors[0].extensions.reason;
    await expect.poll(isPaused).toBe('callsPaused');
    const sent = drive.requests.length;
    const start = performance.now();
    const count = promised(1_000, 50);
    const times = await timesOf(count, () => readFile());
    const probes = Math.ceil((performance.now() - start) / 1_000);
    expect(drive.requests.length - sent).toBeLessThanOrEqual(probes + 1);
    expectWithin(quantile(times, 0.95), 10);
    driveBehaviour = file;
    const sentBefore = drive.requests.length;
    const healthyAt = performance.now();
    const nameOf = async (): Promise<unknown> => (await readFile()).data.file?.name;
    await expect.poll(nameOf, { interval: 50 }).toBe('Name');
    expectWithin(performance.now() - healthyAt, 5_000);
    // The first probe closes the breaker: each call is sent again.
    const sentAfter = drive.requests.length;
    expect(sentAfter).toBe(sentBefore + 1);
    await timesOf(20, () => readFile());
    expect(drive.requests).toHaveLength(sentAfter + 20);
  });
});

describe('a service that hangs', () => {
  it('does not slow the others', { tags: ['R4', 'fullSize'] }, async () => {
    const count = promised(2_000, 50);
    await timesOf(count, readVideo);
    const calmMs = quantile(await timesOf(count, readVideo), 0.99);
    const { length: before } = drive.requests;
    driveBehaviour = hang;
    let ended = 0;
    const waiting = Array.from({ length: promised(600, 20) }, (_, index) =>
      readFile(`f${index}`)
        .catch(() => {})
        .finally(() => (ended += 1)),
    );
    await drive.waitForRequests(before + promised(512, 20));
    const during = quantile(await timesOf(count, readVideo), 0.99);
    expect(await readVideo()).toMatchObject({ data: { video: { title: 'Title' } } });
    // Those that had to wait for a call that hangs would come after its end.
    expect(ended).toBeLessThanOrEqual(promised(600, 0));
    // Times are compared at the promised size only, where no other test runs.
    expectWithin(during, calmMs + 20);
    driveBehaviour = file;
    for (const socket of drive.sockets) socket.destroy();
    await Promise.all(waiting);
  });
});

// The last one: the process ends.
describe('a bulk write whose client has left', () => {
  it('runs to its end after SIGTERM', { tags: ['R24', 'R25'] }, async () => {
    // The first call takes a while, so that the signal arrives meanwhile.
    const { length: before } = youtube.requests;
    let respondToFirst = (): void => {};
    youtubeBehaviour = (socket, request) => {
      const answer = (): void => json({ id: `item${request.index - before}` })(socket, request);
      if (request.index === before) respondToFirst = answer;
      else answer();
    };
    const items = Array.from({ length: 5 }, (_, index) => `{ videoId: "v${index}" }`).join(' ');
    const body = JSON.stringify({
      query: `mutation { addPlaylistItems(input: { playlistId: "PL1", entries: [${items}] }) { failedCount } }`,
    });
    const client = new AbortController();
    const { signal } = client;
    const left = fetch(url, { method: 'POST', headers, body, signal }).catch(() => 'left');
    await youtube.waitForRequests(before + 1);
    client.abort();
    expect(await left).toBe('left');
    program.signal('SIGTERM');
    await expect
      .poll(() =>
        fetch(url, { method: 'POST', headers, body: '{}' }).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed');
    respondToFirst();
    expect(await program.ended).toBe(0);
    expect(youtube.requests).toHaveLength(before + 5);
  });
});
