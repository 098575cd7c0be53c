/** Every rule that the calendar service holds its callers to: one call that breaks it, and what comes back. */
import { describe, expect, it } from 'vitest';
import { premieres } from '../../src/sandbox/seed/calendar/seed.ts';
import { eventId, ids } from '../../src/sandbox/seed/ids.ts';
import { type Ask, useSandbox } from '../support/sandbox.ts';

const { ask } = useSandbox();
type Row = readonly [law: string, call: string, status: number, reason: string, options?: Ask];

const named = (rows: readonly Row[]) =>
  rows.map(([law, call, status, reason, options]) => ({ law, call, status, reason, options }));

const { calendar, event, person } = ids;
const on = (id: string): string => `/calendars/${encodeURIComponent(id)}`;
const release = `${on(calendar.release)}/events`;
const launch = `${release}/${event.launchMeeting}`;
const avas = `${on(calendar.ava)}/events`;
const instance = `${release}/${event.standup}_20260317T080000Z`;
const guest: Ask = { token: 'studio-guest' };

const times = {
  start: { dateTime: '2026-04-01T10:00:00Z' },
  end: { dateTime: '2026-04-01T11:00:00Z' },
};

const days = { start: { date: '2026-04-01' }, end: { date: '2026-04-02' } };
const put = (body: unknown, rest: Ask = {}): Ask => ({ method: 'PUT', body, ...rest });
const patch = (body: unknown, rest: Ask = {}): Ask => ({ method: 'PATCH', body, ...rest });
const post = (body: unknown, rest: Ask = {}): Ask => ({ method: 'POST', body, ...rest });
const stale: Ask = { headers: { 'if-match': '"1"' } };
const token = Buffer.from('["calendar:events.list","elsewhere",0,0]').toString('base64url');

const many = Array.from({ length: 26 }, (_, at) => ({
  fileUrl: `https://drive.example/file/d/f${at}/view`,
}));

const queries: readonly Row[] = [
  ['a page larger than there is', `${release}?maxResults=2501`, 400, 'invalidParameter'],
  ['a page of none', `${release}?maxResults=0`, 400, 'invalidParameter'],
  ['text for a number', `${release}?maxResults=many`, 400, 'invalidParameter'],
  ['no attendees at all', `${launch}?maxAttendees=0`, 400, 'invalidParameter'],
  ['an order that is none', `${release}?orderBy=summary`, 400, 'invalidParameter'],
  [
    'the order of starts where series stand as one',
    `${release}?orderBy=startTime`,
    400,
    'badRequest',
  ],
  ['types joined by a comma', `${release}?eventTypes=default,focusTime`, 400, 'invalidParameter'],
  [
    'a window that ends before it begins',
    `${release}?timeMin=2026-03-02T00:00:00Z&timeMax=2026-03-01T00:00:00Z`,
    400,
    'timeRangeEmpty',
  ],
  ['a window without an offset', `${release}?timeMin=2026-03-02T00:00:00`, 400, 'badRequest'],
  ['a window of days', `${release}?timeMax=2026-03-02`, 400, 'badRequest'],
  ['a time zone that is none', `${launch}?timeZone=Europe/Nowhere`, 400, 'invalid'],
  ['a property without a value', `${release}?privateExtendedProperty=videoId`, 400, 'invalid'],
  ['a shared property without a name', `${release}?sharedExtendedProperty==2`, 400, 'invalid'],
  [
    'changes from too long ago',
    `${release}?updatedMin=2025-01-01T00:00:00Z`,
    410,
    'updatedMinTooLongAgo',
  ],
  ['a page token that is none', `${release}?pageToken=!`, 400, 'invalid'],
  ['a sync token that is none', `${release}?syncToken=!`, 410, 'fullSyncRequired'],
  ['a sync token of another calendar', `${release}?syncToken=${token}`, 410, 'fullSyncRequired'],
  [
    'a sync token of another list',
    `/users/me/calendarList?syncToken=${token}`,
    410,
    'fullSyncRequired',
  ],
  ...[
    'iCalUID=a',
    'privateExtendedProperty=a=b',
    'q=a',
    'sharedExtendedProperty=a=b',
    'timeMin=2026-03-02T00:00:00Z',
  ]
    .concat([
      'timeMax=2026-03-02T00:00:00Z',
      'updatedMin=2026-03-02T00:00:00Z',
      'orderBy=updated',
      'showDeleted=false',
    ])
    .map(
      (pair): Row => [
        `a sync token beside ${pair}`,
        `${release}?syncToken=${token}&${pair}`,
        400,
        'badRequest',
      ],
    ),
  [
    'a sync token beside a role',
    '/users/me/calendarList?syncToken=a&minAccessRole=owner',
    400,
    'badRequest',
  ],
  ['a role that is none', '/users/me/calendarList?minAccessRole=king', 400, 'invalidParameter'],
  ['a mask with an unknown field', `${release}?fields=items/title`, 400, 'invalidParameter'],
];

