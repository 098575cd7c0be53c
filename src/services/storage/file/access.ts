/** Fields of files about access: owner, sharing, restrictions and what the caller may do. */
import type { drive_v3 } from '@googleapis/drive';
import type { Field, FieldBuilder } from '../../../engine/schema/field/field-factory.ts';
import { fields, valueType } from '../../../engine/schema/field/path-field.ts';
import { DownloadRestrictions } from '../restriction/type.ts';
import { DriveUser } from '../user.ts';

type Capabilities = NonNullable<drive_v3.Schema$File['capabilities']>;

const FileCapabilities = valueType<Capabilities>('FileCapabilities').rows(
  'The permissions of the caller on a file, for example to show or hide buttons.',
  {
    canEdit: 'Whether the caller can change the content and the metadata of the file.',
    canComment: 'Whether the caller can comment on the file.',
    canShare: 'Whether the caller can change who has access to the file.',
    canAccessViaGenAi:
      'Whether the caller can use generative AI of Google with the file. Null if Google Drive does not say so.',
    canCopy: 'Whether the caller can copy the file.',
    canDownload: 'Whether the caller can download the content of the file.',
    canRename: 'Whether the caller can rename the file.',
    canTrash: 'Whether the caller can move the file to the trash.',
    canUntrash: 'Whether the caller can restore the file from the trash.',
    canDelete: 'Whether the caller can permanently delete the file.',
    canModifyContent: 'Whether the caller can replace the content of the file.',
    canReadRevisions: 'Whether the caller can read the revisions of the file.',
    canListChildren: 'Whether the caller can list the files of the folder. False for other files.',
    canAddChildren: 'Whether the caller can add files to the folder. False for other files.',
    canRemoveChildren:
      'Whether the caller can remove files from the folder. False for other files.',
    canMoveItemWithinDrive:
      'Whether the caller can move the file to another folder of the drive that contains the file.',
    canMoveItemOutOfDrive: 'Whether the caller can move the file to another drive.',
    canMoveChildrenWithinDrive:
      'Whether the caller can move files of the folder to other folders of the drive that contains the folder.',
    canMoveChildrenOutOfDrive: 'Whether the caller can move files of the folder to another drive.',
    canTrashChildren:
      'Whether the caller can move files of the folder to the trash. Null outside shared drives.',
    canDeleteChildren:
      'Whether the caller can permanently delete files of the folder. Null outside shared drives.',
    canReadDrive:
      'Whether the caller can read the shared drive of the file. Null outside shared drives.',
    canAddMyDriveParent: 'Whether the caller can add a parent folder in My Drive of the caller.',
    canRemoveMyDriveParent:
      'Whether the caller can remove the parent folder in My Drive of the caller.',
    canAcceptOwnership:
      'Whether the caller is the pending owner of the file and can accept the ownership.',
    canChangeCopyRequiresWriterPermission:
      'Whether the caller can change `copyRequiresWriterPermission`.',
    canAddFolderFromAnotherDrive:
      'Whether the caller can add a folder from another drive to the folder. Null outside shared drives.',
    canReadLabels: 'Whether the caller can read the labels of the file.',
    canModifyLabels: 'Whether the caller can change the labels of the file.',
    canModifyEditorContentRestriction:
      'Whether the caller can add a content restriction that editors can remove, and change it.',
    canModifyOwnerContentRestriction:
      'Whether the caller can add a content restriction with `ownerRestricted`, and change it.',
    canRemoveContentRestriction:
      'Whether the caller can remove the content restriction of the file. False without a restriction.',
    canChangeItemDownloadRestriction:
      'Whether the caller can change the download restriction of the file.',
    canDisableInheritedPermissions:
      'Whether the caller can end the inheritance of permissions from the folder above.',
    canEnableInheritedPermissions:
      'Whether the caller can restore the inheritance of permissions from the folder above.',
    canChangeSecurityUpdateEnabled:
      'Whether the caller can change `linkShareMetadata.securityUpdateEnabled`.',
    canStartApproval:
      'Whether the caller can start an approval of the file, by `startFileApproval`. False below the role `WRITER`, for files of another domain, and if the edition of Google Workspace or its administrator does not allow approvals.',
  },
);

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
