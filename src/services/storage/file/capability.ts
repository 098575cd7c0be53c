/** Capabilities of the caller on a file. */
import type { drive_v3 } from '@googleapis/drive';
import { valueType } from '../../../engine/schema/field/path-field.ts';

type Capabilities = NonNullable<drive_v3.Schema$File['capabilities']>;

export const FileCapabilities = valueType<Capabilities>('FileCapabilities').rows(
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
