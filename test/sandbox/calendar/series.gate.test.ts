/** Exceptions of recurring events: what they survive, and what lists of changes tell of them. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type Random, randomFrom } from '../../../src/sandbox/random.ts';
import { patch, post } from '../../support/client/sandbox-request.ts';
import { promised } from '../../support/report/promised-size.ts';
import { type RequestOptions, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox();
const { calendar, event, person } = ids;
const pathOf = (id: string): string => `/calendar/v3/calendars/${encodeURIComponent(id)}/events`;
const events = pathOf(calendar.release);
const remove: RequestOptions = { method: 'DELETE' };

const send = async (path: string, options: RequestOptions = {}): Promise<any> => {
  const { status, body } = await box.ask(path, options);
  expect([200, 204]).toContain(status);
  return body;
};

const stockholm = (dateTime: string) => ({ dateTime, timeZone: 'Europe/Stockholm' });

/** Daily at 9:00 in Stockholm, for ten days from 25 March 2026: across the change of the clocks. */
const tenDays = {
  id: 'decade0',
  start: stockholm('2026-03-25T09:00:00'),
  end: stockholm('2026-03-25T10:00:00'),
  recurrence: ['RRULE:FREQ=DAILY;COUNT=10'],
};

const series = `${events}/decade0`;

/** The instances of 26 and 28 March, and of 1 April, in summer time. */
const second = 'decade0_20260326T080000Z';
const fourth = 'decade0_20260328T080000Z';
const eighth = 'decade0_20260401T070000Z';

/** Reads the ids and statuses in a list of changes, without those of other events. */
class Follower {
  readonly #query: string;
  #token = '';

  constructor(query = '') {
    this.#query = query;
  }

  async start(): Promise<this> {
    const { nextSyncToken } = await send(`${events}?maxResults=2500&${this.#query}`);
    this.#token = nextSyncToken as string;
    return this;
  }

  async items(): Promise<any[]> {
    const query = `maxResults=2500&${this.#query}&syncToken=${this.#token}`;
    const { items, nextSyncToken } = await send(`${events}?${query}`);
    this.#token = nextSyncToken as string;
    return items as any[];
  }

  async changes(): Promise<Readonly<Record<string, string>>> {
    const items = await this.items();
    return Object.fromEntries(items.map(({ id, status }) => [id, status] as const));
  }
}

const status = async (id: string): Promise<number> => (await box.ask(`${events}/${id}`)).status;

