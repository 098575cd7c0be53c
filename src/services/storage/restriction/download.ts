/** Restrictions of downloads, copies and prints, of files and of whole shared drives. */
import type { drive_v3 } from '@googleapis/drive';
import { builder } from '../../../engine/schema/builder.ts';
import { fields } from '../../../engine/schema/field/path-field.ts';

export const DownloadRestriction = builder
  .objectType<drive_v3.Schema$DownloadRestriction>('DownloadRestriction')
  .implement({
    description: 'The roles that may not download, copy or print files.',
    fields: (t) =>
      fields(t, {
        restrictedForReaders: 'Whether readers and commenters cannot download, copy or print.',
        restrictedForWriters:
          'Whether writers cannot download, copy or print. Then readers and commenters cannot either.',
      }),
  });
