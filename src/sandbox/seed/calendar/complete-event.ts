/**
 * Events on Ava's primary calendar, at least one of each type, which together have all fields that
 * an update writes: a field that an update loses is noticed.
 */
import { pictureUrl } from '../../picture/picture-url.ts';
import { eventId, ids } from '../ids.ts';
import type { EventPlan } from './event-plan.ts';
import { productionLabel } from './label.ts';

const { ben, chloe } = ids.person;

/** Fields that events of all types can have. */
const commonFields = {
  description: 'Every field of this event has a value.',
  colorId: '7',
  eventLabelId: productionLabel,
  extendedProperties: { private: { act: 'complete' }, shared: { season: '3' } },
  reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 45 }] },
  sequence: 4,
} as const;

/** A conference of an add-on, with all fields that a client can write. */
const conferenceData = {
  conferenceId: 'pie-rnin-ela',
  conferenceSolution: {
    key: { type: 'addOn' },
    name: 'Harbour Meet',
    iconUri: pictureUrl('meet/harbour.png', 48),
  },
  createRequest: { requestId: 'request-1', conferenceSolutionKey: { type: 'addOn' } },
  entryPoints: [
    {
      entryPointType: 'video',
      uri: 'https://meet.example/pie-rnin-ela',
      label: 'meet.example/pie-rnin-ela',
      accessCode: '1234',
      meetingCode: 'pie-rnin-ela',
      passcode: '5678',
      password: 'ferry',
      pin: '90',
    },
    { entryPointType: 'phone', uri: 'tel:+46-8-123456', label: '+46 8 123456', pin: '90' },
  ],
  notes: 'Wait in the lobby.',
  parameters: { addOnParameters: { parameters: { stage: 'pier' } } },
  signature: 'c2lnbmF0dXJl',
} as const;

/** A gadget, which is deprecated; events that have one keep it. */
const gadget = {
  type: 'goo.contacts',
  title: 'Tide table',
  link: 'https://pier.example/gadget',
  iconLink: 'https://pier.example/tide.png',
  width: 320,
  height: 200,
  display: 'chip',
  preferences: { harbour: 'north' },
} as const;

const defaultEvent: EventPlan = {
  id: eventId('completeDefault'),
  summary: 'Pier inspection',
  at: 24 * 90,
  hours: 2,
  timeZone: 'Europe/Lisbon',
  files: ['runSheet'],
  guests: [
    [ben, 'accepted', { id: 'guest-1', comment: 'By boat.', additionalGuests: 1, optional: true }],
    [chloe, 'tentative'],
    ['room-9@resource.calendar.example', 'accepted', { resource: true }],
    ['harbor-crew@groups.example', 'needsAction', { asyncOperation: 'inProgress' }],
  ],
  more: {
    ...commonFields,
    location: 'Pier 9',
    status: 'tentative',
    visibility: 'private',
    transparency: 'transparent',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'],
    anyoneCanAddSelf: true,
    guestsCanInviteOthers: false,
    guestsCanModify: true,
    guestsCanSeeOtherGuests: false,
    source: { title: 'Inspection rules', url: 'https://pier.example/rules' },
    conferenceData,
    gadget,
    hangoutLink: 'https://meet.example/pie-rnin-ela',
  },
};

const statusEvents: readonly EventPlan[] = [
  {
    id: ids.event.focus,
    summary: 'Focus: edit',
    at: 24,
    hours: 3,
    more: {
      ...commonFields,
      eventType: 'focusTime',
      focusTimeProperties: {
        autoDeclineMode: 'declineNone',
        chatStatus: 'doNotDisturb',
        declineMessage: 'Editing, back at noon.',
      },
    },
  },
  {
    id: eventId('vacation'),
    summary: 'Away',
    at: 24 * 40,
    hours: 48,
    more: {
      ...commonFields,
      eventType: 'outOfOffice',
      outOfOfficeProperties: {
        autoDeclineMode: 'declineAllConflictingInvitations',
        declineMessage: 'At sea, no network.',
      },
    },
  },
];

/** The properties of each kind of working location. */
const workingLocations = [
  {
    type: 'officeLocation',
    officeLocation: {
      buildingId: 'pier-9',
      floorId: '2',
      floorSectionId: 'west',
      deskId: '14',
      label: 'Pier 9, second floor',
    },
  },
  { type: 'customLocation', customLocation: { label: 'The old lighthouse' } },
  { type: 'homeOffice', homeOffice: {} },
] as const;

const workingLocationEvents = workingLocations.map(
  (workingLocationProperties, index): EventPlan => ({
    id: eventId(`complete ${workingLocationProperties.type}`),
    summary: 'Location',
    days: [93 + index, 1],
    more: {
      ...commonFields,
      eventType: 'workingLocation',
      visibility: 'public',
      transparency: 'transparent',
      workingLocationProperties,
    },
  }),
);

/** Events that other Google services make. */
const importedEvents: readonly EventPlan[] = [
  {
    id: eventId('completeBirthday'),
    summary: 'Birthday of Maja',
    days: [96, 1],
    more: {
      ...commonFields,
      // A birthday has no private ones.
      extendedProperties: { shared: { season: '3' } },
      eventType: 'birthday',
      visibility: 'private',
      transparency: 'transparent',
      recurrence: ['RRULE:FREQ=YEARLY'],
      birthdayProperties: { contact: 'people/c42', type: 'birthday' },
    },
  },
  {
    id: eventId('completeFromGmail'),
    summary: 'Ferry to Gotland',
    at: 24 * 97,
    hours: 3,
    more: {
      ...commonFields,
      eventType: 'fromGmail',
      location: 'Nynäshamn',
      visibility: 'private',
      source: { title: 'Booking', url: 'https://ferry.example/booking/42' },
    },
  },
];

/** All of them. */
export const completeEvents: readonly EventPlan[] = [
  defaultEvent,
  ...statusEvents,
  ...workingLocationEvents,
  ...importedEvents,
];
