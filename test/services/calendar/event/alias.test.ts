import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../../support/studio.ts';
import { connectSocket } from '../../../support/web-socket.ts';

const studio = useStudio();
const aliases = () => studio.calls().filter(({ call }) => call.path.endsWith('/calendars/primary'));

describe('the calendar id `primary`', () => {
  it('is resolved with one call per caller, before global ids contain it', async () => {
    const { data } = await studio.query(
      '{ a: calendar(id: "primary") { id calendarId } b: calendar(id: "primary") { id } }',
    );
    expect(data.a).toEqual({
      id: globalId('Calendar', [ids.calendar.ava]),
      calendarId: ids.calendar.ava,
    });
    expect(data.b.id).toBe(data.a.id);
    expect(studio.calls().map(({ operation, query }) => [operation, query['fields']])).toEqual([
      ['calendar:calendars.get', ['id']],
    ]);
    await studio.query(
      `{ event(by: { key: { calendarId: "primary", eventId: "${ids.event.focus}" } }) { id calendarId } calendar(id: "primary") { id } }`,
    );
    expect(aliases()).toHaveLength(1);
  });
  it('resolves to a different calendar for each caller', async () => {
    const { data } = await studio.query(
      '{ calendar(id: "primary") { calendarId } }',
      {},
      'studio-guest',
    );
    expect(data.calendar.calendarId).toBe(ids.calendar.ben);
    expect(aliases()).toHaveLength(1);
  });
  it('is not cached if it cannot be resolved', async () => {
    studio.sandbox.fault({ match: { operation: 'calendar:calendars.get' }, status: 404, times: 1 });
    const ask = () => studio.query('{ calendar(id: "primary") { calendarId } }', {}, 'no-channel');
    expect((await ask()).errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
    expect((await ask()).data.calendar.calendarId).toBe(ids.person.dana);
  });
  it.each([
    ['calendar(id: "primary") { calendarId }', ['calendar']],
    [
      `event(by: { key: { calendarId: "primary", eventId: "${ids.event.focus}" } }) { id }`,
      ['event'],
    ],
    [
      'freeBusy(ids: ["primary"], from: "2026-03-09T00:00:00Z", to: "2026-03-10T00:00:00Z") { calendarId }',
      ['freeBusy', 0],
    ],
  ])('is named by the error if the caller has no calendar: %s', async (field, path) => {
    studio.sandbox.fault({ match: { operation: 'calendar:calendars.get' }, status: 404, times: 1 });
    const { errors } = await studio.query(`{ ${field} }`, {}, 'studio-admin');
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining(
          'The account has no primary calendar. Name another id',
        ) as unknown,
        path,
        extensions: { code: 'NOT_FOUND', id: 'primary' },
      },
    ]);
  });
  it('is resolved by the next operation of a WebSocket after one that failed', async () => {
    studio.sandbox.fault({ match: { operation: 'calendar:calendars.get' }, status: 404, times: 1 });
    const client = await connectSocket(studio.gateway.url, { authorization: 'Bearer no-channel' });
    const ask = async () =>
      (await client.run('{ calendar(id: "primary") { calendarId } }'))[0]!.payload;
    expect((await ask()).errors[0].extensions.code).toBe('NOT_FOUND');
    expect((await ask()).data.calendar.calendarId).toBe(ids.person.dana);
    await client.close();
  });
  it('is named by the error of a mutation if the caller has no calendar', async () => {
    studio.sandbox.fault({ match: { operation: 'calendar:calendars.get' }, status: 404, times: 1 });
    const { data } = await studio.query(
      'mutation { createEvent(input: { calendarId: "primary", start: { date: "2026-03-09" }, end: { date: "2026-03-10" } }) { errors { code message path } } }',
      {},
      'studio-admin',
    );
    expect(data.createEvent.errors).toEqual([
      {
        code: 'NOT_FOUND',
        message: expect.stringContaining(
          'The account has no primary calendar. Name another id',
        ) as unknown,
        path: ['calendarId'],
      },
    ]);
  });
  it('is replaced by the id of the calendar in the ids of events', async () => {
    const { data } = await studio.query(
      `{ event(by: { key: { calendarId: "primary", eventId: "${ids.event.focus}" } }) { id calendarId summary } }`,
    );
    expect(data.event).toMatchObject({
      id: globalId('Event', [ids.calendar.ava, ids.event.focus]),
      calendarId: ids.calendar.ava,
    });
  });
});
