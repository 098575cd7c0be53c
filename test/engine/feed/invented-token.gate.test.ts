/**
 * Feeds of callers whose token no service has accepted: they leave nothing in the process or in the
 * store, and their reads keep to the waits that the service demands.
 */
import { describe, expect, it } from 'vitest';
import { AcceptedCallers } from '../../../src/engine/caller/identities.ts';
import { RedisStore } from '../../../src/engine/store/redis-store.ts';
import { Encryption } from '../../../src/engine/caller/encryption.ts';
import { Chat, chatSource } from '../../support/upstream/chat.ts';
import {
  collect,
  type FeedAnswer,
  type FeedHandler,
  rejected,
} from '../../support/feed/feed-harness.ts';
import { createReplicas } from '../../support/feed/replicas.ts';
import { startRedis } from '../../support/gateway/redis.ts';

/** What a service can answer to a token that it does not accept, or has not read. */
const answers: readonly (readonly [string, FeedAnswer])[] = [
  ['401', rejected(401, 'authError')],
  ['403', rejected(403, 'forbidden')],
  ['429', rejected(429, 'rateLimitExceeded')],
  ['503', rejected(503, 'backendError')],
  ['a cut connection', { cut: 'before' }],
];

const strangers = 20;

/** A service, and a hub for it. */
async function createHub(...args: Parameters<typeof createReplicas>) {
  const service = await createReplicas(...args);
  const { hub } = service.start();
  return {
    ...service,
    hub,
    subscribe: (token: string, id?: string) =>
      collect(hub.subscribe({ identity: { token }, source: chatSource(id) })),
  };
}

/** A service, and a hub for it whose store other replicas share. */
async function createSharedHub(handler: FeedHandler) {
  const service = await createHub(handler);
  /** The kinds of the entries. */
  const kinds = (): readonly string[] => service.memory.keys.map((key) => key.split(' ')[0]!);
  return { ...service, kinds };
}

describe('a feed of an invented token', () => {
  it.each(answers)('leaves nothing after %s', { tags: ['S37'] }, async (_, answer) => {
    await using service = await createSharedHub(() => answer);
    const { memory } = service;
    const { clock } = service;
    const subscribers = Array.from({ length: strangers }, (_each, index) =>
      service.subscribe(`invented-${index}`),
    );
    await clock.advance(10_000);
    expect(service.requests.length).toBeGreaterThanOrEqual(strangers);
    for (const { leave } of subscribers) await leave();
    await clock.settle();
    // Topics that are kept wait for the end of their retention, the store's entries expire sooner.
    expect([memory.listenerCount, clock.sleeperCount]).toEqual([0, 0]);
    await clock.advance(30_000);
    expect(memory.keys).toEqual([]);
  });
  it('leaves nothing if the client leaves before the answer', { tags: ['S37'] }, async () => {
    await using service = await createSharedHub(new Chat().answer);
    const { memory } = service;
    for (let index = 0; index < strangers; index += 1)
      await service.subscribe(`invented-${index}`).leave();
    await service.clock.settle();
    expect([memory.keys, memory.listenerCount, service.clock.sleeperCount]).toEqual([[], 0, 0]);
  });
  it('keeps to the waits of the service when its subscribers change', async () => {
    const answer = { ...rejected(429, 'rateLimitExceeded'), headers: { 'retry-after': '60' } };
    await using service = await createHub(() => answer, { isShared: false });
    for (let turn = 0; turn < 20; turn += 1) {
      const { leave } = service.subscribe('invented');
      await service.clock.advance(5_000);
      await leave();
    }
    const gaps = service.requests.slice(1).map(({ at }, index) => at - service.requests[index]!.at);
    expect(service.requests.length).toBeLessThanOrEqual(2);
    expect(Math.min(60_000, ...gaps)).toBe(60_000);
  });
  it('is shared when the service has accepted the token', async () => {
    const chat = new Chat();
    await using service = await createSharedHub(chat.answer);
    const first = service.subscribe('new');
    await service.clock.advance(1_000);
    expect(service.kinds()).toContain('feedPace');
    await first.leave();
    chat.post(2);
    const { requests, clock } = service;
    const before = requests.length;
    const second = service.subscribe('new');
    await clock.advance(2_000);
    expect(requests).toHaveLength(before);
    await clock.advance(6_000);
    expect([second.ids(), requests.length]).toEqual([['m1', 'm2'], before + 1]);
  });
  it('is shared by a process that has just started if others have read it', async () => {
    const chat = new Chat();
    let isFailing = false;
    await using service = await createSharedHub((request) =>
      isFailing ? rejected(503, 'backendError') : chat.answer(request),
    );
    const { memory } = service;
    const { clock, requests } = service;
    const first = service.subscribe('new');
    await clock.advance(1_000);
    await first.leave();
    // Longer than the wait after the first read, whose entry is gone then.
    await clock.advance(60_000);
    expect(service.kinds()).not.toContain('feedPace');
    const { hub: started } = service.start({ acceptedCallers: new AcceptedCallers() });
    const before = requests.length;
    const second = collect(started.subscribe({ identity: { token: 'new' }, source: chatSource() }));
    await clock.advance(1_000);
    expect(requests).toHaveLength(before + 1);
    // Other replicas read after its wait.
    expect(service.kinds()).toContain('feedPace');
    // It counts failures together with them, too, although no answer has accepted the token here.
    isFailing = true;
    await clock.advance(10_000);
    expect(memory.keys.filter((key) => key.endsWith(' failures'))).toHaveLength(1);
    await second.leave();
  });
  it('leaves nothing in Redis', { tags: ['S37'] }, async () => {
    const redis = await startRedis();
    const store = new RedisStore({ url: redis.url });
    await redis.cli('CONFIG', 'RESETSTAT');
    const sharing = { store, encryption: new Encryption() };
    await using service = await createHub(() => rejected(503, 'backendError'), { sharing });
    const subscribers = Array.from({ length: strangers }, (_each, index) =>
      service.subscribe(`invented-${index}`),
    );
    await expect.poll(() => service.requests.length).toBeGreaterThanOrEqual(strangers);
    for (const { leave } of subscribers) await leave();
    const statistics = await redis.cli('INFO', 'commandstats');
    expect(statistics).toMatch(/cmdstat_get:/);
    expect(statistics).not.toMatch(/cmdstat_(incr\w*|publish):/);
    await expect.poll(async () => (await redis.cli('DBSIZE')).trim()).toBe('0');
    await store.close();
    await redis.close();
  });
});
