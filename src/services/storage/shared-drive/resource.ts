/** The keys of shared drives, and how they are read. */
import type { drive_v3 } from '@googleapis/drive';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import { drives } from '../operations.ts';

export const SharedDrive = resource<drive_v3.Schema$Drive>({
  name: 'SharedDrive',
  key: ['driveId'],
  read: { kind: 'single', operation: drives.get },
});
