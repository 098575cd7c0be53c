/** The keys of accounts, and how they are read. */
import type { drive_v3 } from '@googleapis/drive';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import { about } from '../operations.ts';

/** One for each caller, so that it has no key. */
export const DriveAccount = resource<drive_v3.Schema$About>({
  name: 'DriveAccount',
  key: [],
  read: { kind: 'single', operation: about.get },
});
