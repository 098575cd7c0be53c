/**
 * Topics of one process, and those that several replicas share by a store: one of them polls, and
 * all deliver.
 */
import { describe, expect, it } from 'vitest';
import { readFeed } from '../../../../src/engine/feed/batch.ts';
import { encodeCursor } from '../../../../src/engine/feed/cursor.ts';
import type { FeedLimits } from '../../../../src/engine/feed/limits.ts';
import type { FeedSource } from '../../../../src/engine/feed/source/source.ts';
import { Paths } from '../../../../src/engine/read/path.ts';
import { refOf } from '../../../../src/engine/read/resource.ts';
import { Encryption } from '../../../../src/engine/caller/encryption.ts';
import { eventSource } from '../../../../src/services/calendar/change/source.ts';
import { changeSource } from '../../../../src/services/storage/change/source.ts';
import { Chat, chatSource, messages } from '../../../support/upstream/chat.ts';
import { calendarSource, EventCalendar } from '../../../support/upstream/event-calendar.ts';
import {
  collect,
  type FeedHandler,
  type FeedRequest,
  owner,
  rejected,
} from '../../../support/feed/feed-harness.ts';
import {
  createReplicas as createSharedHubs,
  type Replica,
} from '../../../support/feed/replicas.ts';

const chat = chatSource();

/** The least time in ms between two requests. */
const leastGap = (requests: readonly FeedRequest[]): number =>
  Math.min(...requests.slice(1).map(({ at }, index) => at - requests[index]!.at));

interface Hubs {
  readonly limits?: Partial<FeedLimits>;
  /** Whether they share a store. If not, there is one, however often it is started. */
  readonly isShared?: boolean;
}

/** A service, and its hubs, with subscribers of the chat. */
async function createReplicas(handler: FeedHandler, { limits = {}, isShared = true }: Hubs = {}) {
  const replicas = await createSharedHubs(handler, { limits, isShared });
  let only: Replica | undefined;
  return {
    ...replicas,
    start: (...own: Parameters<typeof replicas.start>): Replica =>
      isShared ? replicas.start(...own) : (only ??= replicas.start()),
    subscribe: (replica: Replica, source: FeedSource = chat, after?: string | null) =>
      replicas.subscribe(replica, source, after),
  };
}

type Replicas = Awaited<ReturnType<typeof createReplicas>>;

/** The service is a chat. */
async function createChatReplicas(hubs?: Hubs) {
  const service = new Chat();
  return { ...(await createReplicas(service.answer, hubs)), service };
}

/** A cursor that no replica has delivered. */
async function queryCursor({ execution }: Replicas): Promise<string | null> {
  const selection = { paths: Paths.of('items.id'), downstream: new Set<string>() };
  return (await readFeed(execution(owner), chat, null, selection)).cursor;
}

const processes = [
  ['one process', false],
  ['several replicas', true],
] as const;

