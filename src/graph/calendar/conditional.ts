/** Input fields of every conditional replace, which the strategy `replaceIfMatch` reads. */
import { enumeration } from '../field/enumeration.ts';
import { required, settings } from '../field/write-input.ts';

const UpdateMode = enumeration('CalendarUpdateMode', 'How a change is written.', {
  safe: 'Read, merge and replace under a condition: two quota units. Where a replace could erase what the caller is not shown, a patch under the same condition.',
  patch:
    'Only what is named is sent, as a patch: three quota units. Unless `ifMatch` is given, it may meet a version nobody has looked at.',
});

export const conditionalSettings = settings({
  mode: [required(UpdateMode), 'How to write it.', { default: 'safe' }],
  ifMatch: ['String', 'The `etag` that the client has seen: only that version is changed.'],
});
