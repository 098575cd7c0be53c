/** Permissions of files. */
import { connectionType } from '../field/connection-type.ts';
import { enumeration } from '../field/enumeration.ts';
import { link } from '../field/link.ts';
import { fields, ownKey, parentKey } from '../field/path-field.ts';
import { person } from '../link/person.ts';
import { node } from '../node-interface.ts';
import { File, FilePermission } from './resource.ts';

export const permissionConnection = connectionType(FilePermission, 'permissions');

const PermissionType = enumeration('FilePermissionType', 'Whom a permission is for.', {
  user: 'One person.',
  group: 'Everybody in a mailing group.',
  domain: 'Everybody in an organization.',
  anyone: 'Everybody, with or without an account.',
});

const PermissionRole = enumeration('FilePermissionRole', 'How much a permission allows.', {
  owner: 'Everything, deleting for good included; not on shared drives.',
  organizer: 'Everything on a shared drive, its members included.',
  fileOrganizer: 'On a shared drive: to arrange its files, and to trash them.',
  writer: 'To change the file.',
  commenter: 'To read it and comment on it.',
  reader: 'To look at it.',
});

/** Adds the types and fields of this module to the schema. */
export function addPermission(): void {
  FilePermission.implement({
    ...node,
    description: 'What one person, group or organization may do with a file.',
    fields: (t) => ({
      permissionId: ownKey(t, 'The id of the permission: the same for one person on every file.'),
      fileId: parentKey(t, 'fileId', 'The file it is about, by the id of the storage service.'),
      ...fields(t, {
        type: [PermissionType, 'Whether it is for a person or for many.'],
        role: [PermissionRole, 'What it allows.'],
        emailAddress: ['EmailAddress', 'The address of the person or group.'],
        displayName: ['String', 'The name of the person, group or organization.'],
        photoLink: ['URL', "The address of the person's picture. Null for other permissions."],
        domain: ['String', 'The organization whose members it is for.'],
        expirationTime: ['DateTime', 'When it ends by itself; null: it stays.'],
        deleted: ['Boolean', 'Whether the account it was given to is gone.'],
        pendingOwner: [
          'Boolean',
          'Whether this person has been asked to become the owner, and has not answered.',
        ],
        allowFileDiscovery: [
          'Boolean',
          'For organizations and everybody: whether a search finds the file, or only its link leads to it.',
        ],
      }),
      person: person(
        t,
        ['type', 'emailAddress'],
        'The same person across all services; null for groups, organizations and everybody.',
        ({ type, emailAddress }) => (type === 'user' ? emailAddress : null),
      ),
      file: link(
        t,
        File,
        { key: (_, ref) => (ref ? ref.key.slice(0, 1) : null), usesRef: true },
        'What it gives access to.',
      ),
    }),
  });
}
