/** Permissions of files. */
import { connectionType } from '../field/connection-type.ts';
import { enumeration } from '../field/enumeration.ts';
import { link } from '../field/link.ts';
import { fieldAt, fields, ownKey, parentKey } from '../field/path-field.ts';
import { person } from '../link/person.ts';
import { node } from '../node-interface.ts';
import { File, FilePermission } from './resource.ts';

export const permissionConnection = connectionType(FilePermission, 'permissions');

const PermissionType = enumeration('FilePermissionType', 'The kind of grantee of a permission.', {
  user: 'A single user.',
  group: 'All members of a Google group.',
  domain: 'All users of a Google Workspace domain.',
  anyone: 'Everybody, including people without a Google account.',
});

const PermissionRole = enumeration('FilePermissionRole', 'The role that a permission grants.', {
  owner: 'Full access, including permanent deletion. Not available on shared drives.',
  organizer: 'Full access to a shared drive and its members. Shared drives only.',
  fileOrganizer: 'Organize, trash and change the files of a shared drive. Shared drives only.',
  writer: 'Change the file.',
  commenter: 'Read the file and add comments.',
  reader: 'Read the file.',
});

/** Adds the types and fields of this module to the schema. */
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
        type: [PermissionType, 'The kind of grantee: user, group, domain or anyone.'],
        role: [PermissionRole, 'The granted role.'],
        displayName: ['String', 'The name of the user, group or domain.'],
        photoLink: ['URL', 'The URL of the profile photo of the user. Null for other grantees.'],
        domain: ['String', 'The domain of the grantees. Null for `ANYONE`.'],
        deleted: ['Boolean', 'Whether the account of the grantee has been deleted.'],
        pendingOwner: [
          'Boolean',
          'Whether the user has been asked to become the owner of the file and has not answered yet.',
        ],
        allowFileDiscovery: [
          'Boolean',
          'Whether the grantees can find the file by search. If false, only the link leads to the file. Null unless the grantee is a domain or anyone.',
        ],
      }),
      email: fieldAt(
        t,
        'EmailAddress',
        'emailAddress',
        'The email address of the user or group. Null for other grantees. REST field: `emailAddress`.',
      ),
      expiresAt: fieldAt(
        t,
        'DateTime',
        'expirationTime',
        'The time when the permission expires. Null if the permission does not expire. REST field: `expirationTime`.',
      ),
      person: person(
        t,
        ['type', 'emailAddress'],
        'The person with the email address of the grantee. Null for groups, domains and everybody.',
        ({ type, emailAddress }) => (type === 'user' ? emailAddress : null),
      ),
      file: link(
        t,
        File,
        { key: (_, ref) => (ref ? ref.key.slice(0, 1) : null), usesRef: true },
        'The file that the permission belongs to.',
      ),
    }),
  });
}
