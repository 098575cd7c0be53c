/** The errors of the calendar service: for each rule a call that breaks it. */
import { describe, expect, it } from 'vitest';
import { premieres } from '../../../src/sandbox/seed/calendar/seed.ts';
import { eventId, ids } from '../../../src/sandbox/seed/ids.ts';
import { namedRequests, type RejectedRequest } from '../../support/scenario/rejected-request.ts';
import { type RequestOptions, useSandbox } from '../../support/gateway/sandbox.ts';

const { ask } = useSandbox();

const { calendar, event, person } = ids;
const on = (id: string): string => `/calendars/${encodeURIComponent(id)}`;
const release = `${on(calendar.release)}/events`;
const launch = `${release}/${event.launchMeeting}`;
const avaEvents = `${on(calendar.ava)}/events`;
const instance = `${release}/${event.standup}_20260317T080000Z`;
const guest: RequestOptions = { token: 'studio-guest' };

const times = {
  start: { dateTime: '2026-04-01T10:00:00Z' },
  end: { dateTime: '2026-04-01T11:00:00Z' },
};

const days = { start: { date: '2026-04-01' }, end: { date: '2026-04-02' } };

const put = (body: unknown, rest: RequestOptions = {}): RequestOptions => ({
  method: 'PUT',
  body,
  ...rest,
});

const patch = (body: unknown, rest: RequestOptions = {}): RequestOptions => ({
  method: 'PATCH',
  body,
  ...rest,
});

const post = (body: unknown, rest: RequestOptions = {}): RequestOptions => ({
  method: 'POST',
  body,
  ...rest,
});

const stale: RequestOptions = { headers: { 'if-match': '"1"' } };
const token = Buffer.from('["calendar:events.list","elsewhere",0,0]').toString('base64url');

const many = Array.from({ length: 26 }, (_, at) => ({
  fileUrl: `https://drive.example/file/d/f${at}/view`,
}));

const queries: readonly RejectedRequest[] = [
  ['a page size above the maximum', `${release}?maxResults=2501`, 400, 'invalidParameter'],
  ['a page size of 0', `${release}?maxResults=0`, 400, 'invalidParameter'],
  ['text for a number', `${release}?maxResults=many`, 400, 'invalidParameter'],
  ['maxAttendees of 0', `${launch}?maxAttendees=0`, 400, 'invalidParameter'],
  ['an unknown order', `${release}?orderBy=summary`, 400, 'invalidParameter'],
  ['the order startTime without singleEvents', `${release}?orderBy=startTime`, 400, 'badRequest'],
  [
    'comma-separated event types',
    `${release}?eventTypes=default,focusTime`,
    400,
    'invalidParameter',
  ],
  [
    'a timeMax before timeMin',
    `${release}?timeMin=2026-03-02T00:00:00Z&timeMax=2026-03-01T00:00:00Z`,
    400,
    'timeRangeEmpty',
  ],
  ['a timeMin without an offset', `${release}?timeMin=2026-03-02T00:00:00`, 400, 'badRequest'],
  ['a date as timeMax', `${release}?timeMax=2026-03-02`, 400, 'badRequest'],
  ['an unknown time zone', `${launch}?timeZone=Europe/Nowhere`, 400, 'invalid'],
  ['a property without a value', `${release}?privateExtendedProperty=videoId`, 400, 'invalid'],
  ['a shared property without a name', `${release}?sharedExtendedProperty==2`, 400, 'invalid'],
  [
    'an updatedMin too long ago',
    `${release}?updatedMin=2025-01-01T00:00:00Z`,
    410,
    'updatedMinTooLongAgo',
  ],
  ['an invalid page token', `${release}?pageToken=!`, 400, 'invalid'],
  ['an invalid sync token', `${release}?syncToken=!`, 410, 'fullSyncRequired'],
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
      (pair): RejectedRequest => [
        `a sync token together with ${pair}`,
        `${release}?syncToken=${token}&${pair}`,
        400,
        'badRequest',
      ],
    ),
  [
    'a sync token together with minAccessRole',
    '/users/me/calendarList?syncToken=a&minAccessRole=owner',
    400,
    'badRequest',
  ],
  ['an unknown role', '/users/me/calendarList?minAccessRole=king', 400, 'invalidParameter'],
  ['a mask with an unknown field', `${release}?fields=items/title`, 400, 'invalidParameter'],
];

