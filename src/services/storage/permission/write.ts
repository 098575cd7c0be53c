/** Writes of permissions: who has access to files and shared drives. */
import { insert } from '../../../engine/write/insert/insert.ts';
import { patch } from '../../../engine/write/update/patch.ts';
import { permissions } from '../operations.ts';
import { write } from '../../../engine/schema/write/write.ts';
import {
  changes,
  newOrChanged,
  parameters,
  required,
  settings,
} from '../../../engine/schema/write/write-input.ts';
import { FilePermissionRef, sharedPart } from '../file/ref.ts';
import {
  checkDomain,
  checkNewOwner,
  checkNewPermission,
  isPersonal,
  type NewPermission,
} from './check.ts';
import { FilePermission, File } from '../resources.ts';
import type { drive_v3 } from '@googleapis/drive';
import type { Execution } from '../../../engine/execution/execution.ts';
import type { JsonRecord } from '../../../engine/write/change.ts';
import type { Paths } from '../../../engine/read/path.ts';
import type { LockSpec } from '../../../engine/schema/write/write-spec.ts';
import { FilePermissionRole, FilePermissionType, FilePermissionView } from '../enums.ts';
import { flag } from '../../../engine/schema/field/input-row.ts';

/** Sends true only: where a flag is not allowed, Google Drive rejects false as well. */
const sentIfTrue = { convert: (value: boolean) => value || undefined } as const;

/** A parameter that is sent only if it is true. */
const onlyTrue = { default: false, ...sentIfTrue } as const;

const asDomainAdmin = [
  required('Boolean'),
  'useDomainAdminAccess',
  'Whether to act as an administrator of the domain. Only for the members of shared drives of the domain.',
  onlyTrue,
] as const;

const notifyOwner =
  'Must be true if the role is `OWNER`, because Google Drive always notifies a new owner by email.';

/**
 * Of several writes of the permissions of a file at once, also of several users, Google Drive keeps
 * only the last (its reference of `permissions`, November 2026). So they run one after another.
 */
const inTurnOfFile: LockSpec = { resource: File.resource };

/** The permission that an insert has made, of an address: with the role of the insert. */
async function findShared(
  execution: Execution,
  body: JsonRecord,
  requested: Paths,
  [fileId]: readonly string[],
): Promise<object | undefined> {
  const { permissions: found = [] } = await execution.send(permissions.list, {
    fileId: fileId!,
    pageSize: 100,
    supportsAllDrives: true,
    fields: requested.with('emailAddress', 'role', 'type').under('permissions').mask,
  });
  const isSame = ({ emailAddress, role, type }: drive_v3.Schema$Permission): boolean =>
    type === body['type'] &&
    role === body['role'] &&
    emailAddress?.toLowerCase() === String(body['emailAddress']).toLowerCase();
  return found?.find(isSame);
}

/** The acknowledgement that the current owner becomes a writer. */
const ownership = (role: unknown): { readonly transferOwnership?: true } =>
  role === 'owner' ? { transferOwnership: true } : {};

/** The rejected values of new and changed permissions. */
const rejections = {
  cannotSetExpiration: 'expirationTime',
  cannotSetExpirationOnAnyoneOrDomain: 'expirationTime',
  cannotShareTeamDriveTopFolderWithAnyoneOrDomains: 'type',
  expirationDateNotAllowedForSharedDriveMembers: 'expirationTime',
  expirationDatesMustBeInTheFuture: 'expirationTime',
  fileOrganizerOnNonTeamDriveNotSupported: 'role',
  organizerOnNonTeamDriveItemNotSupported: 'role',
  organizerOnNonTeamDriveNotSupported: 'role',
  ownerOnTeamDriveItemNotSupported: 'role',
} as const;

/** Permissions that cannot be changed, or not on this file. */
const fixedPermissions = {
  cannotModifyInheritedPermission: 'entity',
  cannotRemoveOwner: 'entity',
} as const;

/** Drive names the fields of a permission with the name of the resource. */
const locations: Readonly<Record<string, string>> = Object.fromEntries(
  ['allowFileDiscovery', 'domain', 'emailAddress', 'expirationTime', 'role', 'type', 'view'].map(
    (field) => [`permission.${field}`, field],
  ),
);

const permissionRows = {
  role: [
    newOrChanged(required(FilePermissionRole), FilePermissionRole),
    'role',
    'The role to grant. `OWNER`: a user, outside shared drives. `ORGANIZER`: members of a shared drive. `FILE_ORGANIZER`: shared drives and their folders.',
    { clearable: false },
  ],
  expiresAt: [
    'DateTime',
    'expirationTime',
    'The time when the permission expires: in the future, at most one year from now. Only for `USER` and `GROUP`, and not for members of a shared drive.',
    { ifNew: 'Default: never.', ifChanged: 'Null: the permission does not expire.' },
  ],
  allowFileDiscovery: [
    'Whether the grantees can find the file by search. If false, only the link leads to the file. Only for `DOMAIN` and `ANYONE`.',
    { clearable: false, ofNew: sentIfTrue, ifNew: 'Default: false.' },
  ],
  view: [
    FilePermissionView,
    'view',
    'The view to limit the permission to. Only `PUBLISHED` with the role `READER` is supported.',
    { ifNew: 'Default: the file itself.', ifChanged: 'Null: the file itself.' },
  ],
  pendingOwner: [
    'Whether to ask the user to become the owner; the user accepts by an update to the role `OWNER`. Only for `USER` with the role `WRITER`, outside organizations.',
    { clearable: false, ofNew: sentIfTrue, ifNew: 'Default: false.' },
  ],
  inheritedPermissionsDisabled: [
    'Whether only organizers, owners and users with a direct permission have access to the folder. Only for folders.',
    { clearable: false },
  ],
} as const;

