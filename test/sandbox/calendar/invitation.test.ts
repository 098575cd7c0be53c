/** Invitations: the copies of an event on the primary calendars of its guests. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { eventNow, eventsOn } from '../../support/calendar.ts';
import { type RequestOptions, useSandbox } from '../../support/sandbox.ts';

const box = useSandbox();
const { calendar, event, person } = ids;
const { ava, ben, chloe, dana } = person;
const tokens: Readonly<Record<string, string>> = { [ava]: 'studio-owner', [ben]: 'studio-guest' };

const pathOf = (calendarId: string, id = ''): string =>
  `/calendar/v3/calendars/${encodeURIComponent(calendarId)}/events${id && `/${id}`}`;

/** Sends a request as the owner of the calendar; as Ava if that is a secondary calendar. */
async function send(
  method: string,
  calendarId: string,
  id = '',
  body?: object,
  options: RequestOptions = {},
): Promise<any> {
  const token = tokens[calendarId] ?? 'studio-owner';
  const response = await box.ask(pathOf(calendarId, id), { token, method, body, ...options });
  expect([response.status, response.reason]).toEqual([method === 'DELETE' ? 204 : 200, undefined]);
  return response.body;
}

const times = {
  start: { dateTime: '2026-04-01T10:00:00Z' },
  end: { dateTime: '2026-04-01T11:00:00Z' },
};

const guestList = (...emails: string[]): object => ({
  attendees: emails.map((email) => ({ email })),
});

/** The id of a new event on Ava's calendar, with Ben as its guest. */
async function invite(more: object = {}, calendarId: string = ava): Promise<string> {
  const body = { ...times, summary: 'Rehearsal', ...guestList(ben), ...more };
  return (await send('POST', calendarId, '', body)).id as string;
}

const on = (calendarId: string, id: string): Promise<any> => send('GET', calendarId, id);

const statusOn = async (calendarId: string, id: string): Promise<string> =>
  (await box.ask(pathOf(calendarId, id), { token: tokens[calendarId]! })).body.status as string;

/** The ids of the events whose changes on Ben's calendar a write causes, with their statuses. */
async function changesOnBen(write: () => Promise<unknown>): Promise<unknown> {
  const token = tokens[ben]!;
  const { nextSyncToken } = (await box.ask(`${pathOf(ben)}?maxResults=2500`, { token })).body;
  await write();
  const { items } = (await box.ask(`${pathOf(ben)}?syncToken=${nextSyncToken}`, { token })).body;
  return items.map(({ id, status }: any) => [id, status]);
}

describe('an insert with guests', () => {
  it('gives each of them a copy with the ids of the event', async () => {
    const id = await invite();
    const original = await on(ava, id);
    const copy = await on(ben, id);
    expect(copy).toMatchObject({
      id,
      iCalUID: original.iCalUID,
      summary: 'Rehearsal',
      status: 'confirmed',
      creator: { email: ava },
      organizer: { email: ava },
      attendees: [{ email: ben, self: true, responseStatus: 'needsAction' }],
    });
    expect(copy.organizer).not.toHaveProperty('self');
    expect(copy.htmlLink).not.toBe(original.htmlLink);
  });
  it('keeps the color, the reminders and the private properties to itself', async () => {
    const id = await invite({
      colorId: '3',
      reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] },
      extendedProperties: { private: { take: '1' }, shared: { scene: '2' } },
      source: { title: 'Notes', url: 'https://notes.example/' },
    });
    const copy = await on(ben, id);
    expect(copy).toMatchObject({
      reminders: { useDefault: true },
      extendedProperties: { shared: { scene: '2' } },
    });
    expect(copy.extendedProperties).not.toHaveProperty('private');
    expect(copy).not.toHaveProperty('colorId');
    expect(copy).not.toHaveProperty('source');
  });
  it('on a secondary calendar invites the person who writes it, too', async () => {
    const id = await invite(guestList(ava, chloe), calendar.release);
    expect(await on(ava, id)).toMatchObject({
      organizer: { email: calendar.release },
      attendees: [{ email: ava, self: true }, { email: chloe }],
    });
  });
  it('invites nobody by an import', async () => {
    const body = { ...times, ...guestList(ben), iCalUID: 'rehearsal@elsewhere.example' };
    const { id } = await send('POST', ava, 'import', body);
    expect(eventsOn(box.sandbox, ben).has(id)).toBe(false);
  });
  it('is a change of the lists of the guest, and makes the guest busy', async () => {
    let id = '';
    const changes = await changesOnBen(async () => {
      id = await invite();
    });
    expect(changes).toEqual([[id, 'confirmed']]);
    const { body } = await box.ask('/calendar/v3/freeBusy', {
      method: 'POST',
      body: {
        timeMin: '2026-04-01T00:00:00Z',
        timeMax: '2026-04-02T00:00:00Z',
        items: [{ id: ben }],
      },
    });
    expect(body.calendars[ben].busy).toEqual([
      { start: times.start.dateTime, end: times.end.dateTime },
    ]);
  });
  it('leaves another event of a guest with the same id alone', async () => {
    const id = 'studio0event1';
    await send('POST', ben, '', { ...times, id, summary: 'Cello' });
    await invite({ id });
    expect(await on(ben, id)).toMatchObject({ summary: 'Cello', organizer: { self: true } });
  });
});