const access: readonly RejectedRequest[] = [
  ['an unknown calendar', on(calendar.missing), 404, 'notFound'],
  ['a calendar that is not shared', on(calendar.private), 404, 'notFound', guest],
  [
    'events of a calendar that is not shared',
    `${on(calendar.private)}/events`,
    404,
    'notFound',
    guest,
  ],
  ['an unknown event', `${release}/${event.missing}`, 404, 'notFound'],
  [
    'an instance that is not in its series',
    `${release}/${event.standup}_20260318T080000Z`,
    404,
    'notFound',
  ],
  ['instances of an unknown event', `${release}/${event.missing}/instances`, 404, 'notFound'],
  ['an event of another calendar', `${avaEvents}/${event.launchMeeting}`, 404, 'notFound'],
  [
    'a calendar that is not on the list',
    `/users/me/calendarList/${encodeURIComponent(calendar.missing)}`,
    404,
    'notFound',
  ],
  [
    'an API key for a calendar that is not public',
    launch,
    404,
    'notFound',
    { token: null, headers: { 'x-goog-api-key': 'sandbox-key' } },
  ],
  ['no credentials', launch, 401, 'required', { token: null }],
  ['an expired token', launch, 401, 'authError', { token: 'studio-expired' }],
  [
    'a reader listing access rules',
    `${on(calendar.release)}/acl`,
    403,
    'requiredAccessLevel',
    guest,
  ],
  ['a reader updating an event', launch, 403, 'requiredAccessLevel', put(times, guest)],
  [
    'a reader patching an event',
    launch,
    403,
    'requiredAccessLevel',
    patch({ summary: 'No' }, guest),
  ],
  ['a reader inserting an event', release, 403, 'requiredAccessLevel', post(times, guest)],
  [
    'a reader deleting an event',
    launch,
    403,
    'requiredAccessLevel',
    { method: 'DELETE', ...guest },
  ],
  [
    'a token without a scope for writes',
    launch,
    403,
    'insufficientPermissions',
    put(times, { token: 'studio-reader' }),
  ],
];

/** Errors of insert and update only: a patch merges these times with the stored ones. */
const incompleteTimes: readonly (readonly [rule: string, body: object, reason: string])[] = [
  ['a start with neither date nor dateTime', { ...times, start: { timeZone: 'UTC' } }, 'required'],
  [
    'a series without the time zone of its start',
    { ...times, recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] },
    'required',
  ],
  [
    'a dateTime with neither offset nor time zone',
    { ...times, end: { dateTime: '2026-04-01T12:00:00' } },
    'required',
  ],
];

/** Errors of insert, update and patch. */
const bodies: typeof incompleteTimes = [
  [
    'a start with both date and dateTime',
    { ...times, start: { date: '2026-04-01', dateTime: '2026-04-01T10:00:00Z' } },
    'invalid',
  ],
  ['a date as start and a dateTime as end', { start: days.start, end: times.end }, 'invalid'],
  ['an end before the start', { start: times.end, end: times.start }, 'timeRangeEmpty'],
  [
    'an unknown time zone of the start',
    { ...times, start: { ...times.start, timeZone: 'Mars' } },
    'invalid',
  ],
  ['an invalid date', { ...days, end: { date: '2026-02-31x' } }, 'invalid'],
  [
    'an invalid recurrence rule',
    { ...times, start: { ...times.start, timeZone: 'UTC' }, recurrence: ['RRULE:OFTEN'] },
    'invalid',
  ],
  [
    'an attendee without an e-mail address',
    { ...times, attendees: [{ displayName: 'Somebody' }] },
    'required',
  ],
  [
    'an attendee with an invalid e-mail address',
    { ...times, attendees: [{ email: 'somebody' }] },
    'invalid',
  ],
  [
    'an unknown response status',
    { ...times, attendees: [{ email: person.ben, responseStatus: 'maybe' }] },
    'invalid',
  ],
  ['an unknown status', { ...times, status: 'planned' }, 'invalid'],
  ['an unknown visibility', { ...times, visibility: 'hidden' }, 'invalid'],
  ['an unknown transparency', { ...times, transparency: 'clear' }, 'invalid'],
  ['an unknown color id', { ...times, colorId: '12' }, 'invalid'],
  [
    'default reminders together with overrides',
    { ...times, reminders: { useDefault: true, overrides: [{ method: 'popup', minutes: 5 }] } },
    'cannotUseDefaultRemindersAndSpecifyOverride',
  ],
  [
    'an unknown reminder method',
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
    'eventRemindersCountExceedsLimit',
  ],
  [
    'a source URL that is not HTTP',
    { ...times, source: { title: 'x', url: 'ftp://files' } },
    'invalid',
  ],
  ['an attachment without a URL', { ...times, attachments: [{ title: 'x' }] }, 'required'],
  ['twenty-six attachments', { ...times, attachments: many }, 'invalid'],
  ['an unknown field', { ...times, title: 'x' }, 'invalid'],
  ['a number instead of a text', { ...times, summary: 5 }, 'invalid'],
  [
    'properties of another event type',
    { ...times, outOfOfficeProperties: { declineMessage: 'x' } },
    'eventTypeRestriction',
  ],
];

