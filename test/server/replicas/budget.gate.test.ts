/** Processes with one Redis spend a budget together: all of it, and never more. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { type Replicas, startReplicas } from '../../support/gateway/replicas.ts';
import { post } from '../../support/client/upload-client.ts';

const budget = 100;
const count = 2;
const atOnce = 24;

let redis: TestRedis;
let replicas: Replicas;

beforeAll(async () => {
  redis = await startRedis();
  const env = { REDIS_URL: redis.url, QUOTA_BUDGET: `VIDEO=${budget}` };
  replicas = await startReplicas({ count, ownIndex: 1, env });
  // A first request takes long: while a process is busy, it takes Redis to be unreachable.
  for (let index = 0; index < count; index += 1) await post(replicas.urlOf(index), listQuery);
});

beforeEach(async () => {
  await redis.cli('flushall');
  replicas.sandbox.clearCalls();
});

afterAll(async () => {
  await replicas[Symbol.asyncDispose]();
  await redis.close();
});

/** Spends one unit, for a video that does not exist: equal reads of a caller would share a call. */
const videoQuery = (index: number): string =>
  `{ video(id: "${String(index).padStart(11, 'x')}") { title } }`;

const playlistId = globalId('Playlist', [ids.playlist.fifty]);

/** Spends 3 units; more are reserved until it ends. */
const listQuery = `{ playlist(id: "${playlistId}") {
  items(first: 50) { nodes { video { title channel { title } } } } } }`;

/** @returns the number of responses with the error code */
const countOf = (bodies: readonly any[], code: string): number =>
  bodies.filter(({ errors }) => errors?.[0].extensions.code === code).length;

/**
 * Expects that operations have spent all that was left. A process that is not run for half a second
 * cannot tell whether Redis has made its reservation, rejects the operation, and loses a unit.
 */
function expectSpent(bodies: readonly any[], left: number): void {
  const [spent, rejected, unavailable] = [
    'NOT_FOUND',
    'QUOTA_EXCEEDED',
    'UPSTREAM_UNAVAILABLE',
  ].map((code) => countOf(bodies, code)) as [number, number, number];
  expect(spent + rejected + unavailable).toBe(bodies.length);
  expect(spent).toBeLessThanOrEqual(left);
  expect(spent + unavailable).toBeGreaterThanOrEqual(left);
}

/** Sends each query to the next process, some of them at once. */
async function sendAll(queries: readonly string[]): Promise<readonly any[]> {
  const bodies: any[] = [];
  let next = 0;
  const sendNext = async (): Promise<void> => {
    for (let index = next++; index < queries.length; index = next++)
      bodies[index] = await post(replicas.urlOf(index % count), queries[index]!);
  };
  await Promise.all(Array.from({ length: atOnce }, sendNext));
  return bodies;
}

const videoQueries = (length: number): string[] =>
  Array.from({ length }, (_, index) => videoQuery(index));

const callCount = (): number => replicas.sandbox.calls().length;

describe('a budget of several processes', () => {
  it('is spent exactly by concurrent operations', async () => {
    const bodies = await sendAll(videoQueries(2 * budget));
    expectSpent(bodies, budget);
    expect(callCount()).toBe(countOf(bodies, 'NOT_FOUND'));
  });
  it('gets back what concurrent operations have reserved and not spent', async () => {
    const lists = await sendAll(Array.from({ length: 8 }, () => listQuery));
    const spent = callCount();
    expect(spent).toBeGreaterThan(0);
    const costs = lists.map(({ extensions }) => extensions?.cost?.units.VIDEO ?? 0);
    expect(costs.reduce((sum, units) => sum + units, 0)).toBe(spent);
    const bodies = await sendAll(videoQueries(budget));
    expectSpent(bodies, budget - spent);
    expect(callCount()).toBeLessThanOrEqual(budget);
  });
});
