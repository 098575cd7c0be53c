/** Fields of files about access: owner, sharing, restrictions and what the caller may do. */
import type { drive_v3 } from '@googleapis/drive';
import type { Field, FieldBuilder } from '../../../engine/schema/field/field-factory.ts';
import { fields, valueType } from '../../../engine/schema/field/path-field.ts';
import { FileCapabilities } from './capability.ts';
import { DownloadRestrictions } from '../restriction/type.ts';
import { DriveUser } from '../user.ts';

const LinkShareMetadata = valueType<NonNullable<drive_v3.Schema$File['linkShareMetadata']>>(
  'LinkShareMetadata',
  'FileLinkShareMetadata',
).rows('Details of the links that lead to a file, after the security update of 2021.', {
  securityUpdateEligible:
    'Whether the file is eligible for the security update, which adds a resource key to links.',
  securityUpdateEnabled:
    'Whether the security update applies to the file: links need the resource key.',
});

export const accessFields = (
  t: FieldBuilder<drive_v3.Schema$File>,
): Readonly<Record<string, Field>> =>
  fields(t, {
    shared: 'Whether the file is shared with other users. Null on shared drives.',
    ownedByMe: 'Whether the caller owns the file. Null on shared drives.',
    sharingUser: [
      DriveUser,
      'The user who shared the file with the caller. Null if the file was not shared with the caller.',
    ],
    writersCanShare:
      'Whether users with the role `WRITER` can share the file. Null on shared drives.',
    copyRequiresWriterPermission:
      'Whether readers and commenters are prevented from copying, printing and downloading the file.',
    hasAugmentedPermissions:
      'Whether the file has permissions of its own, in addition to the members of the shared drive. Null outside shared drives.',
    isAppAuthorized:
      'Whether the app that the access token was issued for created or opened the file.',
    capabilities: [FileCapabilities, 'The permissions of the caller on the file.'],
    downloadRestrictions: [
      DownloadRestrictions,
      'The restrictions on downloading, printing and copying the file. Null without restrictions.',
    ],
    inheritedPermissionsDisabled:
      'Whether access to the folder is limited to people with a permission of its own, without those of the folder above.',
    resourceKey:
      'The resource key, which users need beside the id to open the file by a link. Null for files without a resource key.',
    linkShareMetadata: [LinkShareMetadata, 'Details of how links to the file work.'],
    owners: [[DriveUser], 'The owners of the file. Null on shared drives.', { maxItems: 10 }],
  });