describe('a series with three exceptions', () => {
  beforeEach(async () => {
    await send(events, post(tenDays));
    await send(`${events}/${second}`, patch({ summary: 'Second' }));
    await send(`${events}/${fourth}`, remove);
    await send(
      `${events}/${eighth}`,
      patch({ start: stockholm('2026-04-01T15:00:00'), end: stockholm('2026-04-01T16:00:00') }),
    );
  });

  it('has them among its instances', async () => {
    const { items } = await send(`${series}/instances?showDeleted=true`);
    expect(items).toHaveLength(10);
    const byId = new Map<string, any>(items.map((item: any) => [item.id, item]));
    expect(byId.get(second)).toMatchObject({ summary: 'Second' });
    expect(byId.get(fourth)).toEqual({
      kind: 'calendar#event',
      etag: expect.any(String),
      id: fourth,
      status: 'cancelled',
      recurringEventId: 'decade0',
      originalStartTime: stockholm('2026-03-28T09:00:00+01:00'),
    });
    expect(byId.get(eighth)).toMatchObject({
      start: { dateTime: '2026-04-01T15:00:00+02:00' },
      originalStartTime: { dateTime: '2026-04-01T09:00:00+02:00' },
    });
    expect((await send(`${series}/instances`)).items).toHaveLength(9);
  });
  it('has those that are not deleted in a list by its iCalendar id', async () => {
    const { iCalUID } = await send(series);
    const query = `iCalUID=${encodeURIComponent(iCalUID)}&showDeleted=true`;
    const { items } = await send(`${events}?${query}`);
    expect(items.map(({ id }: any) => id)).toEqual(['decade0', second, eighth]);
  });
  it('keeps them when other fields of it change', async () => {
    const follower = await new Follower().start();
    await send(series, patch({ location: 'Pier 9' }));
    expect(await follower.changes()).toEqual({ decade0: 'confirmed' });
    expect(await send(`${events}/${second}`)).toMatchObject({ summary: 'Second' });
  });
  it('keeps those before the end when it is cut', async () => {
    const follower = await new Follower().start();
    await send(series, patch({ recurrence: ['RRULE:FREQ=DAILY;UNTIL=20260330T215959Z'] }));
    expect(await follower.changes()).toEqual({ decade0: 'confirmed', [eighth]: 'cancelled' });
    expect([await status(second), await status(fourth), await status(eighth)]).toEqual([
      200, 200, 404,
    ]);
    const { items } = await send(`${series}/instances?showDeleted=true`);
    expect(items.map(({ id }: any) => id)).toContain(fourth);
    expect(items).toHaveLength(6);
  });
  it('loses the exception of an excluded date', async () => {
    const rule = ['RRULE:FREQ=DAILY;COUNT=10', 'EXDATE;TZID=Europe/Stockholm:20260326T090000'];
    await send(series, patch({ recurrence: rule }));
    expect([await status(second), await status(eighth)]).toEqual([404, 200]);
  });
  it('loses all when it begins at another time', async () => {
    const follower = await new Follower().start();
    await send(
      series,
      patch({ start: stockholm('2026-03-25T11:00:00'), end: stockholm('2026-03-25T12:00:00') }),
    );
    expect(await follower.changes()).toEqual({
      decade0: 'confirmed',
      [second]: 'cancelled',
      [fourth]: 'cancelled',
      [eighth]: 'cancelled',
    });
    expect((await send(`${series}/instances`)).items).toHaveLength(10);
  });
  it('takes them along when it is deleted', async () => {
    const follower = await new Follower().start();
    await send(series, remove);
    expect(await follower.changes()).toEqual({
      decade0: 'cancelled',
      [second]: 'cancelled',
      [fourth]: 'cancelled',
      [eighth]: 'cancelled',
    });
    const { items } = await send(`${events}?singleEvents=true&maxResults=2500`);
    expect(items.filter(({ id }: any) => id.startsWith('decade0'))).toEqual([]);
  });
  it('that is cut tells followers of instances which of them are gone', async () => {
    const follower = await new Follower('singleEvents=true').start();
    await send(series, patch({ recurrence: ['RRULE:FREQ=DAILY;COUNT=6'] }));
    const changes = await follower.changes();
    const gone = Object.keys(changes).filter((id) => changes[id] === 'cancelled');
    expect(gone.toSorted()).toEqual(
      ['0331', '0401', '0402', '0403'].map((date) => `decade0_2026${date}T070000Z`),
    );
  });
  it('that becomes a single event tells followers of instances', async () => {
    const follower = await new Follower('singleEvents=true').start();
    await send(series, patch({ recurrence: null }));
    const { decade0, ...rest } = await follower.changes();
    expect([decade0, new Set(Object.values(rest)), Object.keys(rest).length]).toEqual([
      'confirmed',
      new Set(['cancelled']),
      10,
    ]);
    await send(series, patch({ recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] }));
    expect(await follower.changes()).toEqual({
      decade0: 'cancelled',
      decade0_20260325T080000Z: 'confirmed',
      [second]: 'confirmed',
    });
  });
});

describe('a cancelled event', () => {
  it('has only its id in a list of changes, and all fields with showDeleted', async () => {
    const [follower, other] = [
      await new Follower().start(),
      await new Follower('showDeleted=true').start(),
    ];
    await send(`${events}/${event.interview}`, remove);
    expect(await follower.items()).toEqual([
      {
        kind: 'calendar#event',
        etag: expect.any(String),
        id: event.interview,
        status: 'cancelled',
      },
    ]);
    expect(await other.items()).toMatchObject([
      { id: event.interview, status: 'cancelled', summary: 'Interview with Maren — «Le phare»' },
    ]);
  });
});

describe('instances', () => {
  it('of an event that is not a series are none, also of an unchanged instance', async () => {
    await send(events, post(tenDays));
    for (const id of [second, event.interview])
      expect((await send(`${events}/${id}/instances`)).items).toEqual([]);
  });
  it.each([
    ['2026-03-26T08:00:00Z', 1],
    ['2026-03-26T09:00:00+01:00', 1],
    ['2026-03-26T09:00:00Z', 0],
  ])('with the original start %s', async (originalStart, count) => {
    await send(events, post(tenDays));
    const path = `${series}/instances?originalStart=${encodeURIComponent(originalStart)}`;
    expect((await send(path)).items).toHaveLength(count);
  });
  it('of an all-day series have a date as original start', async () => {
    const days = { start: { date: '2026-03-25' }, end: { date: '2026-03-26' } };
    await send(events, post({ ...days, id: 'fulldate', recurrence: ['RRULE:FREQ=DAILY'] }));
    const at = async (date: string): Promise<unknown> =>
      (await send(`${events}/fulldate/instances?originalStart=${date}`)).items.map(
        ({ id }: any) => id,
      );
    expect(await at('2026-03-29')).toEqual(['fulldate_20260329']);
    expect(await at('2028-02-29')).toEqual(['fulldate_20280229']);
    expect(await at('2026-03-24')).toEqual([]);
  });
  it('that were moved into the window are in it, whenever they were to be', async () => {
    await send(events, post({ ...tenDays, recurrence: ['RRULE:FREQ=DAILY'] }));
    const late = 'decade0_20260501T070000Z';
    const day = {
      start: stockholm('2026-03-10T09:00:00'),
      end: stockholm('2026-03-10T10:00:00'),
    };
    await send(`${events}/${late}`, patch(day));
    const { items } = await send(`${series}/instances?timeMax=2026-03-20T00:00:00Z`);
    expect(items.map(({ id }: any) => id)).toEqual([late]);
  });
  it.each(['tomorrow', '2026-03-26T09:00:00', '2026-13-01'])(
    'with the original start %s are rejected',
    async (originalStart) => {
      const path = `${events}/${event.standup}/instances?originalStart=${originalStart}`;
      const response = await box.ask(path);
      expect([response.status, response.reason]).toEqual([400, 'badRequest']);
    },
  );
});