const supports = '?supportsAttachments=true';

const writes: readonly RejectedRequest[] = [
  ...[...incompleteTimes, ...bodies].flatMap(([rule, body, reason]): RejectedRequest[] => [
    [`in an update, ${rule}`, launch + supports, 400, reason, put(body)],
    [`in an insert, ${rule}`, release + supports, 400, reason, post(body)],
  ]),
  ...bodies.map(
    ([rule, body, reason]): RejectedRequest => [
      `in a patch, ${rule}`,
      launch + supports,
      400,
      reason,
      patch(body),
    ],
  ),
  ['an update without a start', launch, 400, 'required', put({ end: times.end })],
  ['an update without an end', launch, 400, 'required', put({ start: times.start })],
  ['an insert without a start', release, 400, 'required', post({ end: times.end })],
  ['a patch that removes the end', launch, 400, 'required', patch({ end: null })],
  ['a body that is not JSON', launch, 400, 'parseError', put('{')],
  [
    'an unknown conferenceDataVersion',
    `${launch}?conferenceDataVersion=2`,
    400,
    'invalidParameter',
    put(times),
  ],
  [
    'an unknown value of sendUpdates',
    `${launch}?sendUpdates=some`,
    400,
    'invalidParameter',
    put(times),
  ],
  ['a stale etag in an update', launch, 412, 'conditionNotMet', put(times, stale)],
  ['a stale etag in a patch', launch, 412, 'conditionNotMet', patch({ summary: 'x' }, stale)],
  ['a stale etag in a delete', launch, 412, 'conditionNotMet', { method: 'DELETE', ...stale }],
  [
    'a change of the event type',
    launch,
    400,
    'eventTypeRestriction',
    put({ ...times, eventType: 'focusTime' }),
  ],
  [
    'a change of the organizer',
    launch,
    400,
    'cannotChangeOrganizer',
    patch({ organizer: { email: person.ben } }),
  ],
  ['a change of the creator', launch, 400, 'invalid', patch({ creator: { email: person.ben } })],
  ...['id', 'etag', 'htmlLink', 'iCalUID', 'hangoutLink', 'recurringEventId'].map(
    (name): RejectedRequest => [
      `a change of ${name}`,
      launch,
      400,
      'invalid',
      put({ ...times, [name]: 'xxxxxx' }),
    ],
  ),
  [
    'a change of the creation date',
    launch,
    400,
    'invalid',
    put({ ...times, created: '2020-01-01T00:00:00Z' }),
  ],
  ['a lower sequence number', launch, 400, 'invalid', put({ ...times, sequence: -1 })],
  [
    'a recurrence rule of an instance',
    instance,
    400,
    'invalid',
    patch({ recurrence: ['RRULE:FREQ=DAILY'] }),
  ],
  ['an update of an unknown event', `${release}/${event.missing}`, 404, 'notFound', put(times)],
  [
    'an id with letters outside the alphabet',
    release,
    400,
    'invalid',
    post({ ...times, id: 'wxyz12345' }),
  ],
  ['an id that is too short', release, 400, 'invalid', post({ ...times, id: 'abcd' })],
  [
    'an id together with an iCalendar id',
    release,
    400,
    'invalid',
    post({ ...times, id: 'abcdef', iCalUID: 'a@b' }),
  ],
  [
    'an id of an existing event',
    release,
    409,
    'duplicate',
    post({ ...times, id: event.launchMeeting }),
  ],
  [
    'an id of a cancelled event',
    release,
    409,
    'duplicate',
    post({ ...times, id: event.cancelled }),
  ],
  [
    'an unknown event type',
    avaEvents,
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
    'all-day focus time',
    avaEvents,
    400,
    'malformedFocusTimeEvent',
    post({ ...days, eventType: 'focusTime' }),
  ],
  [
    'all-day out of office',
    avaEvents,
    400,
    'malformedOutOfOfficeEvent',
    post({ ...days, eventType: 'outOfOffice' }),
  ],
  [
    'a working location without properties',
    avaEvents,
    400,
    'malformedWorkingLocationEvent',
    post({ ...days, eventType: 'workingLocation' }),
  ],
  [
    'deleting an unknown event',
    `${release}/${event.missing}`,
    404,
    'notFound',
    { method: 'DELETE' },
  ],
  [
    'deleting a deleted event',
    `${release}/${event.cancelled}`,
    410,
    'deleted',
    { method: 'DELETE' },
  ],
];

