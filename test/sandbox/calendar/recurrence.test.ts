import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useSandbox } from '../../support/sandbox.ts';

const box = useSandbox();
const events = `/calendar/v3/calendars/${encodeURIComponent(ids.calendar.release)}/events`;

/** A series on the release calendar, whose time zone is Europe/Stockholm. */
async function insert(body: object): Promise<string> {
  const { status, body: event } = await box.ask(events, { method: 'POST', body });
  expect(status).toBe(200);
  return event.id as string;
}

async function instancesOf(id: string, query = ''): Promise<any[]> {
  const { status, body } = await box.ask(`${events}/${id}/instances${query}`);
  expect(status).toBe(200);
  return body.items as any[];
}

const timed = (start: string, end: string, ...recurrence: string[]) => ({
  start: { dateTime: start, timeZone: 'Europe/Stockholm' },
  end: { dateTime: end, timeZone: 'Europe/Stockholm' },
  recurrence,
});

const allDay = (start: string, end: string, ...recurrence: string[]) => ({
  start: { date: start },
  end: { date: end },
  recurrence,
});

/** Daily at 9:00 in Stockholm (8:00 UTC), from 20 March 2026. */
const daily = (...recurrence: string[]) =>
  timed('2026-03-20T09:00:00', '2026-03-20T10:00:00', ...recurrence);

const starts = (items: readonly any[]): string[] => items.map(({ start }) => start.dateTime);
const days = (items: readonly any[]): string[] => items.map(({ start }) => start.date);

/** The days of March of timed instances. */
const marchDays = (items: readonly any[]): number[] =>
  starts(items).map((start) => Number(/^2026-03-(\d\d)T/.exec(start)?.[1]));

describe('a series across a change of daylight saving time', () => {
  it('keeps the local time when clocks go forward', async () => {
    const id = await insert(
      timed('2026-03-22T09:00:00', '2026-03-22T10:30:00', 'RRULE:FREQ=WEEKLY;COUNT=3'),
    );
    const items = await instancesOf(id);
    expect(starts(items)).toEqual([
      '2026-03-22T09:00:00+01:00',
      '2026-03-29T09:00:00+02:00',
      '2026-04-05T09:00:00+02:00',
    ]);
    expect(items.map(({ id: instance }) => instance)).toEqual([
      `${id}_20260322T080000Z`,
      `${id}_20260329T070000Z`,
      `${id}_20260405T070000Z`,
    ]);
    expect(items.map(({ end }) => end.dateTime)).toEqual([
      '2026-03-22T10:30:00+01:00',
      '2026-03-29T10:30:00+02:00',
      '2026-04-05T10:30:00+02:00',
    ]);
  });
  it('keeps the local time when clocks go back', async () => {
    const id = await insert(
      timed('2026-10-24T09:00:00', '2026-10-24T10:00:00', 'RRULE:FREQ=DAILY;COUNT=2'),
    );
    expect(starts(await instancesOf(id))).toEqual([
      '2026-10-24T09:00:00+02:00',
      '2026-10-25T09:00:00+01:00',
    ]);
  });
  it('skips a local time that does not exist', async () => {
    const id = await insert(
      timed('2026-03-28T02:30:00', '2026-03-28T03:00:00', 'RRULE:FREQ=DAILY;COUNT=3'),
    );
    expect(starts(await instancesOf(id))).toEqual([
      '2026-03-28T02:30:00+01:00',
      '2026-03-30T02:30:00+02:00',
      '2026-03-31T02:30:00+02:00',
    ]);
  });
  it('finds an instance behind the change by its id', async () => {
    const id = await insert(
      timed('2026-03-22T09:00:00', '2026-03-22T10:00:00', 'RRULE:FREQ=WEEKLY;COUNT=3'),
    );
    const { body } = await box.ask(`${events}/${id}_20260329T070000Z`);
    expect(body).toMatchObject({
      recurringEventId: id,
      start: { dateTime: '2026-03-29T09:00:00+02:00' },
    });
  });
});

describe('UNTIL', () => {
  it.each([
    ['the instant of an occurrence: includes it', '20260322T080000Z', [20, 21, 22]],
    ['a second before an occurrence: excludes it', '20260322T075959Z', [20, 21]],
    ['a date: includes that day', '20260322', [20, 21, 22]],
    ['the first occurrence: includes it alone', '20260320T080000Z', [20]],
  ])('at %s', async (_, until, expected) => {
    const id = await insert(daily(`RRULE:FREQ=DAILY;UNTIL=${until}`));
    expect(marchDays(await instancesOf(id))).toEqual(expected);
  });
  it('of a date uses the time zone of the series', async () => {
    const late = timed('2026-03-20T23:30:00', '2026-03-20T23:45:00');
    const id = await insert({ ...late, recurrence: ['RRULE:FREQ=DAILY;UNTIL=20260321'] });
    expect(marchDays(await instancesOf(id))).toEqual([20, 21]);
  });
  it('of an all-day series includes the date', async () => {
    const id = await insert(allDay('2026-03-20', '2026-03-21', 'RRULE:FREQ=DAILY;UNTIL=20260322'));
    expect(days(await instancesOf(id))).toEqual(['2026-03-20', '2026-03-21', '2026-03-22']);
  });
});

