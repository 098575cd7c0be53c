/** The memory of a process of the gateway during large uploads and slow downloads. */
import { createHash, type Hash } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { promised } from '../../../support/report/promised-size.ts';
import { ordinaryMemory } from '../../../support/gateway/program.ts';
import { type Replicas, startReplicas } from '../../../support/gateway/replicas.ts';
import { openFile, openVideo, post, sendPart } from '../../../support/client/upload-client.ts';
import { digestOf } from '../../../support/upstream/upload-server.ts';

const MiB = 1024 * 1024;

/** Starts a process for the tests of a suite. */
function useProcess(): () => Replicas {
  let replicas: Replicas;
  beforeAll(async () => {
    replicas = await startReplicas({ count: 1, env: ordinaryMemory });
  });
  beforeEach(() => replicas.sandbox.reset());
  afterAll(() => replicas[Symbol.asyncDispose]());
  return () => replicas;
}

/** Uploads a video of this size. @returns the status */
async function uploadVideo(replicas: Replicas, total: number): Promise<number> {
  const { uploadUrl } = await openVideo(replicas.urlOf(0), total);
  const url = replicas.at(0, uploadUrl);
  return (await sendPart(url, { total, start: 0, end: total })).status;
}

/** @returns bytes that the process needs at most beyond what it has when idle */
async function memoryOf(replicas: Replicas, work: () => Promise<void>): Promise<number> {
  await uploadVideo(replicas, 4 * MiB);
  await wait(1_000);
  replicas.sandbox.clearCalls();
  replicas.resetMemory(0);
  const { rss } = replicas.memory(0);
  await work();
  return replicas.memory(0).peak - rss;
}

// The suites have a process each, and run at the same time.
describe.concurrent('an upload', () => {
  const process = useProcess();
  it.each([
    [1, 80, 64],
    [8, 36, 256],
  ])(
    'of a large file, $0 at once, needs at most $2 MiB',
    { tags: ['R27', 'fullSize'], concurrent: false },
    async (files, quickMiB, limit) => {
      const replicas = process();
      const total = promised(1_024, quickMiB) * MiB;
      const needed = await memoryOf(replicas, async () => {
        const uploads = Array.from({ length: files }, () => uploadVideo(replicas, total));
        expect(await Promise.all(uploads)).toEqual(uploads.map(() => 200));
      });
      expect(needed).toBeLessThanOrEqual(limit * MiB);
      const digest = await digestOf(total);
      const received = replicas.sandbox.uploads().map(({ sha256 }) => sha256);
      expect(received).toEqual(received.map(() => digest));
      expect(received).toHaveLength(files);
    },
  );
});

/** Opens a download. */
const open = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers, agent: false }, resolve).once('error', reject);
  });

/** Reads 10 kB per second. @returns the number of bytes */
async function readSlowly(response: IncomingMessage, hash: Hash, ms: number): Promise<number> {
  let count = 0;
  for (const end = performance.now() + ms; performance.now() < end; await wait(100)) {
    const chunk = response.read(1_000) as Buffer | null;
    if (chunk) hash.update(chunk);
    count += chunk?.length ?? 0;
  }
  return count;
}

describe.concurrent('a download', () => {
  const process = useProcess();
  it('by a slow client needs at most 32 MiB, and continues', {
    tags: ['R29', 'fullSize'],
  }, async () => {
    const replicas = process();
    const total = promised(512, 48) * MiB;
    const { uploadUrl } = await openFile(replicas.urlOf(0), total);
    const sent = await sendPart(replicas.at(0, uploadUrl), { total, start: 0, end: total });
    const query = 'query ($id: ID!) { file(id: $id) { content { url } } }';
    const { data } = await post(replicas.urlOf(0), query, { id: sent.json.result });
    const url = replicas.at(0, data.file.content.url);
    const hash = createHash('sha256');
    let from = 0;
    let etag: string | undefined;
    const needed = await memoryOf(replicas, async () => {
      const response = await open(url);
      etag = response.headers.etag;
      from = await readSlowly(response, hash, promised(60_000, 2_000));
      response.destroy();
    });
    expect(from).toBeGreaterThan(0);
    expect(needed).toBeLessThanOrEqual(32 * MiB);
    const rest = await open(url, { range: `bytes=${from}-`, 'if-match': etag! });
    expect([rest.statusCode, rest.headers['content-range']]).toEqual([
      206,
      `bytes ${from}-${total - 1}/${total}`,
    ]);
    for await (const chunk of rest) hash.update(chunk as Buffer);
    expect(hash.digest('hex')).toBe(await digestOf(total));
  });
});