describe('an update', () => {
  it.each(['none', 'all'])('with new guests invites them: sendUpdates %s', async (sendUpdates) => {
    const id = await invite(guestList(chloe));
    await send('PATCH', ava, `${id}?sendUpdates=${sendUpdates}`, guestList(chloe, ben));
    expect((await on(ben, id)).attendees).toMatchObject([{ email: chloe }, { self: true }]);
  });
  it('of the guest list by a guest invites, too', async () => {
    const id = await invite();
    const { attendees } = await on(ben, id);
    await send('PATCH', ben, id, { attendees: [...attendees, { email: dana }] });
    expect((await on(ava, id)).attendees).toMatchObject([{ email: ben }, { email: dana }]);
    expect(eventNow(box.sandbox, [dana, id]).attendees).toHaveLength(2);
  });
  it('invites no guest whom the event had already', async () => {
    const changes = await changesOnBen(() =>
      send('PATCH', calendar.release, event.townhallMeeting, { summary: 'Town hall' }),
    );
    expect(changes).toEqual([]);
  });
  it('by the organizer reaches the copies, which keep what is their own', async () => {
    const id = await invite();
    await send('PATCH', ben, id, { colorId: '5', reminders: { useDefault: false } });
    const change = {
      summary: 'Dress rehearsal',
      location: 'Pier 9',
      status: 'tentative',
      end: { dateTime: '2026-04-01T12:00:00Z' },
    };
    await send('PATCH', ava, id, change);
    const copy = await on(ben, id);
    expect(copy).toMatchObject({ ...change, end: {}, colorId: '5' });
    expect(copy.reminders).toEqual({ useDefault: false });
    expect(Date.parse(copy.end.dateTime)).toBe(Date.parse(change.end.dateTime));
  });
  it('that removes a guest cancels the copy, until the guest is invited again', async () => {
    const id = await invite();
    const removal = () => send('PATCH', ava, id, guestList(chloe));
    expect(await changesOnBen(removal)).toEqual([[id, 'cancelled']]);
    await send('PATCH', ava, id, { summary: 'Without Ben' });
    expect(await on(ben, id)).toMatchObject({ status: 'cancelled', summary: 'Rehearsal' });
    await send('PATCH', ava, id, guestList(chloe, ben));
    expect(await on(ben, id)).toMatchObject({ status: 'confirmed', summary: 'Without Ben' });
  });
});

describe('a guest who may modify the event', () => {
  it('takes the organizer off the list; the event of the organizer stays', async () => {
    const id = await invite({ ...guestList(ava, ben), guestsCanModify: true });
    await send('PATCH', ben, id, guestList(ben));
    const original = await on(ava, id);
    expect([original.status, original.attendees.length]).toEqual(['confirmed', 1]);
  });
});

