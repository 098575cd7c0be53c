import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { changeEvent } from '../../../support/scenario/calendar.ts';
import { type Keys, launch, useEventUpdates } from '../../../support/scenario/event-update.ts';

const { update, now, operations, writes, studio } = useEventUpdates();
const lastBody = () => writes().at(-1)!.body as any;

const start = { dateTime: '2026-04-01T10:00:00+02:00', timeZone: 'Europe/Lisbon' };
const end = { dateTime: '2026-04-01T12:00:00+02:00', timeZone: 'Europe/Lisbon' };

describe('updateEvent', () => {
  it('replaces the version it has read: the read has no parameter that omits data, the write has every flag', async () => {
    const { etag } = now();
    await update({ summary: 'New title' }, { selection: 'summary location' });
    const [read, write] = studio.calls();
    expect(Object.keys(read!.query).toSorted()).toEqual(['fields', 'prettyPrint']);
    expect(write!.call.headers['if-match']).toBe(etag);
    expect(write!.query).toMatchObject({
      sendUpdates: ['none'],
      supportsAttachments: ['true'],
      conferenceDataVersion: ['1'],
      fields: ['etag,location,summary'],
    });
  });
  it.each(['SAFE', 'PATCH'])(
    'writes nothing if the local time is the one that the event has (%s)',
    async (mode) => {
      await update({ start, end });
      const { etag } = now();
      studio.sandbox.clearCalls();
      const same = { ...start, dateTime: '2026-04-01T09:00:00' };
      expect((await update({ mode, start: same })).errors).toEqual([]);
      expect([writes().length, now().etag]).toEqual([0, etag]);
      const other = { ...same, dateTime: '2026-04-01T09:30:00' };
      expect((await update({ mode, start: other })).errors).toEqual([]);
      expect(now().start.dateTime).toBe('2026-04-01T08:30:00.000Z');
      expect(lastBody().start).toMatchObject({ dateTime: '2026-04-01T09:30:00+01:00' });
    },
  );
});

describe('keyed lists of an event', () => {
  it('take one file by its id and by a URL for the same attachment', async () => {
    const set = [
      { fileId: ids.file.deck },
      { fileUrl: `https://drive.google.com/file/d/${ids.file.deck}/view` },
    ];
    expect((await update({ attachments: { set } })).errors).toMatchObject([
      { code: 'INVALID_INPUT', path: ['attachments', 'set', '1'] },
    ]);
    expect(writes()).toEqual([]);
  });
  it.each([{}, { remove: ['zz@x.example'] }, { set: [{ email: 'zz@x.example' }], remove: [] }])(
    'write nothing if the guests stay as they are: %j',
    async (attendees) => {
      await update({ attendees: { set: [{ email: 'zz@x.example' }] } });
      const before = now();
      studio.sandbox.clearCalls();
      const isSet = 'set' in attendees;
      if (!isSet) await update({ attendees: { remove: ['zz@x.example'] } });
      const etag = now().etag;
      studio.sandbox.clearCalls();
      const stale = await update({ attendees, ifMatch: '"0"' });
      expect(stale.errors).toEqual([expect.objectContaining({ code: 'CONFLICT' })]);
      const { event, errors } = await update({ attendees, ifMatch: etag }, { selection: 'etag' });
      expect([event, errors]).toEqual([{ etag }, []]);
      expect(isSet ? now() : now().etag).toEqual(isSet ? before : etag);
      expect(writes()).toEqual([]);
    },
  );
  it.each(['SAFE', 'PATCH'])(
    'are not changed if the caller cannot see all guests (%s)',
    async (mode) => {
      const keys: Keys = [ids.calendar.ava, ids.event.benOneOnOne];
      changeEvent(studio.sandbox, keys, { guestsCanSeeOtherGuests: false });
      const { errors } = await update(
        { attendees: { set: [{ email: 'a@b.example' }] }, mode },
        { keys },
      );
      expect(errors).toEqual([
        expect.objectContaining({ code: 'INVALID_INPUT', path: ['attendees'] }),
      ]);
      expect(writes()).toEqual([]);
    },
  );
});

