/** Two processes with one Redis, and a service that limits the rate of calls. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { type Replicas, startReplicas } from '../../support/gateway/replicas.ts';

let redis: TestRedis;
let replicas: Replicas;

beforeAll(async () => {
  redis = await startRedis();
  replicas = await startReplicas({ count: 2, ownIndex: 1, env: { REDIS_URL: redis.url } });
});

afterAll(async () => {
  await replicas[Symbol.asyncDispose]();
  await redis.close();
});

/** @returns the error of the first field */
async function errorOf(replica: number, token: string, query: string): Promise<object> {
  const response = await fetch(`${replicas.urlOf(replica)}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  const { errors } = (await response.json()) as { errors: [{ extensions: object }] };
  return errors[0].extensions;
}

const readVideo = (replica: number, token: string): Promise<object> =>
  errorOf(replica, token, '{ video(id: "unknownvide") { title } }');

const readFile = (replica: number): Promise<object> =>
  errorOf(replica, 'studio-owner', '{ file(id: "unknown") { name } }');

/** Limits one call. */
const limit = (service: string, reason: string): void =>
  replicas.sandbox.fault({
    match: { service },
    status: 403,
    reason,
    retryAfter: 60,
    times: 1,
  });

const paused = { code: 'RATE_LIMITED', retryAfter: expect.any(Number) as number };

it('each replica knows the pause of the other, of a caller and of all', {
  tags: ['R40'],
}, async () => {
  // The service accepts the tokens, and the replicas reach the store.
  for (const replica of [0, 1])
    for (const token of ['studio-owner', 'studio-guest'])
      expect(await readVideo(replica, token)).toMatchObject({ code: 'NOT_FOUND' });
  limit('video', 'userRateLimitExceeded');
  expect(await readVideo(0, 'studio-owner')).toMatchObject(paused);
  await expect.poll(() => readVideo(1, 'studio-owner')).toMatchObject(paused);
  expect(await readVideo(1, 'studio-guest')).toMatchObject({ code: 'NOT_FOUND' });
  limit('video', 'rateLimitExceeded');
  expect(await readVideo(1, 'studio-guest')).toMatchObject(paused);
  await expect.poll(() => readVideo(0, 'studio-guest')).toMatchObject(paused);
});

it('each replica knows its own pauses while Redis fails', { tags: ['R40'] }, async () => {
  await redis.stop();
  limit('storage', 'rateLimitExceeded');
  expect(await readFile(0)).toMatchObject(paused);
  expect(await readFile(0)).toMatchObject(paused);
  expect(await readFile(1)).toMatchObject({ code: 'NOT_FOUND' });
});
