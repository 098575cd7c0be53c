/** The errors of the calendar service: for each rule a call that breaks it. */
import { describe, expect, it } from 'vitest';
import { premieres } from '../../../src/sandbox/seed/calendar/seed.ts';
import { eventId, ids } from '../../../src/sandbox/seed/ids.ts';
import { patch, post, put } from '../../support/client/sandbox-request.ts';
import {
  type Calls,
  type RejectedRequests,
  testRejected,
} from '../../support/scenario/rejected-request.ts';
import { type RequestOptions, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/calendar/v3');
const { ask } = box;

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

const stale: RequestOptions = { headers: { 'if-match': '"1"' } };
const token = Buffer.from('["calendar:events.list","elsewhere",0,0]').toString('base64url');

const many = Array.from({ length: 26 }, (_, at) => ({
  fileUrl: `https://drive.example/file/d/f${at}/view`,
}));

/** Parameters that a sync token excludes. */
const excluded = [
  'iCalUID=a',
  'privateExtendedProperty=a=b',
  'q=a',
  'sharedExtendedProperty=a=b',
  'timeMin=2026-03-02T00:00:00Z',
  'timeMax=2026-03-02T00:00:00Z',
  'updatedMin=2026-03-02T00:00:00Z',
  'orderBy=updated',
  'showDeleted=false',
];

const queries: RejectedRequests = {
  '400 invalidParameter': {
    'a page size above the maximum': `${release}?maxResults=2501`,
    'a page size of 0': `${release}?maxResults=0`,
    'text for a number': `${release}?maxResults=many`,
    'maxAttendees of 0': `${launch}?maxAttendees=0`,
    'an unknown order': `${release}?orderBy=summary`,
    'comma-separated event types': `${release}?eventTypes=default,focusTime`,
    'an unknown role': '/users/me/calendarList?minAccessRole=king',
    'a mask with an unknown field': `${release}?fields=items/title`,
  },
  '400 badRequest': [
    {
      'the order startTime without singleEvents': `${release}?orderBy=startTime`,
      'a timeMin without an offset': `${release}?timeMin=2026-03-02T00:00:00`,
      'a date as timeMax': `${release}?timeMax=2026-03-02`,
      'a sync token together with minAccessRole':
        '/users/me/calendarList?syncToken=a&minAccessRole=owner',
    },
    ...excluded.map((pair) => ({
      [`a sync token together with ${pair}`]: `${release}?syncToken=${token}&${pair}`,
    })),
  ],
  '400 timeRangeEmpty': {
    'a timeMax before timeMin': `${release}?timeMin=2026-03-02T00:00:00Z&timeMax=2026-03-01T00:00:00Z`,
  },
  '400 invalid': {
    'an unknown time zone': `${launch}?timeZone=Europe/Nowhere`,
    'a property without a value': `${release}?privateExtendedProperty=videoId`,
    'a shared property without a name': `${release}?sharedExtendedProperty==2`,
    'an invalid page token': `${release}?pageToken=!`,
  },
  '410 updatedMinTooLongAgo': {
    'an updatedMin too long ago': `${release}?updatedMin=2025-01-01T00:00:00Z`,
  },
  '410 fullSyncRequired': {
    'an invalid sync token': `${release}?syncToken=!`,
    'a sync token of another calendar': `${release}?syncToken=${token}`,
    'a sync token of another list': `/users/me/calendarList?syncToken=${token}`,
  },
};

const access: RejectedRequests = {
  '404 notFound': {
    'an unknown calendar': on(calendar.missing),
    'a calendar that is not shared': [on(calendar.private), guest],
    'events of a calendar that is not shared': [`${on(calendar.private)}/events`, guest],
    'an unknown event': `${release}/${event.missing}`,
    'an instance that is not in its series': `${release}/${event.standup}_20260318T080000Z`,
    'instances of an unknown event': `${release}/${event.missing}/instances`,
    'an event of another calendar': `${avaEvents}/${event.launchMeeting}`,
    'a calendar that is not on the list': `/users/me/calendarList/${encodeURIComponent(calendar.missing)}`,
    'an API key for a calendar that is not public': [
      launch,
      { token: null, headers: { 'x-goog-api-key': 'sandbox-key' } },
    ],
  },
  '401 required': { 'no credentials': [launch, { token: null }] },
  '401 authError': { 'an expired token': [launch, { token: 'studio-expired' }] },
  '403 requiredAccessLevel': {
    'a reader listing access rules': [`${on(calendar.release)}/acl`, guest],
    'a reader updating an event': [launch, put(times, 'studio-guest')],
    'a reader patching an event': [launch, patch({ summary: 'No' }, 'studio-guest')],
    'a reader inserting an event': [release, post(times, 'studio-guest')],
    'a reader deleting an event': [launch, { method: 'DELETE', ...guest }],
  },
  '403 insufficientPermissions': {
    'a token without a scope for writes': [launch, put(times, 'studio-reader')],
  },
};

const supports = '?supportsAttachments=true';

/** Bodies in an insert and an update. */
const inNewEvents = (bodies: Readonly<Record<string, object>>): Calls[] =>
  Object.entries(bodies).map(([rule, body]) => ({
    [`in an update, ${rule}`]: [launch + supports, put(body)],
    [`in an insert, ${rule}`]: [release + supports, post(body)],
  }));

/** Bodies in every kind of write. */
const inEveryWrite = (bodies: Readonly<Record<string, object>>): Calls[] => [
  ...inNewEvents(bodies),
  ...Object.entries(bodies).map(
    ([rule, body]): Calls => ({ [`in a patch, ${rule}`]: [launch + supports, patch(body)] }),
  ),
];

const reminders = (...overrides: readonly object[]) => ({
  ...times,
  reminders: { useDefault: false, overrides },
});

const writes: RejectedRequests = {
  '400 required': [
    {
      'an update without a start': [launch, put({ end: times.end })],
      'an update without an end': [launch, put({ start: times.start })],
      'an insert without a start': [release, post({ end: times.end })],
      'a patch that removes the end': [launch, patch({ end: null })],
    },
    // A patch merges these times with the stored ones.
    ...inNewEvents({
      'a start with neither date nor dateTime': { ...times, start: { timeZone: 'UTC' } },
      'a series without the time zone of its start': {
        ...times,
        recurrence: ['RRULE:FREQ=DAILY;COUNT=3'],
      },
      'a dateTime with neither offset nor time zone': {
        ...times,
        end: { dateTime: '2026-04-01T12:00:00' },
      },
    }),
    ...inEveryWrite({
      'an attendee without an e-mail address': {
        ...times,
        attendees: [{ displayName: 'Somebody' }],
      },
      'an attachment without a URL': { ...times, attachments: [{ title: 'x' }] },
    }),
  ],
  '400 parseError': { 'a body that is not JSON': [launch, put('{')] },
  '400 invalidParameter': {
    'an unknown conferenceDataVersion': [`${launch}?conferenceDataVersion=2`, put(times)],
    'an unknown value of sendUpdates': [`${launch}?sendUpdates=some`, put(times)],
  },
  '412 conditionNotMet': {
    'a stale etag in an update': [launch, { ...put(times), ...stale }],
    'a stale etag in a patch': [launch, { ...patch({ summary: 'x' }), ...stale }],
    'a stale etag in a delete': [launch, { method: 'DELETE', ...stale }],
  },
  '400 eventTypeRestriction': [
    { 'a change of the event type': [launch, put({ ...times, eventType: 'focusTime' })] },
    ...inEveryWrite({
      'properties of another event type': {
        ...times,
        outOfOfficeProperties: { declineMessage: 'x' },
      },
    }),
  ],
  '400 cannotChangeOrganizer': {
    'a change of the organizer': [launch, patch({ organizer: { email: person.ben } })],
  },
  '400 timeRangeEmpty': inEveryWrite({
    'an end before the start': { start: times.end, end: times.start },
  }),
  '400 cannotUseDefaultRemindersAndSpecifyOverride': inEveryWrite({
    'default reminders together with overrides': {
      ...times,
      reminders: { useDefault: true, overrides: [{ method: 'popup', minutes: 5 }] },
    },
  }),
  '400 eventRemindersCountExceedsLimit': inEveryWrite({
    'six reminders': reminders(
      ...[1, 2, 3, 4, 5, 6].map((minutes) => ({ method: 'popup', minutes })),
    ),
  }),
  '400 invalid': [
    {
      'a change of the creator': [launch, patch({ creator: { email: person.ben } })],
      'a change of the creation date': [launch, put({ ...times, created: '2020-01-01T00:00:00Z' })],
      'a lower sequence number': [launch, put({ ...times, sequence: -1 })],
      'a recurrence rule of an instance': [instance, patch({ recurrence: ['RRULE:FREQ=DAILY'] })],
      'an id with letters outside the alphabet': [release, post({ ...times, id: 'wxyz12345' })],
      'an id that is too short': [release, post({ ...times, id: 'abcd' })],
      'an id together with an iCalendar id': [
        release,
        post({ ...times, id: 'abcdef', iCalUID: 'a@b' }),
      ],
    },
    ...['id', 'etag', 'htmlLink', 'iCalUID', 'hangoutLink', 'recurringEventId'].map(
      (name): Calls => ({
        [`a change of ${name}`]: [launch, put({ ...times, [name]: 'xxxxxx' })],
      }),
    ),
    ...inEveryWrite({
      'a start with both date and dateTime': {
        ...times,
        start: { date: '2026-04-01', dateTime: '2026-04-01T10:00:00Z' },
      },
      'a date as start and a dateTime as end': { start: days.start, end: times.end },
      'an unknown time zone of the start': {
        ...times,
        start: { ...times.start, timeZone: 'Mars' },
      },
      'an invalid date': { ...days, end: { date: '2026-02-31x' } },
      'an invalid recurrence rule': {
        ...times,
        start: { ...times.start, timeZone: 'UTC' },
        recurrence: ['RRULE:OFTEN'],
      },
      'an attendee with an invalid e-mail address': {
        ...times,
        attendees: [{ email: 'somebody' }],
      },
      'an unknown response status': {
        ...times,
        attendees: [{ email: person.ben, responseStatus: 'maybe' }],
      },
      'an unknown status': { ...times, status: 'planned' },
      'an unknown visibility': { ...times, visibility: 'hidden' },
      'an unknown transparency': { ...times, transparency: 'clear' },
      'an unknown color id': { ...times, colorId: '12' },
      'an unknown reminder method': reminders({ method: 'post', minutes: 5 }),
      'a reminder more than four weeks before': reminders({ method: 'popup', minutes: 40_321 }),
      'a source URL that is not HTTP': { ...times, source: { title: 'x', url: 'ftp://files' } },
      'twenty-six attachments': { ...times, attachments: many },
      'an unknown field': { ...times, title: 'x' },
      'a number instead of a text': { ...times, summary: 5 },
    }),
  ],
  '404 notFound': {
    'an update of an unknown event': [`${release}/${event.missing}`, put(times)],
    'deleting an unknown event': [`${release}/${event.missing}`, { method: 'DELETE' }],
  },
  '409 duplicate': {
    'an id of an existing event': [release, post({ ...times, id: event.launchMeeting })],
    'an id of a cancelled event': [release, post({ ...times, id: event.cancelled })],
  },
  '410 deleted': {
    'deleting a deleted event': [`${release}/${event.cancelled}`, { method: 'DELETE' }],
  },
};

const oneOnOne = `${avaEvents}/${event.benOneOnOne}`;

const guestChanges: RejectedRequests = {
  '403 forbiddenForNonOrganizer': {
    'the summary': [oneOnOne, patch({ summary: 'Mine' })],
    'the times': [oneOnOne, patch(times)],
    'the location': [oneOnOne, patch({ location: 'Here' })],
    'the attachments': [oneOnOne + supports, patch({ attachments: [] })],
    'the list of attendees': [oneOnOne, patch({ attendees: [{ email: person.ava }] })],
    'the response of another attendee': [
      oneOnOne,
      patch({
        attendees: [{ email: person.ben, responseStatus: 'declined' }, { email: person.ava }],
      }),
    ],
    'the shared properties': [oneOnOne, patch({ extendedProperties: { shared: { a: 'b' } } })],
    'all fields, by an update': [oneOnOne, put(times)],
  },
  '403 forbidden': {
    'the summary of a locked event': [`${avaEvents}/${event.holiday}`, patch({ summary: 'Open' })],
    'the dates of a locked event': [`${avaEvents}/${event.holiday}`, put(days)],
  },
};

describe.each([
  ['queries', queries],
  ['access', access],
  ['writes', writes],
  ['changes by guests', guestChanges],
])('Calendar rejects, of %s,', (_, rows) => {
  testRejected(box, rows);
});

describe('Calendar accepts', () => {
  it('unknown parameters', async () => {
    expect((await ask(`${launch}?foo=1`)).status).toBe(200);
  });
  it('read-only fields with their current values', async () => {
    const { body } = await ask(launch);
    expect((await ask(launch, put(body))).status).toBe(200);
  });
  it('an API key for a public calendar', async () => {
    const open = `/calendars/${encodeURIComponent(premieres)}/events/${eventId('premiereFerry')}`;
    expect(
      (await ask(open, { token: null, headers: { 'x-goog-api-key': 'sandbox-key' } })).status,
    ).toBe(200);
  });
});

it('can ignore what a guest may not change, and answer with the event as it was', async () => {
  const control = { method: 'POST', token: null, body: { ignoresGuests: true } };
  expect((await ask('/_sandbox/series', control)).status).toBe(204);
  const before = (await ask(oneOnOne)).body;
  const { status, body } = await ask(oneOnOne, patch(times));
  expect([status, body]).toEqual([200, before]);
  expect((await ask(oneOnOne)).body).toEqual(before);
});