const guestChanges: readonly RejectedRequest[] = [
  [
    'the summary',
    `${avaEvents}/${event.benOneOnOne}`,
    403,
    'forbiddenForNonOrganizer',
    patch({ summary: 'Mine' }),
  ],
  ['the times', `${avaEvents}/${event.benOneOnOne}`, 403, 'forbiddenForNonOrganizer', patch(times)],
  [
    'the location',
    `${avaEvents}/${event.benOneOnOne}`,
    403,
    'forbiddenForNonOrganizer',
    patch({ location: 'Here' }),
  ],
  [
    'the attachments',
    `${avaEvents}/${event.benOneOnOne}${supports}`,
    403,
    'forbiddenForNonOrganizer',
    patch({ attachments: [] }),
  ],
  [
    'the list of attendees',
    `${avaEvents}/${event.benOneOnOne}`,
    403,
    'forbiddenForNonOrganizer',
    patch({ attendees: [{ email: person.ava }] }),
  ],
  [
    'the response of another attendee',
    `${avaEvents}/${event.benOneOnOne}`,
    403,
    'forbiddenForNonOrganizer',
    patch({
      attendees: [{ email: person.ben, responseStatus: 'declined' }, { email: person.ava }],
    }),
  ],
  [
    'the shared properties',
    `${avaEvents}/${event.benOneOnOne}`,
    403,
    'forbiddenForNonOrganizer',
    patch({ extendedProperties: { shared: { a: 'b' } } }),
  ],
  [
    'all fields, by an update',
    `${avaEvents}/${event.benOneOnOne}`,
    403,
    'forbiddenForNonOrganizer',
    put(times),
  ],
  [
    'the summary of a locked event',
    `${avaEvents}/${event.holiday}`,
    403,
    'forbidden',
    patch({ summary: 'Open' }),
  ],
  ['the dates of a locked event', `${avaEvents}/${event.holiday}`, 403, 'forbidden', put(days)],
];

describe.each([
  ['queries', queries],
  ['access', access],
  ['writes', writes],
  ['changes by guests', guestChanges],
])('Calendar rejects, of %s,', (_, rows) => {
  it.each(namedRequests(rows))(
    '$request: $status $reason',
    async ({ call, status, reason, options }) => {
      const response = await ask(`/calendar/v3${call}`, options);
      expect([response.status, response.reason]).toEqual([status, reason]);
      expect(response.body.error).toEqual({
        code: status,
        message: expect.any(String) as string,
        errors: [expect.anything()],
      });
    },
  );
});

describe('a rejected write', () => {
  it('changes no calendar', async () => {
    const lists = [release, avaEvents, `${on(calendar.ben)}/events`].map(
      (path) => `/calendar/v3${path}?showDeleted=true&maxResults=2500`,
    );
    const read = async () =>
      Promise.all(lists.map(async (list) => (await ask(list)).body as unknown));
    const before = await read();
    for (const [, call, , , options] of [...writes, ...guestChanges, ...access.slice(-6)])
      await ask(`/calendar/v3${call}`, options);
    expect(await read()).toEqual(before);
  });
});

describe('Calendar accepts', () => {
  it('unknown parameters', async () => {
    expect((await ask(`/calendar/v3${launch}?foo=1`)).status).toBe(200);
  });
  it('read-only fields with their current values', async () => {
    const { body } = await ask(`/calendar/v3${launch}`);
    expect((await ask(`/calendar/v3${launch}`, put(body))).status).toBe(200);
  });
  it('an API key for a public calendar', async () => {
    const open = `/calendar/v3/calendars/${encodeURIComponent(premieres)}/events/${eventId('premiereFerry')}`;
    expect(
      (await ask(open, { token: null, headers: { 'x-goog-api-key': 'sandbox-key' } })).status,
    ).toBe(200);
  });
});

it('can ignore what a guest may not change, and answer with the event as it was', async () => {
  const control = { method: 'POST', token: null, body: { ignoresGuests: true } };
  expect((await ask('/_sandbox/series', control)).status).toBe(204);
  const path = `/calendar/v3${avaEvents}/${event.benOneOnOne}`;
  const before = (await ask(path)).body;
  const { status, body } = await ask(path, patch(times));
  expect([status, body]).toEqual([200, before]);
  expect((await ask(path)).body).toEqual(before);
});