describe.each(processes)('one poller in %s', (_, isShared) => {
  it('reads each page once for 1,000 subscribers of two replicas', { tags: ['R21'] }, async () => {
    await using replicas = await createChatReplicas({ isShared });
    const both = [replicas.start(), replicas.start()];
    const subscribers = Array.from({ length: 1_000 }, (_, index) =>
      replicas.subscribe(both[index % 2]!),
    );
    for (let turn = 0; turn < 10; turn += 1) {
      replicas.service.post(3);
      await replicas.clock.advance(5_500);
    }
    for (const { ids } of subscribers) expect(ids()).toEqual(messages(30));
    expect(leastGap(replicas.requests)).toBeGreaterThanOrEqual(5_000);
    expect(replicas.requests.length).toBeGreaterThanOrEqual(10);
    const positions = replicas.requests.map(({ query }) => query.get('pageToken'));
    expect(new Set(positions).size).toBe(positions.length);
  });
  it('polls a list with a sync token once in its interval', async () => {
    const calendar = new EventCalendar();
    await using replicas = await createReplicas(calendar.answer, { isShared });
    const source = calendarSource();
    const subscribers = [1, 2, 3].map(() => replicas.subscribe(replicas.start(), source));
    for (let turn = 0; turn < 10; turn += 1) {
      calendar.put(`e${turn}`);
      await replicas.clock.advance(60_100);
    }
    const expected = Array.from({ length: 10 }, (_, index) => `e${index}`);
    for (const { ids } of subscribers) expect(ids()).toEqual(expected);
    expect(replicas.requests.length).toBeLessThanOrEqual(11);
  });
  it('delivers all pages of a full list to a replica that joins', async () => {
    const calendar = new EventCalendar();
    const ids = Array.from({ length: 20 }, (_, index) => `e${index}`);
    calendar.put(...ids);
    await using replicas = await createReplicas(calendar.answer, { isShared });
    const source = calendarSource();
    const first = replicas.subscribe(replicas.start(), source);
    await replicas.clock.advance(1_000);
    const before = replicas.requests.length;
    const second = replicas.subscribe(replicas.start(), source);
    await replicas.clock.advance(10_000);
    expect([first.ids(), second.ids(), replicas.requests.length]).toEqual([ids, ids, before]);
  });
  it('stops within two seconds when the last subscriber of any replica leaves', {
    tags: ['R21'],
  }, async () => {
    await using replicas = await createChatReplicas({ isShared });
    const subscribers = [1, 2].map(() => replicas.subscribe(replicas.start()));
    await replicas.clock.advance(12_000);
    await subscribers[0]!.leave();
    const before = replicas.requests.length;
    await replicas.clock.advance(20_000);
    expect(replicas.requests.length).toBeGreaterThan(before + 1);
    await subscribers[1]!.leave();
    await replicas.clock.advance(2_000);
    const after = replicas.requests.length;
    await replicas.clock.advance(600_000);
    expect(replicas.requests).toHaveLength(after);
    expect(replicas.clock.sleeperCount).toBe(0);
    expect([replicas.memory.keys, replicas.memory.listenerCount]).toEqual([[], 0]);
  });
  it('keeps the interval when a subscriber moves between replicas at once', async () => {
    await using replicas = await createChatReplicas({ isShared });
    const both = [replicas.start(), replicas.start()];
    for (let turn = 0; turn < 40; turn += 1) {
      const { leave } = replicas.subscribe(both[turn % 2]!);
      await replicas.clock.advance(500);
      await leave();
    }
    expect(leastGap(replicas.requests)).toBeGreaterThanOrEqual(5_000);
    expect(replicas.requests.length).toBeGreaterThanOrEqual(3);
  });
  it('waits in all replicas for as long as a failure says', async () => {
    const service = new Chat();
    await using replicas = await createReplicas(
      () => ({ ...rejected(429, 'rateLimitExceeded'), headers: { 'retry-after': '90' } }),
      { isShared },
    );
    const subscribers = [1, 2].map(() => replicas.subscribe(replicas.start()));
    await replicas.clock.advance(10_000);
    replicas.answer(service.answer);
    service.post(1);
    await replicas.clock.advance(100_000);
    for (const { ids } of subscribers) expect(ids()).toEqual(['m1']);
    expect(leastGap(replicas.requests.slice(0, 2))).toBeGreaterThanOrEqual(90_000);
  });
  it('gives up together: each replica after the first makes one call more', async () => {
    await using replicas = await createReplicas(() => rejected(503, 'backendError'), { isShared });
    const subscribers = [1, 2, 3, 4].map(() => replicas.subscribe(replicas.start()));
    await replicas.clock.advance(1_200_000);
    for (const { ended } of subscribers)
      expect(await ended).toMatchObject({ failure: { code: 'UPSTREAM_UNAVAILABLE' } });
    expect(replicas.requests).toHaveLength(8 + (isShared ? 3 : 0));
    await replicas.clock.advance(600_000);
    expect([replicas.memory.keys, replicas.clock.sleeperCount]).toEqual([[], 0]);
  });
  it('counts failures together until one replica succeeds', async () => {
    await using replicas = await createChatReplicas({ isShared });
    const subscribers = [1, 2].map(() => replicas.subscribe(replicas.start()));
    await replicas.clock.advance(6_000);
    for (let outage = 0; outage < 6; outage += 1) {
      replicas.answer(() => rejected(503, 'backendError'));
      await replicas.clock.advance(40_000);
      replicas.answer(replicas.service.answer);
      replicas.service.post(1);
      await replicas.clock.advance(60_000);
    }
    for (const { ids } of subscribers) expect(ids()).toEqual(messages(6));
  });
  it('ends everywhere if the token is rejected, and leaves no state', async () => {
    await using replicas = await createReplicas(() => rejected(401, 'authError'), { isShared });
    const subscribers = [1, 2].map(() => replicas.subscribe(replicas.start()));
    await replicas.clock.advance(10_000);
    for (const { ended } of subscribers)
      expect(await ended).toMatchObject({ failure: { code: 'UNAUTHENTICATED' } });
    expect([replicas.memory.keys, replicas.clock.sleeperCount]).toEqual([[], 0]);
  });
  it('ends everywhere when the feed ends', async () => {
    await using replicas = await createChatReplicas({ isShared });
    const subscribers = [1, 2].map(() => replicas.subscribe(replicas.start()));
    await replicas.clock.advance(6_000);
    replicas.service.post(2);
    replicas.service.isEnded = true;
    await replicas.clock.advance(20_000);
    for (const { ids, ended } of subscribers)
      expect([ids(), await ended]).toEqual([messages(2), undefined]);
    const before = replicas.requests.length;
    const late = replicas.subscribe(replicas.start());
    await replicas.clock.advance(10_000);
    expect([late.ids(), await late.ended]).toEqual([messages(2), undefined]);
    expect(replicas.requests.length).toBeLessThanOrEqual(before + 1);
  });
  it('polls separately for each identity, feed and set of arguments', async () => {
    await using replicas = await createChatReplicas({ isShared });
    const both = [replicas.start(), replicas.start()];
    replicas.acceptedCallers.accept({ token: 'other' });
    for (const { hub } of both)
      for (const identity of [owner, { token: 'other' }, { ...owner, onBehalfOf: 'partner' }])
        for (const id of ['chat', 'another'])
          collect(hub.subscribe({ identity, source: chatSource(id) }));
    await replicas.clock.advance(4_000);
    const pollers = replicas.requests.map(({ token, query }) =>
      [token, query.get('onBehalfOfContentOwner'), query.get('liveChatId')].join(' '),
    );
    expect(replicas.requests).toHaveLength(6);
    expect(new Set(pollers).size).toBeGreaterThanOrEqual(4);
  });
});

