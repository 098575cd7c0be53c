/** Occurrences that were changed or deleted singly, when their series changes. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { occurrenceIdForms } from '../../../../src/sandbox/calendar/series/occurrence-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import {
  idAt,
  inEachForm,
  occurrenceIdAt,
  seriesId,
  setModel,
  useForm,
  useSeries,
  zoned,
} from '../../../support/scenario/series.ts';

const tools = useSeries();
const { studio, api, makeSeries, occurrences, update, remove, seriesNow } = tools;

const stockholm = (dateTime: string) => ({ dateTime, timeZone: 'Europe/Stockholm' });

/** Daily at 10:00, eight times from 5 January. */
async function makeDaily(): Promise<(day: number) => string> {
  const times = { start: stockholm('2027-01-05T10:00:00'), end: stockholm('2027-01-05T11:00:00') };
  await makeSeries(zoned, 'COUNT=8', { ...times, recurrence: ['RRULE:FREQ=DAILY;COUNT=8'] });
  return (day) => occurrenceIdAt(`202701${String(day).padStart(2, '0')}T090000Z`);
}

/** Days and titles of all occurrences. */
const days = async () =>
  (await occurrences(...seriesNow())).map(([start, , summary]) => [
    Number(start.slice(8, 10)),
    summary,
  ]);

const weekly = 'Weekly';

/** What Google Calendar may do with series and their exceptions: nobody here has seen it. */
const models = [false, true].flatMap((reachesExceptions) =>
  [false, true].flatMap((dropsExceptions) =>
    occurrenceIdForms.map((occurrenceIds) => ({
      reachesExceptions,
      dropsExceptions,
      occurrenceIds,
    })),
  ),
);

const useModel = (model: (typeof models)[number]): void => {
  beforeEach(() => {
    useForm(model.occurrenceIds);
    setModel(studio.sandbox, model);
  });
  afterAll(() => useForm('start'));
};

describe.each(models)('a series that moves, %o', (model) => {
  useModel(model);

  it.each(['ALL', 'FOLLOWING'])(
    'moves deletions and changes of occurrences with it: %s',
    async (scope) => {
      const id = await makeDaily();
      await api(`/${id(8)}`, 'DELETE');
      await api(`/${id(6)}`, 'PATCH', { summary: 'Own title' });
      const { errors } = await update(id(5), {
        scope,
        start: { dateTime: '2027-01-06T10:00:00+01:00', timeZone: 'Europe/Stockholm' },
        end: { dateTime: '2027-01-06T11:00:00+01:00', timeZone: 'Europe/Stockholm' },
      });
      expect(errors).toEqual([]);
      expect(await days()).toEqual([
        [6, weekly],
        [7, 'Own title'],
        [8, weekly],
        [10, weekly],
        [11, weekly],
        [12, weekly],
        [13, weekly],
      ]);
    },
  );
});

describe.each(models)('the named occurrence, %o', (model) => {
  useModel(model);

  it.each([
    ['ALL', 0],
    ['ALL', 3],
    ['FOLLOWING', 0],
    ['FOLLOWING', 1],
  ])(
    'gets the change although it was changed singly before: %s, occurrence %i',
    async (scope, place) => {
      await makeSeries(zoned, 'COUNT=6');
      await api(`/${idAt(zoned, place)}`, 'PATCH', { location: 'Own room', summary: 'Own title' });
      await api(`/${idAt(zoned, 4)}`, 'PATCH', { location: 'Other room' });
      const { errors } = await update(idAt(zoned, place), { scope, location: 'Room 2' });
      expect(errors).toEqual([]);
      const found = await occurrences(seriesId, ...seriesNow().filter((id) => id !== seriesId));
      expect(found.map(([, , summary, location]) => [summary, location])).toEqual(
        [0, 1, 2, 3, 4, 5].map((each) => {
          const isChanged = scope === 'ALL' || each >= place;
          const room = isChanged ? 'Room 2' : 'Room 1';
          return [each === place ? 'Own title' : weekly, each === 4 ? 'Other room' : room];
        }),
      );
    },
  );
});

