/** Uploads of which two processes with one Redis know, while one of the three fails. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type ByteResponse, codeOf, send } from '../../../support/client/byte-client.ts';
import { expectWithin } from '../../../support/report/expect-within.ts';
import { startRedis, type TestRedis } from '../../../support/gateway/redis.ts';
import { type Replicas, startReplicas } from '../../../support/gateway/replicas.ts';
import {
  askOffset,
  offsetOf,
  openFile,
  openVideo,
  type Part,
  post,
  sendPart,
} from '../../../support/client/upload-client.ts';
import {
  bytesFrom,
  digestOf,
  type UploadServer,
  uploadServer,
} from '../../../support/upstream/upload-server.ts';

const MiB = 1024 * 1024;
const total = 8 * MiB;

/** Time in ms in which an upload has to continue after a failure. */
const maxPauseMs = 5_000;

let redis: TestRedis;
let replicas: Replicas;

/** Receives videos; the sandbox receives files of Google Drive. */
let server: UploadServer;

beforeAll(async () => {
  redis = await startRedis();
  server = await uploadServer();
  replicas = await startReplicas({
    count: 2,
    ownIndex: 1,
    env: { REDIS_URL: redis.url },
    bases: () => ({ video: `${server.url}/youtube/v3` }),
  });
});

beforeEach(() => {
  server.reset();
  replicas.sandbox.reset();
});

