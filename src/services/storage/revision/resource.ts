/** The keys of revisions of files, and how they are read. */
import type { drive_v3 } from '@googleapis/drive';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import { revisions } from '../operations.ts';

export const FileRevision = resource<drive_v3.Schema$Revision>({
  name: 'FileRevision',
  key: ['fileId', 'revisionId'],
  read: { kind: 'single', operation: revisions.get },
});
