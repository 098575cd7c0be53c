/** The example `examples/changes/follow-calendar.ts`, with notifications and cursors that fail. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CalendarCopy, followCalendar } from '../../examples/changes/follow-calendar.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { useFeedGateway } from '../support/feed-gateway.ts';
import { promised } from '../support/promised-size.ts';
import { randomNumbers } from '../support/random-number.ts';
import { ask } from '../support/sandbox.ts';

const feeds = useFeedGateway();
const { release } = ids.calendar;
const client = new AbortController();

const changes = promised(1_000, 300);

beforeEach(() => feeds.open(true));

afterEach(() => client.abort());

const calendar = async (path: string, method: string, body?: object): Promise<any> => {
  const url = `${feeds.sandbox.url}/calendar/v3/calendars/${release}/events${path}`;
  const answer = await ask(url, { method, body });
  expect(answer.status).toBeLessThan(300);
  return answer.body;
};

/** The state that a copy has to have, from the service itself. */
async function truth() {
  const { items } = await calendar('?maxResults=2500', 'GET');
  return stateOf(
    items.filter(({ status }: any) => status !== 'cancelled'),
    items.filter(({ status }: any) => status === 'cancelled'),
  );
}

interface Listed {
  readonly id: string;
  readonly etag: string | null;
  readonly recurringEventId?: string;
}

/** Etags of events, and the series of deleted occurrences, by id. */
const stateOf = (events: readonly Listed[], deleted: readonly Listed[]) => ({
  events: Object.fromEntries(events.map(({ id, etag }) => [id, etag])),
  deletedOccurrences: Object.fromEntries(
    deleted.map(({ id, recurringEventId }) => [id, recurringEventId]),
  ),
});

const stateOfCopy = ({ events, deletedOccurrences }: CalendarCopy) => ({
  events: Object.fromEntries([...events.values()].map(({ eventId, etag }) => [eventId, etag])),
  deletedOccurrences: Object.fromEntries(deletedOccurrences),
});

it('equals the calendar after many changes with lost notifications and expired cursors', {
  tags: ['fullSize'],
  timeout: 120_000,
}, async () => {
  feeds.sandbox.setNotificationFaults({ dropped: 1 / 3, doubled: 1 / 2 });
  let copy: CalendarCopy | undefined;
  const { url } = feeds.gateway;
  const following = (async () => {
    const reader = { url, token: 'studio-owner', signal: client.signal };
    for await (const next of followCalendar(reader, release)) copy = next;
  })();
  const random = randomNumbers(11);
  const pick = (count: number): number => Math.floor(random() * count);
  const single: string[] = [];
  const series: string[] = [];
  const time = (hour: number) => ({
    dateTime: `2026-04-0${1 + pick(9)}T1${hour}:00:00Z`,
    timeZone: 'Europe/Lisbon',
  });
  const create = async (recurrence?: readonly string[]): Promise<string> => {
    const date = time(0);
    const body = {
      summary: 'New',
      start: date,
      end: { ...date, dateTime: date.dateTime.replace('T10', 'T11') },
      recurrence,
    };
    return (await calendar('', 'POST', body)).id;
  };
  const changeOne = async (): Promise<void> => {
    const kind = single.length < 20 ? 0 : pick(8);
    const index = pick(single.length);
    if (kind === 0) single.push(await create());
    else if (kind === 1) series.push(await create(['RRULE:FREQ=DAILY;COUNT=5']));
    else if (kind < 4)
      await calendar(`/${single[index]!}`, 'PATCH', { summary: `New ${pick(99)}` });
    else if (kind < 6) await calendar(`/${single.splice(index, 1)[0]!}`, 'DELETE');
    else if (series.length > 0) {
      const place = pick(series.length);
      const id = series[place]!;
      if (random() < 0.2) await calendar(`/${series.splice(place, 1)[0]!}`, 'DELETE');
      else {
        const { items } = await calendar(`/${id}/instances`, 'GET');
        if (items.length === 0) return;
        const occurrence = `/${items[pick(items.length)].id}`;
        if (random() < 0.5) await calendar(occurrence, 'DELETE');
        else await calendar(occurrence, 'PATCH', { summary: 'Other' });
      }
    }
  };
  let expired = 0;
  for (let count = 0; count < changes; count += 1) {
    await changeOne();
    if (random() < 0.02) {
      expired += 1;
      feeds.sandbox.expireSyncTokens();
    }
    await feeds.sandbox.notificationsSettled();
    await feeds.clock.advance(pick(10_000));
  }
  const expected = await truth();
  await expect
    .poll(
      async () => {
        await feeds.clock.advance(10_000);
        return copy && stateOfCopy(copy);
      },
      { timeout: 60_000 },
    )
    .toEqual(expected);
  expect(expired).toBeGreaterThan(promised(10, 2));
  expect(Object.keys(expected.events).length).toBeGreaterThan(changes / 20);
  expect(Object.keys(expected.deletedOccurrences).length).toBeGreaterThan(changes / 100);
  client.abort();
  await following;
});
