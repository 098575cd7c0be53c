/** Clients change different fields of one entity, through two processes with one Redis. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { eventNow } from '../../support/scenario/calendar.ts';
import { start } from '../../support/gateway/sandbox.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { type Replicas, startReplicas } from '../../support/gateway/replicas.ts';
import { post } from '../../support/client/upload-client.ts';

const count = 2;

let redis: TestRedis;
let replicas: Replicas;

beforeAll(async () => {
  redis = await startRedis();
  replicas = await startReplicas({
    count,
    ownIndex: 1,
    env: { REDIS_URL: redis.url, REQUEST_DEADLINE_MS: '60000' },
  });
});

beforeEach(() => {
  replicas.sandbox.reset(start);
  replicas.sandbox.clearFaults();
});

afterAll(async () => {
  await replicas[Symbol.asyncDispose]();
  await redis.close();
});

describe('32 writers of one event through two processes', () => {
  const event = [ids.calendar.release, ids.event.townhallMeeting] as const;
  const id = globalId('Event', event);
  const all = Array.from({ length: 32 }, (_, index) => index);

  it('read and write once each', { tags: ['R12'] }, async () => {
    const query = 'query ($id: ID!) { event(by: { id: $id }) { etag } }';
    // A process that does not know the token yet reads before it has the lock.
    for (let index = 0; index < count; index += 1) await post(replicas.urlOf(index), query, { id });
    replicas.sandbox.clearCalls();
    const mutation =
      'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { errors { code } } }';
    const bodies = await Promise.all(
      all.map((index) => {
        const set = [{ key: `writer ${index}`, value: String(index) }];
        const input = { by: { id }, sharedProperties: { set } };
        return post(replicas.urlOf(index % count), mutation, { input });
      }),
    );
    // A process that is not run for half a second takes Redis to be unreachable, and rejects.
    const acknowledged = all.filter(
      (index) => bodies[index].data?.updateEvent?.errors.length === 0,
    );
    expect(acknowledged.length).toBeGreaterThan(all.length / 2);
    const { shared } = eventNow(replicas.sandbox, event).extendedProperties!;
    for (const index of acknowledged)
      expect(shared).toHaveProperty(`writer ${index}`, String(index));
    const statusesOf = (operation: string): readonly number[] =>
      replicas.sandbox
        .calls()
        .filter((each) => each.operation === operation)
        .map(({ status }) => status);
    // Without locks, writers would meet: they would read and write again after a 412.
    expect(statusesOf('calendar:events.get').length).toBeLessThanOrEqual(all.length);
    expect(statusesOf('calendar:events.update')).toEqual(acknowledged.map(() => 200));
  });
});
