/** Permissions of files and shared drives. */
import type { drive_v3 } from '@googleapis/drive';
import { InvalidInput } from '../../../engine/api/error.ts';
import { permissions } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { ancestor } from '../../../engine/schema/field/link.ts';
import { fields, valueType, ownKey, parentKey } from '../../../engine/schema/field/path-field.ts';
import { person } from '../../shared/person.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { allDrives, File, FilePermission, SharedDrive } from '../resources.ts';
import {
  FilePermissionRole,
  FilePermissionSource,
  FilePermissionType,
  FilePermissionView,
} from '../enums.ts';

const permissionConnection = connectionType(FilePermission, 'permissions');

type PermissionDetail = NonNullable<drive_v3.Schema$Permission['permissionDetails']>[number];

const PermissionDetails = valueType<PermissionDetail>(
  'FilePermissionDetail',
  'PermissionPermissionDetails',
).rows('One origin of a permission: the role, and whether the role is inherited.', {
  role: [FilePermissionRole, 'The role that this origin grants.'],
  source: [
    FilePermissionSource,
    'Whether the role comes from a permission on a file or from a membership of the drive.',
    { rest: 'permissionType' },
  ],
  inherited:
    'Whether the role is inherited from a folder or the shared drive. An inherited role can only be changed where it comes from.',
  inheritedFromId: [
    'ID',
    'The Google Drive id of the folder or shared drive that the role is inherited from. Null for a role that is not inherited.',
    { rest: 'inheritedFrom' },
  ],
  inheritedFrom: [
    File,
    'The folder that the role is inherited from; for a shared drive, its root folder. Null for a role that is not inherited.',
    { id: 'inheritedFrom' },
  ],
});

/**
 * Maximum number of origins, for the estimate of the calls below a list. Google documents none: a
 * membership, a direct permission, and the folders above.
 */
const maxDetails = 10;

interface ViewArgument {
  readonly view?: string | null;
}

/** @throws InvalidInput for a view whose permissions are not listed */
function viewParameter({ view }: ViewArgument): { readonly includePermissionsForView?: string } {
  if (view == null) return {};
  if (view !== 'published')
    throw new InvalidInput('view', 'Google Drive lists only PUBLISHED; expected PUBLISHED or null');
  return { includePermissionsForView: view };
}

export function addPermission(): void {
  FilePermission.implement({
    ...node,
    description: 'A permission of a user, a group, a domain or everybody on a file.',
    fields: (t) => ({
      permissionId: ownKey(
        t,
        'The Google Drive id of the permission. Identical on all files for one grantee.',
      ),
      fileId: parentKey(t, 'fileId', 'The Google Drive id of the file.'),
      ...fields(t, {
        type: [FilePermissionType, 'The kind of grantee: user, group, domain or anyone.'],
        role: [FilePermissionRole, 'The granted role.'],
        displayName: 'The name of the user, group or domain.',
        photoLink: ['URL', 'The URL of the profile photo of the user. Null for other grantees.'],
        domain: 'The domain of the grantees. Null for `ANYONE`.',
        view: [
          FilePermissionView,
          'The view that the permission is limited to. Null for a permission on the file itself.',
        ],
        inheritedPermissionsDisabled:
          'Whether only organizers, owners and users with a direct permission have access to the folder, because it does not inherit permissions.',
        deleted: 'Whether the account of the grantee has been deleted.',
        pendingOwner:
          'Whether the user has been asked to become the owner of the file and has not answered yet.',
        allowFileDiscovery:
          'Whether the grantees can find the file by search. If false, only the link leads to the file. Null unless the grantee is a domain or anyone.',
        permissionDetails: [
          [PermissionDetails],
          'The origins of the role: the permission on the file itself, and the permissions that it inherits.',
          { maxItems: maxDetails },
        ],
        email: [
          'The email address of the user or group. Null for other grantees.',
          { rest: 'emailAddress' },
        ],
        expiresAt: [
          'The time when the permission expires. Null if the permission does not expire.',
          { rest: 'expirationTime' },
        ],
        file: [
          File,
          'The file that the permission belongs to; for a shared drive, its root folder.',
          ancestor(File),
        ],
      }),
      person: person(
        t,
        ['type', 'emailAddress'],
        'The person with the email address of the grantee. Null for groups, domains and everybody.',
        ({ type, emailAddress }) => (type === 'user' ? emailAddress : null),
      ),
    }),
  });

  builder.objectFields(File, (t) => ({
    permissions: connection(
      t,
      permissionConnection,
      {
        operation: permissions.list,
        nullOnReasons: [permissions.list.reasons.insufficientFilePermissions],
        // Google Drive refuses the list to those who can neither change nor share the file, except
        // on a shared drive, where every member can read it.
        optionalPaths: ['capabilities.canEdit', 'capabilities.canShare', 'driveId'],
        refusal: ({ capabilities, driveId }: drive_v3.Schema$File) =>
          driveId == null && capabilities?.canEdit === false && capabilities.canShare === false
            ? permissions.list.reasons.insufficientFilePermissions
            : undefined,
        embedded: {
          path: 'permissions',
          paths: ['driveId'],
          isComplete: ({ driveId, permissions: all }: drive_v3.Schema$File, given: ViewArgument) =>
            driveId == null && all != null && given.view == null,
        },
        args: (_, __, ref) => ({ ...allDrives, fileId: ref!.key[0]! }),
        argumentParameters: viewParameter,
        argumentNames: { includePermissionsForView: 'view' },
        arguments: {
          view: [
            FilePermissionView,
            'Also return the permissions on this view of the file. Only `PUBLISHED` is supported. Default: only permissions on the file itself.',
          ],
        },
      },
      'The permissions of the file: who has access, and with which role. Costs no call of its own, except for files on shared drives, with `view`, and if the caller cannot share the file: then null with a warning.',
    ),
  }));

  builder.objectFields(SharedDrive, (t) => ({
    permissions: connection(
      t,
      permissionConnection,
      {
        operation: permissions.list,
        args: (_, _given, ref) => ({ ...allDrives, fileId: ref!.key[0]!, ...ref!.args }),
      },
      'The members of the shared drive, as permissions with their roles.',
    ),
  }));
}
