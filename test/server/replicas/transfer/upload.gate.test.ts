/** Uploads whose requests reach different processes, which are killed on the way. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomFrom } from '../../../../src/sandbox/random.ts';
import type { ByteResponse } from '../../../support/client/byte-client.ts';
import { expectWithin } from '../../../support/report/expect-within.ts';
import { promised } from '../../../support/report/promised-size.ts';
import { startRedis, type TestRedis } from '../../../support/gateway/redis.ts';
import { type Replicas, startReplicas } from '../../../support/gateway/replicas.ts';
import {
  askOffset,
  offsetOf,
  openVideo,
  type Part,
  sendPart,
} from '../../../support/client/upload-client.ts';
import { bytesFrom, digestOf } from '../../../support/upstream/upload-server.ts';

const MiB = 1024 * 1024;
const block = 256 * 1024;

/** As in the code of docs/files.md. */
const partLength = 8 * MiB;

/** Time in ms in which an upload has to continue after a cut. */
const maxPauseMs = 5_000;

let replicas: Replicas;

/** SHA-256 of all files that the service has received. */
const received = (): readonly string[] => replicas.sandbox.uploads().map(({ sha256 }) => sha256);

/** Bytes of parts that have reached the service. */
const bytesAtService = (): number =>
  replicas.sandbox.calls().reduce((sum, { upload }) => sum + (upload?.bytes ?? 0), 0);

/** Where an upload continues after a cut, and the time in ms until the service takes bytes. */
interface Recovery {
  readonly from: number;
  readonly offset: number;
  readonly pauseMs: number;
}

/** Asks for the offset and sends a block there, until the service has taken it. */
async function recover(url: string, total: number): Promise<Recovery> {
  const startTime = performance.now();
  for (;;) {
    const asked = await askOffset(url, total).catch(() => undefined);
    if (asked?.status === 308) {
      const from = offsetOf(asked, total);
      const end = Math.min(total, from + block);
      const sent = await sendPart(url, { total, start: from, end }).catch(() => undefined);
      const offset = sent === undefined ? 0 : offsetOf(sent, total);
      if (offset > from) return { from, offset, pauseMs: performance.now() - startTime };
    }
    await wait(100);
  }
}

/** Sends the rest of a file, which is cut after some bytes. @returns whether it was */
type Cut = (uploadUrl: string, part: Part, cutAfter: number) => Promise<boolean>;

const isCut = (sent: Promise<ByteResponse>): Promise<boolean> =>
  sent.then(
    ({ status }) => status >= 500,
    () => true,
  );

const byClient: Cut = (uploadUrl, part, cutAfter) =>
  isCut(sendPart(uploadUrl, { ...part, disconnectAfter: cutAfter }));

/** Sends a part, again while the process still has the one before, whose client has left. */
async function sendUnlocked(uploadUrl: string, part: Part): Promise<ByteResponse> {
  for (;;) {
    const response = await sendPart(uploadUrl, part);
    if (response.status !== 409) return response;
    await wait(100);
  }
}

/** The process can ask for the offset first, a request without bytes. */
const byService: Cut = async (uploadUrl, part, cutAfter) => {
  const { sandbox } = replicas;
  const { length: before } = sandbox.calls();
  sandbox.fault({ match: { operation: 'video:videos.insert' }, cutAfter });
  const result = await isCut(sendUnlocked(uploadUrl, part));
  sandbox.clearFaults();
  const cutCalls = sandbox.calls().slice(before);
  return (
    result && cutCalls.some(({ status, upload }) => status === 0 && upload?.bytes === cutAfter)
  );
};

/** The bytes of a part; those after some of them are held until `released`. */
async function* heldBytes({ total, start, end }: Part, after: number, released: Promise<void>) {
  let sent = 0;
  for await (const chunk of bytesFrom(total, start, end)) {
    if (sent > after) await released;
    sent += chunk.length;
    yield chunk;
  }
}

