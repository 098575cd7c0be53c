/** Fields of Google Drive resources that no GraphQL field shows. Add a field: remove it here. */
import type { UnexposedFields } from './field-group.ts';

export const storageFields: readonly UnexposedFields[] = [
  {
    reason: 'Decides the type of a change, for example `FileRemoved`.',
    fields: ['Change.changeType', 'Change.removed'],
  },
  {
    reason: 'Deprecated: team drives are shared drives today, and `changeType` names the kind.',
    fields: ['Change.teamDrive', 'Change.teamDriveId', 'Change.type'],
  },
  {
    reason: 'A part of the key: shown by the field of the same name, without a call.',
    fields: ['AccessProposal.fileId', 'Approval.targetFileId'],
  },
  {
    reason: 'Repeats the ids of `File.permissions`.',
    fields: ['File.permissionIds'],
  },
  {
    reason: 'A constant that names the kind of object.',
    fields: [
      'About.user.kind',
      'Approval.initiator.kind',
      'Approval.reviewerResponses.kind',
      'Approval.reviewerResponses.reviewer.kind',
      'Comment.author.kind',
      'File.contentRestrictions.restrictingUser.kind',
      'File.lastModifyingUser.kind',
      'Reply.author.kind',
      'Revision.lastModifyingUser.kind',
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
      'About.canCreateTeamDrives',
      'About.teamDriveThemes',
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