describe('the conference of an event', () => {
  it('keeps the status of its request when another field changes', async () => {
    const statusOf = async (input: object) => {
      const { event } = await update(input, {
        selection: 'conferenceData { createRequest { requestId status } }',
      });
      return event.conferenceData.createRequest;
    };
    const request = await statusOf({ conference: { create: { requestId: 'one' } } });
    expect(request).toEqual({ requestId: 'one', status: 'SUCCESS' });
    expect(await statusOf({ location: 'Elsewhere' })).toEqual(request);
    expect(writes().map(({ operation }) => operation)).toEqual([
      'calendar:events.update',
      'calendar:events.update',
    ]);
  });
});

it.each(['SAFE', 'PATCH'])('keeps lines of a series that nobody here knows: %s', async (mode) => {
  const recurrence = [
    'RRULE;X-EVOLUTION-ENDDATE=20270201T100000Z:FREQ=WEEKLY;COUNT=5',
    'X-EVOLUTION-ALARM-UID:one; two',
    'EXDATE;X-A=b;TZID=Europe/Oslo:20260319T120000',
  ];
  changeEvent(studio.sandbox, launch, { recurrence });
  const { errors } = await update({ summary: 'New', scope: 'ALL', mode });
  expect(errors).toEqual([]);
  expect(now()).toMatchObject({ summary: 'New', recurrence });
});

it('rejects a rule whose end is before a changed start', async () => {
  const recurrence = ['RRULE:FREQ=DAILY;UNTIL=20250101'];
  const { errors } = await update({ recurrence });
  expect(errors).toEqual([
    expect.objectContaining({
      path: ['recurrence', '0'],
      message: expect.stringContaining('before the start'),
    }),
  ]);
  expect(writes()).toEqual([]);
});

describe.each(['SAFE', 'PATCH'])('an update of a deleted event (%s)', (mode) => {
  const keys: Keys = [ids.calendar.release, ids.event.cancelled];
  it('fails with GONE and changes nothing', async () => {
    const before = now(keys);
    const { event, errors } = await update({ summary: 'New', mode }, { keys });
    expect(event).toBeNull();
    const message = expect.stringContaining('the status CONFIRMED restores it') as unknown;
    expect(errors).toEqual([expect.objectContaining({ code: 'GONE', message, path: ['by'] })]);
    expect(now(keys)).toEqual(before);
  });
  it('restores the event if it sets the status', async () => {
    const { event, errors } = await update(
      { status: 'CONFIRMED', mode },
      { keys, selection: 'status' },
    );
    expect({ event, errors }).toEqual({ event: { status: 'CONFIRMED' }, errors: [] });
  });
});

describe('the time of an event', () => {
  it.each(['SAFE', 'PATCH'])(
    'is a date or a dateTime: setting one clears the other (%s)',
    async (mode) => {
      await update({ start: { date: '2026-04-01' }, end: { date: '2026-04-02' }, mode });
      expect([now().start, now().end]).toEqual([{ date: '2026-04-01' }, { date: '2026-04-02' }]);
      const [from, to] = ['2026-04-01T08:00:00.000Z', '2026-04-01T09:00:00.000Z'];
      const { event } = await update(
        { start: { dateTime: from }, end: { dateTime: to }, mode },
        { selection: 'start { date dateTime } end { date dateTime }' },
      );
      expect([now().start.dateTime, now().end.dateTime, now().start.date]).toEqual([
        from,
        to,
        undefined,
      ]);
      expect(event).toMatchObject({ start: { date: null }, end: { date: null } });
    },
  );
  it.each(['SAFE', 'PATCH'])('keeps its time zone if the input names none (%s)', async (mode) => {
    changeEvent(studio.sandbox, launch, { start: { ...now().start, timeZone: 'Asia/Tokyo' } });
    const earlier = new Date(Date.parse(now().start.dateTime!) - 3_600_000).toISOString();
    await update({ start: { dateTime: earlier }, mode });
    expect(now().start).toEqual({ dateTime: earlier, timeZone: 'Asia/Tokyo' });
  });
});