describe('a deletion', () => {
  it('by the organizer cancels the copies', async () => {
    const id = await invite();
    await send('DELETE', ava, id);
    expect(await statusOn(ben, id)).toBe('cancelled');
  });
});

describe('a response of a guest', () => {
  it('reaches the event of the organizer and the other copies', async () => {
    const id = await invite(guestList(ava, ben), calendar.release);
    await send('PATCH', ben, id, {
      attendees: [{ email: ben, responseStatus: 'accepted' }],
      attendeesOmitted: true,
    });
    for (const calendarId of [calendar.release, ava])
      expect((await on(calendarId, id)).attendees).toMatchObject([
        { email: ava, responseStatus: 'needsAction' },
        { email: ben, responseStatus: 'accepted' },
      ]);
  });
});

describe('a series with guests', () => {
  const weekly = { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] };
  const zoned = {
    ...weekly,
    start: { ...times.start, timeZone: 'Europe/Stockholm' },
    end: { ...times.end, timeZone: 'Europe/Stockholm' },
  };
  const instancesOn = async (calendarId: string, id: string): Promise<any[]> =>
    (await send('GET', calendarId, `${id}/instances`)).items;

  it('has its occurrences on their calendars', async () => {
    const id = await invite(zoned);
    expect((await instancesOn(ben, id)).map((one) => one.id as string)).toEqual(
      (await instancesOn(ava, id)).map((one) => one.id as string),
    );
  });
  it('comes with its exceptions to a guest who is invited later', async () => {
    const id = await invite({ ...zoned, ...guestList(chloe) });
    const [first, second] = await instancesOn(ava, id);
    await send('DELETE', ava, first.id);
    await send('PATCH', ava, second.id, { location: 'Pier 9', ...guestList(chloe, ben) });
    expect(await on(ben, second.id)).toMatchObject({ location: 'Pier 9', recurringEventId: id });
    await send('PATCH', ava, id, guestList(chloe, ben));
    expect((await instancesOn(ben, id)).map(({ location }) => location)).toEqual([
      'Pier 9',
      undefined,
    ]);
  });
  it('takes a guest out of one occurrence', async () => {
    const id = await invite({ ...zoned, ...guestList(chloe, ben) });
    const [, second] = await instancesOn(ava, id);
    await send('PATCH', ava, second.id, guestList(chloe));
    expect(await instancesOn(ben, id)).toHaveLength(2);
    expect(await instancesOn(ava, id)).toHaveLength(3);
  });
});

describe('a move to the calendar of a guest', () => {
  const move = (id: string): Promise<any> =>
    send('POST', calendar.release, `${id}/move?destination=${encodeURIComponent(ava)}`);

  it('keeps what the guest has set', async () => {
    const own = { private: { move: 'a' } };
    const id = await invite(
      { ...guestList(ava, ben), colorId: '2', extendedProperties: own },
      calendar.release,
    );
    const set = { colorId: '7', extendedProperties: { private: { guest: 'b' } } };
    await send('PATCH', ava, id, set);
    const moved = await move(id);
    expect(moved).toMatchObject({
      organizer: { email: ava, self: true },
      colorId: '7',
      extendedProperties: { private: { move: 'a', guest: 'b' } },
    });
    expect(await on(ava, id)).toEqual(moved);
    expect((await on(ben, id)).organizer.email).toBe(ava);
  });
  it('gets 409 if that has another event with the id', async () => {
    const id = 'studio0event1';
    await send('POST', ava, '', { ...times, id });
    await send('POST', calendar.release, '', { ...times, id });
    const before = await on(ava, id);
    const path = `${pathOf(calendar.release, id)}/move?destination=${encodeURIComponent(ava)}`;
    const response = await box.ask(path, { method: 'POST' });
    expect([response.status, response.reason]).toEqual([409, 'duplicate']);
    expect(await on(ava, id)).toEqual(before);
  });
});
