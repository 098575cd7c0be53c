/** The keys of apps, and how they are read. */
import type { drive_v3 } from '@googleapis/drive';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import { apps } from '../operations.ts';

export const DriveApp = resource<drive_v3.Schema$App>({
  name: 'DriveApp',
  key: ['appId'],
  read: { kind: 'single', operation: apps.get },
});