describe.each(models)('a change of single fields of the series, %o', (model) => {
  useModel(model);

  it('reaches occurrences that have changed other fields', async () => {
    await makeSeries(zoned, 'COUNT=6');
    await api(`/${idAt(zoned, 2)}`, 'PATCH', { summary: 'Own title' });
    await api(`/${idAt(zoned, 4)}`, 'PATCH', zoned.moved);
    const before = await occurrences(seriesId);
    const { errors } = await update(seriesId, { scope: 'ALL', location: 'Room 2' });
    expect(errors).toEqual([]);
    expect(await occurrences(seriesId)).toEqual(
      before.map(([start, end, summary, , color]) => [start, end, summary, 'Room 2', color]),
    );
  });
});

inEachForm('writes of later occurrences during a division', () => {
  const divide = { scope: 'FOLLOWING', location: 'Room 2' };
  const writes: Readonly<Record<string, () => Promise<any>>> = {
    'a deletion': () => remove(idAt(zoned, 4), {}),
    'a title': () => update(idAt(zoned, 3), { summary: 'Own title' }),
    'another time': () =>
      update(idAt(zoned, 4), {
        start: { dateTime: '2026-04-09T15:00:00Z' },
        end: { dateTime: '2026-04-09T16:00:00Z' },
      }),
  };

  it.each(Object.entries(writes))('are not lost: %s', async (_, write) => {
    await makeSeries(zoned, 'COUNT=6');
    studio.sandbox.fault({ match: { operation: 'calendar:events.insert' }, delayMs: 300 });
    const dividing = update(idAt(zoned, 2), divide);
    await expect.poll(() => tools.operations()).toContain('insert');
    const answer = await write();
    expect((await dividing).errors).toEqual([]);
    const found = await occurrences(...seriesNow());
    // It waits for the division, which takes the occurrence to another series.
    expect(answer.errors).toMatchObject([{ code: 'NOT_FOUND' }]);
    expect(found).toHaveLength(6);
  });
});

describe.each(models)('resetOccurrence, %o', (model) => {
  useModel(model);

  const reset = async (eventId: string): Promise<any> => {
    const data = await studio.data(
      'mutation ($input: ResetOccurrenceInput!) { resetOccurrence(input: $input) { event { eventId summary status } errors { code path message } } }',
      { input: { by: { key: { calendarId: ids.calendar.release, eventId } } } },
    );
    return data.resetOccurrence;
  };

  it.each([
    ['that was changed', { summary: 'Own title', colorId: '9', ...zoned.moved }],
    ['that was deleted', null],
  ])('gives an occurrence back to its series: one %s', async (_, body) => {
    await makeSeries(zoned, 'COUNT=6');
    const before = await occurrences(seriesId);
    const id = idAt(zoned, 4);
    await (body ? api(`/${id}`, 'PATCH', body) : api(`/${id}`, 'DELETE'));
    expect(await reset(id)).toEqual({
      event: { eventId: id, summary: weekly, status: 'CONFIRMED' },
      errors: [],
    });
    expect(await occurrences(seriesId)).toEqual(before);
    await update(seriesId, { scope: 'ALL', location: 'Room 2' });
    expect((await occurrences(seriesId)).map(([, , , location]) => location)).toEqual(
      before.map(() => 'Room 2'),
    );
  });
  it('writes nothing for an occurrence without changes', async () => {
    await makeSeries(zoned, 'COUNT=6');
    studio.sandbox.clearCalls();
    expect((await reset(idAt(zoned, 4))).errors).toEqual([]);
    expect(studio.calls().every(({ call }) => call.method === 'GET')).toBe(true);
  });
  it('rejects what is no occurrence', async () => {
    await makeSeries(zoned, 'COUNT=6');
    studio.sandbox.clearCalls();
    expect(await reset(seriesId)).toMatchObject({
      event: null,
      errors: [{ code: 'INVALID_INPUT', path: ['by'] }],
    });
    expect(studio.calls().every(({ call }) => call.method === 'GET')).toBe(true);
  });
});
