/** The keys of labels of files, and how they are read. */
import type { drive_v3 } from '@googleapis/drive';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import { files } from '../operations.ts';

export const FileLabel = resource<drive_v3.Schema$Label>({
  name: 'FileLabel',
  key: ['fileId', 'labelId'],
  read: { kind: 'unreadable', operation: files.listLabels },
});
