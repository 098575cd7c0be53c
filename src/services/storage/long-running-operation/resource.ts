/** The keys of long-running operations, and how they are read. */
import type { drive_v3 } from '@googleapis/drive';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import { operations } from './operations.ts';

export const LongRunningOperation = resource<drive_v3.Schema$Operation>({
  name: 'LongRunningOperation',
  key: ['name'],
  read: { kind: 'single', operation: operations.get, idPath: 'name' },
});
