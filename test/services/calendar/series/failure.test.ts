/** Failures during the division of a series: nothing is lost, and nothing doubles. */
import { expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { changeEvent, eventNow } from '../../../support/scenario/calendar.ts';
import { start } from '../../../support/gateway/sandbox.ts';
import {
  idAt,
  inEachForm,
  makeExceptions,
  seriesId,
  setModel,
  useSeries,
  zoned,
} from '../../../support/scenario/series.ts';

const tools = useSeries(async () => ({ env: { RETRY_BASE_MS: '1' } }));
const { studio, api, makeSeries, occurrences, update, remove, operations, seriesNow } = tools;
const calendarId = ids.calendar.release;
const now = (id: string) => eventNow(studio.sandbox, [calendarId, id]);

const divide = { scope: 'FOLLOWING', location: 'Room 2' };

/** The occurrences after a division that nothing has disturbed. */
async function undisturbed(): Promise<unknown> {
  await makeSeries(zoned, 'COUNT=6');
  await makeExceptions(tools, zoned);
  await update(idAt(zoned, 3), divide);
  const expected = await occurrences(...seriesNow());
  studio.sandbox.reset(start);
  await makeSeries(zoned, 'COUNT=6');
  await makeExceptions(tools, zoned);
  studio.sandbox.clearCalls();
  return expected;
}

inEachForm('a division that fails', () => {
  const match = { operation: 'calendar:events.patch' };

  it('changes nothing if the new series is rejected', async () => {
    await undisturbed();
    const before = await occurrences(seriesId);
    const operation = 'calendar:events.insert';
    studio.refuse(operation, 403, 'requiredAccessLevel');
    const { event, errors } = await update(idAt(zoned, 3), divide);
    expect(event).toBeNull();
    expect(errors).toMatchObject([{ code: 'FORBIDDEN' }]);
    expect(await occurrences(seriesId)).toEqual(before);
  });
  it.each(['insert', 'patch', 'delete'])(
    'is not disturbed by a lost answer: %s',
    async (operation) => {
      const expected = await undisturbed();
      studio.sandbox.fault({
        match: { operation: `calendar:events.${operation}` },
        drop: 'after',
        times: 1,
      });
      const { errors } = await update(idAt(zoned, 3), divide);
      expect(errors).toEqual([]);
      expect(seriesNow()).toHaveLength(2);
      expect(await occurrences(...seriesNow())).toEqual(expected);
    },
  );
  it('sends one email about the new series after a lost answer', async () => {
    await makeSeries(zoned, 'COUNT=6');
    studio.sandbox.clearCalls();
    const operation = 'calendar:events.insert';
    studio.sandbox.fault({ match: { operation }, drop: 'after', times: 1 });
    const { errors } = await update(idAt(zoned, 3), { ...divide, notify: 'ALL' });
    expect(errors).toEqual([]);
    expect(operations().filter((name) => name === 'insert')).toHaveLength(2);
    expect(operations()).not.toContain('update');
    expect(seriesNow()).toHaveLength(2);
  });
  it('takes the changes of the repetition', async () => {
    await makeSeries(zoned, 'COUNT=6');
    studio.sandbox.fault({ match, status: 400, reason: 'invalid', times: 1 });
    const first = await update(idAt(zoned, 3), { ...divide, summary: 'Weekly', colorId: '7' });
    const again = await update(idAt(zoned, 3), { scope: 'FOLLOWING', location: 'Room 3' });
    expect([first.event, again.errors]).toEqual([null, []]);
    expect(now(again.event.eventId)).toMatchObject({ location: 'Room 3', colorId: '3' });
  });
  it('cannot be repeated after it is done', async () => {
    const expected = await undisturbed();
    await update(idAt(zoned, 3), divide);
    const { errors } = await update(idAt(zoned, 3), divide);
    expect(errors).toMatchObject([{ code: 'NOT_FOUND', path: ['by'] }]);
    expect(errors[0].message).toContain('to a new series');
    expect(await occurrences(...seriesNow())).toEqual(expected);
  });
});

inEachForm('a deletion from an occurrence on that fails', () => {
  it('is not disturbed by a lost answer', async () => {
    await undisturbed();
    const before = await occurrences(seriesId);
    const match = { operation: 'calendar:events.patch' };
    studio.sandbox.fault({ match, drop: 'after', times: 1 });
    expect((await remove(idAt(zoned, 3), { scope: 'FOLLOWING' })).errors).toEqual([]);
    expect(await occurrences(seriesId)).toEqual(before.slice(0, 2));
  });
  it('changes nothing', async () => {
    await undisturbed();
    const before = await occurrences(seriesId);
    studio.refuse('calendar:events.patch', 403);
    const { errors } = await remove(idAt(zoned, 3), { scope: 'FOLLOWING' });
    expect(errors).toMatchObject([{ code: 'FORBIDDEN' }]);
    expect(await occurrences(seriesId)).toEqual(before);
    expect(operations()).toContain('patch');
  });
});

inEachForm('a guest', () => {
  it('cannot divide the series of somebody else', async () => {
    const body = {
      id: 'invited',
      summary: 'Weekly',
      start: zoned.start,
      end: zoned.end,
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6'],
    };
    setModel(studio.sandbox);
    await api('', 'POST', body);
    const organizer = { email: ids.person.ben };
    changeEvent(studio.sandbox, [calendarId, 'invited'], { organizer });
    studio.sandbox.clearCalls();
    const { errors } = await update(idAt(zoned, 3, 'invited'), divide);
    expect(errors).toMatchObject([{ code: 'FORBIDDEN', path: ['scope'] }]);
    expect(operations()).not.toContain('insert');
  });
});
