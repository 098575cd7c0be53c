/** The input field `notify` of all writes of events. */
import { enumeration } from '../../../../engine/schema/field/enumeration.ts';
import { required } from '../../../../engine/schema/write/write-input.ts';

const NotifiedAttendees = enumeration(
  'NotifiedAttendees',
  'The attendees who receive an email about a change.',
  {
    none: 'No attendee receives an email.',
    externalOnly: 'Only attendees who do not use Google Calendar receive an email.',
    all: 'All attendees receive an email.',
  },
);

/** The row of the parameter. Nobody is notified by default. */
export const notifyAttendees = (description: string) =>
  [
    required(NotifiedAttendees),
    'sendUpdates',
    `${description} REST parameter: \`sendUpdates\`.`,
    { default: 'none' },
  ] as const;
