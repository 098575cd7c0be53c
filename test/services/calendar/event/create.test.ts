import { describe, expect, it } from 'vitest';
import { calendarState } from '../../../../src/sandbox/calendar/state.ts';
import { productionLabel } from '../../../../src/sandbox/seed/calendar/label.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '1000' } });

const calendarId = ids.calendar.release;
const errors = 'errors { __typename code message path reason }';

const times = {
  start: { dateTime: '2026-05-01T10:00:00Z' },
  end: { dateTime: '2026-05-01T11:00:00Z' },
};

const stored = (calendar: string = calendarId) => [
  ...calendarState(studio.sandbox.simulation()).calendars.get(calendar)!.events.values(),
];

const named = (summary: string, calendar?: string) =>
  stored(calendar).filter((event) => event.summary === summary);

const create = (input: object, selection = 'event { eventId summary }') =>
  studio.query(
    `mutation ($input: CreateEventInput!) { createEvent(input: $input) { ${selection} ${errors} } }`,
    { input: { calendarId, ...times, ...input } },
  );

const body = () =>
  studio.calls().find(({ operation }) => operation === 'calendar:events.insert')!.body as any;

describe('a local time', () => {
  it.each([
    ['2030-01-07T10:00:00', 'Asia/Kolkata', '2030-01-07T10:00:00+05:30'],
    ['2030-07-07T10:00:00', 'Europe/Berlin', '2030-07-07T10:00:00+02:00'],
    // The clocks skip it: it moves forward with them.
    ['2027-03-28T02:30:00', 'Europe/Berlin', '2027-03-28T03:30:00+02:00'],
    // It exists twice: the first one.
    ['2026-10-25T02:30:00', 'Europe/Berlin', '2026-10-25T02:30:00+02:00'],
  ])('is sent with the offset of its zone: %s in %s', async (dateTime, timeZone, sent) => {
    const time = { dateTime, timeZone };
    const { data } = await create({ start: time, end: time });
    expect(data.createEvent.errors).toEqual([]);
    expect(body().start).toEqual({ dateTime: sent, timeZone });
    expect(body().end).toEqual({ dateTime: sent, timeZone });
  });
  it('begins a series and is imported', async () => {
    const timeZone = 'Asia/Kolkata';
    const start = { dateTime: '2030-01-07T10:00:00', timeZone };
    const end = { dateTime: '2030-01-07T11:00:00', timeZone };
    const recurrence = ['RRULE:FREQ=DAILY;UNTIL=20300109T043000Z'];
    await create({ summary: 'Yoga', start, end, recurrence });
    expect(named('Yoga')).toMatchObject([{ start: { dateTime: '2030-01-07T04:30:00.000Z' } }]);
    const ended = ['RRULE:FREQ=DAILY;UNTIL=20300107T042959Z'];
    const { data } = await create({ start, end, recurrence: ended });
    expect(data.createEvent.errors).toMatchObject([{ path: ['recurrence', '0'] }]);
    const imported = await studio.query(
      `mutation ($input: ImportEventInput!) { importEvent(input: $input) { ${errors} } }`,
      { input: { calendarId, summary: 'Imported', iCalUid: 'a@b.example', start, end } },
    );
    expect(imported.data.importEvent.errors).toEqual([]);
    expect(named('Imported')).toMatchObject([{ start: { dateTime: '2030-01-07T04:30:00.000Z' } }]);
  });
});

describe('createEvent', () => {
  it('makes the id, and sends the flags of what it creates', async () => {
    await create({
      attachments: [{ fileUrl: 'https://drive.google.com/open?id=abc', title: 'Run sheet' }],
      conference: { create: {} },
      eventLabelId: productionLabel,
      calendarId: ids.calendar.ava,
    });
    expect(studio.calls()).toMatchObject([
      {
        operation: 'calendar:events.insert',
        query: {
          conferenceDataVersion: ['1'],
          eventLabelVersion: ['1'],
          supportsAttachments: ['true'],
        },
      },
    ]);
    expect(body()).toMatchObject({
      id: expect.stringMatching(/^[a-v0-9]{32}$/),
      conferenceData: {
        createRequest: {
          conferenceSolutionKey: { type: 'hangoutsMeet' },
          requestId: expect.any(String),
        },
      },
    });
  });
  it('resolves `primary` first, so that the global id has the calendar', async () => {
    const { data } = await create(
      { calendarId: 'primary', summary: 'Own' },
      'event { calendarId }',
    );
    expect(studio.operations()).toEqual(['calendar:calendars.get', 'calendar:events.insert']);
    expect(data.createEvent).toEqual({ event: { calendarId: ids.calendar.ava }, errors: [] });
  });
  it('accepts an all-day event whose end is the date of its start', async () => {
    const day = { date: '2026-05-01' };
    const { data } = await create({ summary: 'Day', start: day, end: day });
    expect(data.createEvent.errors).toEqual([]);
    expect(body()).toMatchObject({ start: day, end: day });
  });
  it.each([
    ['BIRTHDAY', {}, { visibility: 'private', transparency: 'transparent' }],
    [
      'WORKING_LOCATION',
      { workingLocationProperties: { type: 'HOME_OFFICE' } },
      { visibility: 'public', transparency: 'transparent' },
    ],
  ])('adds what the type %s requires', async (eventType, input, added) => {
    const days = { start: { date: '2026-05-01' }, end: { date: '2026-05-02' } };
    const { data } = await create({
      calendarId: ids.calendar.ava,
      summary: 'Typed',
      eventType,
      ...days,
      ...input,
    });
    expect(data.createEvent.errors).toEqual([]);
    expect(body()).toMatchObject(added);
  });
  describe('with a rule that has an end', () => {
    const zoned = (start: string, timeZone: string) => ({
      start: { dateTime: start, timeZone },
      end: { dateTime: start, timeZone },
    });
    const day = { start: { date: '2026-05-02' }, end: { date: '2026-05-03' } };
    it.each([
      [day, '20260502'],
      [zoned('2026-05-02T08:00:00Z', 'UTC'), '20260502T080000Z'],
      // A date allows the whole day at the place of the event.
      [zoned('2026-05-02T08:00:00Z', 'UTC'), '20260502'],
      [zoned('2026-05-02T05:00:00Z', 'America/New_York'), '20260502'],
    ])('accepts one on the day of the start %j: %s', async (input, until) => {
      const recurrence = [`RRULE:FREQ=DAILY;UNTIL=${until}`];
      const { data } = await create({ ...input, recurrence });
      expect(data.createEvent.errors).toEqual([]);
    });
  });
  it('says which rules Google Calendar accepts', async () => {
    const recurrence = ['RRULE:FREQ=DAILY;COUNT=2', 'RRULE:FREQ=WEEKLY;COUNT=2'];
    const { data } = await create({
      recurrence,
      start: { ...times.start, timeZone: 'UTC' },
      end: { ...times.end, timeZone: 'UTC' },
    });
    expect(data.createEvent.errors).toEqual([
      expect.objectContaining({
        path: ['recurrence'],
        message: expect.stringContaining('expected one RRULE in RFC 5545 format'),
      }),
    ]);
  });
});

