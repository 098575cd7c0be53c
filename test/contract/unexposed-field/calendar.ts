/** Fields of Google Calendar resources that no GraphQL field shows. Add a field: remove it here. */
import type { UnexposedFields } from './field-group.ts';

export const calendarFields: readonly UnexposedFields[] = [
  {
    reason: 'The label of an event comes with `createEvent`.',
    fields: ['Event.eventLabelId'],
  },
  {
    reason: 'A conference is created and copied by `createEvent`, and this comes with it.',
    fields: [
      'Event.conferenceData.createRequest',
      'Event.conferenceData.parameters',
      'Event.conferenceData.signature',
    ],
  },
  {
    reason: 'Deprecated by the documentation of Google Calendar.',
    fields: ['Event.anyoneCanAddSelf', 'Event.gadget'],
  },
  {
    reason: 'Google Calendar returns an end for these events as well.',
    fields: ['Event.endTimeUnspecified'],
  },
  {
    reason: 'A profile id, which no operation accepts.',
    fields: ['Event.attendees.id', 'Event.creator.id', 'Event.organizer.id'],
  },
  {
    reason: 'Not documented by Google Calendar.',
    fields: ['Event.attendees.asyncOperation'],
  },
];