describe('EXDATE', () => {
  const rule = 'RRULE:FREQ=DAILY;COUNT=5';

  it.each([
    ['in UTC', ['EXDATE:20260321T080000Z'], [20, 22, 23, 24]],
    ['in the time zone of the series', ['EXDATE:20260322T090000'], [20, 21, 23, 24]],
    ['in another time zone', ['EXDATE;TZID=America/New_York:20260323T040000'], [20, 21, 22, 24]],
    ['with two values', ['EXDATE:20260320T080000Z,20260324T080000Z'], [21, 22, 23]],
    ['on two lines', ['EXDATE:20260321T080000Z', 'EXDATE:20260323T080000Z'], [20, 22, 24]],
    ['that is no occurrence', ['EXDATE:20260321T083000Z'], [20, 21, 22, 23, 24]],
  ])('%s removes occurrences, and COUNT still counts them', async (_, lines, expected) => {
    const id = await insert(daily(rule, ...lines));
    expect(marchDays(await instancesOf(id))).toEqual(expected);
  });
  it('may stand before the rule', async () => {
    const id = await insert(daily('EXDATE:20260321T080000Z', rule));
    expect(marchDays(await instancesOf(id))).toEqual([20, 22, 23, 24]);
  });
  it('makes the excluded instance unknown', async () => {
    const id = await insert(daily(rule, 'EXDATE:20260321T080000Z'));
    const { status } = await box.ask(`${events}/${id}_20260321T080000Z`);
    expect(status).toBe(404);
  });
  it('of an all-day series names dates', async () => {
    const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE;VALUE=DATE:20260327,20260410'];
    const id = await insert(allDay('2026-03-20', '2026-03-21', ...recurrence));
    expect(days(await instancesOf(id))).toEqual(['2026-03-20', '2026-04-03']);
  });
});

describe('RDATE', () => {
  it('adds an occurrence', async () => {
    const id = await insert(daily('RRULE:FREQ=DAILY;COUNT=2', 'RDATE:20260325T080000Z'));
    expect(marchDays(await instancesOf(id))).toEqual([20, 21, 25]);
  });
});

describe('an all-day series', () => {
  it('keeps the length of its events, also across a change of daylight saving time', async () => {
    const id = await insert(allDay('2026-03-27', '2026-03-30', 'RRULE:FREQ=WEEKLY;COUNT=2'));
    const items = await instancesOf(id);
    expect(items.map(({ id: instance, start, end }) => [instance, start.date, end.date])).toEqual([
      [`${id}_20260327`, '2026-03-27', '2026-03-30'],
      [`${id}_20260403`, '2026-04-03', '2026-04-06'],
    ]);
  });
  it('is cut at midnight in the time zone of the calendar', async () => {
    const id = await insert(allDay('2026-03-20', '2026-03-21', 'RRULE:FREQ=DAILY'));
    // 23:00 UTC is midnight in Stockholm.
    const window = '?timeMin=2026-03-20T22:59:59Z&timeMax=2026-03-22T23:00:00Z';
    expect(days(await instancesOf(id, window))).toEqual(['2026-03-20', '2026-03-21', '2026-03-22']);
  });
  it('finds an instance by its id', async () => {
    const id = await insert(allDay('2026-03-20', '2026-03-21', 'RRULE:FREQ=MONTHLY;COUNT=3'));
    const { body } = await box.ask(`${events}/${id}_20260520`);
    expect(body).toMatchObject({ recurringEventId: id, start: { date: '2026-05-20' } });
  });
});

describe('recurrence rules', () => {
  it.each([
    ['RRULE:FREQ=MONTHLY;BYDAY=2TU;COUNT=3', '2026-03-10', ['03-10', '04-14', '05-12']],
    ['RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=3', '2026-03-27', ['03-27', '04-24', '05-29']],
    ['RRULE:FREQ=MONTHLY;COUNT=3', '2026-03-31', ['03-31', '05-31', '07-31']],
    [
      'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=4',
      '2026-03-10',
      ['03-10', '03-12', '03-24', '03-26'],
    ],
    ['RRULE:FREQ=YEARLY;BYMONTH=3,4;BYMONTHDAY=10;COUNT=2', '2026-03-10', ['03-10', '04-10']],
  ])('%s', async (rule, date, expected) => {
    const end = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
    const id = await insert(allDay(date, end, rule));
    expect(days(await instancesOf(id)).map((day) => day.slice(5))).toEqual(expected);
  });
  it('without an end are expanded for a year, or up to timeMax', async () => {
    const id = await insert(allDay('2026-03-10', '2026-03-11', 'RRULE:FREQ=DAILY'));
    expect(await instancesOf(id, '?maxResults=2500')).toHaveLength(366);
    const window = '?maxResults=2500&timeMax=2026-03-20T00:00:00Z';
    expect(await instancesOf(id, window)).toHaveLength(11);
  });
  it.each([
    ['an unknown frequency', ['RRULE:FREQ=OFTEN']],
    ['a frequency of hours', ['RRULE:FREQ=HOURLY']],
    ['an unknown weekday', ['RRULE:FREQ=WEEKLY;BYDAY=XX']],
    ['an interval of zero', ['RRULE:FREQ=DAILY;INTERVAL=0']],
    ['no rule', ['EXDATE:20260321T080000Z']],
    ['two rules', ['RRULE:FREQ=DAILY', 'RRULE:FREQ=WEEKLY']],
    ['an exception that is not a date', ['RRULE:FREQ=DAILY', 'EXDATE:tomorrow']],
    ['an unknown time zone', ['RRULE:FREQ=DAILY', 'EXDATE;TZID=Mars/Base:20260321T090000']],
    ['another property', ['RRULE:FREQ=DAILY', 'DTSTART:20260101T000000Z']],
    ['both COUNT and UNTIL', ['RRULE:FREQ=DAILY;COUNT=3;UNTIL=20260401']],
    ['a rule without any occurrence', ['RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30']],
  ])('are rejected with 400: %s', async (_, recurrence) => {
    const response = await box.ask(events, { method: 'POST', body: daily(...recurrence) });
    expect([response.status, response.reason]).toEqual([400, 'invalid']);
  });
});
