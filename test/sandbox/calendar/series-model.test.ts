/** The control of what a change of a series does to its exceptions. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { changeEvent } from '../../support/scenario/calendar.ts';
import { patch, post } from '../../support/client/sandbox-request.ts';
import { type RequestOptions, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox();
const pathOf = (id: string): string => `/calendar/v3/calendars/${encodeURIComponent(id)}/events`;
const events = pathOf(ids.calendar.release);
const series = `${events}/decade0`;
const remove: RequestOptions = { method: 'DELETE' };

const send = async (path: string, options: RequestOptions = {}): Promise<any> => {
  const { status, body } = await box.ask(path, options);
  expect([200, 204]).toContain(status);
  return body;
};

const control = (body: object) => box.ask('/_sandbox/series', { ...post(body), token: null });

const stockholm = (dateTime: string) => ({ dateTime, timeZone: 'Europe/Stockholm' });

const [titled, deleted, moved, longer] = ['26', '27', '28', '29'].map(
  (day) => `${events}/decade0_202603${day}T0${day === '29' ? 7 : 8}0000Z`,
) as [string, string, string, string];

/** Daily at 9:00, with an exception of each kind from the second day on. */
beforeEach(async () => {
  await send(
    events,
    post({
      id: 'decade0',
      summary: 'Daily',
      location: 'Pier 1',
      start: stockholm('2026-03-25T09:00:00'),
      end: stockholm('2026-03-25T10:00:00'),
      recurrence: ['RRULE:FREQ=DAILY;COUNT=10'],
    }),
  );
  await send(titled, patch({ summary: 'Own', colorId: '4' }));
  await send(deleted, remove);
  await send(
    moved,
    patch({ start: stockholm('2026-03-28T15:00:00'), end: stockholm('2026-03-28T16:00:00') }),
  );
  await send(longer, patch({ end: stockholm('2026-03-29T12:00:00') }));
});

/** Start, end, title and place of the instances from the second day on. */
async function instances(): Promise<unknown[]> {
  const { items } = await send(`${series}/instances`);
  return (items as any[])
    .slice(1)
    .map(({ start, end, summary, location }) => [
      start.dateTime.slice(5, 16),
      end.dateTime.slice(11, 16),
      summary,
      location,
    ])
    .slice(0, 4);
}

const others = { summary: 'All', location: 'Pier 2', description: 'New' };

describe('exceptions', () => {
  it('keep all their fields by default', async () => {
    await send(series, patch(others));
    expect(await instances()).toEqual([
      ['03-26T09:00', '10:00', 'Own', 'Pier 1'],
      ['03-28T15:00', '16:00', 'Daily', 'Pier 1'],
      ['03-29T09:00', '12:00', 'Daily', 'Pier 1'],
      ['03-30T09:00', '10:00', 'All', 'Pier 2'],
    ]);
    expect(await send(titled)).not.toHaveProperty('description');
  });
  it('take the changed fields that had the old value, if changes reach them', async () => {
    expect((await control({ reachesExceptions: true })).status).toBe(204);
    const before = await send(titled);
    const { nextSyncToken } = await send(`${events}?maxResults=2500`);
    await send(series, patch(others));
    expect(await instances()).toEqual([
      ['03-26T09:00', '10:00', 'Own', 'Pier 2'],
      ['03-28T15:00', '16:00', 'All', 'Pier 2'],
      ['03-29T09:00', '12:00', 'All', 'Pier 2'],
      ['03-30T09:00', '10:00', 'All', 'Pier 2'],
    ]);
    const after = await send(titled);
    expect(after).toMatchObject({ description: 'New', colorId: '4', iCalUID: before.iCalUID });
    expect(after.etag).not.toBe(before.etag);
    const { items } = await send(`${events}?maxResults=2500&syncToken=${nextSyncToken}`);
    expect(items.map(({ id }: any) => id)).toHaveLength(4);
    await send(series, patch({ description: null }));
    expect(await send(titled)).not.toHaveProperty('description');
  });
  it('take another length of the series, unless they have other times', async () => {
    await control({ reachesExceptions: true });
    await send(series, patch({ end: stockholm('2026-03-25T11:00:00') }));
    expect(await instances()).toEqual([
      ['03-26T09:00', '11:00', 'Own', 'Pier 1'],
      ['03-28T15:00', '16:00', 'Daily', 'Pier 1'],
      ['03-29T09:00', '12:00', 'Daily', 'Pier 1'],
      ['03-30T09:00', '11:00', 'Daily', 'Pier 1'],
    ]);
  });
});

