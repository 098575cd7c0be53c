/** Other writers during the division of a series: nothing is lost, and nothing doubles. */
import { describe, expect, it } from 'vitest';
import { idAt, makeExceptions, seriesId, useSeries, zoned } from '../../support/series.ts';
import { useEditingProxy } from '../../support/use-editing-proxy.ts';

const { options, proxy } = useEditingProxy('calendar');
const tools = useSeries(options);
const { studio, api, makeSeries, occurrences, update, remove, seriesNow, operations } = tools;

const divide = { scope: 'FOLLOWING', location: 'Room 2' };

describe('another writer during a division', () => {
  /** Another client writes before the call that ends the old series. */
  const between = (body: object): { readonly statuses: unknown[] } => {
    const statuses: unknown[] = [];
    proxy.beforeNext('PATCH', async () => {
      statuses.push(await api(`/${seriesId}`, 'PATCH', body));
    });
    return { statuses };
  };

  it('of another field loses nothing: the change is in both series', async () => {
    await makeSeries(zoned, 'COUNT=6');
    const { statuses } = between({ colorId: '7' });
    const { errors } = await update(idAt(zoned, 3), divide);
    expect(errors).toEqual([]);
    expect(statuses).toHaveLength(1);
    const found = await occurrences(...seriesNow());
    expect(found.map(([, , , location, colorId]) => [location, colorId])).toEqual(
      [1, 1, 1, 2, 2, 2].map((room) => [`Room ${room}`, '7']),
    );
    expect(seriesNow()).toHaveLength(2);
  });
  it('who moves the series makes the occurrence another one: the division is undone', async () => {
    await makeSeries(zoned, 'COUNT=6');
    between({
      start: { dateTime: '2026-03-12T09:00:00', timeZone: 'Europe/Stockholm' },
      end: { dateTime: '2026-03-12T10:00:00', timeZone: 'Europe/Stockholm' },
    });
    const { event, errors } = await update(idAt(zoned, 3), divide);
    expect(event).toBeNull();
    expect(errors).toMatchObject([{ code: 'NOT_FOUND', path: ['by'] }]);
    expect(seriesNow()).toEqual([seriesId]);
    expect(await occurrences(seriesId)).toHaveLength(6);
  });
  it('who deletes the occurrence after the new series was made: the error says so', async () => {
    await makeSeries(zoned, 'COUNT=6');
    proxy.beforeNext('PATCH', async () => {
      await api(`/${seriesId}`, 'PATCH', { colorId: '7' });
      await api(`/${idAt(zoned, 3)}`, 'DELETE');
    });
    const { event, errors } = await update(idAt(zoned, 3), divide);
    expect(errors).toMatchObject([{ code: 'PARTLY_DONE', done: ['calendar:events.insert'] }]);
    expect(new Set(seriesNow())).toEqual(new Set([seriesId, event.eventId]));
  });
  it('of the same division does not double it', async () => {
    await makeSeries(zoned, 'COUNT=6');
    const both = await Promise.all([
      update(idAt(zoned, 3), divide),
      update(idAt(zoned, 3), { ...divide, summary: 'Weekly' }),
    ]);
    expect(both.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    expect(seriesNow()).toHaveLength(2);
    expect(await occurrences(...seriesNow())).toHaveLength(6);
  });
});

describe('exceptions that the end of their series leaves', () => {
  const leftOver = { id: idAt(zoned, 4), status: 'confirmed', recurringEventId: seriesId };
  const originalStartTime = { dateTime: '2026-04-08T09:00:00+02:00' };

  it.each(['update', 'delete'])('are deleted without an email: %s', async (mutation) => {
    await makeSeries(zoned, 'COUNT=6');
    await makeExceptions(tools, zoned);
    studio.sandbox.clearCalls();
    let lists = 0;
    proxy.edit((answer) => {
      if (!Array.isArray(answer['items'])) return;
      lists += 1;
      if (lists > 1) answer['items'].push({ ...leftOver, originalStartTime });
    });
    const input = { scope: 'FOLLOWING', sendUpdates: 'ALL' };
    const { errors } =
      mutation === 'update'
        ? await update(idAt(zoned, 3), { ...input, location: 'Room 2' })
        : await remove(idAt(zoned, 3), input);
    expect(errors).toEqual([]);
    expect(operations().slice(-2)).toEqual(['list', 'delete']);
    const { query, call } = studio.calls().at(-1)!;
    expect(call.path).toContain(leftOver.id);
    expect(query['sendUpdates']).toEqual(['none']);
  });
});

describe('an exception whose attendees are not all shown', () => {
  it('cannot be copied: nothing is written', async () => {
    await makeSeries(zoned, 'COUNT=6');
    await makeExceptions(tools, zoned);
    proxy.edit(({ items }) => {
      if (!Array.isArray(items)) return;
      for (const each of items) if (each.summary === 'Fourth') each.attendeesOmitted = true;
    });
    studio.sandbox.clearCalls();
    const { errors } = await update(idAt(zoned, 3), divide);
    expect(errors).toMatchObject([{ code: 'FORBIDDEN', path: ['scope'] }]);
    expect(operations()).toEqual(['get', 'get', 'list']);
  });
});
