/** Events that come from elsewhere: imports, moves, and texts. */
import { describe, expect, it } from 'vitest';
import { premieres } from '../../../src/sandbox/seed/calendar/seed.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { patch, post } from '../../support/client/sandbox-request.ts';
import { type RejectedRequests, testRejected } from '../../support/scenario/rejected-request.ts';
import { type RequestOptions, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox();
const { calendar, event, person } = ids;
const events = (id: string): string => `/calendar/v3/calendars/${encodeURIComponent(id)}/events`;
const release = events(calendar.release);
const imports = `${release}/import`;
const guest: RequestOptions = { token: 'studio-guest' };

const send = async (path: string, options: RequestOptions): Promise<any> => {
  const { status, body } = await box.ask(path, options);
  expect(status).toBe(200);
  return body;
};

const get = (path: string, token = 'studio-owner'): Promise<any> => send(path, { token });
const change = (path: string, body: object): Promise<any> => send(path, patch(body));

const times = {
  start: { dateTime: '2026-04-01T10:00:00Z' },
  end: { dateTime: '2026-04-01T11:00:00Z' },
};

/** The changes that `during` makes to a list. */
async function changesOf(path: string, during: () => Promise<unknown>): Promise<any[]> {
  const { nextSyncToken } = await get(`${path}?maxResults=2500`);
  await during();
  return (await get(`${path}?syncToken=${nextSyncToken}`)).items as any[];
}

describe('an import', () => {
  const imported = {
    ...times,
    iCalUID: 'premiere@elsewhere.example',
    summary: 'Premiere',
    organizer: { email: 'host@elsewhere.example', displayName: 'Host' },
  };

  it('adds a private copy, whose organizer is somebody else', async () => {
    const made = await send(imports, post(imported));
    expect(made).toMatchObject({
      iCalUID: imported.iCalUID,
      summary: 'Premiere',
      organizer: imported.organizer,
      creator: { email: person.ava },
      privateCopy: true,
      status: 'confirmed',
    });
    expect(await get(`${release}/${made.id}`)).toEqual(made);
    expect(await change(`${release}/${made.id}`, { summary: 'Ours' })).toMatchObject({
      summary: 'Ours',
    });
  });
  it('without an organizer is an event of the calendar', async () => {
    const { organizer: _, ...own } = imported;
    const made = await send(imports, post(own));
    expect(made.organizer).toEqual({
      email: calendar.release,
      displayName: 'Releases',
      self: true,
    });
    expect(made).not.toHaveProperty('privateCopy');
  });
  it('of the same iCalendar id replaces the event', async () => {
    const first = await send(imports, post({ ...imported, location: 'Pier 9' }));
    const { organizer: _, ...rest } = imported;
    const second = await send(imports, post({ ...rest, summary: 'Later' }));
    expect(second).toMatchObject({
      id: first.id,
      summary: 'Later',
      organizer: imported.organizer,
      created: first.created,
    });
    expect(second).not.toHaveProperty('location');
    expect(second.etag).not.toBe(first.etag);
  });
  it('brings a deleted event back', async () => {
    const { id } = await send(imports, post(imported));
    await box.ask(`${release}/${id}`, { method: 'DELETE' });
    expect(await send(imports, post(imported))).toMatchObject({ id, status: 'confirmed' });
  });
  it('of a series finds the series, not an instance of it', async () => {
    const { iCalUID } = await get(`${release}/${event.standup}`);
    expect((await send(imports, post({ ...times, iCalUID }))).id).toBe(event.standup);
  });
});

describe('a move', () => {
  const move = (id: string, destination: string, from = release): string =>
    `${from}/${id}/move?destination=${encodeURIComponent(destination)}`;
  const toAva = events(calendar.ava);

  it('gives the event to the other calendar, which becomes its organizer', async () => {
    const before = await get(`${release}/${event.launchMeeting}`);
    const { etag, updated, htmlLink, organizer, attendees, ...same } = before;
    const moved = await send(move(event.launchMeeting, calendar.ava), { method: 'POST' });
    expect(moved).toMatchObject({
      ...same,
      organizer: { email: person.ava, displayName: 'Ava Lindqvist', self: true },
    });
    expect(moved.attendees).toHaveLength(attendees.length);
    for (const [name, old] of Object.entries({ etag, updated, htmlLink }))
      expect(moved[name]).not.toBe(old);
    expect(organizer.email).toBe(calendar.release);
    expect(await get(`${toAva}/${event.launchMeeting}`)).toEqual(moved);
  });
  it('is a deletion in the changes of the first calendar, and a change in those of the other', async () => {
    const target = move(event.interview, calendar.ava);
    const both = async () => {
      const seen = await changesOf(toAva, () => send(target, { method: 'POST' }));
      expect(seen.map(({ id, status }) => [id, status])).toEqual([[event.interview, 'confirmed']]);
    };
    const left = await changesOf(release, both);
    expect(left.map(({ id, status }) => [id, status])).toEqual([[event.interview, 'cancelled']]);
  });
  it('leaves nothing behind that later changes bring back', async () => {
    await send(move(event.interview, calendar.ava), { method: 'POST' });
    await change(`${toAva}/${event.interview}`, { summary: 'Moved' });
    expect((await get(`${release}/${event.interview}`)).status).toBe('cancelled');
  });
  it('can be undone', async () => {
    await send(move(event.interview, calendar.ava), { method: 'POST' });
    await send(move(event.interview, calendar.release, toAva), { method: 'POST' });
    expect(await get(`${release}/${event.interview}`)).toMatchObject({
      status: 'confirmed',
      organizer: { email: calendar.release, self: true },
    });
  });
  it('of a series takes its exceptions along', async () => {
    const instances = async (path: string) =>
      (await get(`${path}/${event.standup}/instances?showDeleted=true`)).items.map(
        ({ id, status, start }: any) => [id, status, start?.dateTime],
      ) as unknown[];
    const before = await instances(release);
    await send(move(event.standup, calendar.ava), { method: 'POST' });
    expect(await instances(toAva)).toEqual(before);
    const { items } = await get(`${release}?singleEvents=true&maxResults=2500`);
    expect(items.filter(({ id }: any) => id.startsWith(event.standup))).toEqual([]);
  });
  it('to the same calendar changes nothing', async () => {
    const before = await get(`${release}/${event.interview}`);
    const moved = await send(move(event.interview, calendar.release), { method: 'POST' });
    expect(moved).toEqual(before);
  });
});

// Tests start on Tuesday, 10 March 2026, at 9:00 UTC, which is 10:00 in Stockholm.
describe('a quickly added event', () => {
  it.each([
    ['Lunch tomorrow at 12:30', 'Lunch', '2026-03-11T12:30', '2026-03-11T13:30'],
    ['Lunch on Friday 12:30-14:00', 'Lunch', '2026-03-13T12:30', '2026-03-13T14:00'],
    ['Tuesday at 9am stand-up', 'stand-up', '2026-03-17T09:00', '2026-03-17T10:00'],
    ['Call Ben at 3pm for 20 minutes', 'Call Ben', '2026-03-10T15:00', '2026-03-10T15:20'],
    ['Call Ben at 9am', 'Call Ben', '2026-03-11T09:00', '2026-03-11T10:00'],
    [
      'Appointment at Somewhere on June 3rd 10am-10:25am',
      'Appointment at Somewhere',
      '2026-06-03T10:00',
      '2026-06-03T10:25',
    ],
    ['Night shift today from 11pm to 2am', 'Night shift', '2026-03-10T23:00', '2026-03-11T02:00'],
    ['Grade for 2 hours', 'Grade', '2026-03-10T10:00', '2026-03-10T12:00'],
    ['Take 25:00 at 12am', 'Take 25:00', '2026-03-11T00:00', '2026-03-11T01:00'],
    ['Call', 'Call', '2026-03-10T10:00', '2026-03-10T11:00'],
    ['Mondayland Monday 9am', 'Mondayland', '2026-03-16T09:00', '2026-03-16T10:00'],
  ])('%s', async (text, summary, start, end) => {
    const path = `${release}/quickAdd?text=${encodeURIComponent(text)}`;
    const made = await send(path, { method: 'POST' });
    expect([
      made.summary,
      made.start.dateTime.slice(0, 16),
      made.end.dateTime.slice(0, 16),
    ]).toEqual([summary, start, end]);
    expect(made).toMatchObject({
      start: { timeZone: 'Europe/Stockholm' },
      organizer: { email: calendar.release },
      status: 'confirmed',
    });
    expect(await get(`${release}/${made.id}`)).toEqual(made);
  });
  it.each([
    ['Shooting on March 14', 'Shooting', '2026-03-14', '2026-03-15'],
    ['Shooting on January 2nd', 'Shooting', '2027-01-02', '2027-01-03'],
    ['Shooting tomorrow', 'Shooting', '2026-03-11', '2026-03-12'],
    ['2026-12-24 Shooting', 'Shooting', '2026-12-24', '2026-12-25'],
  ])('without a time is an all-day event: %s', async (text, summary, start, end) => {
    const path = `${release}/quickAdd?text=${encodeURIComponent(text)}`;
    const made = await send(path, { method: 'POST' });
    expect([made.summary, made.start, made.end]).toEqual([summary, { date: start }, { date: end }]);
  });
  it('keeps dates that no calendar has in the text', async () => {
    const path = `${release}/quickAdd?text=${encodeURIComponent('2026-02-31 or February 31')}`;
    expect((await send(path, { method: 'POST' })).summary).toBe('2026-02-31 or February 31');
  });
});

describe('an id that the client makes', () => {
  it('is taken for ever, also if the event is deleted', async () => {
    const body = { ...times, id: 'studio0event1' };
    await send(release, post(body));
    await box.ask(`${release}/${body.id}`, { method: 'DELETE' });
    const again = await box.ask(release, post(body));
    expect([again.status, again.reason]).toEqual([409, 'duplicate']);
  });
  it('is one of a calendar: others may have an event with it', async () => {
    const body = { ...times, id: 'studio0event1' };
    await send(release, post(body));
    expect((await send(events(calendar.private), post(body))).organizer.email).toBe(
      calendar.private,
    );
  });
});

const uid = { ...times, iCalUID: 'a@b.example' };

const moveOf = (id: string, destination: string, from = release): string =>
  `${from}/${id}/move?destination=${encodeURIComponent(destination)}`;

const posted: RequestOptions = { method: 'POST' };

const rejected: RejectedRequests = {
  '400 required': {
    'an import without an iCalendar id': [imports, post(times)],
    'an import without a start': [imports, post({ ...uid, start: null })],
    'a move without a destination': [`${release}/${event.interview}/move`, posted],
    'a text of nothing': [`${release}/quickAdd?text=%20`, posted],
    'no text': [`${release}/quickAdd`, posted],
  },
  '400 eventTypeRestriction': {
    'an import of focus time': [
      `${events(calendar.ava)}/import`,
      post({ ...uid, eventType: 'focusTime' }),
    ],
    'a move of focus time': [moveOf(event.focus, calendar.release, events(calendar.ava)), posted],
  },
  '400 timeRangeEmpty': {
    'an import that ends before it starts': [
      imports,
      post({ ...uid, start: times.end, end: times.start }),
    ],
  },
  '403 requiredAccessLevel': {
    'an import by a reader': [imports, post(uid, guest.token!)],
    'a move to a calendar that the caller only reads': [
      moveOf(event.interview, calendar.ben),
      posted,
    ],
    'a move by a reader': [moveOf(event.interview, premieres), { ...posted, ...guest }],
    'a text by a reader': [`${release}/quickAdd?text=A`, { ...posted, ...guest }],
  },
  '409 duplicate': {
    'an insert with the iCalendar id of an event': [
      release,
      post({ ...times, iCalUID: `${event.launchMeeting}@calendar.example` }),
    ],
  },
  '400 invalid': {
    'an id with hyphens': [release, post({ ...times, id: 'a-b-c-d-e' })],
    'an id with capitals': [release, post({ ...times, id: 'ABCDEF' })],
    'an id of 1025 letters': [release, post({ ...times, id: 'a'.repeat(1025) })],
  },
  '404 notFound': {
    'a move to an unknown calendar': [moveOf(event.interview, calendar.missing), posted],
    'a move of an unknown event': [moveOf(event.missing, premieres), posted],
    'a move of a deleted event': [moveOf(event.cancelled, premieres), posted],
  },
  '400 cannotChangeOrganizerOfInstance': {
    'a move of an instance': [moveOf(`${event.standup}_20260317T080000Z`, premieres), posted],
  },
  '403 forbiddenForNonOrganizer': {
    'a move of an invitation': [
      moveOf(event.benOneOnOne, calendar.release, events(calendar.ava)),
      posted,
    ],
  },
};

describe('Calendar rejects', () => {
  testRejected(box, rejected);
  it('a second move of the same event', async () => {
    const path = moveOf(event.interview, calendar.ava);
    await send(path, posted);
    expect((await box.ask(path, posted)).status).toBe(404);
  });
  it('a lower sequence number of an import', async () => {
    await send(imports, post({ ...uid, sequence: 4 }));
    const again = await box.ask(imports, post({ ...uid, sequence: 3 }));
    expect([again.status, again.reason]).toEqual([400, 'invalid']);
  });
});
