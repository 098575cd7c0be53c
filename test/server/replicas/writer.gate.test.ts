/** Clients change different fields of one entity, through two processes with one Redis. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
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

const update = `mutation ($input: UpdateVideoInput!) { updateVideo(input: $input) {
  video { id } errors { code message } } }`;

const languages = 'ar bg cs da el es fi fr hi hu it ja ko nl no pl pt ro sv tr'.split(' ');

describe('twenty writers of one video through two processes', () => {
  const id = ids.video.trailer;

  const write = (index: number, input: object): Promise<any> =>
    post(replicas.urlOf(index % count), update, { input: { id, ...input } });

  /** @returns the statuses of the writes that reached the service */
  async function writeAll(): Promise<readonly number[]> {
    await write(0, { defaultLanguage: 'en' });
    replicas.sandbox.clearCalls();
    const bodies = await Promise.all(
      languages.map((language, index) => {
        const localization = { language, title: `Title ${language}`, description: '' };
        return write(index, { localizations: { set: [localization] } });
      }),
    );
    // On a loaded computer Redis may not run for half a second.
    const acknowledged = languages.filter(
      (_, index) => bodies[index].data?.updateVideo?.errors.length === 0,
    );
    expect(acknowledged.length).toBeGreaterThan(languages.length / 2);
    const { localizations } = videoState(replicas.sandbox.simulation()).videos.get(id)!;
    const titles = acknowledged.map((language) => localizations?.[language]?.title);
    expect(titles).toEqual(acknowledged.map((language) => `Title ${language}`));
    return replicas.sandbox
      .calls()
      .filter(({ operation }) => operation === 'video:videos.update')
      .map(({ status }) => status);
  }

  it('lose no acknowledged change, and no update is answered 412', { tags: ['R12'] }, async () => {
    expect(new Set(await writeAll())).toEqual(new Set([200]));
  });
  it('lose no acknowledged change of a service that rejects every condition', async () => {
    replicas.sandbox.fault({ match: { conditional: true }, status: 412 });
    expect(await writeAll()).toContain(200);
  });
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
