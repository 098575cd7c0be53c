/** Fields of Google Calendar resources that no GraphQL field shows. Add a field: remove it here. */
import { notYet, type UnexposedFields } from './field-group.ts';

export const calendarFields: readonly UnexposedFields[] = [
  {
    reason: notYet,
    fields: [
      'Calendar.autoAcceptInvitations',
      'Calendar.conferenceProperties',
      'Calendar.dataOwner',
      'Calendar.labelProperties',
      'CalendarListEntry.autoAcceptInvitations',
      'CalendarListEntry.conferenceProperties',
      'CalendarListEntry.dataOwner',
      'CalendarListEntry.notificationSettings',
      'Event.anyoneCanAddSelf',
      'Event.attendees.asyncOperation',
      'Event.attendees.id',
      'Event.birthdayProperties',
      'Event.conferenceData.conferenceSolution.key.type',
      'Event.conferenceData.createRequest',
      'Event.conferenceData.entryPoints.accessCode',
      'Event.conferenceData.entryPoints.entryPointFeatures',
      'Event.conferenceData.entryPoints.password',
      'Event.conferenceData.parameters',
      'Event.conferenceData.signature',
      'Event.creator.id',
      'Event.endTimeUnspecified',
      'Event.focusTimeProperties',
      'Event.gadget',
      'Event.organizer.id',
      'Event.outOfOfficeProperties',
      'Event.privateCopy',
      'Event.workingLocationProperties',
      'Event.eventLabelId',
    ],
  },
];
