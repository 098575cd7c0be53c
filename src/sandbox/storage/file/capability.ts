/** The `capabilities` of a file: what its role allows a caller to do. */
import { includesRole } from '../permission/access.ts';
import { mime } from '../content/mime.ts';
import { isRestricted } from '../restriction.ts';
import type { FileEntity, FileRole } from '../state.ts';

/** My Drive: owners. Shared drives: content managers and organizers. */
export const mayTrash = (role: FileRole | undefined, { driveId }: FileEntity): boolean =>
  driveId === undefined ? role === 'owner' : includesRole(role, 'fileOrganizer');

/**
 * Whether the role is the highest one, which allows deleting the file permanently, moving it to
 * another drive, and restrictions that lower roles cannot remove.
 */
export const isOwnerOrOrganizer = (role: FileRole | undefined, { driveId }: FileEntity): boolean =>
  driveId === undefined ? role === 'owner' : role === 'organizer';

/** The restriction of downloads that a file has. */
interface DownloadRestriction {
  readonly restrictedForReaders?: boolean;
  readonly restrictedForWriters?: boolean;
}

/** Whether the role allows downloading, exporting and copying the file. */
export function mayDownload(role: FileRole | undefined, { fields }: FileEntity): boolean {
  const { itemDownloadRestriction = {} } = (fields['downloadRestrictions'] ?? {}) as {
    readonly itemDownloadRestriction?: DownloadRestriction;
  };
  const { restrictedForReaders, restrictedForWriters } = itemDownloadRestriction;
  if (restrictedForWriters) return includesRole(role, 'fileOrganizer');
  const isRestricted = restrictedForReaders || fields['copyRequiresWriterPermission'] === true;
  return isRestricted ? includesRole(role, 'writer') : role !== undefined;
}

/** What a caller's capabilities depend on, beside the file and the role. */
interface CapabilityContext {
  readonly mayShare: boolean;
  /** Whether the file is a root folder, which cannot be moved, renamed or deleted. */
  readonly isRoot: boolean;
  /** Whether the caller may open the file. */
  readonly mayOpen: boolean;
  readonly mayStartApproval: boolean;
}

/** All capabilities. */
export function capabilitiesOf(
  file: FileEntity,
  role: FileRole,
  { mayShare, isRoot, mayOpen, mayStartApproval }: CapabilityContext,
): object {
  const edit = includesRole(role, 'writer');
  const isFolder = file.fields.mimeType === mime.folder;
  const inherits = file.fields['inheritedPermissionsDisabled'] !== true;
  const isOnSharedDrive = file.driveId !== undefined;
  const trash = mayTrash(role, file) && !isRoot;
  const hasHighestRole = isOwnerOrOrganizer(role, file);
  return {
    canAcceptOwnership: false,
    // Discovery document of Drive, 16 September 2026; that restricted downloads end it is assumed.
    canAccessViaGenAi: !isFolder && mayDownload(role, file),
    canAddChildren: isFolder && edit,
    canAddMyDriveParent: false,
    canChangeCopyRequiresWriterPermission: edit,
    canChangeItemDownloadRestriction: mayShare && !isFolder,
    canChangeSecurityUpdateEnabled: false,
    canChangeViewersCanCopyContent: edit,
    canComment: includesRole(role, 'commenter') && !isFolder,
    canCopy: !isFolder && mayDownload(role, file),
    canDelete: hasHighestRole && !isRoot,
    canDisableInheritedPermissions: inherits && mayShare && !isRoot,
    canDownload: !isFolder && mayDownload(role, file),
    canEdit: edit,
    canEnableInheritedPermissions: !inherits && mayShare && !isRoot,
    canListChildren: isFolder && mayOpen,
    canModifyContent: edit && !isRestricted(file),
    canModifyContentRestriction: edit,
    canModifyEditorContentRestriction: edit && !isFolder,
    canModifyLabels: edit && !isFolder,
    canModifyOwnerContentRestriction: hasHighestRole && !isFolder,
    canMoveItemOutOfDrive: !isRoot && hasHighestRole,
    canMoveItemWithinDrive: edit && !isRoot,
    canReadLabels: !isFolder,
    canReadRevisions: edit && !isFolder,
    canRemoveChildren: isFolder && edit,
    canRemoveContentRestriction: edit && isRestricted(file),
    canRemoveMyDriveParent: !isOnSharedDrive && !isRoot,
    canRename: edit && !isRoot && !isRestricted(file),
    canShare: mayShare && !isRoot,
    canStartApproval: mayStartApproval,
    canTrash: trash,
    canUntrash: trash,
    ...(isOnSharedDrive
      ? {
          canAddFolderFromAnotherDrive: false,
          canDeleteChildren: isFolder && role === 'organizer',
          canMoveChildrenOutOfDrive: isFolder && role === 'organizer',
          canMoveChildrenWithinDrive: isFolder && edit,
          canReadDrive: true,
          canTrashChildren: isFolder && includesRole(role, 'fileOrganizer'),
        }
      : {
          canMoveChildrenOutOfDrive: isFolder && edit,
          canMoveChildrenWithinDrive: isFolder && edit,
        }),
  };
}
