/** Fields of Google Drive resources that no GraphQL field shows. Add a field: remove it here. */
import type { UnexposedFields } from './field-group.ts';

export const storageFields: readonly UnexposedFields[] = [
  {
    reason:
      "Formats for export come with `storage:files.export`: these URLs need the caller's token.",
    fields: ['File.exportLinks'],
  },
  {
    reason:
      'The metadata of images and videos comes with uploads of content, `storage:files.update`.',
    fields: ['File.imageMediaMetadata', 'File.videoMediaMetadata'],
  },
  {
    reason: 'Content restrictions are written by `storage:files.update`, and come with it.',
    fields: [
      'File.contentRestrictions',
      'File.capabilities.canModifyEditorContentRestriction',
      'File.capabilities.canModifyOwnerContentRestriction',
      'File.capabilities.canRemoveContentRestriction',
    ],
  },
  {
    reason: 'Download restrictions are written by `storage:files.update`, and come with it.',
    fields: ['File.downloadRestrictions', 'File.capabilities.canChangeItemDownloadRestriction'],
  },
  {
    reason:
      'Inheritance of permissions is changed by `storage:permissions.update`, and comes with it.',
    fields: [
      'File.inheritedPermissionsDisabled',
      'Permission.inheritedPermissionsDisabled',
      'File.capabilities.canDisableInheritedPermissions',
      'File.capabilities.canEnableInheritedPermissions',
    ],
  },
  {
    reason: 'Labels come with `storage:files.listLabels` and `storage:files.modifyLabels`.',
    fields: [
      'File.labelInfo',
      'File.capabilities.canReadLabels',
      'File.capabilities.canModifyLabels',
    ],
  },
  {
    reason: 'Memberships of shared drives come with `storage:drives.list`.',
    fields: ['Permission.permissionDetails', 'File.capabilities.canAddFolderFromAnotherDrive'],
  },
  {
    reason:
      'Resource keys come with the links of shared files, `storage:files.update`: no call sends them.',
    fields: [
      'File.resourceKey',
      'File.linkShareMetadata',
      'File.shortcutDetails.targetResourceKey',
      'File.capabilities.canChangeSecurityUpdateEnabled',
    ],
  },
  {
    reason: 'Repeats the ids of `File.permissions`.',
    fields: ['File.permissionIds'],
  },
  {
    reason: 'Only in lists with `includePermissionsForView`, which no field sends.',
    fields: ['Permission.view'],
  },
  {
    reason: 'No operation of the gateway is about approvals.',
    fields: ['File.capabilities.canStartApproval'],
  },
  {
    reason:
      'Encrypted content can only be read with keys of the organization, which no caller sends.',
    fields: ['File.clientEncryptionDetails'],
  },

  {
    reason: 'A constant that names the kind of object.',
    fields: [
      'File.lastModifyingUser.kind',
      'File.owners.kind',
      'File.sharingUser.kind',
      'File.trashingUser.kind',
    ],
  },
  {
    reason: 'Deprecated: team drives are shared drives today, which have fields of their own.',
    fields: [
      'File.teamDriveId',
      'File.capabilities.canReadTeamDrive',
      'File.capabilities.canMoveTeamDriveItem',
      'File.capabilities.canMoveItemIntoTeamDrive',
      'File.capabilities.canMoveItemWithinTeamDrive',
      'File.capabilities.canMoveItemOutOfTeamDrive',
      'File.capabilities.canMoveChildrenOutOfTeamDrive',
      'File.capabilities.canMoveChildrenWithinTeamDrive',
      'Permission.teamDrivePermissionDetails',
    ],
  },
  {
    reason: 'Deprecated: replaced by `copyRequiresWriterPermission`.',
    fields: ['File.viewersCanCopyContent', 'File.capabilities.canChangeViewersCanCopyContent'],
  },
  {
    reason: 'Deprecated: replaced by separate capabilities for editors and owners.',
    fields: ['File.capabilities.canModifyContentRestriction'],
  },
  {
    reason: 'Write-only: Drive never returns it.',
    fields: ['File.contentHints', 'Drive.backgroundImageFile', 'Drive.themeId'],
  },
];