/**
 * Kills the process when the service has received the bytes, and starts another one later. The
 * process does not get the whole part before: it passes bytes on in blocks.
 */
const byKill =
  (index: number): Cut =>
  async (uploadUrl, part, cutAfter) => {
    const before = bytesAtService();
    const { promise: killed, resolve } = Promise.withResolvers<void>();
    const body = heldBytes(part, cutAfter + 4 * block, killed);
    const sent = isCut(sendPart(replicas.at(index, uploadUrl), { ...part, body }));
    while (bytesAtService() - before < cutAfter) await wait(1);
    await replicas.kill(index);
    resolve();
    return sent;
  };

describe.each([
  { count: 2, store: 'a store each' },
  { count: promised(4, 2), store: 'one Redis' },
])('an upload over $count processes with $store', ({ count, store }) => {
  let redis: TestRedis | undefined;
  beforeAll(async () => {
    redis = store === 'one Redis' ? await startRedis() : undefined;
    replicas = await startReplicas({
      count,
      // A short run kills one process only: the first one.
      ownIndex: promised(undefined, 1),
      env: redis ? { REDIS_URL: redis.url } : {},
    });
  });
  beforeEach(() => replicas.sandbox.reset());
  afterAll(async () => {
    await replicas[Symbol.asyncDispose]();
    await redis?.close();
  });
  it('is begun on one process and received in parts by all others', async () => {
    const total = (2 * count + 1) * MiB + 5;
    const { uploadUrl } = await openVideo(replicas.urlOf(0), total);
    const statuses: number[] = [];
    let last: ByteResponse | undefined;
    for (let at = 0, index = 1; at < total; at += MiB, index += 1) {
      const part = { total, start: at, end: Math.min(at + MiB, total) };
      last = await sendPart(replicas.at(index % count, uploadUrl), part);
      statuses.push(last.status);
    }
    expect(statuses).toEqual([...statuses.slice(1).map(() => 308), 200]);
    expect(received()).toEqual([await digestOf(total)]);
    for (let index = 0; index < count; index += 1) {
      const again = await askOffset(replicas.at(index, uploadUrl), total);
      expect([again.status, again.json]).toEqual([200, last!.json]);
    }
  });
  it('continues after random cuts', { tags: ['R28', 'fullSize'] }, async () => {
    const cuts = promised(100, 3);
    const total = (2 * cuts + 10) * MiB + 17;
    const { uploadUrl } = await openVideo(replicas.url, total);
    const random = randomFrom(`cuts of ${count}`);
    const recoveries: (Recovery & { readonly resent: number })[] = [];
    let at = 0;
    while (recoveries.length < cuts) {
      const index = random.int(0, promised(count - 1, 0));
      const by = (['client', 'service', 'kill'] as const)[recoveries.length % 3]!;
      const cut = { client: byClient, service: byService, kill: byKill(index) }[by];
      let sent = 0;
      const onSent = (bytes: number): void => void (sent = bytes);
      const part = { total, start: at, end: Math.min(total, at + partLength), onSent };
      const isPartCut = await cut(uploadUrl, part, random.int(1, MiB));
      expect([by, isPartCut]).toEqual([by, true]);
      const recovery = await recover(uploadUrl, total);
      recoveries.push({ ...recovery, resent: at + sent - recovery.from });
      at = recovery.offset;
      // The others go on without the last one.
      if (by === 'kill' && recoveries.length < cuts) await replicas.restart(index);
    }
    for (; at < total; at += partLength)
      await sendPart(uploadUrl, { total, start: at, end: Math.min(total, at + partLength) });
    expect(received()).toEqual([await digestOf(total)]);
    for (const { resent, pauseMs } of recoveries) {
      expect(resent).toBeLessThanOrEqual(8 * MiB);
      expectWithin(pauseMs, maxPauseMs);
    }
  });
});
