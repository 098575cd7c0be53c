/**
 * The sources of the schema itself, each with subscribers that come back with a cursor which their
 * topic does not know: they catch up, and then get the pages of all. What decides that none of
 * these has an item twice, or misses one, is the version that the source sees in an item.
 */
import { describe, expect, it } from 'vitest';
import { readFeed } from '../../../src/engine/feed/batch.ts';
import type { FeedSource } from '../../../src/engine/feed/source/source.ts';
import { Paths } from '../../../src/engine/read/path.ts';
import { eventSource } from '../../../src/services/calendar/change/source.ts';
import { chatSource } from '../../../src/services/live/chat/feed.ts';
import { changeSource, fileSource } from '../../../src/services/storage/change/source.ts';
import { Chat } from '../../support/chat.ts';
import { DriveLog, timeOf } from '../../support/drive-log.ts';
import { EventCalendar } from '../../support/event-calendar.ts';
import {
  collect,
  createFeedHarness,
  type FeedAnswer,
  type FeedHandler,
  type FeedHarness,
  newHub,
  owner,
} from '../../support/feed-harness.ts';

/** An entity that changes. */
type Entity = 'a' | 'b';

/** A service whose entities a test changes. */
interface Service {
  readonly source: FeedSource;
  readonly answer: FeedHandler;
  readonly change: (entity: Entity) => void;
  /** What identifies the item of a change. */
  readonly labelOf: (item: any) => string;
  /** The same of the change with this number, from 1. */
  readonly expected: (entity: Entity, count: number) => string;
  /** Whether there is one entity alone, of which a page shows the last version. */
  readonly isOneEntity?: boolean;
}

const services: Readonly<Record<string, () => Service>> = {
  'messages of a chat': () => {
    const chat = new Chat();
    return {
      source: chatSource('chat', {}),
      answer: chat.answer,
      change: () => chat.post(1),
      labelOf: ({ id }) => id,
      expected: (_, count) => `m${count}`,
    };
  },
  'changes of Drive': () => {
    const drive = new DriveLog();
    drive.pageSize = 100;
    return {
      source: changeSource({}),
      answer: drive.answer,
      change: (entity) => drive.put(entity),
      labelOf: ({ fileId, time }) => `${fileId} ${time}`,
      expected: (entity, count) => `${entity} ${timeOf(count)}`,
    };
  },
  'changes of a calendar': () => {
    const calendar = new EventCalendar();
    calendar.pageSize = 100;
    return {
      source: eventSource('team', {}),
      answer: calendar.answer,
      change: (entity) => calendar.put(entity),
      labelOf: ({ id, change }) => `${id} ${change}`,
      expected: (entity, count) => `${entity} ${count}`,
    };
  },
  'versions of a file': () => {
    const drive = new DriveLog();
    drive.put('file');
    return {
      source: fileSource('file'),
      answer: drive.answer,
      change: () => drive.put('file'),
      labelOf: ({ file }) => file.version,
      expected: (_, count) => String(count + 1),
      isOneEntity: true,
    };
  },
};

const selection = { paths: Paths.of('items.id'), downstream: new Set<string>() };

/** A cursor that no topic has delivered. */
async function freshCursor({ execution }: FeedHarness, source: FeedSource): Promise<string> {
  const batch = await readFeed(execution(owner), source, null, selection);
  return batch.cursor!;
}

/** Longer than any interval. */
const roundMs = 120_000;

describe.each(Object.entries(services))('%s', (_, open) => {
  it('come once each to a subscriber that catches up while they change', async () => {
    const { source, answer, change, labelOf, expected, isOneEntity } = open();
    let count = 0;
    const changes: string[] = [];
    const changeNext = (entity: Entity): void => {
      change(entity);
      changes.push(expected(entity, (count += 1)));
    };
    let onRequest: (() => void) | undefined;
    await using harness = await createFeedHarness((request) => {
      onRequest?.();
      return answer(request);
    });
    const hub = newHub(harness);
    collect(hub.subscribe({ identity: owner, source }));
    await harness.clock.settle();
    changeNext('a');
    changeNext('b');
    const after = await freshCursor(harness, source);
    changeNext('a');
    const late = collect(hub.subscribe({ identity: owner, source, after }));
    // First the page of all is read, then that of the catch-up, which has one change more.
    const first = harness.requests.length;
    const newRequests = (): number => harness.requests.length - first;
    onRequest = () => {
      if (newRequests() === 2) changeNext('b');
    };
    while (newRequests() < 2) await harness.clock.advance(100);
    // Both the change that the catch-up has and another one are on the next page of all.
    changeNext('a');
    await harness.clock.advance(roundMs);
    changeNext('b');
    await harness.clock.advance(roundMs);
    hub.close();
    const received = late.batches.flatMap(({ items }) => items.map((item) => labelOf(item)));
    expect(received).toEqual(changes.slice(isOneEntity ? 3 : 2));
  });
  it('come once each to a client that comes back while polls are cut', async () => {
    const { source, answer, change, labelOf, expected } = open();
    let cut: FeedAnswer['cut'];
    await using harness = await createFeedHarness((request) => {
      const answered = { ...answer(request), ...(cut && { cut }) };
      cut = undefined;
      return answered;
    });
    let hub = newHub(harness);
    const received: string[] = [];
    const changes: string[] = [];
    let after: string | null | undefined;
    for (const nextCut of [undefined, 'before', 'middle', 'before', 'middle'] as const) {
      const subscriber = collect(hub.subscribe({ identity: owner, source, after }));
      await harness.clock.settle();
      const entity = changes.length % 2 === 0 ? 'a' : 'b';
      change(entity);
      changes.push(expected(entity, changes.length + 1));
      cut = nextCut;
      await harness.clock.advance(roundMs);
      received.push(
        ...subscriber.batches.flatMap(({ items }) => items.map((item) => labelOf(item))),
      );
      after = subscriber.batches.at(-1)?.cursor ?? after;
      await subscriber.leave();
      if (nextCut !== 'middle') continue;
      hub.close();
      hub = newHub(harness);
    }
    hub.close();
    expect(received).toEqual(changes);
  });
});
