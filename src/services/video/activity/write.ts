/** The write of activities, which YouTube has retired. */
import { required } from '../../../engine/schema/field/input-row.ts';
import { retired } from '../../../engine/schema/write/retired.ts';
import { Channel } from '../resources.ts';
import { activities } from '../operations.ts';

const createActivity = retired('createActivity', {
  product: 'YouTube',
  description:
    'Post a bulletin to the subscribers of a channel. Always fails with `OPERATION_RETIRED`.',
  operation: activities.insert,
  target: Channel,
  instead: 'YouTube offers no replacement.',
  input: { text: [required('String'), 'The text. Ignored: the mutation always fails.'] },
});

export const activityWrites = [createActivity];
