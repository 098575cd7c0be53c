/**
 * Many events are created while a third of the answers is lost: every event exists exactly once.
 */
import { expect, it } from 'vitest';
import { calendarState } from '../../../../src/sandbox/calendar/state.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../../support/gateway/studio.ts';
import { promised } from '../../../support/report/promised-size.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '100000' } });

/** The answers of the first 200 have every kind of failure. */
const events = promised(2_000, 200);

/** Mutations of one request; the gateway accepts no more. */
const perRequest = 10;

/** Requests at a time. */
const atOnce = 8;

interface Created {
  readonly event: { readonly eventId: string; readonly summary: string } | null;
  readonly errors: readonly unknown[];
}

const time = (hour: number): string => `{ dateTime: "2026-05-01T${hour}:00:00Z" }`;

async function createFrom(first: number): Promise<Created[]> {
  const names = Array.from({ length: perRequest }, (_, index) => `Event ${first + index}`);
  const input = (name: string): string =>
    `{ calendarId: "${ids.calendar.release}", summary: "${name}", start: ${time(10)}, end: ${time(11)} }`;
  const fields = names.map(
    (name, index) =>
      `e${index}: createEvent(input: ${input(name)}) { event { eventId summary } errors { code } }`,
  );
  const data = await studio.data(`mutation { ${fields.join(' ')} }`);
  return names.map((_, index) => data[`e${index}`] as Created);
}

it('creates exactly 2,000 events although a third of the answers is lost', {
  tags: ['fullSize'],
  timeout: 120_000,
}, async () => {
  const stored = calendarState(studio.sandbox.simulation()).calendars.get(
    ids.calendar.release,
  )!.events;
  const before = stored.size;
  const match = { operation: 'calendar:events.insert' };
  // One answer in six is never sent, and one in five of the others breaks off.
  studio.sandbox.fault({ match, drop: 'after', every: 6 });
  studio.sandbox.fault({ match, cut: true, every: 5 });
  const starts = Array.from({ length: events / perRequest }, (_, index) => index * perRequest);
  const created: Created[] = [];
  const work = async (): Promise<void> => {
    for (let first = starts.pop(); first !== undefined; first = starts.pop())
      created.push(...(await createFrom(first)));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  expect(created.filter(({ errors }) => errors.length > 0)).toEqual([]);
  expect(created).toHaveLength(events);
  expect(stored.size - before).toBe(events);
  expect(new Set(created.map(({ event }) => event!.eventId)).size).toBe(events);
  for (const { event } of created) expect(stored.get(event!.eventId)?.summary).toBe(event!.summary);
});
