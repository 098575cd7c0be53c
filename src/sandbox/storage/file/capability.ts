/** The `capabilities` of a file: what its role allows a caller to do. */
import { includesRole, mayShare } from '../permission/access.ts';
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

/**
 * Whether a role may limit the access to a folder, or end that: Google's guide "Manage folders with
 * limited and expansive access", 2026. The reason of a refusal is assumed.
 */
export const mayLimitAccess = (role: FileRole | undefined, file: FileEntity): boolean =>
  mayShare(role, file) && (file.driveId === undefined || role === 'organizer');

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
  { isRoot, mayOpen, mayStartApproval }: CapabilityContext,
): object {
  const edit = includesRole(role, 'writer');
  const isFolder = file.fields.mimeType === mime.folder;
  const inherits = file.fields['inheritedPermissionsDisabled'] !== true;
  const share = mayShare(role, file);
  const mayLimit = isFolder && !isRoot && mayLimitAccess(role, file);
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
    canChangeItemDownloadRestriction: share && !isFolder,
    canChangeSecurityUpdateEnabled: false,
    canChangeViewersCanCopyContent: edit,
    canComment: includesRole(role, 'commenter') && !isFolder,
    canCopy: !isFolder && mayDownload(role, file),
    canDelete: hasHighestRole && !isRoot,
    canDisableInheritedPermissions: inherits && mayLimit,
    canDownload: !isFolder && mayDownload(role, file),
    canEdit: edit,
    canEnableInheritedPermissions: !inherits && mayLimit,
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
    canShare: share && !isRoot,
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