describe('the hand-over', () => {
  it.each([
    ['between two polls', 2_000],
    ['when a poll is due', 5_000],
  ])('follows within seconds if the polling process dies %s', async (_, afterMs) => {
    await using replicas = await createChatReplicas();
    const first = replicas.start();
    replicas.subscribe(first);
    await replicas.clock.advance(100);
    const survivor = replicas.subscribe(replicas.start());
    await replicas.clock.advance(afterMs);
    first.store.failure = 'dead';
    replicas.service.post(5);
    await replicas.clock.advance(5_000 + 4_000);
    expect(survivor.ids()).toEqual(messages(5));
    expect(leastGap(replicas.requests)).toBeGreaterThanOrEqual(5_000);
  });
  it.each([
    [1_000, 4_000],
    [5_000, 8_000],
  ])(
    'with an interval of %i ms follows within %i ms if the polling process dies during a call',
    async (intervalMs, longestGapMs) => {
      const service = new Chat();
      service.intervalMs = intervalMs;
      let dying: Replica | undefined;
      await using replicas = await createReplicas((request) => {
        if (dying && service.messages.length > 0) dying.store.failure = 'dead';
        return service.answer(request);
      });
      const first = replicas.start();
      replicas.subscribe(first);
      await replicas.clock.advance(100);
      const survivors = [1, 2, 3].map(() => replicas.subscribe(replicas.start()));
      await replicas.clock.advance(1_000);
      service.post(5);
      dying = first;
      await replicas.clock.advance(intervalMs + longestGapMs);
      for (const { ids } of survivors) expect(ids()).toEqual(messages(5));
      const { requests } = replicas;
      expect(leastGap(requests)).toBeGreaterThanOrEqual(intervalMs);
      const gaps = requests.slice(1).map(({ at }, index) => at - requests[index]!.at);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(longestGapMs);
    },
  );
  it('follows at the next poll if the polling process stops', async () => {
    await using replicas = await createChatReplicas();
    const first = replicas.start();
    replicas.subscribe(first);
    await replicas.clock.advance(100);
    const survivor = replicas.subscribe(replicas.start());
    await replicas.clock.advance(2_000);
    first.hub.close();
    replicas.service.post(5);
    await replicas.clock.advance(5_000);
    expect(survivor.ids()).toEqual(messages(5));
    expect(leastGap(replicas.requests)).toBeGreaterThanOrEqual(5_000);
  });
});

