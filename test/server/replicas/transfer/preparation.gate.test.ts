/**
 * `prepareBroadcast` in a process that dies at each step: the same mutation, sent to another
 * process, ends with everything that was asked for, and nothing is made twice.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { allNew, newEventId, preparedState } from '../../../support/scenario/prepare-broadcast.ts';
import { startRedis, type TestRedis } from '../../../support/gateway/redis.ts';
import { type Replicas, startReplicas } from '../../../support/gateway/replicas.ts';
import { start } from '../../../support/gateway/sandbox.ts';
import { post } from '../../../support/client/upload-client.ts';

let redis: TestRedis;
let replicas: Replicas;

beforeAll(async () => {
  redis = await startRedis();
  replicas = await startReplicas({ count: 2, env: { REDIS_URL: redis.url } });
});

afterAll(async () => {
  await replicas[Symbol.asyncDispose]();
  await redis.close();
});

/** The calls that write, in their order. */
const writes = [
  'calendar:events.insert',
  'live:liveBroadcasts.insert',
  'calendar:events.patch',
  'live:liveStreams.insert',
  'calendar:events.patch',
  'live:liveBroadcasts.bind',
  'calendar:events.patch',
];

const deaths = writes.map((operation, step) => ({ operation, step }));

const prepare = (index: number): Promise<any> =>
  post(
    replicas.urlOf(index),
    'mutation ($input: PrepareBroadcastInput!) { prepareBroadcast(input: $input) { broadcast { broadcastId } errors { code message } } }',
    { input: { ...allNew, onFailure: 'KEEP' } },
  );

/** The event without its ids, and the numbers of broadcasts and streams. */
async function stateOf() {
  const { event, broadcasts, streams } = await preparedState(replicas.sandbox, newEventId);
  const { videoId } = event.extendedProperties.private;
  return {
    attendees: event.attendees.map(({ email }: { email: string }) => email),
    title: broadcasts[videoId].snippet.title,
    isBound: broadcasts[videoId].contentDetails.boundStreamId in streams,
    broadcasts: Object.keys(broadcasts).length,
    streams: Object.keys(streams).length,
  };
}

const writesSoFar = (): number =>
  replicas.sandbox.calls().filter(({ operation = '' }) => writes.includes(operation)).length;

/** A process that is starting in place of the one that has died. */
let restarted: Promise<void> = Promise.resolve();

afterEach(() => restarted);

/** Begins in the first process, and kills it before a write. */
async function dieBefore({ operation, step }: (typeof deaths)[number]): Promise<void> {
  const match = { operation };
  const before = writes.slice(0, step).filter((each) => each === operation).length;
  // Faults without an effect let the calls before pass.
  if (before > 0) replicas.sandbox.fault({ match, delayMs: 0, times: before });
  replicas.sandbox.fault({ match, hang: true });
  const lost = prepare(0).catch(() => undefined);
  // The answer of the write before has arrived when the next one is sent.
  await expect.poll(writesSoFar, { interval: 5 }).toBe(step + 1);
  await replicas.kill(0);
  await redis.expireLeases();
  restarted = replicas.restart(0);
  await lost;
  replicas.sandbox.clearFaults();
}

describe('a process that dies while it prepares a broadcast', () => {
  it.each(deaths)('is continued by the same mutation: $step, before $operation', async (death) => {
    replicas.sandbox.reset(start);
    expect((await prepare(1)).data.prepareBroadcast.errors).toEqual([]);
    const undisturbed = await stateOf();
    replicas.sandbox.reset(start);
    replicas.sandbox.clearCalls();
    await dieBefore(death);
    const { data, errors } = await prepare(1);
    expect([errors, data?.prepareBroadcast.errors]).toEqual([undefined, []]);
    expect(await stateOf()).toEqual(undisturbed);
  });
});