describe('the cost of updateEvent', () => {
  const others: Keys = [ids.calendar.ava, ids.event.benOneOnOne];
  it.each<readonly [string, object, number, Keys]>([
    ['SAFE', { summary: 'New title' }, 2, launch],
    ['SAFE, for an event that may only be patched', { colorId: '3' }, 2, others],
    ['SAFE, without a change', { ifMatch: null }, 0, launch],
    ['PATCH', { summary: 'New title', mode: 'PATCH' }, 2, launch],
    [
      'PATCH with an outdated ifMatch',
      { summary: 'New title', ifMatch: '"1"', mode: 'PATCH' },
      3,
      launch,
    ],
    ['PATCH of a list', { attendees: { remove: [ids.person.dana] }, mode: 'PATCH' }, 2, launch],
  ])('is shown in the extension cost: %s', async (_, input, units, keys) => {
    const by = { id: globalId('Event', keys) };
    const { extensions } = await studio.query(
      'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { event { id } errors { code ... on ConflictError { current { ... on Event { etag } } } } } }',
      { input: { by, ...input } },
    );
    expect(operations()).toHaveLength(units);
    expect(extensions['cost'].units).toEqual(units === 0 ? {} : { CALENDAR: units });
  });
});

describe('an update whose answer was lost', () => {
  it('clears what earlier mutations of the request have read', async () => {
    studio.sandbox.fault({
      match: { operation: 'calendar:events.patch' },
      drop: 'after',
    });
    const by = { id: globalId('Event', launch) };
    const { data, errors } = await studio.query(
      `mutation ($first: UpdateEventInput!, $lost: UpdateEventInput!, $none: UpdateEventInput!) {
        first: updateEvent(input: $first) { event { summary } }
        lost: updateEvent(input: $lost) { event { summary } }
        none: updateEvent(input: $none) { event { summary } }
      }`,
      {
        first: { by, summary: 'First' },
        lost: { by, summary: 'Lost', mode: 'PATCH' },
        none: { by },
      },
    );
    expect(errors).toMatchObject([{ path: ['lost'], extensions: { outcome: 'UNKNOWN' } }]);
    expect(data).toEqual({
      first: { event: { summary: 'First' } },
      lost: null,
      none: { event: { summary: now().summary } },
    });
    expect(now().summary).toBe('Lost');
  });
});

describe('updateEvent fails for an event', () => {
  it.each(['FOLLOWING', 'ALL'])(
    'that does not exist, also if the input changes nothing (%s)',
    async (scope) => {
      const keys: Keys = [ids.calendar.release, ids.event.missing];
      const { errors } = await update({ scope }, { keys, selection: 'summary' });
      expect(errors).toMatchObject([{ code: 'NOT_FOUND', path: ['by'] }]);
    },
  );
});

describe('what Google Calendar says of a refused value', () => {
  const refuse = (fault: object): void => {
    for (const operation of ['calendar:events.update', 'calendar:events.patch'])
      studio.sandbox.fault({ match: { operation }, status: 400, reason: 'invalid', ...fault });
  };
  const input = { start, end, summary: 'New title' };

  it.each([
    ['start.timeZone', ['start']],
    ['end', ['end']],
    ['body.summary', ['summary']],
  ])('leads to the argument of its place: %s', async (location, path) => {
    refuse({ location });
    const { errors } = await update(input);
    expect(errors).toMatchObject([{ code: 'INVALID_INPUT', reason: 'invalid' }]);
    expect(errors[0].path.slice(0, 1)).toEqual(path);
    expect(errors[0].message).toContain(`${path[0]}`);
  });
  it('names the arguments that the reason can be about', async () => {
    refuse({});
    const { errors } = await update(input);
    expect(errors).toMatchObject([
      {
        code: 'INVALID_INPUT',
        path: null,
        reason: 'invalid',
        message:
          'Google Calendar rejected one of the values start, end. Compare the values with the descriptions of their arguments.',
      },
    ]);
  });
  it('names a place that no argument has', async () => {
    refuse({ location: 'conferenceData' });
    const { errors } = await update(input);
    expect(errors).toMatchObject([{ code: 'INVALID_INPUT', path: null, reason: 'invalid' }]);
    expect(errors[0].message).toMatch(/^conferenceData: /);
  });
  it('names what every event needs, for a missing value', async () => {
    refuse({ reason: 'required' });
    const { errors } = await update(input);
    expect(errors[0].message).toContain('an email address of each attendee');
  });
  it('gives no advice for an unknown reason', async () => {
    refuse({ reason: 'somethingNew' });
    const { errors } = await update(input);
    expect(errors[0].message).toBe(
      'Google Calendar rejected a value of the request (reason somethingNew). Compare the values with the descriptions of their arguments.',
    );
  });
});
