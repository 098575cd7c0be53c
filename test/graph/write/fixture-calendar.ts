/** The fixtures of the Google Calendar API. */
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { eventId, ids } from '../../../src/sandbox/seed/ids.ts';
import { eventDeletionFixtures } from './fixture-calendar-event-deletion.ts';
import { eventFixtures } from './fixture-calendar-event.ts';
import { calendarWatchFixtures } from './fixture-calendar-watch.ts';
import {
  eventFields,
  newEventFixtures,
  rejectedFields,
  typeFields,
} from './fixture-calendar-event-create.ts';
import { compoundIds } from './compound-id.ts';
import type { FieldValues, Fixtures } from './fixture.ts';
import { accessRuleFixtures } from './fixture-calendar-access-rule.ts';
import { calendarListFixtures } from './fixture-calendar-list.ts';
import { calendarObjectFixtures } from './fixture-calendar-object.ts';

const key = { calendarId: ids.calendar.release, eventId: ids.event.launchMeeting };
const missing = { calendarId: ids.calendar.missing, eventId: ids.event.missing };
const event = `calendar/calendars/${key.calendarId}/events/${key.eventId}`;

/** An instant as the input has it, and as the sandbox stores it. */
const lisbon = (hour: number, day = '2026-04-01') => ({
  values: { dateTime: `${day}T${hour}:00:00Z`, timeZone: 'Europe/Lisbon' },
  stored: { dateTime: `${day}T${hour}:00:00.000Z`, timeZone: 'Europe/Lisbon' },
});

const times = (first: number, second: number, day?: string) => ({
  values: [lisbon(first, day).values, lisbon(second, day).values] as const,
  stored: [lisbon(first, day).stored, lisbon(second, day).stored] as const,
});

const attachment = (name: string) => ({
  fileUrl: `https://elsewhere.example/${name}`,
  title: name,
  mimeType: 'text/plain',
});

const guest = (email: string) => ({ email, displayName: 'New', additionalGuestCount: 2 });

const invited = (email: string) => ({
  email,
  displayName: 'New',
  additionalGuests: 2,
  responseStatus: 'needsAction',
});

const remind = (minutes: number) => ({
  overrides: { replaceAll: [{ method: 'POPUP', minutes }] },
});

const reminded = (minutes: number) => ({
  useDefault: false,
  overrides: [{ method: 'popup', minutes }],
});

const only = (name: string) => ({ replaceAll: [{ key: name, value: '1' }] });

/** The seeded events whose types have properties. */
const typed: Readonly<Record<string, string>> = {
  focusTimeProperties: ids.event.focus,
  outOfOfficeProperties: eventId('vacation'),
  workingLocationProperties: eventId('complete officeLocation'),
};

const ofAva = (id: string, name: string, values: FieldValues): FieldValues => {
  const key = { calendarId: ids.calendar.ava, eventId: id };
  const at = `calendar/calendars/${key.calendarId}/events/${key.eventId}/${name}`;
  return { ...values, at, with: { by: { key } } };
};

