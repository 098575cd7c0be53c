/** All processes are replaced, one after the other, while clients send requests. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { promised } from '../../support/report/promised-size.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { type Replicas, startReplicas } from '../../support/gateway/replicas.ts';
import { openFile, post, sendPart } from '../../support/client/upload-client.ts';
import { digestOf } from '../../support/upstream/upload-server.ts';

const MiB = 1024 * 1024;
const count = promised(4, 2);
const clients = 8;

let redis: TestRedis;
let replicas: Replicas;

beforeAll(async () => {
  redis = await startRedis();
  replicas = await startReplicas({
    count,
    env: { REDIS_URL: redis.url, DRAIN_DELAY_MS: '500' },
  });
});

afterAll(async () => {
  await replicas[Symbol.asyncDispose]();
  await redis.close();
});

const id = globalId('Playlist', [ids.playlist.fifty]);
const query = `{ playlist(id: "${id}") { items(first: 50) { nodes { video { title } } } } }`;

/** Repeats a request until `isOver`. @returns how often it succeeded, and its failures */
async function repeat(
  isOver: () => boolean,
  work: () => Promise<void>,
): Promise<{ readonly successes: number; readonly failures: readonly string[] }> {
  const failures: string[] = [];
  let successes = 0;
  while (!isOver()) {
    try {
      await work();
      successes += 1;
    } catch (error) {
      failures.push(String(error));
    }
  }
  return { successes, failures };
}

describe('a rolling restart', () => {
  it('of all processes fails no request', {
    tags: ['R25', 'fullSize'],
  }, async () => {
    const expected = await post(replicas.url, query);
    expect(expected.data.playlist.items.nodes).toHaveLength(50);
    const digest = await digestOf(MiB);
    let isOver = false;
    const read = async (): Promise<void> =>
      expect((await post(replicas.url, query)).data).toEqual(expected.data);
    const upload = async (): Promise<void> => {
      const { uploadUrl } = await openFile(replicas.url, MiB);
      const half = MiB / 2;
      const first = await sendPart(uploadUrl, { total: MiB, start: 0, end: half });
      const last = await sendPart(uploadUrl, { total: MiB, start: half, end: MiB });
      expect([first.status, last.status]).toEqual([308, 200]);
    };
    const load = Array.from({ length: clients }, (_, index) =>
      repeat(() => isOver, index === 0 ? upload : read),
    );
    const codes: (number | null)[] = [];
    for (let index = 0; index < count; index += 1) {
      codes.push(await replicas.drain(index));
      await replicas.restart(index);
    }
    // Each of the old and the new processes has served requests.
    const servers = (): number => Object.keys(replicas.proxy.served()).length;
    await expect.poll(servers).toBe(2 * count);
    isOver = true;
    const results = await Promise.all(load);
    expect(codes).toEqual(codes.map(() => 0));
    expect(results.flatMap(({ failures }) => failures)).toEqual([]);
    for (const { successes } of results) expect(successes).toBeGreaterThan(0);
    const uploaded = replicas.sandbox.uploads().map(({ sha256 }) => sha256);
    expect(uploaded).toEqual(Array.from({ length: results[0]!.successes }, () => digest));
  });
});
