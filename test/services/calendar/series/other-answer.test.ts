/** Series as Google Calendar has them elsewhere: other zones, other owners, other visibilities. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { changeEvent, eventNow, eventsOn } from '../../../support/scenario/calendar.ts';
import { useEditingProxy } from '../../../support/proxy/use-editing-proxy.ts';
import {
  idAt,
  inEachForm,
  makeExceptions,
  occurrenceIdAt,
  seriesId,
  setModel,
  useSeries,
  zoned,
} from '../../../support/scenario/series.ts';

const { options, proxy } = useEditingProxy('calendar');
const tools = useSeries(options);
const { studio, api, makeSeries, occurrences, update, remove, seriesNow } = tools;
const calendarId = ids.calendar.release;

const seriesIds = (): string[] =>
  [...eventsOn(studio.sandbox, calendarId).values()].flatMap(
    ({ id, summary, recurrence, status }) =>
      summary?.trim() === 'Weekly' && recurrence && status !== 'cancelled' ? [id] : [],
  );

const now = (id: string) => eventNow(studio.sandbox, [calendarId, id]);

/** Weekly at 13:30 in the zone, which is 9:00 in Stockholm in winter, and 8:00 UTC always. */
const inZone = (timeZone: string) => ({
  start: { dateTime: '2026-03-11T08:00:00Z', timeZone },
  end: { dateTime: '2026-03-11T09:00:00Z', timeZone },
});

/** Offsets as Google Calendar returns them (calcom/cal.diy#27042, read in November 2026). */
describe.each(['GMT+05:30', 'GMT-03:00', 'UTC+5'])('a series in the zone %s', (timeZone) => {
  /** The fourth occurrence, a week after 25 March, without a change of the clocks. */
  const fourth = async (): Promise<string> => {
    const { items } = await api(`/${seriesId}/instances`);
    return items[3].id;
  };

  it.each(['ALL', 'FOLLOWING'])('moves to a later hour, with its exceptions: %s', async (scope) => {
    await makeSeries(zoned, 'COUNT=6', inZone(timeZone));
    await api(`/${await fourth()}`, 'PATCH', { location: 'Elsewhere' });
    const { items } = await api(`/${seriesId}/instances`);
    await api(`/${items[4].id}`, 'DELETE');
    const { errors } = await update(items[2].id, {
      scope,
      start: { dateTime: '2026-03-25T10:00:00Z' },
      end: { dateTime: '2026-03-25T11:00:00Z' },
    });
    expect(errors).toEqual([]);
    const earlier = scope === 'ALL' ? '10:00' : '08:00';
    const found = await occurrences(...seriesNow());
    expect(found.map(([at, , , location]) => [at, location])).toEqual([
      [`2026-03-11T${earlier}`, 'Room 1'],
      [`2026-03-18T${earlier}`, 'Room 1'],
      ['2026-03-25T10:00', 'Room 1'],
      ['2026-04-01T10:00', 'Elsewhere'],
      ['2026-04-15T10:00', 'Room 1'],
    ]);
    expect(now(seriesNow().at(-1)!).start.timeZone).toBe(timeZone);
  });
  it.each(['ALL', 'FOLLOWING'])('gets another title, and keeps its times: %s', async (scope) => {
    await makeSeries(zoned, 'COUNT=6', inZone(timeZone));
    await api(`/${await fourth()}`, 'PATCH', { location: 'Elsewhere' });
    const before = await occurrences(seriesId);
    const { errors } = await update(await fourth(), { scope, colorId: '7' });
    expect(errors).toEqual([]);
    expect(await occurrences(...seriesNow())).toEqual(
      before.map(([from, to, summary, location, colorId], index) => [
        from,
        to,
        summary,
        location,
        scope === 'ALL' || index >= 3 ? '7' : colorId,
      ]),
    );
  });
  it('takes an excluded date in it', async () => {
    const recurrence = [
      'RRULE:FREQ=WEEKLY;COUNT=6',
      `EXDATE;TZID=${timeZone}:${{ 'GMT+05:30': '20260401T133000', 'GMT-03:00': '20260401T050000', 'UTC+5': '20260401T130000' }[timeZone]}`,
    ];
    await makeSeries(zoned, '', { ...inZone(timeZone), recurrence });
    const before = await occurrences(seriesId);
    expect(before).toHaveLength(5);
    const { items } = await api(`/${seriesId}/instances`);
    const { errors } = await update(items[2].id, { scope: 'FOLLOWING', colorId: '7' });
    expect(errors).toEqual([]);
    const after = await occurrences(...seriesNow());
    expect(after.map(([from]) => from)).toEqual(before.map(([from]) => from));
  });
});

