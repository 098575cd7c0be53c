/** The keys of files, and how they are read. */
import type { drive_v3 } from '@googleapis/drive';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import { files } from '../operations.ts';

/** Required to read files on shared drives. */
export const allDrives = { supportsAllDrives: true } as const;

/** Required to list files on shared drives. */
export const includeAllDrives = { ...allDrives, includeItemsFromAllDrives: true } as const;

export const File = resource<drive_v3.Schema$File>({
  name: 'File',
  key: ['fileId'],
  read: { kind: 'single', operation: files.get },
  choiceParameter: 'includeLabels',
  fixed: allDrives,
  // The root folder of a shared drive has the id of the drive.
  sameKeyAs: 'SharedDrive',
});

/** Google Drive takes no `If-Match`: the gateway compares the version of a file. */
export const versionCondition = { setting: 'ifVersion', path: 'version' } as const;