const createFilePermission = write('createFilePermission', {
  description:
    'Give a user, a group, a domain or everybody access to a file, a folder or a shared drive. A second permission for the same grantee replaces the first. The role `OWNER` transfers the ownership: the current owner becomes a writer. Requires permission to share the file.',
  inputDescription: 'Input of `createFilePermission`. Nobody is notified unless `notify` is true.',
  operation: permissions.create,
  target: FilePermission,
  below: { key: { fileId: sharedPart } },
  lock: inTurnOfFile,
  strategy: insert({
    // Drive also answers so if it has shared the file, and only the email could not be delivered
    // (its guide to errors, November 2026).
    unique: {
      reason: permissions.create.reasons.invalidSharingRequest,
      hasSideEffects: true,
      operations: [permissions.list],
      find: findShared,
    },
  }),
  input: changes(permissions.create, {
    type: [
      required(FilePermissionType),
      'type',
      'Who gets access: a user, a group, a domain or everybody.',
    ],
    email: [
      'EmailAddress',
      'emailAddress',
      'The email address of the user or group. Required for `USER` and `GROUP`, rejected for other types.',
    ],
    domain: [
      'The domain whose users get access. Required for `DOMAIN`, rejected for other types.',
      { notBlank: true, check: checkDomain },
    ],
    ...permissionRows,
  }),
  parameters: parameters(permissions.create, {
    emailMessage: [
      'String',
      'emailMessage',
      'A text for the email. Requires `notify: true`. Default: the text of Google Drive alone.',
      { notBlank: true },
    ],
    moveToNewOwnersRoot: [
      required('Boolean'),
      'moveToNewOwnersRoot',
      "Whether to move the file to the new owner's root folder. Only for the role `OWNER`.",
      onlyTrue,
    ],
    asDomainAdmin,
  }),
  settings: settings({
    notify: flag(
      `Whether Google Drive sends an email to the user or group. Only for \`USER\` and \`GROUP\`. ${notifyOwner} Addresses without a Google account can only be invited with an email.`,
    ),
  }),
  validate: (input) => checkNewPermission(input as NewPermission),
  derivedParameters: (input) => {
    const { type, role, notify } = input as NewPermission;
    // Drive rejects the parameter for other types.
    return { ...ownership(role), ...(isPersonal(type) && { sendNotificationEmail: notify }) };
  },
  reasons: {
    ...rejections,
    cannotShareTeamDriveWithNonGoogleAccounts: 'emailAddress',
    consentRequiredForOwnershipTransfer: 'role',
    invalidSharingRequest: 'emailAddress',
    notSupportedForAppDataFolderFiles: 'entity',
    ownershipChangeAcrossDomainNotPermitted: 'emailAddress',
    teamDriveDomainUsersOnlyRestriction: ['emailAddress', 'domain'],
    teamDriveTeamMembersOnlyRestriction: ['emailAddress', 'domain'],
  },
  locations,
  bulk: {
    name: 'createFilePermissions',
    description:
      'Give users, groups, domains or everybody access to files, folders or shared drives. Permissions of one file are created one after another.',
    entries: 'The permissions to create, of one file or of several.',
    distinguishedBy: ({ type, email, domain, view }: NewPermission) => [
      type,
      email?.toLowerCase(),
      domain?.toLowerCase(),
      view,
    ],
  },
  result: 'The created permission.',
});

const updateFilePermission = write('updateFilePermission', {
  description:
    'Change a permission of a file, a folder or a shared drive. An omitted field keeps its value. The role `OWNER` transfers the ownership: the current owner becomes a writer. An inherited permission can only be changed where it comes from. Requires permission to share the file.',
  inputDescription: 'Input of `updateFilePermission`. The grantee cannot be changed.',
  operation: permissions.update,
  target: FilePermission,
  lock: inTurnOfFile,
  id: { ref: FilePermissionRef },
  strategy: patch(),
  input: changes(permissions.update, permissionRows),
  parameters: parameters(permissions.update, { asDomainAdmin }),
  settings: settings({
    notify: flag(
      `Whether an email to a new owner is accepted. ${notifyOwner} No effect for other roles, whose changes notify nobody.`,
    ),
  }),
  validate: ({ role, notify }) => checkNewOwner(role, notify),
  derivedParameters: ({ role, expiresAt }) => ({
    ...ownership(role),
    ...(expiresAt === null && { removeExpiration: true }),
  }),
  adjust: (next, _, { expiresAt }) => {
    if (expiresAt === null) delete next.expirationTime;
  },
  reasons: {
    ...rejections,
    ...fixedPermissions,
    ownershipChangeAcrossDomainNotPermitted: 'role',
  },
  locations,
  result: 'The permission after the change.',
});

const deleteFilePermission = write('deleteFilePermission', {
  description:
    'Remove a permission of a file, a folder or a shared drive. Users can also remove their own permission. An inherited permission can only be removed where it comes from. Requires permission to share the file.',
  operation: permissions.delete,
  target: FilePermission,
  id: { ref: FilePermissionRef, note: 'Not an inherited one.' },
  lock: inTurnOfFile,
  parameters: parameters(permissions.delete, { asDomainAdmin }),
  reasons: fixedPermissions,
  bulk: {
    name: 'deleteFilePermissions',
    description:
      'Remove permissions of files, folders or shared drives. Permissions of one file are removed one after another.',
    entries: 'The permissions to remove, of one file or of several.',
  },
});

export const filePermissionWrites = [
  createFilePermission,
  updateFilePermission,
  deleteFilePermission,
];