describe('an end of the series', () => {
  const end = { recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] };

  it('deletes the exceptions after it, unless they are to stay', async () => {
    const later = async (): Promise<unknown[]> => {
      const { items } = await send(`${events}?maxResults=2500`);
      return (items as any[]).flatMap(({ id, recurringEventId }) =>
        recurringEventId === 'decade0' ? [id] : [],
      );
    };
    const idOf = (path: string): string => path.split('/').at(-1)!;
    const before = await send(series);
    await control({ leavesExceptions: true });
    await send(series, patch(end));
    expect(await later()).toEqual([titled, deleted, moved, longer].map(idOf));
    expect((await send(`${series}/instances`)).items).toHaveLength(2);
    await send(series, patch({ recurrence: before.recurrence }));
    await control({});
    await send(series, patch(end));
    expect(await later()).toEqual([titled, deleted].map(idOf));
  });
});

const nextDay = {
  start: stockholm('2026-03-26T09:00:00'),
  end: stockholm('2026-03-26T10:00:00'),
};

describe('a move of the series', () => {
  it('keeps the exceptions whose original start remains, by default', async () => {
    await send(series, patch(nextDay));
    const { items } = await send(`${series}/instances`);
    expect(items).toHaveLength(9);
    expect(items[0].summary).toBe('Own');
    expect((await send(`${series}/instances?showDeleted=true`)).items).toHaveLength(10);
  });
  it.each([
    ['start', nextDay],
    [
      'time zone',
      {
        start: { dateTime: '2026-03-25T08:00:00Z', timeZone: 'Africa/Lagos' },
        end: { dateTime: '2026-03-25T09:00:00Z', timeZone: 'Africa/Lagos' },
      },
    ],
    ['rule', { recurrence: ['RRULE:FREQ=DAILY;WKST=SU;COUNT=10'] }],
  ])('to another %s drops them, if it is to', async (_, change) => {
    await control({ dropsExceptions: true });
    const { nextSyncToken } = await send(`${events}?maxResults=2500`);
    await send(series, patch(change));
    const { items } = await send(`${series}/instances?showDeleted=true`);
    expect(items.map(({ summary, status }: any) => `${summary} ${status}`)).toEqual(
      Array.from({ length: 10 }, () => 'Daily confirmed'),
    );
    const changes = await send(`${events}?maxResults=2500&syncToken=${nextSyncToken}`);
    const dropped = changes.items.filter(({ status }: any) => status === 'cancelled');
    expect(dropped).toHaveLength(4);
  });
  it.each([
    ['another end', { recurrence: ['RRULE:COUNT=6;FREQ=DAILY'] }],
    ['an end at a date', { recurrence: ['RRULE:FREQ=DAILY;UNTIL=20260330T215959Z'] }],
    [
      'an excluded date',
      { recurrence: ['RRULE:FREQ=DAILY;COUNT=10', 'EXDATE;TZID=Europe/Stockholm:20260330T090000'] },
    ],
    ['another length', { end: stockholm('2026-03-25T11:00:00') }],
    ['another title', { summary: 'All' }],
  ])('is not %s', async (_, change) => {
    await control({ dropsExceptions: true });
    await send(series, patch(change));
    expect((await instances()).slice(0, 3)).toEqual([
      ['03-26T09:00', '10:00', 'Own', 'Pier 1'],
      ['03-28T15:00', '16:00', 'Daily', 'Pier 1'],
      ['03-29T09:00', '12:00', 'Daily', 'Pier 1'],
    ]);
  });
});

