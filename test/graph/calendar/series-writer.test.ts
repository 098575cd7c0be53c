/** Other writers during the division of a series: nothing is lost, and nothing doubles. */
import { describe, expect, it } from 'vitest';
import { idAt, seriesId, useSeries, zoned } from '../../support/series.ts';
import { useEditingProxy } from '../../support/use-editing-proxy.ts';

const { options, proxy } = useEditingProxy('calendar');
const { api, makeSeries, occurrences, update, seriesNow } = useSeries(options);

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
