/** The parameter `sendUpdates` of all writes of events. */
import { enumeration } from '../field/enumeration.ts';
import { required } from '../field/write-input.ts';

const SendUpdates = enumeration(
  'SendUpdates',
  'The attendees who receive an email about a change.',
  {
    none: 'No attendee receives an email.',
    externalOnly: 'Only attendees who do not use Google Calendar receive an email.',
    all: 'All attendees receive an email.',
  },
);

/** The row of the parameter. Nobody is notified by default. */
export const sendUpdates = (description: string) =>
  [required(SendUpdates), 'sendUpdates', description, { default: 'none' }] as const;
