/** The keys of permissions of files, and how they are read. */
import type { drive_v3 } from '@googleapis/drive';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import { allDrives } from '../file/resource.ts';
import { permissions } from '../operations.ts';

export const FilePermission = resource<drive_v3.Schema$Permission>({
  name: 'FilePermission',
  key: ['fileId', 'permissionId'],
  read: { kind: 'single', operation: permissions.get },
  fixed: allDrives,
});