describe('a cursor of another replica', () => {
  it('continues within 5 minutes without a call for what is stored', {
    tags: ['R22'],
  }, async () => {
    await using replicas = await createChatReplicas();
    const [first, second] = [replicas.start(), replicas.start()];
    const constant = replicas.subscribe(first);
    const moving = replicas.subscribe(first);
    replicas.service.post(2);
    await replicas.clock.advance(6_000);
    await moving.leave();
    for (let turn = 0; turn < 20; turn += 1) {
      replicas.service.post(2);
      await replicas.clock.advance(10_000);
    }
    const before = replicas.requests.map(({ query }) => query.get('pageToken'));
    const back = replicas.subscribe(second, chat, moving.batches.at(-1)!.cursor);
    await replicas.clock.advance(100);
    expect([...moving.ids(), ...back.ids()]).toEqual(constant.ids());
    expect(replicas.requests.map(({ query }) => query.get('pageToken'))).toEqual(before);
    replicas.service.post(2);
    await replicas.clock.advance(12_000);
    expect([...moving.ids(), ...back.ids()]).toEqual(replicas.service.messages);
  });
  it('continues from the newest page, also if no replica polls any more', async () => {
    await using replicas = await createChatReplicas();
    const first = replicas.subscribe(replicas.start());
    replicas.service.post(2);
    await replicas.clock.advance(6_000);
    await first.leave();
    await replicas.clock.advance(200_000);
    replicas.service.post(2);
    const before = replicas.requests.length;
    const second = replicas.subscribe(replicas.start(), chat, first.batches.at(-1)!.cursor);
    await replicas.clock.advance(3_000);
    expect([second.ids(), replicas.requests.length]).toEqual([['m3', 'm4'], before + 1]);
  });
  it('continues from the service after more than 5 minutes', async () => {
    await using replicas = await createChatReplicas();
    const first = replicas.subscribe(replicas.start());
    replicas.service.post(2);
    await replicas.clock.advance(6_000);
    await first.leave();
    await replicas.clock.advance(400_000);
    expect(replicas.memory.keys).toEqual([]);
    replicas.service.post(2);
    const second = replicas.subscribe(replicas.start(), chat, first.batches.at(-1)!.cursor);
    await replicas.clock.advance(100);
    expect(second.ids()).toEqual(['m3', 'm4']);
  });
  it.each(processes)(
    'that is newer than an answer of %s is given nothing twice',
    async (_, isShared) => {
      const calendar = new EventCalendar();
      const events = calendarSource();
      let joined: ReturnType<typeof collect> | undefined;
      await using replicas = await createReplicas(
        (request) => {
          const answer = calendar.answer(request);
          if (joined === undefined && request.query.has('syncToken')) {
            calendar.put('b');
            const after = encodeCursor(events, { syncToken: 'sync 2' });
            calendar.put('c');
            joined = replicas.subscribe(second, events, after);
          }
          return answer;
        },
        { isShared },
      );
      const [first, second] = [replicas.start(), replicas.start()];
      const constant = replicas.subscribe(first, events);
      await replicas.clock.advance(10_000);
      calendar.put('a');
      await replicas.clock.advance(240_000);
      expect([constant.ids(), joined?.ids()]).toEqual([['a', 'b', 'c'], ['c']]);
    },
  );
  it.each(processes)(
    'joins the topic of %s, which does not know it, at any moment',
    async (_, isShared) => {
      await using replicas = await createChatReplicas({ isShared });
      const both = [replicas.start(), replicas.start()];
      const constant = both.map((each) => replicas.subscribe(each));
      const joined: { readonly expected: () => string[]; readonly ids: () => string[] }[] = [];
      for (let turn = 0; turn < 12; turn += 1) {
        replicas.service.post(1);
        await replicas.clock.advance(1_100);
        const { length } = replicas.service.messages;
        const after = await queryCursor(replicas);
        replicas.service.post(1);
        await replicas.clock.advance(turn * 130);
        const { ids } = replicas.subscribe(both[turn % 2]!, chat, after);
        joined.push({ ids, expected: () => replicas.service.messages.slice(length) });
        replicas.service.post(1);
        await replicas.clock.advance(1_300);
      }
      await replicas.clock.advance(300_000);
      replicas.service.post(5);
      await replicas.clock.advance(15_000);
      for (const { ids } of constant) expect(ids()).toEqual(replicas.service.messages);
      for (const { ids, expected } of joined) expect(ids()).toEqual(expected());
      const polls = replicas.requests.filter(({ query }) => query.get('fields') === null);
      expect(leastGap(polls)).toBeGreaterThanOrEqual(5_000);
    },
  );
});