const access: readonly Row[] = [
  ['a calendar that is not there', on(calendar.missing), 404, 'notFound'],
  ['a calendar that is not shared', on(calendar.private), 404, 'notFound', guest],
  [
    'events of a calendar that is not shared',
    `${on(calendar.private)}/events`,
    404,
    'notFound',
    guest,
  ],
  ['an event that is not there', `${release}/${event.missing}`, 404, 'notFound'],
  [
    'an instance that its series does not have',
    `${release}/${event.standup}_20260318T080000Z`,
    404,
    'notFound',
  ],
  [
    'instances of an event that is not there',
    `${release}/${event.missing}/instances`,
    404,
    'notFound',
  ],
  ['an event of another calendar', `${avas}/${event.launchMeeting}`, 404, 'notFound'],
  [
    'a calendar that is not on the list',
    `/users/me/calendarList/${encodeURIComponent(calendar.missing)}`,
    404,
    'notFound',
  ],
  [
    'an API key where nothing is public',
    launch,
    404,
    'notFound',
    { token: null, headers: { 'x-goog-api-key': 'sandbox-key' } },
  ],
  ['nobody', launch, 401, 'required', { token: null }],
  ['an expired token', launch, 401, 'authError', { token: 'studio-expired' }],
  ['a reader who asks for rules', `${on(calendar.release)}/acl`, 403, 'requiredAccessLevel', guest],
  ['a reader who replaces', launch, 403, 'requiredAccessLevel', put(times, guest)],
  ['a reader who patches', launch, 403, 'requiredAccessLevel', patch({ summary: 'No' }, guest)],
  ['a reader who inserts', release, 403, 'requiredAccessLevel', post(times, guest)],
  ['a reader who deletes', launch, 403, 'requiredAccessLevel', { method: 'DELETE', ...guest }],
  [
    'a token that may only read',
    launch,
    403,
    'insufficientPermissions',
    put(times, { token: 'studio-reader' }),
  ],
];

/** A patch fills these up with what is there. */
const halves: readonly (readonly [law: string, body: object, reason: string])[] = [
  [
    'a start that is neither a day nor an instant',
    { ...times, start: { timeZone: 'UTC' } },
    'required',
  ],
  [
    'an instant that no zone makes one',
    { ...times, end: { dateTime: '2026-04-01T12:00:00' } },
    'required',
  ],
];

/** All of these hold for whoever writes an event, in whichever way. */
const bodies: typeof halves = [
  [
    'a start that is both',
    { ...times, start: { date: '2026-04-01', dateTime: '2026-04-01T10:00:00Z' } },
    'invalid',
  ],
  ['a day and an instant', { start: days.start, end: times.end }, 'invalid'],
  ['an end before the start', { start: times.end, end: times.start }, 'timeRangeEmpty'],
  ['a zone that is none', { ...times, start: { ...times.start, timeZone: 'Mars' } }, 'invalid'],
  ['a date that is none', { ...days, end: { date: '2026-02-31x' } }, 'invalid'],
  ['a rule that is none', { ...times, recurrence: ['RRULE:OFTEN'] }, 'invalid'],
  ['a guest without an e-mail', { ...times, attendees: [{ displayName: 'Somebody' }] }, 'required'],
  ['a guest whose e-mail is none', { ...times, attendees: [{ email: 'somebody' }] }, 'invalid'],
  [
    'an answer that is none',
    { ...times, attendees: [{ email: person.ben, responseStatus: 'maybe' }] },
    'invalid',
  ],
  ['a status that is none', { ...times, status: 'planned' }, 'invalid'],
  ['a visibility that is none', { ...times, visibility: 'hidden' }, 'invalid'],
  ['a transparency that is none', { ...times, transparency: 'clear' }, 'invalid'],
  ['a colour outside the palette', { ...times, colorId: '12' }, 'invalid'],
  [
    'reminders that are the default and are not',
    { ...times, reminders: { useDefault: true, overrides: [{ method: 'popup', minutes: 5 }] } },
    'cannotUseDefaultRemindersAndSpecifyOverride',
  ],
  [
    'a reminder by post',
    { ...times, reminders: { useDefault: false, overrides: [{ method: 'post', minutes: 5 }] } },
    'invalid',
  ],
  [
    'a reminder more than four weeks before',
    {
      ...times,
      reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 40_321 }] },
    },
    'invalid',
  ],
  [
    'six reminders',
    {
      ...times,
      reminders: {
        useDefault: false,
        overrides: [1, 2, 3, 4, 5, 6].map((minutes) => ({ method: 'popup', minutes })),
      },
    },
    'invalid',
  ],
  [
    'a source that is no address',
    { ...times, source: { title: 'x', url: 'ftp://files' } },
    'invalid',
  ],
  ['an attachment without an address', { ...times, attachments: [{ title: 'x' }] }, 'required'],
  ['twenty-six attachments', { ...times, attachments: many }, 'invalid'],
  ['a field that no event has', { ...times, title: 'x' }, 'invalid'],
  ['a number for a text', { ...times, summary: 5 }, 'invalid'],
  [
    "another type's properties",
    { ...times, outOfOfficeProperties: { declineMessage: 'x' } },
    'eventTypeRestriction',
  ],
];

