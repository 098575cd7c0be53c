/** Free/busy queries: which events keep a calendar busy, who may ask, groups and limits. */
import { describe, expect, it } from 'vitest';
import { premieres } from '../../../src/sandbox/seed/calendar/seed.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { post } from '../../support/client/sandbox-request.ts';
import { type RejectedRequests, testRejected } from '../../support/scenario/rejected-request.ts';
import { useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox();
const { ask } = box;
const { calendar, person } = ids;
const query = '/calendar/v3/freeBusy';
const own = '/calendar/v3/calendars/primary/events';

/** A week of which the seed has no events; on 29 March 2027 it is summer time in Stockholm. */
const week = { timeMin: '2027-03-25T00:00:00Z', timeMax: '2027-04-01T00:00:00Z' };

const busyIn = async (body: object = {}, token = 'studio-owner') => {
  const response = await ask(query, post({ ...week, items: [{ id: person.ava }], ...body }, token));
  expect(response.status).toBe(200);
  return response.body;
};

const insert = async (from: string, to: string, more: object = {}) => {
  const event = { start: { dateTime: from }, end: { dateTime: to }, ...more };
  const { status, body } = await ask(own, post(event));
  expect(status).toBe(200);
  return body;
};

const ten = '2027-03-26T10:00:00Z';
const eleven = '2027-03-26T11:00:00Z';
const noon = '2027-03-26T12:00:00Z';

const rejected: RejectedRequests = {
  '400 required': {
    'no start': [query, post({ timeMax: week.timeMax, items: [] })],
    'no end': [query, post({ timeMin: week.timeMin, items: [] })],
    'no items': [query, post(week)],
    'an item without an id': [query, post({ ...week, items: [{}] })],
  },
  '400 timeRangeEmpty': {
    'an end before the start': [
      query,
      post({ timeMin: week.timeMax, timeMax: week.timeMin, items: [] }),
    ],
  },
  '400 timeRangeTooLong': {
    'more than 90 days': [query, post({ ...week, timeMax: '2027-06-23T00:00:01Z', items: [] })],
  },
  '400 invalid': {
    'an unknown time zone': [query, post({ ...week, timeZone: 'Mars', items: [] })],
    '51 calendars': [query, post({ ...week, calendarExpansionMax: 51, items: [] })],
    '101 members': [query, post({ ...week, groupExpansionMax: 101, items: [] })],
    'a date as start': [query, post({ ...week, timeMin: '2027-03-25', items: [] })],
  },
};

describe('Calendar rejects, of free/busy queries,', () => {
  testRejected(box, rejected);
});

describe('a calendar is busy', () => {
  it('never, without events', async () => {
    expect(await busyIn()).toEqual({
      kind: 'calendar#freeBusy',
      timeMin: '2027-03-25T00:00:00.000Z',
      timeMax: '2027-04-01T00:00:00.000Z',
      calendars: { [person.ava]: { busy: [] } },
    });
  });
  it('during events that overlap or meet, as one period, in the requested time zone', async () => {
    await insert(ten, eleven);
    await insert('2027-03-26T10:30:00Z', noon);
    await insert(noon, '2027-03-26T12:30:00Z');
    await insert('2027-03-26T14:00:00Z', '2027-03-26T15:00:00Z');
    expect((await busyIn()).calendars[person.ava].busy).toEqual([
      { start: ten, end: '2027-03-26T12:30:00Z' },
      { start: '2027-03-26T14:00:00Z', end: '2027-03-26T15:00:00Z' },
    ]);
    const { busy } = (await busyIn({ timeZone: 'Europe/Stockholm' })).calendars[person.ava];
    expect(busy[0]).toEqual({
      start: '2027-03-26T11:00:00+01:00',
      end: '2027-03-26T13:30:00+01:00',
    });
  });
  it('within the window only', async () => {
    await insert('2027-03-24T22:00:00Z', '2027-03-25T01:00:00Z');
    await insert('2027-03-31T23:00:00Z', '2027-04-01T02:00:00Z');
    await insert('2027-04-01T00:00:00Z', '2027-04-01T03:00:00Z');
    expect((await busyIn()).calendars[person.ava].busy).toEqual([
      { start: '2027-03-25T00:00:00Z', end: '2027-03-25T01:00:00Z' },
      { start: '2027-03-31T23:00:00Z', end: '2027-04-01T00:00:00Z' },
    ]);
  });
  it('on all-day events, from midnight of the calendar', async () => {
    await insert(ten, eleven, { start: { date: '2027-03-27' }, end: { date: '2027-03-29' } });
    expect((await busyIn()).calendars[person.ava].busy).toEqual([
      // The clocks go forward in the night to the 28th.
      { start: '2027-03-26T23:00:00Z', end: '2027-03-28T22:00:00Z' },
    ]);
  });
  it('during every instance of a series, at the same local time, as its exceptions say', async () => {
    const timeZone = 'Europe/Stockholm';
    const series = await insert(ten, eleven, {
      start: { dateTime: '2027-03-26T09:00:00', timeZone },
      end: { dateTime: '2027-03-26T10:00:00', timeZone },
      recurrence: ['RRULE:FREQ=DAILY;COUNT=5'],
    });
    const instance = (start: string): string => `${own}/${series.id}_${start}`;
    await ask(instance('20270327T080000Z'), { method: 'DELETE' });
    const moved = {
      start: { dateTime: '2027-03-29T12:00:00Z' },
      end: { dateTime: '2027-03-29T13:00:00Z' },
    };
    await ask(instance('20270329T070000Z'), { method: 'PATCH', body: moved });
    expect((await busyIn()).calendars[person.ava].busy).toEqual([
      { start: '2027-03-26T08:00:00Z', end: '2027-03-26T09:00:00Z' },
      { start: '2027-03-28T07:00:00Z', end: '2027-03-28T08:00:00Z' },
      { start: '2027-03-29T12:00:00Z', end: '2027-03-29T13:00:00Z' },
      { start: '2027-03-30T07:00:00Z', end: '2027-03-30T08:00:00Z' },
    ]);
  });
  it.each<readonly [string, object, boolean]>([
    ['a tentative event', { status: 'tentative' }, true],
    ['a private event', { visibility: 'private' }, true],
    ['focus time', { eventType: 'focusTime' }, true],
    ['a transparent event', { transparency: 'transparent' }, false],
    ['an event that its owner has accepted', { responseStatus: 'accepted' }, true],
    ['an invitation without an answer', { responseStatus: 'needsAction' }, true],
    ['an event that its owner has declined', { responseStatus: 'declined' }, false],
  ])('or not, during %s', async (_, { responseStatus, ...more }: any, isBusy) => {
    const attendees = [{ email: person.ava, responseStatus }];
    await insert(ten, eleven, { ...more, ...(responseStatus && { attendees }) });
    expect((await busyIn()).calendars[person.ava].busy).toHaveLength(isBusy ? 1 : 0);
  });
  it('no more after an event or a series was deleted', async () => {
    const event = await insert(ten, eleven);
    const series = await insert(ten, eleven, {
      recurrence: ['RRULE:FREQ=DAILY;COUNT=5'],
      start: { dateTime: ten, timeZone: 'UTC' },
      end: { dateTime: eleven, timeZone: 'UTC' },
    });
    for (const { id } of [event, series]) await ask(`${own}/${id}`, { method: 'DELETE' });
    expect((await busyIn()).calendars[person.ava].busy).toEqual([]);
  });
});

describe('a free/busy query', () => {
  it('shows the times to readers of free/busy times only, and no more than the times', async () => {
    await insert(ten, eleven, { summary: 'Secret' });
    const items = [{ id: person.ava }];
    expect(JSON.stringify(await busyIn({ items }, 'studio-guest'))).not.toContain('Secret');
    expect((await busyIn({ items }, 'studio-guest')).calendars[person.ava].busy).toHaveLength(1);
    expect((await busyIn({ items }, 'no-channel')).calendars).toEqual({
      [person.ava]: { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] },
    });
  });
  it('is not a write: the clock stands still', async () => {
    const before = box.sandbox.now();
    await busyIn();
    expect(box.sandbox.now()).toEqual(before);
  });
  it('takes the id primary, and answers each calendar once', async () => {
    const items = [{ id: 'primary' }, { id: calendar.missing }, { id: calendar.missing }];
    const { calendars } = await busyIn({ items });
    expect(Object.keys(calendars)).toEqual(['primary', calendar.missing]);
  });
  it('shows public calendars to a caller with an API key', async () => {
    const response = await ask(query, {
      ...post({ ...week, items: [{ id: premieres }, { id: person.ava }] }),
      token: null,
      headers: { 'x-goog-api-key': 'sandbox-key' },
    });
    expect(response.body.calendars).toMatchObject({
      [premieres]: { busy: [] },
      [person.ava]: { errors: [{ reason: 'notFound' }] },
    });
  });
  it('has an error for an id of no calendar, whatever its name', async () => {
    const { calendars, groups } = await busyIn({ items: [{ id: 'constructor' }] });
    expect(calendars['constructor'].errors).toEqual([{ domain: 'global', reason: 'notFound' }]);
    expect(groups).toBeUndefined();
  });
  it('expands groups to their members', async () => {
    const answer = await busyIn({ items: [{ id: person.editors }] });
    expect(answer.groups).toEqual({
      [person.editors]: { calendars: [person.ava, person.chloe, person.emeka] },
    });
    expect(Object.keys(answer.calendars)).toEqual([person.ava, person.chloe, person.emeka]);
  });
  it('has an error for a group with too many members, and for calendars above the maximum', async () => {
    const { groups, calendars } = await busyIn({
      groupExpansionMax: 2,
      calendarExpansionMax: 1,
      items: [{ id: person.editors }, { id: person.ava }, { id: calendar.release }],
    });
    expect(groups[person.editors].errors).toEqual([{ domain: 'global', reason: 'groupTooBig' }]);
    expect(calendars[person.ava]).toEqual({ busy: [] });
    expect(calendars[calendar.release].errors).toEqual([
      { domain: 'global', reason: 'tooManyCalendarsRequested' },
    ]);
  });
});