describe('a subscription that begins now', () => {
  const start = { body: { startPageToken: 'now' } };

  it('receives no earlier changes, which another replica has stored', async () => {
    let changes = 0;
    await using replicas = await createReplicas(({ path, query }) => {
      if (path.endsWith('startPageToken')) return { body: { startPageToken: String(changes) } };
      const known = Number(query.get('pageToken'));
      const items = Array.from({ length: changes - known }, (_, index) => ({
        id: `c${known + index + 1}`,
        changeType: 'file',
      }));
      return { body: { changes: items, newStartPageToken: String(changes) } };
    });
    const source = changeSource({});
    const first = replicas.subscribe(replicas.start(), source);
    await replicas.clock.advance(1_000);
    changes += 2;
    await replicas.clock.advance(10_500);
    const live = replicas.subscribe(replicas.start(), source);
    await replicas.clock.advance(100);
    changes += 1;
    await replicas.clock.advance(12_000);
    expect([first.ids(), live.ids()]).toEqual([['c1', 'c2', 'c3'], ['c3']]);
    await Promise.all([first.leave(), live.leave()]);
    changes += 1;
    await replicas.clock.advance(60_000);
    const late = replicas.subscribe(replicas.start(), source);
    await replicas.clock.advance(3_000);
    changes += 1;
    await replicas.clock.advance(12_000);
    expect(late.ids()).toEqual(['c5']);
    expect(start.body.startPageToken).toBe('now');
  });
});

