/** Events of each type: the properties that only one type has, and where events of it can be. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { patch, post } from '../../support/client/sandbox-request.ts';
import {
  type Calls,
  type RejectedRequests,
  testRejected,
} from '../../support/scenario/rejected-request.ts';
import { useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox();
const { ask } = box;
const on = (id: string): string => `/calendar/v3/calendars/${encodeURIComponent(id)}/events`;
const own = on('primary');
const release = on(ids.calendar.release);
const focus = `${own}/${ids.event.focus}`;

const times = {
  start: { dateTime: '2026-04-01T10:00:00Z' },
  end: { dateTime: '2026-04-01T11:00:00Z' },
};

const days = { start: { date: '2026-04-01' }, end: { date: '2026-04-02' } };
const attendees = [{ email: ids.person.ben }];

const focusTime = { ...times, eventType: 'focusTime' };
const outOfOffice = { ...times, eventType: 'outOfOffice' };

const workingLocation = {
  ...days,
  eventType: 'workingLocation',
  visibility: 'public',
  transparency: 'transparent',
  workingLocationProperties: { type: 'homeOffice', homeOffice: {} },
};

const birthday = {
  ...days,
  eventType: 'birthday',
  summary: 'Birthday of Ida',
  visibility: 'private',
  transparency: 'transparent',
  recurrence: ['RRULE:FREQ=YEARLY'],
};

/** Changes of an event that make it invalid. */
const malformed = (
  type: string,
  event: object,
  changes: Readonly<Record<string, object>>,
): Calls[] =>
  Object.entries(changes).map(([rule, change]) => ({
    [`${type} ${rule}`]: [own, post({ ...event, ...change })],
  }));

const statusChanges = (field: string) => ({
  'for a whole day': days,
  'that is transparent': { transparency: 'transparent' },
  'with attendees': { attendees },
  'with an unknown decline mode': { [field]: { autoDeclineMode: 'declineSome' } },
});

const rejected: RejectedRequests = {
  '400 invalidEventType': ['party', 'constructor'].map((eventType) => ({
    [`the unknown type ${eventType}`]: [own, post({ ...times, eventType })],
  })),
  '400 eventTypeRestriction': [
    {
      'an event from Gmail': [own, post({ ...times, eventType: 'fromGmail' })],
      'another type': [focus, patch({ eventType: 'default' })],
    },
    ...[focusTime, outOfOffice, workingLocation, birthday].map((event): Calls => {
      const { eventType } = event;
      return {
        [`properties of the type ${eventType} in a default event`]: [
          own,
          post({ ...times, [`${eventType}Properties`]: {} }),
        ],
        [`an event of the type ${eventType} on a secondary calendar`]: [release, post(event)],
      };
    }),
    ...malformed('a birthday', birthday, {
      'of another type': { birthdayProperties: { type: 'anniversary' } },
      'at a time': { ...times, start: { ...times.start, timeZone: 'UTC' } },
      'for two days': { end: { date: '2026-04-03' } },
      'without recurrence': { recurrence: null },
      'every month': { recurrence: ['RRULE:FREQ=MONTHLY'] },
      'that is public': { visibility: 'public' },
      'that is opaque': { transparency: 'opaque' },
      'with a location': { location: 'Pier 9' },
      'with attendees': { attendees },
      'with private properties': { extendedProperties: { private: { a: 'b' } } },
    }),
  ],
  '400 malformedFocusTimeEvent': [
    {
      'a patch to an unknown decline mode': [
        focus,
        patch({ focusTimeProperties: { autoDeclineMode: 'declineSome' } }),
      ],
    },
    ...malformed('focus time', focusTime, {
      ...statusChanges('focusTimeProperties'),
      'with an unknown chat status': { focusTimeProperties: { chatStatus: 'asleep' } },
    }),
  ],
  '400 malformedOutOfOfficeEvent': malformed(
    'an absence',
    outOfOffice,
    statusChanges('outOfOfficeProperties'),
  ),
  '400 malformedWorkingLocationEvent': malformed('a working location', workingLocation, {
    'that is private': { visibility: 'private' },
    'that is opaque': { transparency: 'opaque' },
    'of an unknown type': { workingLocationProperties: { type: 'boat' } },
    'without properties': { workingLocationProperties: null },
    'with attendees': { attendees },
    'for two days': { end: { date: '2026-04-03' } },
  }),
};

describe('Calendar rejects, of event types,', () => {
  testRejected(box, rejected);
});

describe('an inserted event', () => {
  it.each<readonly [string, object, object]>([
    [
      'focus time',
      {
        ...focusTime,
        focusTimeProperties: {
          autoDeclineMode: 'declineOnlyNewConflictingInvitations',
          chatStatus: 'doNotDisturb',
        },
      },
      { focusTimeProperties: { chatStatus: 'doNotDisturb' } },
    ],
    [
      'an absence',
      { ...outOfOffice, outOfOfficeProperties: { autoDeclineMode: 'declineNone' } },
      { outOfOfficeProperties: { autoDeclineMode: 'declineNone' } },
    ],
    [
      'a working location',
      workingLocation,
      { workingLocationProperties: { type: 'homeOffice', homeOffice: {} } },
    ],
    ['a birthday', birthday, { birthdayProperties: { type: 'birthday' } }],
    [
      'a birthday with a contact, which clients cannot set',
      { ...birthday, birthdayProperties: { type: 'birthday', contact: 'people/c1' } },
      { birthdayProperties: { type: 'birthday' } },
    ],
  ])('can be %s', async (_, event, expected) => {
    const inserted = await ask(own, post(event));
    expect(inserted.status).toBe(200);
    const { body } = await ask(`${own}/${inserted.body.id}`);
    expect(body).toMatchObject(expected);
  });
  it('keeps the properties that a patch does not name', async () => {
    const { body } = await ask(focus, patch({ focusTimeProperties: { declineMessage: 'Later.' } }));
    expect(body.focusTimeProperties).toEqual({
      autoDeclineMode: 'declineNone',
      chatStatus: 'doNotDisturb',
      declineMessage: 'Later.',
    });
  });
});
