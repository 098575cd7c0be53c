/** The argument of a write that names a file. */
import type { IdSpec } from '../../../engine/schema/write/write-spec.ts';
import { wellKnownFile } from './id.ts';

/** The argument `id`. @param role of the file in the write, for the description */
export const fileArgument = (role: string): IdSpec => ({
  argument: 'id',
  description: `${role}: a global id, a Google Drive id, or \`root\` for the root folder of My Drive. \`root\` costs one more call.`,
  wellKnown: wellKnownFile,
});
