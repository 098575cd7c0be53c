/** Other writers during the division of a series: nothing is lost, and nothing doubles. */
import { describe, expect, it } from 'vitest';
import {
  idAt,
  inEachForm,
  makeExceptions,
  seriesId,
  setModel,
  useSeries,
  zoned,
} from '../../../support/scenario/series.ts';
import { useEditingProxy } from '../../../support/proxy/use-editing-proxy.ts';

const { options, proxy } = useEditingProxy('calendar');
const tools = useSeries(options);
const { studio, api, makeSeries, occurrences, update, remove, seriesNow, operations } = tools;

const divide = { scope: 'FOLLOWING', location: 'Room 2' };

inEachForm('another writer during a division', () => {
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

inEachForm('another writer during a move of a whole series', () => {
  it('who has moved it is not overwritten', async () => {
    await makeSeries(zoned, 'COUNT=6');
    const time = (hour: number) => ({
      dateTime: `2026-03-12T${hour}:00:00`,
      timeZone: 'Europe/Stockholm',
    });
    proxy.beforeNext('PUT', async () => {
      await api(`/${seriesId}`, 'PATCH', { start: time(12), end: time(13) });
    });
    const { errors } = await update(idAt(zoned, 2), { ...zoned.moved, scope: 'ALL' });
    expect(errors).toMatchObject([{ code: 'NOT_FOUND', path: ['by'] }]);
    const found = await occurrences(seriesId);
    expect(found[0]![0]).toBe('2026-03-12T11:00');
    expect(found).toHaveLength(6);
  });
});

inEachForm('another writer before a deletion from the first occurrence on', () => {
  it('who gives the series an earlier occurrence keeps it', async () => {
    await makeSeries(zoned, 'COUNT=6');
    proxy.beforeNext('DELETE', async () => {
      await api(`/${seriesId}`, 'PATCH', {
        start: { dateTime: '2026-03-04T09:00:00', timeZone: 'Europe/Stockholm' },
        end: { dateTime: '2026-03-04T10:00:00', timeZone: 'Europe/Stockholm' },
      });
    });
    const { errors } = await remove(idAt(zoned, 0), { scope: 'FOLLOWING' });
    expect(errors).toEqual([]);
    expect((await occurrences(seriesId)).map(([start]) => start)).toEqual(['2026-03-04T08:00']);
  });
});

inEachForm('two changes from different occurrences on', () => {
  it('run one after the other: none makes a series that has to be undone', async () => {
    await makeSeries(zoned, 'COUNT=6');
    studio.sandbox.clearCalls();
    const both = await Promise.all(
      [4, 2].map((place) =>
        update(idAt(zoned, place), { scope: 'FOLLOWING', location: `Room ${place}` }),
      ),
    );
    // If the change from the third occurrence on runs first, the fifth is in another series.
    const done = both.filter(({ errors }) => errors.length === 0);
    expect(operations().filter((name) => name === 'insert')).toHaveLength(done.length);
    expect(operations()).not.toContain('delete');
    const rooms = (await occurrences(...seriesNow())).map(([, , , location]) => location);
    expect(rooms.slice(0, 4)).toEqual(['Room 1', 'Room 1', 'Room 2', 'Room 2']);
    expect(rooms).toHaveLength(6);
  });
});

inEachForm('a list of exceptions in several pages', () => {
  /** Continues a list of one event after its first item. The token is valid for the gateway. */
  const tokenOf = async (path: string): Promise<string> =>
    (await api(`${path}maxResults=1`)).nextPageToken;

  const tokens = async () => {
    const { iCalUID } = await api(`/${seriesId}`);
    return {
      list: await tokenOf(`?showDeleted=true&iCalUID=${encodeURIComponent(iCalUID)}&`),
      instances: await tokenOf(`/${seriesId}/instances?showDeleted=true&`),
    };
  };
  /** Only deleted occurrences and their unchanged neighbours have no title in an answer. */
  const tokenFor = (items: readonly any[], { list, instances }: Record<string, string>) =>
    items.some(({ summary }) => summary) ? list : instances;

  it('is read to its end', async () => {
    await makeSeries(zoned, 'COUNT=6');
    await makeExceptions(tools, zoned);
    const pages = await tokens();
    const before = await occurrences(seriesId);
    const cut = new Set<unknown>();
    proxy.edit((answer) => {
      const { items } = answer as { items?: any[] };
      const token = items && tokenFor(items, pages);
      if (!token || cut.has(token)) return;
      cut.add(token);
      Object.assign(answer, { items: items.slice(0, 1), nextPageToken: token });
    });
    studio.sandbox.clearCalls();
    const { errors } = await update(idAt(zoned, 3), { scope: 'FOLLOWING', colorId: '7' });
    expect(errors).toEqual([]);
    expect(operations().slice(3, 7).toSorted()).toEqual(['instances', 'instances', 'list', 'list']);
    const after = await occurrences(...seriesNow());
    expect(after.map(([start, , summary]) => [start, summary])).toEqual(
      before.map(([start, , summary]) => [start, summary]),
    );
  });
  it('is rejected if it does not end: nothing is written', async () => {
    await makeSeries(zoned, 'COUNT=6');
    await makeExceptions(tools, zoned);
    const pages = await tokens();
    proxy.edit((answer) => {
      const { items } = answer as { items?: any[] };
      if (items) answer['nextPageToken'] = tokenFor(items, pages);
    });
    studio.sandbox.clearCalls();
    const { errors } = await update(idAt(zoned, 3), divide);
    expect(errors).toMatchObject([{ code: 'INVALID_INPUT', path: ['scope'] }]);
    expect(operations().filter((name) => name === 'insert' || name === 'patch')).toEqual([]);
  });
});

inEachForm('a sequence number that does not grow with the recurrence', () => {
  it('does not bring back the new series of a division that was undone', async () => {
    await makeSeries(zoned, 'COUNT=6');
    proxy.edit((answer) => {
      if ('sequence' in answer) answer['sequence'] = 0;
    });
    proxy.beforeNext('PATCH', async () => {
      await api(`/${seriesId}`, 'PATCH', { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5'] });
    });
    studio.sandbox.clearCalls();
    const { errors } = await update(idAt(zoned, 3), divide);
    expect(errors).toEqual([]);
    expect(operations()).not.toContain('update');
    expect(await occurrences(...seriesNow())).toHaveLength(5);
  });
});

inEachForm('exceptions that the end of their series leaves', () => {
  /** The series of the tests with its exceptions, which its end leaves. */
  const leaveAll = async (): Promise<void> => {
    await makeSeries(zoned, 'COUNT=6');
    await makeExceptions(tools, zoned);
    setModel(studio.sandbox, { leavesExceptions: true });
    studio.sandbox.clearCalls();
  };
  const change = (mutation: string): Promise<any> => {
    const input = { scope: 'FOLLOWING', notify: 'ALL' };
    return mutation === 'update'
      ? update(idAt(zoned, 3), { ...input, location: 'Room 2' })
      : remove(idAt(zoned, 3), input);
  };

  it.each(['update', 'delete'])('are deleted without an email: %s', async (mutation) => {
    await leaveAll();
    const { errors } = await change(mutation);
    expect(errors).toEqual([]);
    const deletions = studio.calls().filter(({ operation }) => operation.endsWith('.delete'));
    // The named occurrence is the last.
    expect(deletions.map(({ call }) => call.path.split('/').at(-1))).toEqual([
      idAt(zoned, 4),
      idAt(zoned, 3),
    ]);
    expect(deletions.map(({ query }) => query['sendUpdates'])).toEqual([['none'], ['none']]);
  });
  it.each(['update', 'delete'])(
    'are named by the error if they cannot be deleted: %s',
    async (mutation) => {
      await leaveAll();
      studio.refuse('calendar:events.delete', 403);
      const { errors } = await change(mutation);
      studio.sandbox.clearFaults();
      expect(errors).toMatchObject([
        { code: 'PARTLY_DONE', remaining: ['calendar:events.delete'] },
      ]);
      expect(await occurrences(seriesId)).toHaveLength(2);
      const series = seriesNow();
      expect(series).toHaveLength(mutation === 'update' ? 2 : 1);
      const again = (await change(mutation)).errors;
      // A new series cannot be divided again; a deletion is completed.
      expect(again).toMatchObject(mutation === 'update' ? [{ code: 'GONE', path: ['by'] }] : []);
      expect(seriesNow()).toEqual(series);
    },
  );
});

inEachForm('an exception whose attendees are not all shown', () => {
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
    expect(new Set(operations())).toEqual(new Set(['get', 'instances', 'list']));
  });
});

describe('a series in a zone that the gateway does not know', () => {
  it.each([
    ['ALL', { start: { dateTime: '2026-04-01T09:00:00Z' } }],
    ['FOLLOWING', { location: 'Room 2' }],
  ])('is refused before the first write: %s', async (scope, input) => {
    await makeSeries(zoned, 'COUNT=6');
    await makeExceptions(tools, zoned);
    proxy.edit(({ start }) => {
      if (start) Object.assign(start, { timeZone: 'Mars/Base' });
    });
    studio.sandbox.clearCalls();
    const { errors } = await update(idAt(zoned, 3), { scope, ...input });
    expect(errors).toMatchObject([{ code: 'INVALID_INPUT', path: ['scope'] }]);
    expect(errors[0].message).toContain('Mars/Base');
    expect(studio.calls().every(({ call }) => call.method === 'GET')).toBe(true);
  });
});
