/** The input field `notify` of all writes of events. */
import { required } from '../../../../engine/schema/write/write-input.ts';
import { NotifiedAttendees } from '../../enums.ts';

/** The row of the parameter. Nobody is notified by default. */
export const notifyAttendees = (description: string) =>
  [
    required(NotifiedAttendees),
    'sendUpdates',
    `${description} REST parameter: \`sendUpdates\`.`,
    { default: 'none' },
  ] as const;
