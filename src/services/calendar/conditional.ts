/** The input fields that the strategy `replaceIfMatch` reads, for all updates of Calendar. */
import { enumeration } from '../../engine/schema/field/enumeration.ts';
import { required, settings } from '../../engine/schema/write/write-input.ts';

const UpdateMode = enumeration(
  'CalendarUpdateMode',
  'The REST operation that writes a change to a calendar object.',
  {
    safe: 'Read the current object, merge the change, and replace the object on condition that it did not change in between. If it did, the gateway reads, merges and writes again, until the deadline or the cost limit of the request; the error is then `CONFLICT`. If a replace could erase data that is not visible to the caller, the gateway sends a conditional patch instead. Costs 2 quota units, 1 if the object has all values of the change already, so that nothing is written, or 3 if it patches after Google Calendar has refused the whole object for a value that the change does not touch, plus 1 if the gateway has to read the primary calendar of the caller.',
    patch:
      'Send only the changed fields, as a patch. Costs 1 quota unit, or 2 if the change requires a read of the current object. Without `ifMatch`, a patch that needs no read is unconditional.',
  },
);

/** Rows of updates that have further settings. */
export const conditionalRows = {
  mode: [required(UpdateMode), 'The way of writing the change.', { default: 'safe' }],
  ifMatch: [
    'String',
    'Write only if the object still has this `etag`. Otherwise the mutation returns the error `CONFLICT`, also if the input changes nothing.',
  ],
} as const;

export const conditionalSettings = settings(conditionalRows);

/** Rows of deletions. */
export const deletionRows = {
  ifMatch: [
    'String',
    'Delete only if the object still has this `etag`. Otherwise the mutation returns the error `CONFLICT`.',
  ],
} as const;