inEachForm('a copied change of an occurrence', () => {
  const divide = { scope: 'FOLLOWING', colorId: '7' };

  it.each([
    [403, 'FORBIDDEN'],
    [400, 'INVALID_INPUT'],
  ])('that is refused with %i leaves the old series, and is named', async (status, code) => {
    await makeSeries(zoned, 'COUNT=6');
    await makeExceptions(tools, zoned);
    const before = await occurrences(seriesId);
    studio.refuse('calendar:events.patch', status);
    const { event, errors } = await update(idAt(zoned, 3), divide);
    expect([event, errors]).toMatchObject([null, [{ code, path: ['scope'] }]]);
    expect(errors[0].message).toContain('2026-04-01T07:00:00Z (summary');
    expect(errors[0].message).toContain('as it was before the mutation');
    expect(seriesNow()).toEqual([seriesId]);
    expect(await occurrences(seriesId)).toEqual(before);
  });
  it('that is ignored leaves the old series, and is named', async () => {
    await makeSeries(zoned, 'COUNT=6');
    await makeExceptions(tools, zoned);
    const before = await occurrences(seriesId);
    setModel(studio.sandbox, { ignoredFields: ['location'] });
    const { errors } = await update(idAt(zoned, 3), divide);
    expect(errors).toMatchObject([{ code: 'NOT_APPLIED', path: ['scope'] }]);
    expect(errors[0].message).toContain('2026-04-08T07:00:00Z (location)');
    expect(seriesNow()).toEqual([seriesId]);
    expect(await occurrences(seriesId)).toEqual(before);
  });
});

inEachForm('a move of a series that the service does not let keep its single changes', () => {
  const later = {
    scope: 'ALL',
    start: { dateTime: '2026-04-01T11:00:00+02:00' },
    end: { dateTime: '2026-04-01T12:00:00+02:00' },
  };

  it.each([
    [403, 'forbidden'],
    [400, 'invalid'],
    [403, 'quotaExceeded'],
    [503, 'backendError'],
  ])('loses none: %i %s', async (status, reason) => {
    await makeSeries(zoned, 'COUNT=6');
    await makeExceptions(tools, zoned);
    const before = await occurrences(seriesId);
    setModel(studio.sandbox, { dropsExceptions: true });
    studio.refuse('calendar:events.patch', status, reason);
    const isRefused = await update(idAt(zoned, 3), later).then(
      ({ errors }) => errors.length > 0,
      () => true,
    );
    expect(isRefused).toBe(true);
    expect(await occurrences(seriesId)).toEqual(before);
    studio.sandbox.clearFaults();
    expect((await update(idAt(zoned, 3), later)).errors).toEqual([]);
    const after = await occurrences(seriesId);
    expect(after.map(([, , ...own]) => own)).toEqual(before.map(([, , ...own]) => own));
  });
});

inEachForm('a move of a series of which the service ignores another change', () => {
  it('is undone', async () => {
    await makeSeries(zoned, 'COUNT=6');
    await makeExceptions(tools, zoned);
    const before = await occurrences(seriesId);
    setModel(studio.sandbox, { dropsExceptions: true, ignoredFields: ['description'] });
    const { errors } = await update(idAt(zoned, 3), {
      scope: 'ALL',
      description: 'New',
      start: { dateTime: '2026-04-01T11:00:00+02:00' },
      end: { dateTime: '2026-04-01T12:00:00+02:00' },
    });
    expect(errors).toMatchObject([{ code: 'NOT_APPLIED', path: ['description'] }]);
    expect(await occurrences(seriesId)).toEqual(before);
  });
});

inEachForm('a single change that the service refuses at its old place and its new one', () => {
  it('is alone in being lost, and the next change of the series restores it', async () => {
    await makeSeries(zoned, 'COUNT=6');
    await makeExceptions(tools, zoned);
    const before = await occurrences(seriesId);
    setModel(studio.sandbox, { dropsExceptions: true });
    const refuse = (id: string, after: number): void => {
      const match = { method: 'PATCH', pathIncludes: `/${id}?` };
      if (after > 0) studio.sandbox.fault({ match, times: after, delayMs: 0 });
      studio.sandbox.fault({ match, status: 403 });
    };
    // The gateway writes it once before the move.
    refuse(idAt(zoned, 3), 1);
    refuse(occurrenceIdAt('20260401T090000Z'), 0);
    const { errors } = await update(idAt(zoned, 3), {
      scope: 'ALL',
      start: { dateTime: '2026-04-01T11:00:00+02:00' },
      end: { dateTime: '2026-04-01T12:00:00+02:00' },
    });
    expect(errors).toMatchObject([{ code: 'PARTLY_DONE', done: [] }]);
    expect(errors[0].message).toContain('2026-04-01T');
    expect(errors[0].message).toContain('24 hours');
    expect(await occurrences(seriesId)).toEqual(
      before.map(([at, end, summary, ...own]) =>
        summary === 'Fourth' ? [at, end, 'Weekly', 'Room 1', '3'] : [at, end, summary, ...own],
      ),
    );
    studio.sandbox.clearFaults();
    expect((await update(seriesId, { scope: 'ALL', location: 'Room 3' })).errors).toEqual([]);
    expect(await occurrences(seriesId)).toEqual(
      before.map(([at, end, summary, location, color]) => [
        at,
        end,
        summary,
        location === 'Room 1' ? 'Room 3' : location,
        color,
      ]),
    );
  });
});

