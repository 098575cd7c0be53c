/** A replica whose process is frozen for longer than it has the turn, and then goes on. */
import { expect, it } from 'vitest';
import { readFeed } from '../../../../src/engine/feed/batch.ts';
import { encodeCursor } from '../../../../src/engine/feed/cursor.ts';
import { Paths } from '../../../../src/engine/read/path.ts';
import {
  type CalendarEvent,
  calendarSource,
  EventCalendar,
} from '../../../support/upstream/event-calendar.ts';
import { type collect, owner } from '../../../support/feed/feed-harness.ts';
import { createReplicas, type Replica } from '../../../support/feed/replicas.ts';

const source = calendarSource();

/** Two replicas of a calendar, of which one can be frozen. */
async function createCalendarReplicas() {
  const calendar = new EventCalendar();
  const replicas = await createReplicas(calendar.answer);
  /** Called before each call of the replica that is frozen. */
  let beforeCall = (): void => {};
  const withSubscribers = (replica: Replica) => ({
    ...replica,
    subscribe: (after?: string | null) => replicas.subscribe(replica, source, after),
  });
  const frozen = withSubscribers(replicas.start({ beforeCall: () => beforeCall() }));
  const other = withSubscribers(replicas.start());
  return {
    ...replicas,
    calendar,
    frozen,
    other,
    /** Freezes the process before its next call but `skipped`. @returns lets it go on */
    freezeBeforeCall: (skipped: number): (() => void) => {
      let calls = 0;
      let thaw = (): void => {};
      beforeCall = () => {
        if (calls++ === skipped) thaw = frozen.store.freeze();
      };
      return () => thaw();
    },
  };
}

/** The changes that a subscriber has received. */
const changesOf = ({ batches }: ReturnType<typeof collect>): number[] =>
  batches.flatMap(({ items }) => items.map((item) => (item as CalendarEvent).change));

it.each([
  ['the poll', 0],
  ['the call for a subscriber that catches up', 1],
])(
  'that is frozen before %s loses and doubles nothing',
  { tags: ['R19', 'R22'] },
  async (_, skipped) => {
    await using replicas = await createCalendarReplicas();
    const { calendar, clock, frozen, other } = replicas;
    calendar.pageSize = 100;
    const main = [frozen.subscribe(), other.subscribe()];
    await clock.advance(100);
    calendar.put('a');
    const selection = { paths: Paths.of('items.id'), downstream: new Set<string>() };
    const { cursor } = await readFeed(replicas.execution(owner), source, null, selection);
    calendar.put('b');
    const thaw = replicas.freezeBeforeCall(skipped);
    const back = frozen.subscribe(cursor);
    await clock.advance(2_000);
    for (const id of ['c', 'd']) {
      calendar.put(id);
      await clock.advance(70_000);
    }
    calendar.put('e');
    thaw();
    await clock.advance(70_000);
    calendar.put('f');
    await clock.advance(140_000);
    expect(changesOf(back)).toEqual([2, 3, 4, 5, 6]);
    for (const each of main) expect(changesOf(each)).toEqual([1, 2, 3, 4, 5, 6]);
  },
);

it('that finds the store again during a poll loses and doubles nothing', {
  tags: ['R19'],
}, async () => {
  await using replicas = await createCalendarReplicas();
  const { calendar, clock, frozen, other } = replicas;
  const main = [frozen.subscribe(), other.subscribe()];
  await clock.advance(57_000);
  calendar.put('a', 'b');
  const back = encodeCursor(source, { syncToken: 'sync 1' });
  // Without the store, the replica reads further than the other one.
  frozen.store.failure = 'broken';
  await clock.advance(6_000);
  calendar.put('c');
  frozen.subscribe(back);
  await clock.advance(4_000);
  const thaw = replicas.freezeBeforeCall(0);
  frozen.subscribe(back);
  await clock.advance(6_000);
  frozen.store.failure = undefined;
  thaw();
  await clock.advance(1_000);
  calendar.put('d');
  await clock.advance(140_000);
  for (const each of main) expect(changesOf(each)).toEqual([1, 2, 3, 4]);
});

it('sends no poll when its turn is over: the others have polled meanwhile', {
  tags: ['R20', 'R39'],
}, async () => {
  await using replicas = await createCalendarReplicas();
  const { calendar, clock, frozen, other, requests } = replicas;
  const main = [frozen.subscribe(), other.subscribe()];
  await clock.advance(100);
  calendar.put('a');
  const thaw = replicas.freezeBeforeCall(0);
  await clock.advance(140_000);
  const before = requests.length;
  thaw();
  await clock.advance(1_000);
  expect(requests.length).toBe(before);
  await clock.advance(140_000);
  expect(requests.length).toBeGreaterThan(before);
  for (const each of main) expect(changesOf(each)).toEqual([1]);
});