describe('an exception of a series with guests', () => {
  it('reaches the copies of the guests', async () => {
    const weekly = { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] };
    const onBen = `${pathOf(calendar.ben)}/${event.benOneOnOne}`;
    const onAva = `${pathOf(calendar.ava)}/${event.benOneOnOne}`;
    await send(onBen, { ...patch(weekly), token: 'studio-guest' });
    const { items } = await send(`${onAva}/instances`);
    expect(items).toHaveLength(4);
    const third = `${pathOf(calendar.ben)}/${items[2].id}`;
    await send(third, { ...patch({ location: 'Pier 9' }), token: 'studio-guest' });
    await send(`${pathOf(calendar.ben)}/${items[3].id}`, { ...remove, token: 'studio-guest' });
    const seen = (await send(`${onAva}/instances`)).items as any[];
    expect(seen.map(({ location }) => location)).toEqual([undefined, undefined, 'Pier 9']);
    await send(`${pathOf(calendar.ava)}/${items[0].id}`, {
      ...patch({
        attendees: [{ email: person.ava, responseStatus: 'declined' }],
        attendeesOmitted: true,
      }),
    });
    const own = await send(`${pathOf(calendar.ben)}/${items[0].id}`, { token: 'studio-guest' });
    expect(own.attendees.find(({ email }: any) => email === person.ava).responseStatus).toBe(
      'declined',
    );
  });
});

/** Changes one of the events of the calendar in a random way. */
async function changeSomething(random: Random): Promise<void> {
  const { items } = await send(`${events}?singleEvents=true&maxResults=2500`);
  const single = random.pick(items as any[]);
  const id: string = random.int(0, 2) === 0 ? (single.recurringEventId ?? single.id) : single.id;
  const hour = `${random.int(10, 20)}`;
  const kind = random.int(0, 9);
  if (kind < 2) await box.ask(`${events}/${id}`, remove);
  else if (kind === 2) await box.ask(events, post({ ...tenDays, id: `made${random.int(0, 999)}` }));
  else if (kind < 5)
    await box.ask(
      `${events}/${id}`,
      patch({ recurrence: [`RRULE:FREQ=DAILY;COUNT=${random.int(1, 9)}`] }),
    );
  else if (kind === 5) await box.ask(`${events}/${id}`, patch({ recurrence: null }));
  else if (kind === 6)
    await box.ask(
      `${events}/${id}`,
      patch({
        start: stockholm(`2026-03-27T${hour}:00:00`),
        end: stockholm(`2026-03-27T${hour}:30:00`),
      }),
    );
  else await box.ask(`${events}/${id}`, patch({ summary: `${random.int(0, 99)}` }));
}

describe.each(['', 'singleEvents=true'])('a replica of the list with "%s"', (query) => {
  const full = async (): Promise<Map<string, any>> => {
    const { items } = await send(`${events}?maxResults=2500&${query}`);
    const present = (items as any[]).filter((item) => item.status !== 'cancelled');
    return new Map(present.map((item) => [item.id, item]));
  };

  it.each(['a', 'b', 'c'])(
    'equals the list after random changes: %s',
    {
      tags: ['fullSize'],
    },
    async (seed) => {
      const random = randomFrom(seed);
      await send(events, post(tenDays));
      const replica = await full();
      const follower = await new Follower(query).start();
      for (let at = 0; at < promised(60, 25); at += 1) {
        await changeSomething(random);
        if (random.int(0, 3) > 0) continue;
        for (const item of await follower.items())
          if (item.status === 'cancelled') replica.delete(item.id as string);
          else replica.set(item.id as string, item);
      }
      for (const item of await follower.items())
        if (item.status === 'cancelled') replica.delete(item.id as string);
        else replica.set(item.id as string, item);
      const byId = (map: Map<string, any>) => Object.fromEntries(map);
      expect(byId(replica)).toEqual(byId(await full()));
    },
  );
});
