/** Operations of `permissions`, of a file or of a shared drive, whose id `fileId` takes as well. */
import type { drive_v3 } from '@googleapis/drive';
import { body, del, get, patch, post, returns } from '../../../engine/rest/operation/operation.ts';
import {
  deprecated,
  flag,
  int,
  notSent,
  openEnum,
  text,
} from '../../../engine/rest/operation/param.ts';
import * as scope from '../scope.ts';

/** Reasons why a value of a permission is rejected. */
const rejections = [
  'cannotSetExpiration',
  'cannotSetExpirationOnAnyoneOrDomain',
  'cannotShareTeamDriveTopFolderWithAnyoneOrDomains',
  'expirationDateNotAllowedForSharedDriveMembers',
  'expirationDatesMustBeInTheFuture',
  'fileOrganizerOnNonTeamDriveNotSupported',
  'organizerOnNonTeamDriveItemNotSupported',
  'organizerOnNonTeamDriveNotSupported',
  'ownerOnTeamDriveItemNotSupported',
] as const;

const writable = [
  'role',
  'allowFileDiscovery',
  'expirationTime',
  'view',
  'pendingOwner',
  'inheritedPermissionsDisabled',
] as const;

export const permissions = {
  create: post('storage:permissions.create', '/drive/v3/files/{fileId}/permissions', {
    query: {
      emailMessage: text,
      enforceSingleParent: deprecated(flag),
      moveToNewOwnersRoot: flag,
      sendNotificationEmail: flag,
      supportsAllDrives: flag,
      supportsTeamDrives: deprecated(flag),
      transferOwnership: flag,
      useDomainAdminAccess: flag,
      enforceExpansiveAccess: deprecated(flag),
    },
    units: null,
    bucket: 'STORAGE',
    auth: 'user',
    scopes: scope.shareWrite,
    idempotent: false,
    writable: [...writable, 'type', 'emailAddress', 'domain'],
    requiredBody: [{ path: 'type' }, { path: 'role' }],
    reasons: [
      ...rejections,
      'cannotShareTeamDriveWithNonGoogleAccounts',
      'consentRequiredForOwnershipTransfer',
      'invalidSharingRequest',
      'notSupportedForAppDataFolderFiles',
      'ownershipChangeAcrossDomainNotPermitted',
      'teamDriveDomainUsersOnlyRestriction',
      'teamDriveTeamMembersOnlyRestriction',
    ],
    body: body<drive_v3.Schema$Permission>(),
    returns: returns<drive_v3.Schema$Permission>(),
  }),
  delete: del('storage:permissions.delete', '/drive/v3/files/{fileId}/permissions/{permissionId}', {
    query: {
      supportsAllDrives: flag,
      supportsTeamDrives: deprecated(flag),
      useDomainAdminAccess: flag,
      enforceExpansiveAccess: deprecated(flag),
    },
    units: null,
    bucket: 'STORAGE',
    auth: 'user',
    scopes: scope.shareWrite,
    idempotent: true,
    reasons: ['cannotModifyInheritedPermission', 'cannotRemoveOwner'],
  }),
  get: get('storage:permissions.get', '/drive/v3/files/{fileId}/permissions/{permissionId}', {
    query: {
      supportsAllDrives: flag,
      supportsTeamDrives: deprecated(flag),
      useDomainAdminAccess: notSent(
        'The permissions of a drive that an administrator reads come with a list.',
        flag,
      ),
    },
    units: null,
    bucket: 'STORAGE',
    auth: 'public',
    scopes: scope.shareRead,
    idempotent: true,
    returns: returns<drive_v3.Schema$Permission>(),
  }),
  list: get('storage:permissions.list', '/drive/v3/files/{fileId}/permissions', {
    query: {
      pageSize: int(1, 100),
      pageToken: text,
      supportsAllDrives: flag,
      supportsTeamDrives: deprecated(flag),
      useDomainAdminAccess: flag,
      includePermissionsForView: openEnum('published'),
    },
    units: null,
    bucket: 'STORAGE',
    auth: 'public',
    scopes: scope.shareRead,
    idempotent: true,
    page: {
      items: 'permissions',
      size: 'pageSize',
      minSize: 1,
      maxSize: 100,
      token: 'pageToken',
      next: 'nextPageToken',
    },
    reasons: ['insufficientFilePermissions'],
    returns: returns<drive_v3.Schema$PermissionList>(),
  }),
  update: patch(
    'storage:permissions.update',
    '/drive/v3/files/{fileId}/permissions/{permissionId}',
    {
      query: {
        removeExpiration: flag,
        supportsAllDrives: flag,
        supportsTeamDrives: deprecated(flag),
        transferOwnership: flag,
        useDomainAdminAccess: flag,
        enforceExpansiveAccess: deprecated(flag),
      },
      units: null,
      bucket: 'STORAGE',
      auth: 'user',
      scopes: scope.shareWrite,
      idempotent: true,
      writable,
      reasons: [
        ...rejections,
        'cannotModifyInheritedPermission',
        'cannotRemoveOwner',
        'ownershipChangeAcrossDomainNotPermitted',
      ],
      body: body<drive_v3.Schema$Permission>(),
      returns: returns<drive_v3.Schema$Permission>(),
    },
  ),
};