describe('stored pages', () => {
  it('have no token, text or id that can be read', async () => {
    await using replicas = await createChatReplicas();
    const subscribers = [1, 2].map(() => replicas.subscribe(replicas.start()));
    replicas.service.post(3);
    await replicas.clock.advance(12_000);
    for (const { ids } of subscribers) expect(ids()).toEqual(messages(3));
    const text = replicas.memory.written.join('\n');
    expect(replicas.memory.written.length).toBeGreaterThan(10);
    for (const word of [owner.token!, 'text of', '"m1"', 'liveChat', 'answer 1'])
      expect(text).not.toContain(word);
  });
  it('have the refs of their entities', async () => {
    const calendar = new EventCalendar();
    calendar.put('a');
    await using replicas = await createReplicas(calendar.answer);
    const source = eventSource('team', {});
    replicas.subscribe(replicas.start(), source);
    await replicas.clock.advance(100);
    const second = replicas.subscribe(replicas.start(), source);
    await replicas.clock.advance(100);
    expect(refOf(second.batches[0]!.items[0])).toMatchObject({ key: ['team', 'a'] });
    expect(replicas.requests).toHaveLength(1);
  });
  it('are dropped if they have too many items, and none is lost', async () => {
    await using replicas = await createChatReplicas({ limits: { maxRetainedItems: 6 } });
    const subscribers = [1, 2].map(() => replicas.subscribe(replicas.start()));
    for (let turn = 0; turn < 20; turn += 1) {
      replicas.service.post(3);
      await replicas.clock.advance(5_500);
    }
    const pages = replicas.memory.keys.filter((key) => key.startsWith('feedPage'));
    expect(pages.length).toBeLessThanOrEqual(4);
    for (const { ids } of subscribers) expect(ids()).toEqual(messages(60));
  });
  it('that are too large are read by each replica, none lost or doubled', async () => {
    await using replicas = await createChatReplicas();
    const subscribers = [1, 2].map(() => replicas.subscribe(replicas.start()));
    await replicas.clock.advance(6_000);
    replicas.service.post(1_000, 'x'.repeat(1_000));
    await replicas.clock.advance(60_000);
    replicas.service.post(2);
    await replicas.clock.advance(60_000);
    for (const { ids } of subscribers) expect(ids()).toEqual(replicas.service.messages);
    expect(leastGap(replicas.requests)).toBeGreaterThanOrEqual(5_000);
    for (const each of replicas.memory.written) expect(each.length).toBeLessThan(1_100_000);
  });
  it('of another secret are not used', async () => {
    await using replicas = await createChatReplicas();
    const subscribers = [
      replicas.subscribe(replicas.start()),
      replicas.subscribe(replicas.start({ encryption: new Encryption(['x'.repeat(32)]) })),
    ];
    for (let turn = 0; turn < 10; turn += 1) {
      replicas.service.post(1);
      await replicas.clock.advance(10_000);
    }
    for (const { ids } of subscribers) expect(ids()).toEqual(messages(10));
  });
});

describe('the store', () => {
  it('may lose messages: pages come some seconds later', async () => {
    const calendar = new EventCalendar();
    await using replicas = await createReplicas(calendar.answer);
    const source = calendarSource({ intervalMs: 60_000 });
    const [first, second] = [replicas.start(), replicas.start()];
    replicas.subscribe(first, source);
    await replicas.clock.advance(100);
    const other = replicas.subscribe(second, source);
    await replicas.clock.advance(30_000);
    second.store.failure = 'silent';
    calendar.put('a');
    await replicas.clock.advance(35_500);
    expect([other.ids(), replicas.requests.length]).toEqual([['a'], 2]);
  });
  it('may fail: each replica reads itself, and then they share again', async () => {
    await using replicas = await createChatReplicas();
    const both = [replicas.start(), replicas.start()];
    const subscribers = both.map((each) => replicas.subscribe(each));
    const pass = async (turns: number): Promise<void> => {
      for (let turn = 0; turn < turns; turn += 1) {
        replicas.service.post(3);
        await replicas.clock.advance(5_500);
      }
    };
    await pass(5);
    for (const { store } of both) store.failure = 'broken';
    await pass(10);
    for (const { store } of both) store.failure = undefined;
    await pass(10);
    await replicas.clock.advance(60_000);
    const before = replicas.requests.length;
    await replicas.clock.advance(60_000);
    expect(replicas.requests.length - before).toBeLessThanOrEqual(12);
    expect(leastGap(replicas.requests.slice(before))).toBeGreaterThanOrEqual(5_000);
    for (const { ids } of subscribers) expect(ids()).toEqual(replicas.service.messages);
  });
  it('may lose all its entries', async () => {
    await using replicas = await createChatReplicas();
    const subscribers = [1, 2, 3].map(() => replicas.subscribe(replicas.start()));
    for (let turn = 0; turn < 30; turn += 1) {
      replicas.service.post(3);
      await replicas.clock.advance(3_700);
      if (turn % 5 === 4) replicas.memory.clear();
    }
    await replicas.clock.advance(60_000);
    for (const { ids } of subscribers) expect(ids()).toEqual(replicas.service.messages);
  });
});