afterAll(async () => {
  await replicas[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await redis.close();
});

const urlsOf = (uploadUrl: string): readonly [string, string] => [
  replicas.at(0, uploadUrl),
  replicas.at(1, uploadUrl),
];

const stateOf = async (index: number, id: string): Promise<any> => {
  const query = 'query ($id: ID!) { uploadSession(id: $id) { state receivedBytes } }';
  return post(replicas.urlOf(index), query, { id });
};

/** Sends the whole file, of which all but the first bytes wait for `go`. */
function sendSlowly(url: string, first: number): { sent: Promise<ByteResponse>; go: () => void } {
  const gate = Promise.withResolvers<void>();
  const body = async function* (): AsyncGenerator<Buffer> {
    yield* bytesFrom(total, 0, first);
    await gate.promise;
    yield* bytesFrom(total, first);
  };
  const sent = sendPart(url, { total, start: 0, end: total, body: body() });
  return { sent, go: gate.resolve };
}

/** Sends the rest of a file again and again. @returns the time in ms until it was accepted */
async function sendRest(url: string): Promise<number> {
  const startTime = performance.now();
  for (;;) {
    const start = offsetOf(await askOffset(url, total), total);
    const { status } = await sendPart(url, rest(start));
    if (status === 200) return performance.now() - startTime;
    await wait(100);
  }
}

const rest = (start: number): Part => ({ total, start, end: total });

describe('a part', () => {
  it('is rejected while another process sends one', async () => {
    const [one, two] = urlsOf((await openVideo(replicas.url, total)).uploadUrl);
    const { sent, go } = sendSlowly(one, MiB);
    await expect.poll(() => server.received()).toBe(MiB);
    const second = await sendPart(two, { total, start: 0, end: MiB });
    expect([second.status, codeOf(second), second.headers['retry-after']]).toEqual([
      409,
      'CONFLICT',
      '1',
    ]);
    expect((await send(two, { method: 'HEAD' })).status).toBe(308);
    go();
    expect((await sent).status).toBe(200);
    expect(server.puts).toHaveLength(1);
    expect((await askOffset(two, total)).status).toBe(200);
  });
  it('replaces one of another process that the service does not read', async () => {
    const size = 64 * MiB;
    const [one, two] = urlsOf((await openVideo(replicas.url, size)).uploadUrl);
    server.plan.stopReading = true;
    const stalled = sendPart(one, { total: size, start: 0, end: size });
    const ended = stalled.catch(() => undefined);
    // The service has the request, and never reads its body.
    await expect.poll(() => server.puts.length).toBe(1);
    server.plan.stopReading = false;
    const next = async (): Promise<number> =>
      (await sendPart(two, { total: size, start: 0, end: MiB })).status;
    await expect.poll(next, { interval: 100 }).toBe(308);
    expect((await ended)?.status ?? 409).toBe(409);
    expect(server.received()).toBe(MiB);
  });
});

describe('an upload without its store', () => {
  const partOf = (index: number): Part => ({
    total,
    start: index * 2 * MiB,
    end: (index + 1) * 2 * MiB,
  });
  it.each([
    ['stops', () => redis.stop(), () => redis.start()],
    ['hangs', async () => redis.hang(), async () => redis.resume()],
  ])('continues in all processes when Redis %s', async (_, fail, repair) => {
    const { id, uploadUrl } = await openFile(replicas.url, total);
    const urls = urlsOf(uploadUrl);
    const statuses = [(await sendPart(urls[0], partOf(0))).status];
    await fail();
    for (const index of [1, 2])
      statuses.push((await sendPart(urls[index & 1]!, partOf(index))).status);
    await repair();
    // The store has the state of the first part, or none.
    statuses.push((await sendPart(urls[1], partOf(3))).status);
    expect(statuses).toEqual([308, 308, 308, 200]);
    expect(replicas.sandbox.uploads().map(({ sha256 }) => sha256)).toEqual([await digestOf(total)]);
    // A request to the URL lets the store have the state again.
    await expect
      .poll(async () => {
        for (const url of urls) expect((await askOffset(url, total)).status).toBe(200);
        return (await stateOf(0, id)).data?.uploadSession?.state;
      })
      .toBe('COMPLETED');
  });
  it('begins while Redis is stopped', async () => {
    await redis.stop();
    onTestFinished(() => redis.start());
    const { id, uploadUrl } = await openFile(replicas.urlOf(0), total);
    const [, two] = urlsOf(uploadUrl);
    expect((await sendPart(two, rest(0))).status).toBe(200);
    expect(replicas.sandbox.uploads().map(({ sha256 }) => sha256)).toEqual([await digestOf(total)]);
    const { errors } = await stateOf(0, id);
    expect(errors[0].extensions.code).toBe('UPSTREAM_UNAVAILABLE');
  });
  it('has the right bytes if two processes send its parts at once', async () => {
    const { uploadUrl } = await openFile(replicas.url, total);
    const urls = urlsOf(uploadUrl);
    await redis.stop();
    onTestFinished(() => redis.start());
    for (let at = 0; at < total; ) {
      const part = { total, start: at, end: Math.min(total, at + MiB) };
      const responses = await Promise.all(urls.map((url) => sendPart(url, part)));
      // Clients give up after other statuses.
      for (const { status } of responses) expect([200, 308, 409, 502, 503]).toContain(status);
      const asked = await askOffset(uploadUrl, total);
      expect([200, 308]).toContain(asked.status);
      at = offsetOf(asked, total);
    }
    expect(replicas.sandbox.uploads().map(({ sha256 }) => sha256)).toEqual([await digestOf(total)]);
  });
});

// The last one: the process is not replaced.
describe('a part', () => {
  it('continues where the service says after its process was killed', {
    tags: ['R28', 'fullSize'],
  }, async () => {
    const [one, two] = urlsOf((await openVideo(replicas.url, total)).uploadUrl);
    const { sent } = sendSlowly(one, 3 * MiB);
    await expect.poll(() => server.received()).toBe(3 * MiB);
    const broken = sent.catch((error: Error) => error.message);
    await replicas.kill(0);
    const pauseMs = await sendRest(two);
    expect(await broken).toBe('socket hang up');
    expect(server.digest()).toBe(await digestOf(total));
    expectWithin(pauseMs, maxPauseMs);
    const sentBytes = server.puts.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(sentBytes).toBe(total);
  });
});
