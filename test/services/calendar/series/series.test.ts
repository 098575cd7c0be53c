/** Updates and deletions of a part of a series, with exceptions on both sides. */
import { expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { eventNow } from '../../../support/scenario/calendar.ts';
import {
  allDay,
  idAt,
  inEachForm,
  makeExceptions,
  type Occurrence,
  occurrenceIdAt,
  seriesId,
  useSeries,
  zoned,
} from '../../../support/scenario/series.ts';

const tools = useSeries();
const { studio, api, makeSeries, occurrences, update, remove, operations } = tools;
const calendarId = ids.calendar.release;
const now = (id: string) => eventNow(studio.sandbox, [calendarId, id]);

const kinds = { zoned, allDay };

const rules = {
  COUNT: { zoned: 'COUNT=6', allDay: 'COUNT=6' },
  UNTIL: { zoned: 'UNTIL=20260415T070000Z', allDay: 'UNTIL=20260415' },
};

const cases = (['zoned', 'allDay'] as const).flatMap((kind) =>
  (['COUNT', 'UNTIL'] as const).map((rule) => [kind, rule] as const),
);

inEachForm('updateEvent with the scope FOLLOWING', () => {
  it.each(cases)('divides a series and keeps its exceptions: %s %s', async (kindName, ruleName) => {
    const kind = kinds[kindName];
    await makeSeries(kind, rules[ruleName][kindName]);
    await makeExceptions(tools, kind);
    const before = await occurrences(seriesId);
    expect(before).toHaveLength(4);
    const answer = await update(idAt(kind, 3), { scope: 'FOLLOWING', location: 'Room 2' });
    expect(answer.errors).toEqual([]);
    const { eventId } = answer.event;
    // The occurrence that was moved to another place stays there.
    const expected = before.map(([start, end, summary, location, colorId]): Occurrence => {
      const isChanged = start >= '2026-04-01' && location === 'Room 1';
      return [start, end, summary, isChanged ? 'Room 2' : location, colorId];
    });
    expect(await occurrences(seriesId, eventId)).toEqual(expected);
    expect(await occurrences(seriesId)).toEqual(expected.slice(0, 2));
  });
  it.each([
    ['COUNT=6', 2],
    ['UNTIL=20260415T070000Z', 2],
    ['INTERVAL=1', null],
  ])('names both series, and counts what has moved: %s', async (rule, count) => {
    await makeSeries(zoned, rule);
    await makeExceptions(tools, zoned);
    const run = async (scope: string) => {
      const data = await studio.data(
        `mutation ($input: UpdateEventInput!) { updateEvent(input: $input) {
          event { eventId } endedSeries { eventId recurrence } movedOccurrenceCount } }`,
        {
          input: {
            by: { key: { calendarId, eventId: idAt(zoned, 3) } },
            scope,
            location: 'Room 2',
          },
        },
      );
      return data.updateEvent;
    };
    expect(await run('ALL')).toMatchObject({ endedSeries: null, movedOccurrenceCount: null });
    const divided = await run('FOLLOWING');
    expect(divided).toEqual({
      event: { eventId: expect.not.stringMatching(seriesId) },
      endedSeries: { eventId: seriesId, recurrence: now(seriesId).recurrence },
      movedOccurrenceCount: count,
    });
    expect(now(seriesId).recurrence![0]).toContain('UNTIL=20260401T065959Z');
  });
  it('copies all fields of the series, in as many calls as it takes', async () => {
    await makeSeries(zoned, 'COUNT=6');
    const old = now(seriesId);
    studio.sandbox.clearCalls();
    const { event } = await update(idAt(zoned, 3), {
      scope: 'FOLLOWING',
      location: 'Room 2',
      notify: 'ALL',
    });
    // The first read shows the turn to take.
    expect(operations().slice(0, 5).toSorted()).toEqual(['get', 'get', 'get', 'instances', 'list']);
    // The exceptions are read again before the end of the old series, the new series after it.
    const [insert, ...rest] = operations().slice(5);
    expect([insert, ...rest.slice(0, 2).toSorted(), ...rest.slice(2)]).toEqual([
      'insert',
      'instances',
      'list',
      'patch',
      'get',
    ]);
    const writes = studio.calls().filter(({ call }) => call.method !== 'GET');
    expect(writes.map(({ query }) => query['sendUpdates'])).toEqual([['all'], ['all']]);
    expect(writes[1]!.call.headers['if-match']).toBe(old.etag);
    expect(writes[1]!.body).toEqual({
      recurrence: ['RRULE:FREQ=WEEKLY;UNTIL=20260401T065959Z'],
    });
    expect(now(event.eventId)).toMatchObject({
      attendees: old.attendees,
      attachments: old.attachments,
      extendedProperties: old.extendedProperties,
      colorId: '3',
      location: 'Room 2',
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
      start: { dateTime: '2026-04-01T07:00:00.000Z', timeZone: 'Europe/Stockholm' },
      end: { dateTime: '2026-04-01T08:00:00.000Z', timeZone: 'Europe/Stockholm' },
    });
    expect(now(event.eventId).iCalUID).not.toBe(old.iCalUID);
  });
  it('moves the rest of a series to another day and time, with its exceptions', async () => {
    await makeSeries(zoned, 'BYDAY=WE;COUNT=6');
    await makeExceptions(tools, zoned);
    const { event, errors } = await update(idAt(zoned, 3), {
      scope: 'FOLLOWING',
      start: { dateTime: '2026-04-02T14:00:00+02:00' },
      end: { dateTime: '2026-04-02T15:30:00+02:00' },
    });
    expect(errors).toEqual([]);
    expect(await occurrences(seriesId)).toEqual([
      ['2026-03-11T08:00', '2026-03-11T09:00', 'First', 'Room 1', '3'],
      ['2026-03-25T08:00', '2026-03-25T09:00', 'Weekly', 'Room 1', '3'],
    ]);
    expect(await occurrences(event.eventId)).toEqual([
      ['2026-04-02T12:00', '2026-04-02T13:30', 'Fourth', 'Room 1', '5'],
      ['2026-04-09T15:00', '2026-04-09T16:30', 'Weekly', 'Elsewhere', '3'],
    ]);
    expect(now(event.eventId).recurrence).toEqual([
      'RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=3',
      'EXDATE;TZID=Europe/Stockholm:20260416T140000',
    ]);
  });
  it('keeps the local time of the rest across a change of the clocks', async () => {
    await makeSeries(zoned, 'COUNT=6');
    const { event } = await update(idAt(zoned, 1), {
      scope: 'FOLLOWING',
      start: { dateTime: '2026-03-18T13:00:00+01:00' },
      end: { dateTime: '2026-03-18T14:00:00+01:00' },
    });
    expect((await occurrences(event.eventId)).map(([start]) => start)).toEqual([
      '2026-03-18T12:00',
      '2026-03-25T12:00',
      '2026-04-01T11:00',
      '2026-04-08T11:00',
      '2026-04-15T11:00',
    ]);
  });
  it('takes another rule for the rest, and keeps the exceptions that have a place in it', async () => {
    await makeSeries(zoned, 'COUNT=6');
    await makeExceptions(tools, zoned);
    const { event } = await update(idAt(zoned, 3), {
      scope: 'FOLLOWING',
      recurrence: ['RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=3'],
    });
    expect((await occurrences(seriesId, event.eventId)).slice(2)).toEqual([
      ['2026-04-01T07:00', '2026-04-01T08:00', 'Fourth', 'Room 1', '5'],
      ['2026-04-29T07:00', '2026-04-29T08:00', 'Weekly', 'Room 1', '3'],
    ]);
  });
  it('gives the named occurrence the changes, also where it differs from the series', async () => {
    await makeSeries(zoned, 'COUNT=6');
    await makeExceptions(tools, zoned);
    const { event, errors } = await update(idAt(zoned, 4), {
      scope: 'FOLLOWING',
      location: 'Room 2',
      start: { dateTime: '2026-04-09T12:00:00Z' },
      end: { dateTime: '2026-04-09T13:00:00Z' },
    });
    expect(errors).toEqual([]);
    expect(await occurrences(event.eventId)).toEqual([
      ['2026-04-09T12:00', '2026-04-09T13:00', 'Weekly', 'Room 2', '3'],
    ]);
  });
  it('keeps the times of the named occurrence, if they do not change', async () => {
    await makeSeries(zoned, 'COUNT=6');
    await makeExceptions(tools, zoned);
    const { event } = await update(idAt(zoned, 4), { scope: 'FOLLOWING', location: 'Room 2' });
    expect(await occurrences(event.eventId)).toEqual([
      ['2026-04-09T15:00', '2026-04-09T16:30', 'Weekly', 'Room 2', '3'],
    ]);
  });
  it.each(['FOLLOWING', 'ALL'])('keeps the time zone of the end (%s)', async (scope) => {
    const end = { dateTime: '2026-03-11T10:00:00', timeZone: 'Europe/London' };
    await makeSeries(zoned, 'COUNT=6', { end });
    const { event } = await update(idAt(zoned, 3), {
      scope,
      start: { dateTime: '2026-04-01T08:30:00Z' },
    });
    expect(now(event.eventId).end).toMatchObject({ timeZone: 'Europe/London' });
  });
  it('sends no email about copied changes to guests who use Google Calendar', async () => {
    await makeSeries(zoned, 'COUNT=6');
    await makeExceptions(tools, zoned);
    studio.sandbox.clearCalls();
    await update(idAt(zoned, 3), { scope: 'FOLLOWING', location: 'Room 2', notify: 'ALL' });
    const writes = studio.calls().filter(({ query }) => query['sendUpdates']);
    expect(writes.map(({ operation, query }) => [operation, query['sendUpdates']])).toEqual([
      ['calendar:events.insert', ['all']],
      ['calendar:events.patch', ['externalOnly']],
      ['calendar:events.patch', ['externalOnly']],
      ['calendar:events.patch', ['all']],
    ]);
  });
  it.each([[], ['events.insert', 'events.patch']])(
    'gives the new series Google Meet conferences of its own (lost answers: %s)',
    async (...lost) => {
      await makeSeries(zoned, 'COUNT=6');
      const request = (requestId: string) => ({
        conferenceData: {
          conferenceId: null,
          createRequest: { requestId, conferenceSolutionKey: { type: 'hangoutsMeet' } },
        },
      });
      const write = (id: string, body: object) =>
        api(`/${id}?conferenceDataVersion=1`, 'PATCH', body);
      await write(seriesId, request('first'));
      await write(idAt(zoned, 4), { conferenceData: null });
      await write(idAt(zoned, 5), request('own'));
      for (const operation of lost)
        studio.sandbox.fault({
          match: { operation: `calendar:${operation}` },
          times: 1,
          drop: 'after',
        });
      const change = { scope: 'FOLLOWING', location: 'Room 2' };
      const { event, errors } = await update(idAt(zoned, 3), change);
      expect(errors).toEqual([]);
      const idsOf = async (id: string): Promise<(string | undefined)[]> =>
        (await api(`/${id}/instances`)).items.map((each: any) => each.conferenceData?.conferenceId);
      const { conferenceId } = now(seriesId).conferenceData!;
      const made = now(event.eventId).conferenceData!.conferenceId;
      expect(await idsOf(seriesId)).toEqual([conferenceId, conferenceId, conferenceId]);
      const [first, none, own] = await idsOf(event.eventId);
      expect([first, none]).toEqual([made, undefined]);
      expect(new Set([conferenceId, first, own, undefined]).size).toBe(4);
    },
  );
  it('makes a single event of the rest', async () => {
    await makeSeries(zoned, 'COUNT=6');
    const { event } = await update(idAt(zoned, 3), { scope: 'FOLLOWING', recurrence: null });
    expect(now(event.eventId)).toMatchObject({
      start: { dateTime: '2026-04-01T07:00:00.000Z' },
    });
    expect(now(event.eventId).recurrence).toBeUndefined();
    expect(await occurrences(seriesId)).toHaveLength(3);
  });
  it('makes an all-day series of the rest', async () => {
    await makeSeries(zoned, 'UNTIL=20260415T070000Z');
    const { event } = await update(idAt(zoned, 4), {
      scope: 'FOLLOWING',
      start: { date: '2026-04-08' },
      end: { date: '2026-04-09' },
    });
    expect((await occurrences(event.eventId)).map(([start]) => start)).toEqual([
      '2026-04-08',
      '2026-04-15',
    ]);
  });
  it('changes the series itself from its first occurrence on', async () => {
    await makeSeries(zoned, 'COUNT=6');
    const input = { scope: 'FOLLOWING', location: 'Room 2' };
    const { event } = await update(idAt(zoned, 0), input);
    expect(event).toEqual({ eventId: seriesId });
    expect((await occurrences(seriesId)).map(([, , , location]) => location)).toEqual(
      Array.from({ length: 6 }, () => 'Room 2'),
    );
  });
  it('changes the series itself if all earlier occurrences are deleted', async () => {
    await makeSeries(zoned, 'COUNT=6');
    await api(`/${idAt(zoned, 0)}`, 'DELETE');
    const { event } = await update(idAt(zoned, 1), { scope: 'FOLLOWING', location: 'Room 2' });
    expect(event).toEqual({ eventId: seriesId });
    expect(await occurrences(seriesId)).toHaveLength(5);
  });
  it('gives another rule to no earlier occurrence, if these are deleted', async () => {
    await makeSeries(zoned, 'COUNT=6');
    await api(`/${idAt(zoned, 0)}`, 'DELETE');
    const { event } = await update(idAt(zoned, 1), {
      scope: 'FOLLOWING',
      recurrence: ['RRULE:FREQ=DAILY;COUNT=3'],
    });
    expect((await occurrences(seriesId, event.eventId)).map(([start]) => start)).toEqual([
      '2026-03-18T08:00',
      '2026-03-19T08:00',
      '2026-03-20T08:00',
    ]);
  });
  it('divides a series again after its rest', async () => {
    await makeSeries(zoned, 'COUNT=6');
    const first = await update(idAt(zoned, 4), { scope: 'FOLLOWING', location: 'Room 3' });
    const second = await update(idAt(zoned, 2), { scope: 'FOLLOWING', location: 'Room 2' });
    const all = await occurrences(seriesId, first.event.eventId, second.event.eventId);
    expect(all.map(([, , , location]) => location)).toEqual(
      [1, 1, 2, 2, 3, 3].map((room) => `Room ${room}`),
    );
  });
});

inEachForm('the scope FOLLOWING is rejected before any write', () => {
  const reads = new Set(['get', 'list', 'instances']);
  const rejected = async (eventId: string, input: object = {}, token?: string): Promise<any> => {
    studio.sandbox.clearCalls();
    const all = { scope: 'FOLLOWING', location: 'Room 2', ...input };
    const { event, errors } = await update(eventId, all, token);
    expect(event).toBeNull();
    expect(operations().filter((name) => !reads.has(name))).toEqual([]);
    return errors[0];
  };
  it('for a series and for a single event', async () => {
    await makeSeries(zoned, 'COUNT=6');
    const expected = { code: 'INVALID_INPUT', path: ['scope'] };
    expect(await rejected(seriesId)).toMatchObject(expected);
    expect(await rejected(ids.event.launchMeeting)).toMatchObject(expected);
  });
  it('for a deleted occurrence', async () => {
    await makeSeries(zoned, 'COUNT=6');
    await api(`/${idAt(zoned, 3)}`, 'DELETE');
    expect(await rejected(idAt(zoned, 3))).toMatchObject({ code: 'GONE', path: ['by'] });
  });
  it('for another version than the one that the input names', async () => {
    await makeSeries(zoned, 'COUNT=6');
    expect(await rejected(idAt(zoned, 3), { ifMatch: '"1"' })).toMatchObject({
      code: 'CONFLICT',
      path: ['ifMatch'],
      current: { eventId: idAt(zoned, 3) },
    });
  });
  it('for more than 40 changed occurrences', async () => {
    await makeSeries(allDay, '', { recurrence: ['RRULE:FREQ=DAILY;COUNT=50'] });
    const { items } = await api(`/${seriesId}/instances`);
    const ids: string[] = items.map(({ id }: { id: string }) => id);
    for (const id of ids.slice(1, 42)) await api(`/${id}`, 'PATCH', { colorId: '5' });
    const expected = { code: 'INVALID_INPUT', path: ['scope'] };
    const error = await rejected(ids[1]!);
    expect(error).toMatchObject(expected);
    expect(error.message).toMatch(/^scope: 41 .* at most 40/);
    studio.sandbox.clearCalls();
    expect((await remove(ids[1]!, { scope: 'FOLLOWING' })).errors).toMatchObject([expected]);
    expect(operations()).not.toContain('patch');
    // Of the 40 later ones none is lost.
    const { event, errors } = await update(ids[2]!, { scope: 'FOLLOWING', location: 'Room 2' });
    expect(errors).toEqual([]);
    const rest = await occurrences(event.eventId);
    expect(rest).toHaveLength(48);
    expect(rest.filter(([, , , , colorId]) => colorId === '5')).toHaveLength(40);
  });
  it('for a start on another day if the rule names days of the month', async () => {
    await makeSeries(allDay, 'COUNT=6', { recurrence: ['RRULE:FREQ=MONTHLY;BYMONTHDAY=11'] });
    const error = await rejected(occurrenceIdAt('20260411'), {
      start: { date: '2026-04-12' },
      end: { date: '2026-04-13' },
    });
    expect(error).toMatchObject({ code: 'INVALID_INPUT', path: ['start'] });
    expect(error.message).toContain('`recurrence`');
  });
  it.each(['FOLLOWING', 'ALL'])('for a start that the rule does not follow (%s)', async (scope) => {
    await makeSeries(allDay, '', {
      start: { date: '2026-01-31' },
      end: { date: '2026-02-01' },
      recurrence: ['RRULE:FREQ=MONTHLY;COUNT=6'],
    });
    const series = now(seriesId);
    const error = await rejected(occurrenceIdAt('20260331'), {
      scope,
      start: { date: '2026-04-01' },
      end: { date: '2026-04-02' },
    });
    expect(error).toMatchObject({ code: 'INVALID_INPUT', path: ['start'] });
    expect(error.message).toContain('give `recurrence` as well');
    expect(now(seriesId)).toEqual(series);
  });
  it('for another time of day if the rule names it', async () => {
    await makeSeries(zoned, '', { recurrence: ['RRULE:FREQ=WEEKLY;BYHOUR=9;COUNT=6'] });
    const error = await rejected(idAt(zoned, 2), {
      scope: 'ALL',
      start: { dateTime: '2026-03-25T10:00:00+01:00' },
      end: { dateTime: '2026-03-25T11:00:00+01:00' },
    });
    expect(error).toMatchObject({ code: 'INVALID_INPUT', path: ['start'] });
  });
  it('for times without the time zone in which they repeat', async () => {
    await makeSeries(allDay, 'COUNT=6');
    const error = await rejected(idAt(allDay, 2), {
      start: { dateTime: '2026-03-25T09:00:00Z' },
      end: { dateTime: '2026-03-25T10:00:00Z' },
    });
    expect(error).toMatchObject({ code: 'INVALID_INPUT', path: ['start', 'timeZone'] });
  });
  it.each(['FOLLOWING', 'ALL'])('for an unknown time zone (%s)', async (scope) => {
    await makeSeries(zoned, 'COUNT=6');
    const error = await rejected(idAt(zoned, 2), {
      scope,
      start: { dateTime: '2026-03-25T09:00:00Z', timeZone: 'Mars/Base' },
      end: { dateTime: '2026-03-25T10:00:00Z' },
    });
    expect(error).toMatchObject({ code: 'INVALID_INPUT', path: ['start', 'timeZone'] });
  });
  it('for an occurrence that the rule does not have', async () => {
    await makeSeries(allDay, 'COUNT=6', {
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6', 'RDATE;VALUE=DATE:20260327'],
    });
    expect(await rejected(occurrenceIdAt('20260327'))).toMatchObject({
      code: 'INVALID_INPUT',
      path: ['scope'],
    });
  });
});

inEachForm('updateEvent with the scope THIS', () => {
  it('changes one occurrence', async () => {
    await makeSeries(zoned, 'COUNT=6');
    const { event } = await update(idAt(zoned, 3), { location: 'Room 2' });
    expect(event).toEqual({ eventId: idAt(zoned, 3) });
    expect((await occurrences(seriesId)).map(([, , , location]) => location)).toEqual(
      [1, 1, 1, 2, 1, 1].map((room) => `Room ${room}`),
    );
  });
  it.each(['SAFE', 'PATCH'])('does not move a series without its rule (%s)', async (mode) => {
    await makeSeries(zoned, 'BYDAY=WE;COUNT=6');
    const before = now(seriesId);
    const end = { dateTime: '2026-03-12T10:00:00+01:00' };
    const moved = { mode, start: { dateTime: '2026-03-12T09:00:00+01:00' }, end };
    const { errors } = await update(seriesId, moved);
    expect(errors).toMatchObject([{ code: 'INVALID_INPUT', path: ['scope'] }]);
    expect(errors[0].message).toContain('expected ALL');
    expect(now(seriesId)).toEqual(before);
    const recurrence = ['RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=6'];
    expect((await update(seriesId, { ...moved, recurrence })).errors).toEqual([]);
    const again = await update(seriesId, { ...moved, location: 'Room 2' });
    expect([again.errors, now(seriesId).location]).toEqual([[], 'Room 2']);
  });
});

inEachForm('updateEvent with the scope ALL', () => {
  it('changes the series of an occurrence, with three calls more', async () => {
    await makeSeries(zoned, 'COUNT=6');
    studio.sandbox.clearCalls();
    const { event } = await update(idAt(zoned, 3), { scope: 'ALL', location: 'Room 2' });
    expect(event).toEqual({ eventId: seriesId });
    expect(operations().filter((name) => !name.includes('calendars'))).toEqual([
      'get',
      'get',
      'list',
      'get',
      'update',
    ]);
    expect(now(seriesId).location).toBe('Room 2');
  });
  it('changes a single event', async () => {
    const id = ids.event.launchMeeting;
    const { event } = await update(id, { scope: 'ALL', location: 'Room 2' });
    expect(event).toEqual({ eventId: id });
    expect(now(id).location).toBe('Room 2');
  });
  it.each(['SAFE', 'PATCH'])(
    'moves all occurrences with the named one, and deleted ones stay excluded (%s)',
    async (mode) => {
      await makeSeries(zoned, '', {
        recurrence: [
          'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=4',
          'EXDATE;TZID=Europe/Stockholm:20260318T090000',
        ],
      });
      const { errors } = await update(idAt(zoned, 3), {
        scope: 'ALL',
        mode,
        start: { dateTime: '2026-04-02T14:00:00+02:00' },
        end: { dateTime: '2026-04-02T15:30:00+02:00' },
      });
      expect(errors).toEqual([]);
      expect((await occurrences(seriesId)).map(([start, end]) => [start, end])).toEqual([
        ['2026-03-12T13:00', '2026-03-12T14:30'],
        ['2026-03-26T13:00', '2026-03-26T14:30'],
        ['2026-04-02T12:00', '2026-04-02T13:30'],
      ]);
    },
  );
  it.each(['SAFE', 'PATCH'])(
    'moves a series that is named itself, with its rule and its deleted occurrences (%s)',
    async (mode) => {
      await makeSeries(zoned, '', {
        recurrence: [
          'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=5',
          'EXDATE;TZID=Europe/Stockholm:20260318T090000',
        ],
      });
      await api(`/${idAt(zoned, 2)}`, 'DELETE');
      const { errors } = await update(seriesId, {
        scope: 'ALL',
        mode,
        ifMatch: now(seriesId).etag,
        start: { dateTime: '2026-03-12T09:30:00+01:00' },
        end: { dateTime: '2026-03-12T10:30:00+01:00' },
      });
      expect(errors).toEqual([]);
      expect(now(seriesId).recurrence).toEqual([
        'RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=5',
        'EXDATE;TZID=Europe/Stockholm:20260319T093000',
        'EXDATE;TZID=Europe/Stockholm:20260326T093000',
      ]);
      expect((await occurrences(seriesId)).map(([start]) => start)).toEqual([
        '2026-03-12T08:30',
        '2026-04-02T07:30',
        '2026-04-09T07:30',
      ]);
    },
  );
  it.each(['ALL', 'FOLLOWING'])('takes local times (%s)', async (scope) => {
    await makeSeries(zoned, 'BYDAY=WE;COUNT=5');
    const timeZone = 'Asia/Kolkata';
    const { errors, event } = await update(idAt(zoned, 2), {
      scope,
      start: { dateTime: '2026-03-26T10:00:00', timeZone },
      end: { dateTime: '2026-03-26T11:00:00', timeZone },
    });
    expect(errors).toEqual([]);
    const moved = (await occurrences(event.eventId)).map(([start, end]) => [start, end]);
    expect(moved.slice(-3)).toEqual([
      ['2026-03-26T04:30', '2026-03-26T05:30'],
      ['2026-04-02T04:30', '2026-04-02T05:30'],
      ['2026-04-09T04:30', '2026-04-09T05:30'],
    ]);
  });
  it('keeps deleted occurrences of an all-day series that moves by an occurrence', async () => {
    await makeSeries(allDay, 'BYDAY=WE;COUNT=5');
    await api(`/${idAt(allDay, 1)}`, 'DELETE');
    const { errors } = await update(idAt(allDay, 2), {
      scope: 'ALL',
      start: { date: '2026-03-27' },
      end: { date: '2026-03-28' },
    });
    expect(errors).toEqual([]);
    expect((await occurrences(seriesId)).map(([start]) => start)).toEqual([
      '2026-03-13',
      '2026-03-27',
      '2026-04-03',
      '2026-04-10',
    ]);
  });
  it('writes the rule of the input as it is', async () => {
    await makeSeries(zoned, 'BYDAY=WE;COUNT=5');
    const recurrence = ['RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=2'];
    const { errors } = await update(seriesId, {
      scope: 'ALL',
      start: { dateTime: '2026-03-13T09:00:00+01:00' },
      end: { dateTime: '2026-03-13T10:00:00+01:00' },
      recurrence,
    });
    expect([errors, now(seriesId).recurrence]).toEqual([[], recurrence]);
  });
  it('rejects a start of another form than the end', async () => {
    await makeSeries(zoned, 'COUNT=6');
    const input = { scope: 'ALL', start: { date: '2026-04-01' } };
    expect((await update(idAt(zoned, 3), input)).errors).toMatchObject([
      { code: 'INVALID_INPUT', path: ['end'] },
    ]);
  });
});

inEachForm('deleteEvent', () => {
  it.each(cases)('ends a series before an occurrence: %s %s', async (kindName, ruleName) => {
    const kind = kinds[kindName];
    await makeSeries(kind, rules[ruleName][kindName]);
    await makeExceptions(tools, kind);
    const before = await occurrences(seriesId);
    const id = idAt(kind, 3);
    expect(await remove(id, { scope: 'FOLLOWING' })).toEqual({
      deletedId: globalId('Event', [calendarId, id]),
      errors: [],
    });
    expect(await occurrences(seriesId)).toEqual(before.slice(0, 2));
    // No exception is left on its own.
    const { items } = await api('?singleEvents=true&timeMin=2026-04-01T00:00:00Z&maxResults=2500');
    expect(items.filter(({ recurringEventId }: any) => recurringEventId === seriesId)).toEqual([]);
  });
  it('deletes the series if no occurrence is before', async () => {
    await makeSeries(zoned, 'COUNT=6');
    await remove(idAt(zoned, 0), { scope: 'FOLLOWING' });
    expect(now(seriesId).status).toBe('cancelled');
  });
  it('deletes the series of an occurrence with the scope ALL', async () => {
    await makeSeries(zoned, 'COUNT=6');
    studio.sandbox.clearCalls();
    expect(await remove(idAt(zoned, 3), { scope: 'ALL' })).toMatchObject({
      deletedId: globalId('Event', [calendarId, seriesId]),
    });
    expect(operations()).toEqual(['get', 'get', 'delete']);
    expect(now(seriesId).status).toBe('cancelled');
  });
  it('deletes one occurrence with the scope THIS', async () => {
    await makeSeries(zoned, 'COUNT=6');
    await remove(idAt(zoned, 3), {});
    expect(await occurrences(seriesId)).toHaveLength(5);
  });
});

inEachForm('deleteEvents of occurrences of one series', () => {
  const removeAll = async (entries: readonly (readonly [place: number, scope: string])[]) => {
    const data = await studio.data(
      'mutation ($input: DeleteEventsInput!) { deleteEvents(input: $input) { failedCount results { deletedId errors { code path message } } } }',
      {
        input: {
          entries: entries.map(([place, scope]) => ({
            by: { key: { calendarId: ids.calendar.release, eventId: idAt(zoned, place) } },
            scope,
          })),
        },
      },
    );
    return data.deleteEvents;
  };

  it('deletes each, whatever their order', async () => {
    await makeSeries(zoned, 'COUNT=6');
    const found = await occurrences(seriesId);
    const { failedCount } = await removeAll([
      [4, 'FOLLOWING'],
      [1, 'THIS'],
      [2, 'THIS'],
    ]);
    expect(failedCount).toBe(0);
    expect(await occurrences(seriesId)).toEqual([found[0], found[3]]);
  });
  it('names the entry whose occurrence another entry has deleted', async () => {
    await makeSeries(zoned, 'COUNT=6');
    const { results } = await removeAll([
      [1, 'FOLLOWING'],
      [3, 'FOLLOWING'],
    ]);
    const failed = results.flatMap(({ errors }: any, index: number) =>
      errors.map((error: object) => ({ index, ...error })),
    );
    for (const { index, code, path, message } of failed) {
      expect([code, path]).toEqual(['NOT_FOUND', ['entries', String(index), 'by']]);
      expect(message).toMatch(new RegExp(`^entries\\.${index}\\.by: `));
    }
    expect(await occurrences(seriesId)).toHaveLength(1);
  });
});
