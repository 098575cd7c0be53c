/** New events. */
import { eventLabels, productionLabel } from '../../../src/sandbox/seed/calendar/label.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import type { Fixtures } from './fixture.ts';

const calendarId = ids.calendar.ava;
const entity = `calendar/calendars/${calendarId}/events`;

const at = (hour: number) => ({
  dateTime: `2026-04-01T${hour}:00:00Z`,
  timeZone: 'Europe/Lisbon',
});

const times = (first: number, second: number) => [at(first), at(second)] as const;

const attachment = (name: string) => ({
  fileUrl: `https://elsewhere.example/${name}`,
  title: name,
  mimeType: 'text/plain',
  iconLink: `https://elsewhere.example/${name}.png`,
});

const guest = (email: string) => ({ email, displayName: 'New', additionalGuestCount: 2 });
const invited = (email: string) => ({ email, displayName: 'New', additionalGuests: 2 });
const remind = (minutes: number) => ({ overrides: [{ method: 'POPUP', minutes }] });

const reminded = (minutes: number) => ({
  useDefault: false,
  overrides: [{ method: 'popup', minutes }],
});

const videoIds = [ids.video.trailer, ids.video.makingOf] as const;

/** @param more what the same map has because of other fields */
const properties = (key: string, more: Readonly<Record<string, string>> = {}) => ({
  values: [[{ key, value: '1' }], [{ key, value: '2' }]] as const,
  stored: [
    { [key]: '1', ...more },
    { [key]: '2', ...more },
  ] as const,
});

const entryPoint = (code: string) => ({
  entryPointType: 'VIDEO',
  uri: `https://meet.example/${code}`,
  label: code,
});

const existing = (code: string) => ({
  existing: {
    conferenceId: code,
    solutionType: 'addOn',
    solutionName: 'Harbour Meet',
    solutionIconUrl: 'https://meet.example/harbour.png',
    entryPoints: [entryPoint(code)],
    notes: 'Knock first.',
    signature: 'c2ln',
    addOnParameters: [{ key: 'stage', value: 'pier' }],
  },
});

const existingJson = (code: string) => ({
  conferenceId: code,
  conferenceSolution: {
    key: { type: 'addOn' },
    name: 'Harbour Meet',
    iconUri: 'https://meet.example/harbour.png',
  },
  entryPoints: [{ ...entryPoint(code), entryPointType: 'video' }],
  notes: 'Knock first.',
  signature: 'c2ln',
  parameters: { addOnParameters: { parameters: { stage: 'pier' } } },
});

/** Values of rows that every write of an event has. */
export const eventFields = {
  summary: ['First title', 'Second title'],
  description: ['First text', 'Second text'],
  location: ['Here', 'There'],
  status: ['TENTATIVE', 'CONFIRMED'],
  attachments: [[attachment('one')], [attachment('two')]],
  recurrence: [['RRULE:FREQ=DAILY;COUNT=3'], ['RRULE:FREQ=DAILY;COUNT=4']],
  colorId: ['4', '5'],
  eventLabelId: [eventLabels[1]!.id, productionLabel],
  visibility: ['PRIVATE', 'PUBLIC'],
  transparency: ['TRANSPARENT', 'OPAQUE'],
  guestsCanInviteOthers: [false, true],
  guestsCanModify: [true, false],
  guestsCanSeeOtherGuests: [false, true],
  reminders: { values: [remind(5), remind(6)], stored: [reminded(5), reminded(6)] },
  source: [
    { url: 'https://elsewhere.example/mail', title: 'A mail' },
    { url: 'https://elsewhere.example/page', title: 'A page' },
  ],
  videoId: videoIds,
  conference: {
    values: [existing('one'), existing('two')],
    stored: [existingJson('one'), existingJson('two')],
  },
} as const;

/** Values of the rows with the properties of event types. */
export const typeFields = {
  focusTimeProperties: {
    values: [
      { autoDeclineMode: 'DECLINE_NONE', chatStatus: 'DO_NOT_DISTURB', declineMessage: 'No.' },
      { chatStatus: 'AVAILABLE' },
    ],
    stored: [
      { autoDeclineMode: 'declineNone', chatStatus: 'doNotDisturb', declineMessage: 'No.' },
      { chatStatus: 'available' },
    ],
  },
  outOfOfficeProperties: {
    values: [
      { autoDeclineMode: 'DECLINE_ALL_CONFLICTING_INVITATIONS', declineMessage: 'Away.' },
      { declineMessage: 'Back soon.' },
    ],
    stored: [
      { autoDeclineMode: 'declineAllConflictingInvitations', declineMessage: 'Away.' },
      { declineMessage: 'Back soon.' },
    ],
  },
  workingLocationProperties: {
    values: [
      { type: 'HOME_OFFICE' },
      { type: 'CUSTOM_LOCATION', customLocation: { label: 'Boat 3' } },
    ],
    stored: [
      { type: 'homeOffice', homeOffice: {} },
      { type: 'customLocation', customLocation: { label: 'Boat 3' } },
    ],
  },
} as const;

