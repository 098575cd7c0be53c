/** Messages of error reasons of Google Drive, for `reason-message.ts`. */

const notKept =
  'Google Drive returns the content of an earlier revision only if the revision is kept. Set keepForever: true with updateFileRevision, then use the same URL again. A kept revision counts towards the storage quota of the owner.';

/** States of files that prevent sharing, and reads and writes of revisions. */
export const sharingStates: Readonly<Record<string, string>> = {
  cannotModifyInheritedPermission:
    'The permission is inherited. Change it on the folder or shared drive that permissionDetails names.',
  cannotRemoveOwner:
    'The owner of a file changes only by a transfer: give another user the role OWNER.',
  cannotSetExpiration:
    'The permission cannot expire at this time. Name a time within one year, and another role than OWNER.',
  cannotSetExpirationOnAnyoneOrDomain: 'Only permissions of users and groups can expire.',
  cannotShareTeamDriveWithNonGoogleAccounts:
    'Members of a shared drive need a Google account. Name an address that has one.',
  consentRequiredForOwnershipTransfer:
    'The new owner has to agree: give the user the role WRITER with pendingOwner: true. The user accepts by an update to the role OWNER.',
  invalidSharingRequest:
    "Google Drive could not share the file with the address, or only the email about it failed: then the permission exists. Read File.permissions before you repeat the mutation. Addresses without a Google account need `notify: true`, and the owner's own address cannot be named.",
  cannotShareTeamDriveTopFolderWithAnyoneOrDomains:
    'The members of a shared drive are users and groups. Share a folder or file of the drive instead.',
  expirationDateNotAllowedForSharedDriveMembers:
    'Memberships of shared drives cannot expire. Share a folder or file of the drive instead.',
  expirationDatesMustBeInTheFuture: 'The time has passed. Name a time in the future.',
  fileOrganizerOnNonTeamDriveNotSupported:
    'The role FILE_ORGANIZER is for shared drives and their folders only. Use another role.',
  organizerOnNonTeamDriveItemNotSupported:
    'The role ORGANIZER is for the members of a shared drive only. Use another role.',
  organizerOnNonTeamDriveNotSupported:
    'The role ORGANIZER is for the members of a shared drive only. Use another role.',
  ownerOnTeamDriveItemNotSupported:
    'Files of shared drives have no owner. Use another role, for example ORGANIZER for the drive.',
  ownershipChangeAcrossDomainNotPermitted:
    'The ownership can only be given to a user of the same domain.',
  teamDriveDomainUsersOnlyRestriction:
    'The shared drive allows access to users of its domain only. Name a user of the domain, or change the restriction.',
  teamDriveTeamMembersOnlyRestriction:
    'The shared drive allows access to its members only. Add a member to the drive, or change the restriction.',
  notSupportedForAppDataFolderFiles:
    'Files in the folder for the data of an app can be neither shared, moved nor trashed.',
  keepForeverRevisionLimitExceeded:
    'The file has the maximum number of kept revisions, 200. Delete one of them first.',
  publishOutNotPermitted:
    'The organization of the file does not allow publishing files outside its domain. Ask an administrator.',
  cannotDeleteOnlyRevision:
    'The only revision of a file cannot be deleted. Upload new content first, or delete the file.',
  revisionDeletionNotSupported: 'Revisions of Google Docs, Sheets and Slides cannot be deleted.',
  revisionsNotSupported: 'Folders and shortcuts have no revisions.',
  // Google's guide to errors has both spellings.
  download_restricted_for_revision: notKept,
  downloadRestrictedForRevision: notKept,
};