const supports = '?supportsAttachments=true';

const writes: readonly Row[] = [
  ...[...halves, ...bodies].flatMap(([law, body, reason]): Row[] => [
    [`in a replace, ${law}`, launch + supports, 400, reason, put(body)],
    [`in an insert, ${law}`, release + supports, 400, reason, post(body)],
  ]),
  ...bodies.map(
    ([law, body, reason]): Row => [
      `in a patch, ${law}`,
      launch + supports,
      400,
      reason,
      patch(body),
    ],
  ),
  ['a replace without a start', launch, 400, 'required', put({ end: times.end })],
  ['a replace without an end', launch, 400, 'required', put({ start: times.start })],
  ['an insert without a start', release, 400, 'required', post({ end: times.end })],
  ['a patch that takes the end away', launch, 400, 'required', patch({ end: null })],
  ['a body that is no JSON', launch, 400, 'parseError', put('{')],
  [
    'a conference version that there is not',
    `${launch}?conferenceDataVersion=2`,
    400,
    'invalidParameter',
    put(times),
  ],
  ['letters to some', `${launch}?sendUpdates=some`, 400, 'invalidParameter', put(times)],
  ['a stale tag on a replace', launch, 412, 'conditionNotMet', put(times, stale)],
  ['a stale tag on a patch', launch, 412, 'conditionNotMet', patch({ summary: 'x' }, stale)],
  ['a stale tag on a delete', launch, 412, 'conditionNotMet', { method: 'DELETE', ...stale }],
  ['another type', launch, 400, 'eventTypeRestriction', put({ ...times, eventType: 'focusTime' })],
  [
    'another organizer',
    launch,
    400,
    'cannotChangeOrganizer',
    patch({ organizer: { email: person.ben } }),
  ],
  ['another creator', launch, 400, 'invalid', patch({ creator: { email: person.ben } })],
  ...['id', 'etag', 'htmlLink', 'iCalUID', 'hangoutLink', 'recurringEventId'].map(
    (name): Row => [`another ${name}`, launch, 400, 'invalid', put({ ...times, [name]: 'xxxxxx' })],
  ),
  [
    'another date of creation',
    launch,
    400,
    'invalid',
    put({ ...times, created: '2020-01-01T00:00:00Z' }),
  ],
  ['a sequence that goes back', launch, 400, 'invalid', put({ ...times, sequence: -1 })],
  ['a rule on an instance', instance, 400, 'invalid', patch({ recurrence: ['RRULE:FREQ=DAILY'] })],
  ['a replace of what is not there', `${release}/${event.missing}`, 404, 'notFound', put(times)],
  [
    'an id with letters outside the alphabet',
    release,
    400,
    'invalid',
    post({ ...times, id: 'wxyz12345' }),
  ],
  ['an id that is too short', release, 400, 'invalid', post({ ...times, id: 'abcd' })],
  [
    'an id beside an iCalendar id',
    release,
    400,
    'invalid',
    post({ ...times, id: 'abcdef', iCalUID: 'a@b' }),
  ],
  ['an id that is taken', release, 409, 'duplicate', post({ ...times, id: event.launchMeeting })],
  [
    'an id that a cancelled event has',
    release,
    409,
    'duplicate',
    post({ ...times, id: event.cancelled }),
  ],
  [
    'a type that there is not',
    avas,
    400,
    'invalidEventType',
    post({ ...times, eventType: 'party' }),
  ],
  [
    'focus time on a secondary calendar',
    release,
    400,
    'eventTypeRestriction',
    post({ ...times, eventType: 'focusTime' }),
  ],
  [
    'focus time all day',
    avas,
    400,
    'malformedFocusTimeEvent',
    post({ ...days, eventType: 'focusTime' }),
  ],
  [
    'absence all day',
    avas,
    400,
    'malformedOutOfOfficeEvent',
    post({ ...days, eventType: 'outOfOffice' }),
  ],
  [
    'a workplace without a place',
    avas,
    400,
    'malformedWorkingLocationEvent',
    post({ ...days, eventType: 'workingLocation' }),
  ],
  [
    'deleting what is not there',
    `${release}/${event.missing}`,
    404,
    'notFound',
    { method: 'DELETE' },
  ],
  [
    'deleting what is deleted',
    `${release}/${event.cancelled}`,
    410,
    'deleted',
    { method: 'DELETE' },
  ],
];

