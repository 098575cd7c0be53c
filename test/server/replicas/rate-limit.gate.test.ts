/**
 * Four gateways with one Redis, and a service that refuses the calls of some callers. They are in
 * this process, so that no pause ends before the test moves their clock.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../../src/engine/caller/clock.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import {
  type Behaviour,
  delayed,
  type FaultyServer,
  faultyServer,
  respond,
} from '../../support/upstream/faulty-server.ts';
import { callersNamed, healthy, refusal } from '../../support/upstream/refusing-service.ts';

let now = systemClock.now();

/** Stands still until a test moves it; timers are those of the computer. */
const clock: Clock = { ...systemClock, now: () => now, wallTime: () => Math.floor(now) };

let redis: TestRedis;
let sandbox: Sandbox;
let service: FaultyServer;
let gateways: readonly RunningGateway[];

/** What the service answers a caller, if it is no success. */
let answerTo: (caller: string) => Behaviour | undefined;

/** Whether a refused call is sent again does not matter here, and no call waits. */
const env = { RETRY_ATTEMPTS: '1', RETRY_CAP_MS: '1' };

beforeAll(async () => {
  redis = await startRedis();
  sandbox = await startSandbox();
  service = await faultyServer((socket, request) =>
    (answerTo(callerOf(request)) ?? healthy)(socket, request),
  );
  gateways = await Promise.all(
    Array.from({ length: 4 }, () =>
      startGateway({
        sandbox,
        clock,
        env: { ...env, REDIS_URL: redis.url },
        bases: { video: `${service.url}/youtube/v3` },
      }),
    ),
  );
  answerTo = () => undefined;
  // The gateways reach the store.
  for (const index of gateways.keys()) await readVideo(index, 'first');
});

/** What earlier tests have left is forgotten. */
beforeEach(() => {
  now += 3_600_000;
  answerTo = () => undefined;
});

afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  await service[Symbol.asyncDispose]();
  await sandbox.close();
  await redis.close();
});

const callerOf = ({ headers }: FaultyServer['requests'][number]): string =>
  headers['authorization']!.replace('Bearer ', '');

/** The number of calls of a caller that were sent. */
const callsOf = (caller: string): number =>
  service.requests.filter((request) => callerOf(request) === caller).length;