/** Values of rows that every write of a new event has. */
const newFields = {
  ...eventFields,
  attachments: { values: eventFields.attachments, alsoSends: ['supportsAttachments'] },
  // Google Calendar ignores the color beside a label.
  eventLabelId: { values: eventFields.eventLabelId, alsoSends: ['eventLabelVersion'], with: {} },
  conference: { ...eventFields.conference, alsoSends: ['conferenceDataVersion'] },
  start: times(10, 11),
  end: times(12, 13),
  attendees: {
    values: [[guest('first@guest.example')], [guest('second@guest.example')]],
    stored: [[invited('first@guest.example')], [invited('second@guest.example')]],
  },
  privateProperties: properties('mine', { videoId: videoIds[0] }),
  sharedProperties: properties('ours'),
  privateCopy: [true, false],
  sequence: [3, 4],
} as const;

/** Values that every write of an event rejects. */
export const rejectedFields = {
  status: [{ input: { status: 'CANCELLED' } }],
  attachments: [
    {
      input: { attachments: [{ fileUrl: 'javascript:alert(1)' }] },
      path: 'attachments.0.fileUrl',
    },
    {
      input: { attachments: [{ ...attachment('a'), iconLink: 'data:text/html,x' }] },
      path: 'attachments.0.iconLink',
    },
    { input: { attachments: [{ title: 'No file' }] }, path: 'attachments.0' },
    {
      input: { attachments: [{ ...attachment('a'), fileId: ids.file.deck }] },
      path: 'attachments.0',
    },
    {
      input: { attachments: [attachment('a'), attachment('a')] },
      path: 'attachments.1',
    },
    { input: { attachments: Array.from({ length: 26 }, (_, index) => attachment(`${index}`)) } },
  ],
  recurrence: [
    'FREQ=DAILY',
    'RRULE:FREQ=NEVER',
    'RRULE:FREQ=DAILY;COUNT=2;UNTIL=20270101',
    'RRULE:FREQ=DAILY;COUNT=0',
  ]
    .map((line) => ({ input: { recurrence: [line] }, path: 'recurrence.0' }))
    .concat({ input: { recurrence: ['EXDATE:20270308'] }, path: 'recurrence' }),
  reminders: [
    { input: { reminders: remind(40_321) }, path: 'reminders.overrides.0.minutes' },
    { input: { reminders: { ...remind(5), useDefault: true } } },
    {
      input: {
        reminders: { overrides: [1, 2, 3, 4, 5, 6].flatMap((each) => remind(each).overrides) },
      },
      path: 'reminders.overrides',
    },
  ],
  colorId: [{ input: { colorId: '4', eventLabelId: productionLabel } }],
  source: [{ input: { source: { url: 'ftp://elsewhere.example' } }, path: 'source.url' }],
  videoId: [
    { input: { videoId: 'launch' } },
    { input: { videoId: `${videoIds[0]}0` } },
    { input: { videoId: `https://www.youtube.com/watch?v=${videoIds[0]}` } },
  ],
  conference: [
    {
      input: { conference: { existing: { solutionType: 'addOn', entryPoints: [] } } },
      path: 'conference.existing.entryPoints',
    },
    ...[
      ['VIDEO', 'ftp://elsewhere.example'],
      ['VIDEO', 'tel:+46123'],
      ['PHONE', 'https://elsewhere.example'],
    ].map(([entryPointType, uri]) => ({
      input: {
        conference: {
          existing: { solutionType: 'addOn', entryPoints: [{ entryPointType, uri }] },
        },
      },
      path: 'conference.existing.entryPoints.0.uri',
    })),
    { input: { conference: { create: { solutionType: 'zoom' } } }, reason: 'invalid' },
  ],
} as const;

const rejectedNew = {
  ...rejectedFields,
  start: [
    { input: { start: {} } },
    { input: { start: { date: '2026-04-01' }, end: at(12) }, path: 'end' },
    { input: { start: { dateTime: '2026-04-01T10:00:00' } }, path: 'start.timeZone' },
    { input: { start: { ...at(10), timeZone: '' } }, path: 'start.timeZone' },
    { input: { start: { ...at(10), timeZone: 'Mars/City' } }, path: 'start.timeZone' },
    {
      input: { start: { dateTime: at(10).dateTime }, recurrence: ['RRULE:FREQ=DAILY'] },
      path: 'start.timeZone',
    },
  ],
  end: [
    { input: { end: { date: '2026-04-01', timeZone: 'Europe/Lisbon' } }, path: 'end.timeZone' },
    { input: { start: at(11), end: at(10) } },
  ],
  attendees: [
    {
      input: { attendees: [guest('a@b.example'), guest('A@b.example')] },
      path: 'attendees.1.email',
    },
    {
      input: { attendees: [{ ...guest('a@b.example'), additionalGuestCount: -1 }] },
      path: 'attendees.0.additionalGuestCount',
    },
  ],
  privateProperties: [
    {
      input: { privateProperties: [{ key: 'videoId', value: 'x' }] },
      path: 'privateProperties.0.key',
    },
    {
      input: { privateProperties: [{ key: '', value: 'x' }] },
      path: 'privateProperties.0.key',
    },
    {
      input: { privateProperties: [{ key: 'x'.repeat(45), value: 'x' }] },
      path: 'privateProperties.0.key',
    },
    {
      input: { privateProperties: [{ key: 'x', value: 'x'.repeat(1025) }] },
      path: 'privateProperties.0.value',
    },
  ],
  sharedProperties: [
    {
      input: {
        sharedProperties: [
          { key: 'a', value: '1' },
          { key: 'a', value: '2' },
        ],
      },
      path: 'sharedProperties.1.key',
    },
  ],
  sequence: [{ input: { sequence: -1 } }],
  colorId: [...rejectedFields.colorId, { input: { colorId: '99' }, reason: 'invalid' }],
  eventLabelId: [{ input: { eventLabelId: 'unknown' }, reason: 'invalid' }],
} as const;