inEachForm('an occurrence of another visibility than its series', () => {
  /** Changes an occurrence as before a series had one visibility. */
  const makeOld = async (series: string, occurrence: string): Promise<void> => {
    await makeSeries(zoned, 'COUNT=6', { visibility: series });
    await api(`/${idAt(zoned, 4)}`, 'PATCH', { location: 'Elsewhere' });
    changeEvent(studio.sandbox, [calendarId, idAt(zoned, 4)], { visibility: occurrence });
  };
  const visibilities = async (): Promise<readonly string[]> => {
    const found = await Promise.all(seriesNow().map((id) => api(`/${id}/instances`)));
    return found.flatMap(({ items }) => items.map(({ visibility }: any) => visibility));
  };
  const moved = {
    start: { dateTime: '2026-04-01T11:00:00+02:00' },
    end: { dateTime: '2026-04-01T12:00:00+02:00' },
  };

  it.each([
    ['public', 'private', 'FOLLOWING', { colorId: '7' }],
    ['public', 'private', 'ALL', moved],
    ['private', 'public', 'FOLLOWING', { colorId: '7' }],
    ['private', 'public', 'ALL', moved],
  ])('stops a write that needs it again: %s, %s, %s', async (series, occurrence, scope, input) => {
    await makeOld(series, occurrence);
    const before = [await occurrences(seriesId), await visibilities()];
    const { errors } = await update(idAt(zoned, 3), { scope, ...input });
    expect(errors).toMatchObject([{ code: 'INVALID_INPUT', path: ['scope'] }]);
    expect(errors[0].message).toContain('2026-04-08T');
    expect(seriesNow()).toEqual([seriesId]);
    expect([await occurrences(seriesId), await visibilities()]).toEqual(before);
  });
  it.each(['FOLLOWING', 'ALL'])('is that of all if the change says so: %s', async (scope) => {
    await makeOld('public', 'private');
    const input = { scope, visibility: 'PRIVATE', ...moved };
    expect((await update(idAt(zoned, 3), input)).errors).toEqual([]);
    const later = ['private', 'private', 'private'];
    const earlier = scope === 'ALL' ? later : ['public', 'public', 'public'];
    expect(await visibilities()).toEqual([...earlier, ...later]);
  });
  it('stays its own where no occurrence moves', async () => {
    await makeOld('public', 'private');
    expect((await update(seriesId, { scope: 'ALL', colorId: '8' })).errors).toEqual([]);
    expect((await visibilities()).filter((each) => each === 'private')).toHaveLength(1);
  });
});

inEachForm('a field that no schema describes', () => {
  /** As Google Calendar shows it before it describes it: of the series, and of one occurrence. */
  const invent = (answer: Record<string, any>): void => {
    for (const event of (answer['items'] ?? [answer]) as Record<string, any>[]) {
      const isSingle = event['summary'] === 'Fourth';
      if (!isSingle && !event['recurrence']) continue;
      event['inventedValue'] = isSingle ? 'single' : 'series';
      event['reminders'] = { ...event['reminders'], inventedValue: 1 };
    }
  };
  const divided = async () => {
    const by = { key: { calendarId, eventId: idAt(zoned, 3) } };
    studio.sandbox.clearCalls();
    const { data, extensions } = await studio.query(
      'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { errors { code message } } }',
      { input: { by, scope: 'FOLLOWING', location: 'Room 2' } },
    );
    expect(data.updateEvent.errors).toEqual([]);
    const bodies = (name: string): any[] =>
      studio.calls().flatMap(({ operation, body }) => (operation.endsWith(name) ? [body] : []));
    return { bodies, warnings: extensions['warnings'] ?? [] };
  };
  const shown = { inventedValue: 'single', reminders: { inventedValue: 1 } };
  const warningOf = (value: string) => ({ code: 'NOT_SHOWN', path: ['updateEvent'], value });

  beforeEach(async () => {
    await makeSeries(zoned, 'COUNT=6');
    await makeExceptions(tools, zoned);
    proxy.edit(invent);
  });

  it('is copied to the new series and to its single changes, without what is read-only', async () => {
    const { bodies } = await divided();
    const [inserted] = bodies('.insert');
    expect(inserted).toMatchObject({ inventedValue: 'series', reminders: { inventedValue: 1 } });
    for (const name of ['etag', 'iCalUID', 'htmlLink', 'created', 'updated', 'organizer', 'kind'])
      expect(inserted).not.toHaveProperty(name);
    const singles = bodies('.patch').filter((body) => body.inventedValue);
    expect(singles).toMatchObject([{ summary: 'Fourth', ...shown }]);
  });
  it('is no reason for a warning if the service takes it', async () => {
    proxy.takeField('inventedValue');
    proxy.editWrites(invent);
    expect((await divided()).warnings).toEqual([]);
  });
  it('is named in a warning if the new series does not have it', async () => {
    proxy.takeField('inventedValue');
    const { warnings } = await divided();
    const names = ['reminders.inventedValue', 'inventedValue'];
    expect(warnings).toEqual(names.map(warningOf));
  });
  it.each(['insert', 'patch'])('never makes a division fail: %s', async (name) => {
    const before = await occurrences(seriesId);
    // The sandbox refuses fields that it does not know.
    const { bodies, warnings } = await divided();
    const [first, second] = bodies(`.${name}`);
    expect(first).toMatchObject({ inventedValue: expect.any(String) });
    expect(second).not.toHaveProperty('inventedValue');
    expect(second).not.toHaveProperty('reminders.inventedValue');
    expect(warnings).toContainEqual(warningOf('inventedValue'));
    const after = await occurrences(...seriesNow());
    expect(after.map(([at, , summary]) => [at, summary])).toEqual(
      before.map(([at, , summary]) => [at, summary]),
    );
  });
});