/** @returns the code of the only error: `NOT_FOUND` if the service answers the call */
async function readVideo(gateway: number, token: string): Promise<string> {
  const response = await fetch(`${gateways[gateway % gateways.length]!.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: '{ video(id: "unknownvide") { title } }' }),
  });
  const { errors } = (await response.json()) as { errors: [{ extensions: { code: string } }] };
  return errors[0].extensions.code;
}

/** Lets the service refuse the next call of each caller. */
function refuseOnce(callers: readonly string[], answer: Behaviour): void {
  const waiting = new Set(callers);
  answerTo = (caller) => (waiting.delete(caller) ? answer : undefined);
}

const refusals: readonly (readonly [string, Behaviour])[] = [
  ['429, Retry-After 600', refusal(429, 'rateLimitExceeded')(600)],
  ['429, Retry-After 1', refusal(429, 'rateLimitExceeded')(1)],
  [
    '429 without a reason',
    respond(429, JSON.stringify({ error: { code: 429 } }), { 'retry-after': '30' }),
  ],
  ['403 rateLimitExceeded, Retry-After 30', refusal(403, 'rateLimitExceeded')(30)],
  ['403 rateLimitExceeded', refusal(403, 'rateLimitExceeded')()],
  ['403 userRateLimitExceeded, Retry-After 600', refusal(403, 'userRateLimitExceeded')(600)],
];

describe.each([3, 30])('%d callers that are refused', (count) => {
  it.each(refusals)(
    'are paused by all replicas, and nobody else: %s',
    {
      tags: ['R40'],
    },
    async (name, answer) => {
      const attackers = callersNamed(`${count} ${name} `.replaceAll(/\W/g, '-'), count);
      const victim = `victim-of-${attackers[0]}`;
      const codes: string[] = [];
      const readAsVictim = async (): Promise<void> => {
        for (const index of gateways.keys()) codes.push(await readVideo(index, victim));
      };
      await Promise.all(attackers.map((attacker, index) => readVideo(index, attacker)));
      await readAsVictim();
      refuseOnce(attackers, answer);
      const [refused] = await Promise.all([
        Promise.all(attackers.map((attacker, index) => readVideo(index, attacker))),
        readAsVictim(),
      ]);
      expect(new Set(refused)).toEqual(new Set(['RATE_LIMITED']));
      for (const [index, attacker] of attackers.slice(0, 3).entries())
        for (const other of [1, 2, 3])
          await expect.poll(() => readVideo(index + other, attacker)).toBe('RATE_LIMITED');
      await readAsVictim();
      expect(new Set(codes)).toEqual(new Set(['NOT_FOUND']));
      expect(callsOf(victim)).toBe(codes.length);
      for (const [index, attacker] of attackers.slice(0, 3).entries()) {
        const sent = callsOf(attacker);
        for (const other of gateways.keys())
          expect(await readVideo(index + other, attacker)).toBe('RATE_LIMITED');
        expect(callsOf(attacker)).toBe(sent);
      }
    },
  );
});

it('all callers are paused by all replicas while all are refused, until one succeeds', {
  tags: ['R40'],
}, async () => {
  const callers = callersNamed('refused', 3);
  for (const [index, caller] of callers.entries()) await readVideo(index, caller);
  answerTo = () => refusal(403, 'rateLimitExceeded')();
  for (const [index, caller] of callers.entries()) await readVideo(index, caller);
  let newcomers = 0;
  /** @returns whether the first call of a new caller is sent */
  const isSent = async (gateway: number): Promise<boolean> => {
    const caller = `newcomer${(newcomers += 1)}`;
    await readVideo(gateway, caller);
    return callsOf(caller) === 1;
  };
  for (const index of gateways.keys())
    for (let count = 0; count < 3; count += 1) expect(await isSent(index)).toBe(true);
  // Redis has passed on what the gateways have announced.
  await redis.cli('ping');
  now += 20_000;
  await readVideo(0, callers[0]!);
  // Until the clock moves, a probe is sent at most.
  for (const index of gateways.keys()) await expect.poll(() => isSent(index)).toBe(false);
  for (const index of gateways.keys()) expect(await isSent(index)).toBe(false);
  now += 1_000;
  const { behaviour, respond: succeed } = delayed(healthy);
  answerTo = (caller) => (caller === 'slow' ? behaviour : refusal(403, 'rateLimitExceeded')());
  const probe = readVideo(0, 'slow');
  await expect.poll(() => callsOf('slow')).toBe(1);
  for (const index of gateways.keys()) await expect.poll(() => isSent(index)).toBe(false);
  answerTo = () => undefined;
  for (const index of gateways.keys()) expect(await isSent(index)).toBe(false);
  succeed();
  expect(await probe).toBe('NOT_FOUND');
  // The clock has not moved: each gateway has learned of the success.
  for (const index of gateways.keys()) await expect.poll(() => isSent(index)).toBe(true);
  for (const index of gateways.keys())
    for (let count = 0; count < 3; count += 1) expect(await isSent(index)).toBe(true);
});

it('each replica knows its own pauses while Redis fails', { tags: ['R40'] }, async () => {
  await readVideo(0, 'lonely');
  await redis.stop();
  refuseOnce(['lonely'], refusal(403, 'rateLimitExceeded')(60));
  expect(await readVideo(0, 'lonely')).toBe('RATE_LIMITED');
  expect(await readVideo(0, 'lonely')).toBe('RATE_LIMITED');
  expect(await readVideo(1, 'lonely')).toBe('NOT_FOUND');
});
