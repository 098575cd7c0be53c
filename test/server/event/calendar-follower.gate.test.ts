/**
 * The example `examples/changes/follow-calendar.ts`, while single events and series are edited, and
 * with notifications and cursors that fail.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CalendarEvent, followCalendar } from '../../../examples/changes/follow-calendar.ts';
import { createClient } from '../../../src/client/client.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useFeedGateway } from '../../support/feed/feed-gateway.ts';
import { promised } from '../../support/report/promised-size.ts';
import { randomNumbers } from '../../support/random/random-number.ts';
import { howToRepeat, seedOf } from '../../support/random/repeatable-seed.ts';
import { ask } from '../../support/gateway/sandbox.ts';

const feeds = useFeedGateway();
const { release } = ids.calendar;
const client = new AbortController();

const steps = promised(1_000, 150);

beforeEach(() => feeds.open(true));

afterEach(() => client.abort());

const calendar = async (path: string, method: string, body?: object): Promise<any> => {
  const url = `${feeds.sandbox.url}/calendar/v3/calendars/${release}/events${path}`;
  const answer = await ask(url, { method, body });
  expect(answer.status).toBeLessThan(300);
  return answer.body;
};

type Listed = Omit<CalendarEvent, 'eventId'>;

/** What tells versions of an event apart. */
const versionOf = ({ etag, summary, start }: Listed) => ({
  etag,
  summary,
  start: start?.dateTime ?? start?.date,
});

/** The events that a copy has to have, from the service itself. */
async function truth() {
  const { items } = await calendar('?singleEvents=true&maxResults=2500', 'GET');
  return Object.fromEntries(items.map((item: any) => [item.id, versionOf(item)]));
}

const contentOf = (copy: ReadonlyMap<string, CalendarEvent> | undefined) =>
  copy && Object.fromEntries([...copy].map(([id, event]) => [id, versionOf(event)]));

/** Edits the calendar at random: at most 20 single events and six series. */
class Editor {
  readonly #random: () => number;
  readonly #single: string[] = [];
  readonly #series: string[] = [];
  /** The ids that were occurrences of a series, then were not, and then were again. */
  readonly #gone = new Set<string>();
  returned = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  async edit(): Promise<void> {
    const kind = this.#pick(8);
    if (kind === 0) await this.#createOrDelete(this.#single, 20);
    else if (kind === 1) await this.#createOrDelete(this.#series, 6, this.#rule());
    else if (kind === 2) await this.#change(this.#oneOf(this.#single), { summary: this.#title() });
    else if (kind < 6) await this.#changeSeries(this.#oneOf(this.#series));
    else await this.#changeOccurrence(this.#oneOf(this.#series));
  }

  /** Notes which events have come back. @param before and after: ids */
  compare(before: readonly string[], after: readonly string[]): void {
    for (const id of after) if (this.#gone.delete(id)) this.returned += 1;
    const present = new Set(after);
    for (const id of before) if (!present.has(id)) this.#gone.add(id);
  }

  #pick = (count: number): number => Math.floor(this.#random() * count);

  #oneOf = <T>(items: readonly T[]): T | undefined => items[this.#pick(items.length)];

  #title = (): string => `New ${this.#pick(99)}`;

  #rule = (): readonly string[] => [`RRULE:FREQ=DAILY;COUNT=${1 + this.#pick(8)}`];

  #times(): { readonly start: object; readonly end: object } {
    const [date, timeZone] = [`2026-04-0${1 + this.#pick(4)}`, 'Europe/Lisbon'];
    const hour = 10 + this.#pick(2);
    return {
      start: { dateTime: `${date}T${hour}:00:00Z`, timeZone },
      end: { dateTime: `${date}T${hour}:30:00Z`, timeZone },
    };
  }

  async #createOrDelete(
    pool: string[],
    max: number,
    recurrence?: readonly string[],
  ): Promise<void> {
    if (pool.length === max || (pool.length > 0 && this.#random() < 0.3)) {
      await calendar(`/${pool.splice(this.#pick(pool.length), 1)[0]!}`, 'DELETE');
    } else {
      const body = { summary: this.#title(), ...this.#times(), recurrence };
      pool.push((await calendar('', 'POST', body)).id);
    }
  }

  async #change(id: string | undefined, body: object): Promise<void> {
    if (id !== undefined) await calendar(`/${id}`, 'PATCH', body);
  }

  /** Its rule becomes shorter or longer, it moves, or has another title. */
  #changeSeries(id: string | undefined): Promise<void> {
    const kind = this.#pick(4);
    if (kind < 2) return this.#change(id, { recurrence: this.#rule() });
    return this.#change(id, kind === 2 ? this.#times() : { summary: this.#title() });
  }

  async #changeOccurrence(series: string | undefined): Promise<void> {
    if (series === undefined) return;
    const { items } = await calendar(`/${series}/instances?showDeleted=true`, 'GET');
    const occurrence = this.#oneOf<any>(items);
    if (occurrence === undefined) return;
    const { id, status } = occurrence;
    if (status === 'cancelled') return this.#change(id, { status: 'confirmed' });
    const kind = this.#pick(4);
    if (kind < 2) await calendar(`/${id}`, 'DELETE');
    else await this.#change(id, kind === 2 ? { summary: this.#title() } : this.#times());
  }
}

it('equals the calendar after every step, with lost notifications and expired cursors', {
  tags: ['fullSize'],
  timeout: 300_000,
}, async () => {
  feeds.sandbox.setNotificationFaults({ dropped: 1 / 3, doubled: 1 / 2 });
  let copy: ReadonlyMap<string, CalendarEvent> | undefined;
  const { url } = feeds.gateway;
  const following = (async () => {
    const reader = createClient({
      url: `${url}/graphql`,
      headers: () => ({ authorization: 'Bearer studio-owner' }),
    });
    const { signal } = client;
    for await (const next of followCalendar(reader, release, { signal })) copy = next;
  })();
  const seed = seedOf(process.env);
  const repeat = howToRepeat(seed, 'test/server/event/calendar-follower.gate.test.ts');
  const random = randomNumbers(seed);
  const editor = new Editor(random);
  let expired = 0;
  let before = await truth();
  for (let step = 0; step < steps; step += 1) {
    for (let edits = 1 + Math.floor(random() * 4); edits > 0; edits -= 1) await editor.edit();
    if (random() < 0.05) {
      expired += 1;
      feeds.sandbox.expireSyncTokens();
    }
    await feeds.sandbox.notificationsSettled();
    const after = await truth();
    await expect
      .poll(
        async () => {
          await feeds.clock.advance(10_000);
          return contentOf(copy);
        },
        { interval: 2, message: `Step ${step}. ${repeat}` },
      )
      .toEqual(after);
    editor.compare(Object.keys(before), Object.keys(after));
    before = after;
  }
  expect(expired).toBeGreaterThan(promised(10, 0));
  expect(editor.returned).toBeGreaterThan(promised(100, 5));
  client.abort();
  await following;
});