const accepts = [
  'summary',
  'description',
  'location',
  'visibility',
  'transparency',
  'guestsCanInviteOthers',
  'guestsCanModify',
  'guestsCanSeeOtherGuests',
  'privateCopy',
];

const focusTime = { eventType: 'FOCUS_TIME' };
const outOfOffice = { eventType: 'OUT_OF_OFFICE' };
const workingLocation = { eventType: 'WORKING_LOCATION' };

export const newEventFixtures: Fixtures = {
  createEvent: {
    target: { calendarId },
    entity,
    fields: {
      ...newFields,
      eventType: ['DEFAULT', 'FOCUS_TIME'],
      focusTimeProperties: { ...typeFields.focusTimeProperties, with: focusTime },
      outOfOfficeProperties: { ...typeFields.outOfOfficeProperties, with: outOfOffice },
      workingLocationProperties: {
        ...typeFields.workingLocationProperties,
        with: { ...workingLocation, visibility: 'PUBLIC', transparency: 'TRANSPARENT' },
      },
      newEventId: { values: ['first0event', 'second0event'], with: {} },
      iCalUid: { values: ['first@elsewhere.example', 'second@elsewhere.example'], with: {} },
      notify: ['ALL', 'EXTERNAL_ONLY'],
    },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'NOT_FOUND' },
    ids: {
      calendarId: { missing: ids.calendar.missing },
      'attachments.fileId': { valid: ids.file.deck },
      videoId: {},
    },
    rejected: {
      ...rejectedNew,
      attendees: [
        ...rejectedNew.attendees,
        { input: { ...outOfOffice, attendees: [guest('first@guest.example')] } },
      ],
      end: [
        ...rejectedNew.end,
        {
          input: {
            ...workingLocation,
            workingLocationProperties: { type: 'HOME_OFFICE' },
            start: { date: '2026-04-01' },
            end: { date: '2026-04-03' },
          },
        },
      ],
      eventType: [
        { input: { eventType: 'FROM_GMAIL' } },
        { input: { eventType: 'BIRTHDAY' }, path: 'start' },
        { input: workingLocation, path: 'workingLocationProperties' },
        {
          input: { ...focusTime, start: { date: '2026-04-01' }, end: { date: '2026-04-02' } },
          path: 'start',
        },
      ],
      focusTimeProperties: [{ input: { focusTimeProperties: {} } }],
      outOfOfficeProperties: [{ input: { outOfOfficeProperties: {}, ...focusTime } }],
      workingLocationProperties: [
        {
          input: {
            ...workingLocation,
            workingLocationProperties: { type: 'HOME_OFFICE', customLocation: { label: 'Pier' } },
          },
          path: 'workingLocationProperties.customLocation',
        },
        {
          input: {
            ...workingLocation,
            visibility: 'PRIVATE',
            workingLocationProperties: { type: 'HOME_OFFICE' },
          },
          path: 'visibility',
        },
      ],
      newEventId: [{ input: { newEventId: 'NOT-AN-ID' } }, { input: { newEventId: 'abcd' } }],
      iCalUid: [
        { input: { iCalUid: ' ' } },
        { input: { iCalUid: 'a@b.example', newEventId: 'first0event' } },
      ],
    },
    accepts: [...accepts, 'notify'],
    repeatable: { 'calendar:events.insert': 'The body has an id that the gateway made.' },
  },
  importEvent: {
    target: { calendarId },
    entity,
    fields: {
      ...newFields,
      iCalUid: ['first@elsewhere.example', 'second@elsewhere.example'],
      organizer: [{ email: 'host@elsewhere.example', displayName: 'Host' }, { email: calendarId }],
    },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'NOT_FOUND' },
    ids: {
      calendarId: { missing: ids.calendar.missing },
      'attachments.fileId': { valid: ids.file.deck },
      videoId: {},
    },
    rejected: { ...rejectedNew, iCalUid: [{ input: { iCalUid: ' ' } }] },
    accepts: [...accepts, 'organizer'],
    again: 'SAME',
  },
};