const others: readonly Row[] = [
  [
    'a title',
    `${avas}/${event.benOneOnOne}`,
    403,
    'forbiddenForNonOrganizer',
    patch({ summary: 'Mine' }),
  ],
  ['a time', `${avas}/${event.benOneOnOne}`, 403, 'forbiddenForNonOrganizer', patch(times)],
  [
    'a place',
    `${avas}/${event.benOneOnOne}`,
    403,
    'forbiddenForNonOrganizer',
    patch({ location: 'Here' }),
  ],
  [
    'attachments',
    `${avas}/${event.benOneOnOne}${supports}`,
    403,
    'forbiddenForNonOrganizer',
    patch({ attachments: [] }),
  ],
  [
    'who else comes',
    `${avas}/${event.benOneOnOne}`,
    403,
    'forbiddenForNonOrganizer',
    patch({ attendees: [{ email: person.ava }] }),
  ],
  [
    "somebody else's answer",
    `${avas}/${event.benOneOnOne}`,
    403,
    'forbiddenForNonOrganizer',
    patch({
      attendees: [{ email: person.ben, responseStatus: 'declined' }, { email: person.ava }],
    }),
  ],
  [
    'shared properties',
    `${avas}/${event.benOneOnOne}`,
    403,
    'forbiddenForNonOrganizer',
    patch({ extendedProperties: { shared: { a: 'b' } } }),
  ],
  [
    'everything, by a replace',
    `${avas}/${event.benOneOnOne}`,
    403,
    'forbiddenForNonOrganizer',
    put(times),
  ],
  [
    'the title of a locked event',
    `${avas}/${event.holiday}`,
    403,
    'forbidden',
    patch({ summary: 'Open' }),
  ],
  ['the days of a locked event', `${avas}/${event.holiday}`, 403, 'forbidden', put(days)],
];

describe.each([
  ['queries', queries],
  ['callers', access],
  ['writes', writes],
  ["guests' changes", others],
])('the calendar service refuses, of %s,', (_, rows) => {
  it.each(named(rows))('$law', async ({ call, status, reason, options }) => {
    const got = await ask(`/calendar/v3${call}`, options);
    expect([got.status, got.reason]).toEqual([status, reason]);
    expect(got.body.error).toEqual({
      code: status,
      message: expect.any(String) as string,
      errors: [expect.anything()],
    });
  });
});

describe('a refused write', () => {
  it('leaves every calendar as it was', async () => {
    const lists = [release, avas, `${on(calendar.ben)}/events`].map(
      (path) => `/calendar/v3${path}?showDeleted=true&maxResults=2500`,
    );
    const read = async () =>
      Promise.all(lists.map(async (list) => (await ask(list)).body as unknown));
    const before = await read();
    for (const [, call, , , options] of [...writes, ...others, ...access.slice(-6)])
      await ask(`/calendar/v3${call}`, options);
    expect(await read()).toEqual(before);
  });
});

describe('what the calendar service lets pass', () => {
  it('is a parameter nobody knows', async () => {
    expect((await ask(`/calendar/v3${launch}?foo=1`)).status).toBe(200);
  });
  it('is a fixed property that comes back as it was read', async () => {
    const { body } = await ask(`/calendar/v3${launch}`);
    expect((await ask(`/calendar/v3${launch}`, put(body))).status).toBe(200);
  });
  it('is a calendar for everybody, under the API key alone', async () => {
    const open = `/calendar/v3/calendars/${encodeURIComponent(premieres)}/events/${eventId('premiereFerry')}`;
    expect(
      (await ask(open, { token: null, headers: { 'x-goog-api-key': 'sandbox-key' } })).status,
    ).toBe(200);
  });
});