describe('createEvent with an id of the client', () => {
  const newEventId = 'season3premiere';
  const input = {
    newEventId,
    summary: 'Once',
    attendees: [{ email: 'guest@elsewhere.example' }],
    reminders: null,
    conference: { create: {} },
  };
  it('succeeds again if the event with the id has all values of the input', async () => {
    const first = await create(input);
    const again = await create(input);
    expect(first.data.createEvent).toEqual({
      event: { eventId: newEventId, summary: 'Once' },
      errors: [],
    });
    expect(again.data).toEqual(first.data);
    expect(named('Once')).toHaveLength(1);
    expect(studio.calls().map(({ operation }) => operation)).toEqual([
      'calendar:events.insert',
      'calendar:events.insert',
      'calendar:events.get',
    ]);
  });
  it.each([
    ['another title', async () => void (await create({ newEventId, summary: 'Other' }))],
    [
      'been deleted',
      async () => {
        await create(input);
        await studio.query(
          'mutation ($by: EventBy!) { deleteEvent(input: { by: $by }) { errors { code } } }',
          { by: { key: { calendarId, eventId: newEventId } } },
        );
      },
    ],
  ])('is a conflict if the event with the id has %s', async (_, prepare) => {
    await prepare();
    const { data } = await create(input);
    expect(data.createEvent).toMatchObject({
      event: null,
      errors: [{ __typename: 'ConflictError', reason: 'duplicate', path: ['newEventId'] }],
    });
  });
  it('is a conflict also where the answer of the conflict was lost', async () => {
    await create({ newEventId, summary: 'Other' });
    const match = { operation: 'calendar:events.insert' };
    studio.sandbox.fault({ match, drop: 'before', times: 1 });
    const { data } = await create(input);
    expect(data.createEvent).toMatchObject({ event: null, errors: [{ code: 'CONFLICT' }] });
    expect(named('Once')).toEqual([]);
  });
});

describe('createEvent if the answer of the insert is lost', () => {
  const lost = (fault: object) =>
    studio.sandbox.fault({ match: { operation: 'calendar:events.insert' }, ...fault });

  it('does not repeat an insert with an iCalendar id, for which Google Calendar makes the id', async () => {
    lost({ drop: 'after' });
    const { errors: failures } = await create({ summary: 'Once', iCalUid: 'a@elsewhere.example' });
    expect(failures).toMatchObject([
      { extensions: { code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN' } },
    ]);
    expect(named('Once')).toHaveLength(1);
    expect(studio.operations()).toEqual(['calendar:events.insert']);
  });
});

describe('importEvent', () => {
  const importEvent = (input: object) =>
    studio.query(
      `mutation ($input: ImportEventInput!) { importEvent(input: $input) { event { eventId iCalUid summary } ${errors} } }`,
      { input: { calendarId, iCalUid: 'flight@elsewhere.example', ...times, ...input } },
    );
  it('replaces the event of the same identifier, of the type that can be imported', async () => {
    const first = await importEvent({ summary: 'Ferry' });
    const again = await importEvent({ summary: 'Ferry to Gotland' });
    expect(again.data.importEvent).toEqual({
      event: { ...first.data.importEvent.event, summary: 'Ferry to Gotland' },
      errors: [],
    });
    expect(stored().filter(({ iCalUID }) => iCalUID === 'flight@elsewhere.example')).toHaveLength(
      1,
    );
    expect(studio.calls()[0]!.body).toEqual({
      iCalUID: 'flight@elsewhere.example',
      eventType: 'default',
      summary: 'Ferry',
      ...times,
    });
  });
  it('rejects a lower sequence than the event has, and keeps the event', async () => {
    const sequenceOf = () =>
      stored().find(({ iCalUID }) => iCalUID === 'flight@elsewhere.example')!.sequence;
    await importEvent({ sequence: 3 });
    const { data } = await importEvent({ sequence: 2 });
    expect(data.importEvent).toMatchObject({
      event: null,
      errors: [
        {
          code: 'INVALID_INPUT',
          path: ['sequence'],
          reason: 'invalid',
          message: expect.stringContaining('at least the sequence of the event'),
        },
      ],
    });
    expect(sequenceOf()).toBe(3);
  });
});