/** As services write texts, addresses and rules in a way of their own. */
const inOtherWords = (event: Record<string, any>): void => {
  const { summary, attendees, recurrence } = event;
  if (summary) event['summary'] = summary.trim();
  for (const attendee of attendees ?? []) attendee.email = attendee.email.toLowerCase();
  if (recurrence)
    event['recurrence'] = recurrence.map((line: string) =>
      line.replace(/^RRULE:(.*)/, (_, parts: string) => {
        const [frequency, ...others] = parts.split(';');
        return `RRULE:${[...others.toSorted(), frequency].join(';')}`;
      }),
    );
};

inEachForm('a change that the service writes in other words', () => {
  it.each(['FOLLOWING', 'ALL'])('is done: %s', async (scope) => {
    await makeSeries(zoned, 'COUNT=6;BYDAY=WE');
    await makeExceptions(tools, zoned);
    const edit = (answer: Record<string, any>): void =>
      (answer['items'] ?? [answer]).forEach(inOtherWords);
    proxy.edit(edit);
    proxy.editWrites(edit);
    const { errors } = await update(idAt(zoned, 3), {
      scope,
      summary: ' Weekly ',
      attendees: { set: [{ email: 'New.Guest@Example.com' }] },
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3;BYDAY=WE'],
    });
    expect(errors).toEqual([]);
    // The service has stored the title with its spaces.
    const made = scope === 'ALL' ? [seriesId] : seriesIds().filter((id) => id !== seriesId);
    const found = (await occurrences(...made)).map(([at]) => at);
    expect(found).toEqual(
      scope === 'ALL'
        ? ['2026-03-11T08:00', '2026-03-25T08:00']
        : ['2026-04-01T07:00', '2026-04-09T15:00'],
    );
  });
});

inEachForm('a guest whose changes are ignored', () => {
  it('is told that the series has not ended', async () => {
    await makeSeries(zoned, 'COUNT=6');
    const organizer = { email: ids.person.ben };
    changeEvent(studio.sandbox, [calendarId, seriesId], { organizer });
    setModel(studio.sandbox, { ignoresGuests: true });
    const { errors } = await remove(idAt(zoned, 3), { scope: 'FOLLOWING' });
    expect(errors).toMatchObject([{ code: 'NOT_APPLIED', path: ['scope'] }]);
    expect(errors[0].message).toContain('the service answered success');
    expect(await occurrences(seriesId)).toHaveLength(6);
  });
});

inEachForm('a series that moves while an occurrence is written', () => {
  it.each(['SAFE', 'PATCH'])('keeps both, or one has an error: %s', async (mode) => {
    await makeSeries(zoned, 'COUNT=6');
    studio.sandbox.fault({ match: { operation: 'calendar:events.list' }, delayMs: 200 });
    const both = [
      update(seriesId, {
        scope: 'ALL',
        start: { dateTime: '2026-03-11T11:00:00+01:00' },
        end: { dateTime: '2026-03-11T12:00:00+01:00' },
      }),
      update(idAt(zoned, 3), { location: 'Room 5', mode }),
    ];
    const [move, room] = await Promise.all(both);
    const found = await occurrences(seriesId);
    expect(found.some(([at]) => at === '2026-03-11T10:00')).toBe(move.errors.length === 0);
    expect(found.some(([, , , location]) => location === 'Room 5')).toBe(room.errors.length === 0);
  });
});
