/** Reading the calendar service: events, lists, series, calendars. */
import { describe, expect, it } from 'vitest';
import { calendarState } from '../../../src/sandbox/calendar/state.ts';
import { formatZoned } from '../../../src/sandbox/calendar/time-zone.ts';
import { slotWindow } from '../../../src/sandbox/seed/calendar/production-slot.ts';
import { eventId, ids } from '../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import { start, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox();
const { calendar, event, person, broadcast } = ids;
const events = (id: string): string => `/calendar/v3/calendars/${encodeURIComponent(id)}/events`;
const release = events(calendar.release);
const launch = `${release}/${event.launchMeeting}`;
const get = async (path: string, token = 'studio-owner') => (await box.ask(path, { token })).body;

const list = async (query: string, path = release) =>
  (await get(`${path}?${query}`)).items as any[];

const idsOf = (items: any[]): string[] => items.map(({ id }) => id as string);

const storedCalendar = (id: string = calendar.release) =>
  calendarState(box.sandbox.simulation()).calendars.get(id)!;

const hour = 3_600_000;
const at = (hours: number): string => new Date(start.getTime() + hours * hour).toISOString();

describe('an event', () => {
  it('has the id of its broadcast, and attachments that exist', async () => {
    const { extendedProperties, attachments } = await get(launch);
    const { files } = storageState(box.sandbox.simulation());
    expect(extendedProperties.private.videoId).toBe(broadcast.launch);
    expect(attachments.length).toBeGreaterThan(2);
    for (const { fileId, title, mimeType, fileUrl } of attachments) {
      expect([title, mimeType]).toEqual([
        files.get(fileId)?.fields.name,
        files.get(fileId)?.fields.mimeType,
      ]);
      const { webViewLink } = await get(`/drive/v3/files/${fileId}?fields=webViewLink`);
      expect(fileUrl).toBe(webViewLink);
    }
  });
  it('has times in the requested time zone, or else in that of its calendar', async () => {
    const instant = Date.parse((await get(launch)).start.dateTime);
    expect((await get(launch)).start).toEqual({
      dateTime: formatZoned(instant, 'Europe/Stockholm'),
      timeZone: 'Europe/Stockholm',
    });
    expect((await get(`${launch}?timeZone=Asia/Kolkata`)).start).toEqual({
      dateTime: `${new Date(instant + 5.5 * hour).toISOString().slice(0, 19)}+05:30`,
      timeZone: 'Europe/Stockholm',
    });
  });
  it('has dates without time zones if it is an all-day event', async () => {
    const { start: first, end } = await get(`${release}/${event.shootDay}?timeZone=Asia/Tokyo`);
    expect([first, end]).toEqual([{ date: '2026-03-14' }, { date: '2026-03-16' }]);
  });
  it('has only the caller as attendee, and attendeesOmitted, if there are more than maxAttendees', async () => {
    const whole = await get(launch);
    const trimmed = await get(`${launch}?maxAttendees=4`);
    expect([whole.attendees.length, whole.attendeesOmitted]).toEqual([5, undefined]);
    expect([trimmed.attendees.map(({ email }: any) => email), trimmed.attendeesOmitted]).toEqual([
      [person.ava],
      true,
    ]);
    expect((await get(`${launch}?maxAttendees=5`)).attendees).toHaveLength(5);
  });
  it('marks the attendee and organizer whose calendar it is read from', async () => {
    const copy = await get(`${events(calendar.ava)}/${event.benOneOnOne}`);
    expect(copy.organizer).toEqual({ email: person.ben, displayName: 'Ben Okafor' });
    expect(
      copy.attendees.map(({ email, self, organizer }: any) => [email, self, organizer]),
    ).toEqual([
      [person.ben, undefined, true],
      [person.ava, true, undefined],
    ]);
    expect(
      (await get(`${events(calendar.ben)}/${event.benOneOnOne}`, 'studio-guest')).organizer.self,
    ).toBe(true);
  });
  it('has its source for its creator only', async () => {
    expect((await get(launch)).source.url).toContain(broadcast.launch);
    expect(await get(launch, 'studio-guest')).not.toHaveProperty('source');
  });
  it('that is private has only its times for readers of the calendar', async () => {
    const seen = await get(`${release}/${event.pressCall}`, 'studio-guest');
    expect(seen).toMatchObject({ id: event.pressCall, visibility: 'private', status: 'confirmed' });
    expect(Object.keys(seen)).not.toContain('summary');
    expect(Object.keys(seen)).not.toContain('attachments');
  });
  it('has only its times for readers with the role freeBusyReader', async () => {
    const { accessRole, items } = await get(events(calendar.ava), 'studio-guest');
    expect([accessRole, items.some((item: any) => 'summary' in item)]).toEqual([
      'freeBusyReader',
      false,
    ]);
  });
  it('can be read after it was cancelled', async () => {
    expect((await get(`${release}/${event.cancelled}`)).status).toBe('cancelled');
  });
  it('gets 304 for its etag until it changes', async () => {
    const { etag } = await get(launch);
    const again = await box.ask(launch, { headers: { 'if-none-match': etag } });
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, undefined, etag]);
    const changed = await box.ask(launch, { method: 'PATCH', body: { summary: 'New' } });
    expect(changed.body.etag).not.toBe(etag);
    expect((await box.ask(launch, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });
});

describe('a list of events', () => {
  it('has fifty events with thirty files in the window of production slots', async () => {
    const { timeMin, timeMax } = slotWindow(box.sandbox.simulation());
    const items = await list(`timeMin=${timeMin}&timeMax=${timeMax}`);
    const files = items.flatMap(({ attachments = [] }) =>
      attachments.map(({ fileId }: any) => fileId as string),
    );
    expect([
      items.length,
      items.every(({ attachments }) => attachments.length > 0),
      new Set(files).size,
    ]).toEqual([50, true, 30]);
    for (const file of new Set(files))
      expect((await box.ask(`/drive/v3/files/${file}`)).status).toBe(200);
  });
  it('excludes events that end at timeMin or start at timeMax', async () => {
    const { start: first, end } = await get(launch);
    const has = async (min: number, max: number) => {
      const window = [Date.parse(first.dateTime) + min, Date.parse(end.dateTime) + max].map(
        (instant) => new Date(instant).toISOString(),
      );
      return idsOf(await list(`timeMin=${window[0]}&timeMax=${window[1]}`)).includes(
        event.launchMeeting,
      );
    };
    const length = Date.parse(end.dateTime) - Date.parse(first.dateTime);
    expect(await has(length - 1000, hour)).toBe(true);
    expect(await has(length, hour)).toBe(false);
    expect(await has(-hour, 1000 - length)).toBe(true);
    expect(await has(-hour, -length)).toBe(false);
  });
  it('has pages that together are the whole list, the last one with a sync token', async () => {
    const whole = await get(`${release}?maxResults=2500`);
    const seen: string[] = [];
    let page = await get(`${release}?maxResults=20`);
    for (
      ;
      page.nextPageToken;
      page = await get(`${release}?maxResults=20&pageToken=${page.nextPageToken}`)
    ) {
      expect(page).not.toHaveProperty('nextSyncToken');
      seen.push(...idsOf(page.items));
    }
    expect([...seen, ...idsOf(page.items)]).toEqual(idsOf(whole.items));
    expect([whole.nextPageToken, typeof whole.nextSyncToken, typeof page.nextSyncToken]).toEqual([
      undefined,
      'string',
      'string',
    ]);
  });
  it('has 250 events per page by default, and the fields of the calendar', async () => {
    const { items, ...frame } = await get(release, 'studio-guest');
    expect(items.length).toBeLessThanOrEqual(250);
    expect(frame).toMatchObject({
      kind: 'calendar#events',
      accessRole: 'reader',
      timeZone: 'Europe/Stockholm',
      summary: 'Releases',
    });
    expect(frame.etag).toMatch(/^".+"$/);
  });
  it('is ordered by start or by update', async () => {
    const startOf = ({ start: { date, dateTime } }: any): number =>
      date ? Date.parse(date) - hour : Date.parse(dateTime);
    const byStart = (await list('singleEvents=true&orderBy=startTime')).map(startOf);
    expect(byStart).toEqual(byStart.toSorted((a, b) => a - b));
    const byChange = (await list('orderBy=updated')).map(({ updated }) => Date.parse(updated));
    expect(byChange).toEqual(byChange.toSorted((a, b) => a - b));
  });
  it.each([
    ['a word of the summary', 'q=FERRY'],
    ['words of different fields', 'q=doors+pier'],
    ['the name of an attendee', 'q=whitlock'],
    ['a private property', `privateExtendedProperty=videoId%3D${broadcast.launch}`],
    [
      'two private properties',
      `privateExtendedProperty=videoId%3D${broadcast.launch}&privateExtendedProperty=act%3Dlaunch`,
    ],
    ['two shared properties', 'sharedExtendedProperty=season%3D2&sharedExtendedProperty=crew%3Da'],
    ['its iCalendar id', `iCalUID=${event.launchMeeting}@calendar.example`],
  ])('finds an event by %s', async (_, query) => {
    expect(idsOf(await list(query))).toEqual([event.launchMeeting]);
  });
  it('finds events with all of the requested properties', async () => {
    expect(
      await list(
        `privateExtendedProperty=videoId%3D${broadcast.launch}&privateExtendedProperty=act%3Dend`,
      ),
    ).toEqual([]);
  });
  it('finds events of several types', async () => {
    const items = await list('eventTypes=focusTime&eventTypes=outOfOffice', events(calendar.ava));
    expect(idsOf(items)).toEqual([event.focus, eventId('vacation')]);
  });
  it('contains deleted events with showDeleted or updatedMin', async () => {
    const has = async (query: string) => idsOf(await list(query)).includes(event.cancelled);
    expect(await has('')).toBe(false);
    expect(await has('showDeleted=true')).toBe(true);
    const before = box.sandbox.simulation().now().toISOString();
    await box.ask(launch, { method: 'DELETE' });
    expect(idsOf(await list(`updatedMin=${before}`))).toEqual([event.launchMeeting]);
  });
  it('has one event for each broadcast', async () => {
    const named = [...calendarState(box.sandbox.simulation()).calendars.values()]
      .flatMap(({ events: all }) => [...all.values()])
      .map(({ extendedProperties }) => extendedProperties?.private?.['videoId']);
    const {
      launch: one,
      direct,
      townhall,
      rehearsal,
      nightShift,
      retrospective,
      winterGala,
      benPreview,
    } = broadcast;
    for (const id of [
      one,
      direct,
      townhall,
      rehearsal,
      nightShift,
      retrospective,
      winterGala,
      benPreview,
    ])
      expect(named.filter((other) => other === id)).toHaveLength(1);
  });
});

describe('a series', () => {
  const series = `${release}/${event.standup}`;
  const times = (items: any[]): string[] => items.map((item) => item.start.dateTime as string);

  it('is one event in a list, and its instances with singleEvents', async () => {
    expect(idsOf(await list('')).filter((id) => id === event.standup)).toHaveLength(1);
    const single = (await list('singleEvents=true')).filter(
      (item) => item.recurringEventId === event.standup,
    );
    expect(single).toHaveLength(9);
    expect(single.every(({ recurrence }) => recurrence === undefined)).toBe(true);
    expect(idsOf(await list('singleEvents=true'))).not.toContain(event.standup);
  });
  it('keeps its local time across a change of daylight saving time', async () => {
    const items = (await get(`${series}/instances`)).items as any[];
    expect(new Set(times(items).map((time) => time.slice(11, 16)))).toEqual(
      new Set(['09:00', '11:00']),
    );
    expect(new Set(times(items).map((time) => time.slice(19)))).toEqual(
      new Set(['+01:00', '+02:00']),
    );
  });
  it('has instances with ids of their start in UTC, which can be read', async () => {
    const [first] = (await get(`${series}/instances`)).items;
    expect(first.id).toBe(`${event.standup}_20260217T080000Z`);
    expect(await get(`${release}/${first.id}`)).toEqual(first);
  });
  it('has moved instances at their new time, and cancelled ones only with showDeleted', async () => {
    const moved = (await get(`${series}/instances`)).items.filter(
      (item: any) => item.start.dateTime !== item.originalStartTime.dateTime,
    );
    expect(moved).toHaveLength(1);
    const all = (await get(`${series}/instances?showDeleted=true`)).items as any[];
    expect(all.map(({ status }) => status).filter((status) => status === 'cancelled')).toHaveLength(
      1,
    );
    expect(all).toHaveLength(10);
  });
  it('has one instance for an originalStart', async () => {
    const { items } = await get(`${series}/instances?originalStart=2026-03-17T08:00:00Z`);
    expect(idsOf(items)).toEqual([`${event.standup}_20260317T080000Z`]);
  });
  it('is in a list if one of its instances is in the window', async () => {
    const has = async (from: number, to: number) =>
      idsOf(await list(`timeMin=${at(from)}&timeMax=${at(to)}`)).includes(event.standup);
    expect(await has(24 * 7 - 2, 24 * 7)).toBe(true);
    expect(await has(24 * 3, 24 * 4)).toBe(false);
  });
  it.each<[rule: string, days: string[]]>([
    ['RRULE:FREQ=DAILY;INTERVAL=3;COUNT=3', ['0302', '0305', '0308']],
    ['RRULE:FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20260312T000000Z', ['0302', '0304', '0309', '0311']],
    ['RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=3', ['0302', '0316', '0330']],
    ['RRULE:FREQ=MONTHLY;COUNT=3', ['0302', '0402', '0502']],
  ])('has the instances of %s', async (rule, expected) => {
    const body = {
      start: { dateTime: '2026-03-02T10:00:00Z', timeZone: 'UTC' },
      end: { dateTime: '2026-03-02T11:00:00Z' },
      recurrence: [rule],
    };
    const { id } = (await box.ask(release, { method: 'POST', body })).body;
    const { items } = await get(`${release}/${id}/instances?timeZone=UTC`);
    expect(times(items).map((time) => time.slice(5, 10).replace('-', ''))).toEqual(expected);
  });
  it('of all-day events omits excluded dates', async () => {
    const recurrence = ['RRULE:FREQ=DAILY;COUNT=4', 'EXDATE;VALUE=DATE:20260303'];
    const body = { start: { date: '2026-03-02' }, end: { date: '2026-03-03' }, recurrence };
    const { id } = (await box.ask(release, { method: 'POST', body })).body;
    const { items } = await get(`${release}/${id}/instances`);
    expect(items.map((item: any) => item.start.date)).toEqual([
      '2026-03-02',
      '2026-03-04',
      '2026-03-05',
    ]);
    expect(items[1].id).toBe(`${id}_20260304`);
  });
});

describe('calendars', () => {
  it('are listed with the role of the caller', async () => {
    const roles = async (query: string, token?: string) =>
      Object.fromEntries(
        (await get(`/calendar/v3/users/me/calendarList${query}`, token)).items.map(
          ({ id, accessRole }: any) => [id, accessRole],
        ),
      );
    const own = {
      [calendar.ava]: 'owner',
      [calendar.release]: 'owner',
      [calendar.private]: 'owner',
    };
    expect(await roles('')).toEqual({ ...own, [calendar.ben]: 'reader' });
    expect(await roles('?minAccessRole=writer')).toEqual(own);
    expect(await roles('?minAccessRole=writerWithoutPrivateAccess')).toEqual(own);
    expect(Object.keys(await roles('?showHidden=true'))).toHaveLength(5);
    expect(await roles('', 'studio-guest')).toMatchObject({
      [calendar.ben]: 'owner',
      [calendar.release]: 'reader',
    });
  });
  it('have colors of the palettes', async () => {
    const colors = await get('/calendar/v3/colors');
    const { items } = await get('/calendar/v3/users/me/calendarList');
    for (const { colorId, backgroundColor } of items)
      expect(colors.calendar[colorId].background).toBe(backgroundColor);
    for (const { colorId } of storedCalendar().events.values())
      expect(colorId === undefined || (colorId as string) in colors.event).toBe(true);
  });
});