describe('the control of series', () => {
  it('is a method in the same process, and an absent field is false', async () => {
    box.sandbox.setSeriesModel({ reachesExceptions: true });
    await send(series, patch({ location: 'Pier 2' }));
    expect(await send(titled)).toMatchObject({ location: 'Pier 2' });
    expect((await control({})).status).toBe(204);
    await send(series, patch({ location: 'Pier 3' }));
    expect(await send(titled)).toMatchObject({ location: 'Pier 2' });
  });
  it.each([
    { dropsExceptions: 'yes' },
    { leavesExceptions: 'yes' },
    { occurrenceIds: 'other' },
    { ignoredFields: 'summary' },
    { ignoredFields: [1] },
    { ignoresGuests: 1 },
    { opaqueIds: true },
  ])('rejects other values and names: %j', async (body) => {
    expect((await control(body)).status).toBe(400);
  });
  it.each([
    ['start', 'decade1', 'decade1_20260326T080000Z'],
    ['split', 'decade1_R20260325T080000', 'decade1_20260326T080000Z'],
    ['opaque', 'decade1', expect.stringMatching(/^o[0-9a-f]+$/)],
  ])('decides the ids of occurrences: %s', async (occurrenceIds, id, expected) => {
    expect((await control({ occurrenceIds })).status).toBe(204);
    const { start, end, recurrence } = await send(series);
    await send(events, post({ id, start, end, recurrence }));
    const { items } = await send(`${events}/${id}/instances`);
    expect(items[1].id).toEqual(expected);
    const path = `${events}/${items[1].id}`;
    expect(await send(path)).toMatchObject({ id: items[1].id, recurringEventId: id });
    await send(path, patch({ summary: 'Own' }));
    const again = await send(`${events}/${id}/instances`);
    expect(again.items.map((each: any) => each.summary)).toContain('Own');
    expect(again.items).toHaveLength(10);
  });
  it('accepts the id of a divided series only then', async () => {
    const { start, end } = await send(series);
    const id = 'decade1_R20260325T080000';
    expect((await box.ask(events, post({ id, start, end }))).status).toBe(400);
  });
  it('ignores fields, with the answer 200 and the same etag', async () => {
    await control({ ignoredFields: ['recurrence'] });
    const before = await send(series);
    const answer = await send(series, patch({ recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] }));
    expect(answer).toEqual(before);
    expect(await send(series, patch({ summary: 'New' }))).toMatchObject({ summary: 'New' });
  });
  it('ignores what a guest changes of the event of somebody else, or refuses it', async () => {
    const mine = pathOf(ids.calendar.ava);
    const invited = `${mine}/${ids.event.benOneOnOne}`;
    const change = patch({ summary: 'New' });
    expect((await box.ask(invited, change)).status).toBe(403);
    await control({ ignoresGuests: true });
    expect(await send(invited, change)).toEqual(await send(invited));
    expect(await send(invited, patch({ colorId: '4' }))).toMatchObject({ colorId: '4' });
  });
});

/** Release notes of the Calendar API, 7 July 2026. */
describe('the visibility of an occurrence', () => {
  const visibilities = async (): Promise<ReadonlySet<unknown>> => {
    const { items } = await send(`${series}/instances`);
    return new Set((items as any[]).map(({ visibility }) => visibility));
  };

  it('that is stricter becomes that of the whole series', async () => {
    await send(titled, patch({ visibility: 'private' }));
    expect(await send(series)).toMatchObject({ visibility: 'private' });
    expect(await visibilities()).toEqual(new Set(['private']));
  });
  it('that was its own before is not passed on by another change', async () => {
    changeEvent(box.sandbox, [ids.calendar.release, titled.split('/').at(-1)!], {
      visibility: 'private',
    });
    await send(titled, patch({ location: 'Elsewhere' }));
    expect((await send(series)).visibility).toBeUndefined();
  });
  it('that is less strict is ignored', async () => {
    await send(series, patch({ visibility: 'private' }));
    const answer = await send(
      `${events}/decade0_20260401T070000Z`,
      patch({ visibility: 'public' }),
    );
    expect(answer).toMatchObject({ visibility: 'private' });
  });
});
