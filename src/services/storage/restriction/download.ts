/** Restrictions of downloads, copies and prints, of files and of whole shared drives. */
import type { drive_v3 } from '@googleapis/drive';
import { valueType } from '../../../engine/schema/field/path-field.ts';

export const DownloadRestriction = valueType<drive_v3.Schema$DownloadRestriction>(
  'DownloadRestriction',
).rows('The roles that may not download, copy or print files.', {
  restrictedForReaders: 'Whether readers and commenters cannot download, copy or print.',
  restrictedForWriters:
    'Whether writers cannot download, copy or print. Then readers and commenters cannot either.',
});