export const calendarFixtures: Fixtures = {
  ...calendarWatchFixtures,
  ...newEventFixtures,
  ...eventDeletionFixtures,
  ...eventFixtures,
  ...accessRuleFixtures,
  ...calendarListFixtures,
  ...calendarObjectFixtures,
  updateEvent: {
    target: { by: { id: globalId('Event', [key.calendarId, key.eventId]) } },
    entity: event,
    fields: {
      summary: ['First title', 'Second title'],
      description: ['First text', 'Second text'],
      location: ['Here', 'There'],
      status: ['TENTATIVE', 'CONFIRMED'],
      eventLabelId: ofAva(typed['outOfOfficeProperties']!, 'eventLabelId', {
        values: eventFields.eventLabelId,
      }),
      source: eventFields.source,
      videoId: eventFields.videoId,
      conference: { ...eventFields.conference, alsoChanges: [`${event}/hangoutLink`] },
      attendees: {
        values: [
          { replaceAll: [guest('first@guest.example')] },
          { replaceAll: [guest('second@guest.example')] },
        ],
        stored: [[invited('first@guest.example')], [invited('second@guest.example')]],
      },
      attachments: {
        values: [{ replaceAll: [attachment('one')] }, { replaceAll: [attachment('two')] }],
        stored: [[attachment('one')], [attachment('two')]],
      },
      // With an event of its own: a series takes no other start without its rule.
      recurrence: ofAva(eventId('completeDefault'), 'recurrence', {
        values: [['RRULE:FREQ=DAILY;COUNT=3'], ['RRULE:FREQ=DAILY;COUNT=4']],
      }),
      colorId: ['4', '5'],
      visibility: ['PRIVATE', 'PUBLIC'],
      transparency: { values: ['TRANSPARENT', 'OPAQUE'], stored: ['transparent', undefined] },
      // The sandbox does not store values that stand for the default.
      guestsCanInviteOthers: { values: [false, true], stored: [false, undefined] },
      guestsCanModify: { values: [true, false], stored: [true, undefined] },
      guestsCanSeeOtherGuests: { values: [false, true], stored: [false, undefined] },
      // Before the end of the seeded event, so that the start can be changed alone.
      start: times(10, 11, '2026-01-01'),
      end: times(12, 13),
      reminders: {
        values: [remind(5), remind(6)],
        stored: [reminded(5), reminded(6)],
        cleared: { useDefault: true },
      },
      ...Object.fromEntries(
        Object.entries(typeFields).map(([name, values]) => [
          name,
          ofAva(typed[name]!, name, values),
        ]),
      ),
      // The link to the video is a property of its own.
      privateProperties: {
        values: [only('mine'), only('own')],
        stored: [
          { videoId: eventFields.videoId[0], mine: '1' },
          { videoId: eventFields.videoId[0], own: '1' },
        ],
        cleared: { videoId: eventFields.videoId[0] },
      },
      sharedProperties: {
        values: [only('ours'), only('all')],
        stored: [{ ours: '1' }, { all: '1' }],
      },
      notify: ['ALL', 'EXTERNAL_ONLY'],
      mode: ['SAFE', 'PATCH'],
      scope: ['THIS', 'ALL'],
    },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'NOT_FOUND' },
    ids: {
      ...compoundIds('by', 'Event', key, missing),
      'attachments.set.fileId': { valid: ids.file.deck },
      'attachments.remove.fileId': { valid: ids.file.deck },
      'attachments.replaceAll.fileId': { valid: ids.file.deck },
      videoId: {},
    },
    rejected: {
      attendees: [
        {
          input: { attendees: { set: [{ email: 'a@b.example' }, { email: 'A@b.example' }] } },
          path: 'attendees.set.1.email',
        },
        {
          input: { attendees: { set: [{ email: 'a@b.example', additionalGuestCount: -1 }] } },
          path: 'attendees.set.0.additionalGuestCount',
        },
      ],
      start: [
        { input: { start: {} } },
        { input: { start: { timeZone: 'Europe/Lisbon' } } },
        { input: { start: { date: '2026-04-01', dateTime: '2026-04-01T10:00:00Z' } } },
        {
          input: { start: { dateTime: '2099-01-01T00:00:00Z' }, mode: 'PATCH' },
          reason: 'timeRangeEmpty',
        },
        { input: { start: { date: '2026-01-01' }, mode: 'PATCH' }, reason: 'invalid' },
        {
          input: { start: { ...lisbon(10, '2026-01-01').values, timeZone: 'GMT+99' } },
          reason: 'invalid',
        },
        { input: { start: { ...lisbon(10).values, timeZone: '' } }, path: 'start.timeZone' },
        { input: { start: { ...lisbon(10).values, timeZone: 'Mars' } }, path: 'start.timeZone' },
      ],
      end: [
        { input: { end: { date: '2026-04-01', timeZone: 'Europe/Lisbon' } }, path: 'end.timeZone' },
        { input: { end: { dateTime: '2020-01-01T00:00:00Z' } }, afterRead: true },
        { input: { start: { dateTime: '2099-01-01T00:00:00Z' } }, afterRead: true },
        { input: { start: { date: '2026-01-01' } }, afterRead: true },
        { input: { start: lisbon(11).values, end: lisbon(10).values } },
        { input: { start: lisbon(11).values, end: { date: '2026-04-01' } } },
      ],
      ...rejectedFields,
      attachments: [
        {
          input: { attachments: { set: [{ fileUrl: 'javascript:alert(1)' }] } },
          path: 'attachments.set.0.fileUrl',
        },
        {
          input: { attachments: { set: [{ title: 'No file' }] } },
          path: 'attachments.set.0',
        },
        {
          input: {
            attachments: { set: [{ fileId: ids.file.deck, fileUrl: attachment('a').fileUrl }] },
          },
          path: 'attachments.set.0',
        },
        {
          input: { attachments: { set: [{ fileId: 'a/b' }] } },
          path: 'attachments.set.0.fileId',
        },
      ],
      reminders: [
        {
          input: { reminders: { overrides: { set: [{ method: 'POPUP', minutes: 40_321 }] } } },
          path: 'reminders.overrides.set.0.minutes',
        },
        { input: { reminders: { ...remind(5), useDefault: true } } },
      ],
      recurrence: [
        ...rejectedFields.recurrence,
        { input: { recurrence: ['RRULE:FREQ=DAILY', 'RRULE:FREQ=WEEKLY'] }, reason: 'invalid' },
      ],
      colorId: [...rejectedFields.colorId, { input: { colorId: '99' }, reason: 'invalid' }],
      eventLabelId: [{ input: { eventLabelId: 'unknown' }, reason: 'invalid' }],
      privateProperties: [
        {
          input: { privateProperties: { set: [{ key: 'videoId', value: 'x' }] } },
          path: 'privateProperties.set.0.key',
        },
        {
          input: { privateProperties: { set: [{ key: 'x'.repeat(45), value: '1' }] } },
          path: 'privateProperties.set.0.key',
        },
        {
          input: { privateProperties: { remove: ['videoId'] } },
          path: 'privateProperties.remove.0',
        },
      ],
      sharedProperties: [
        {
          input: { sharedProperties: { set: [{ key: '', value: '' }] } },
          path: 'sharedProperties.set.0.key',
        },
        {
          input: { sharedProperties: { set: [{ key: 'a', value: '1' }], remove: ['a'] } },
          path: 'sharedProperties.remove.0',
        },
      ],
      focusTimeProperties: [{ input: { focusTimeProperties: {} }, reason: 'eventTypeRestriction' }],
      outOfOfficeProperties: [
        { input: { outOfOfficeProperties: {} }, reason: 'eventTypeRestriction' },
      ],
      workingLocationProperties: [
        {
          input: {
            workingLocationProperties: { type: 'HOME_OFFICE', officeLocation: { label: 'Pier' } },
          },
          path: 'workingLocationProperties.officeLocation',
        },
        {
          input: { workingLocationProperties: { type: 'HOME_OFFICE' } },
          reason: 'eventTypeRestriction',
        },
      ],
      scope: [{ input: { scope: 'FOLLOWING', summary: 'Any' }, afterRead: true }],
    },
    accepts: [
      'summary',
      'description',
      'location',
      'visibility',
      'transparency',
      'guestsCanInviteOthers',
      'guestsCanModify',
      'guestsCanSeeOtherGuests',
      'notify',
      'mode',
      'ifMatch',
    ],
  },
};
