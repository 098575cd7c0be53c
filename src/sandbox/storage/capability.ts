/** What a caller may do with a file, said in the file itself. */
import { atLeast } from './access.ts';
import { mime } from './mime.ts';
import type { FileRole, StoredFile } from './state.ts';

/** Whether this role may throw the file away: only owners may, and in shared drives those who manage the contents. */
export const mayTrash = (role: FileRole | undefined, { driveId }: StoredFile): boolean =>
  driveId === undefined ? role === 'owner' : atLeast(role, 'fileOrganizer');

/** Whether this role may delete the file for good. */
export const mayDelete = (role: FileRole | undefined, { driveId }: StoredFile): boolean =>
  driveId === undefined ? role === 'owner' : role === 'organizer';

/** @param isTop the top of a drive, which nobody moves, renames or throws away */
export function capabilitiesOf(
  file: StoredFile,
  role: FileRole,
  share: boolean,
  isTop: boolean,
): object {
  const edit = atLeast(role, 'writer');
  const folder = file.fields.mimeType === mime.folder;
  const shared = file.driveId !== undefined;
  const trash = mayTrash(role, file) && !isTop;
  return {
    canAcceptOwnership: false,
    canAddChildren: folder && edit,
    canAddMyDriveParent: false,
    canChangeCopyRequiresWriterPermission: edit,
    canChangeSecurityUpdateEnabled: false,
    canChangeViewersCanCopyContent: edit,
    canComment: atLeast(role, 'commenter') && !folder,
    canCopy: !folder,
    canDelete: mayDelete(role, file) && !isTop,
    canDownload: !folder,
    canEdit: edit,
    canListChildren: folder,
    canModifyContent: edit,
    canModifyContentRestriction: edit,
    canModifyLabels: edit && !folder,
    canMoveItemOutOfDrive: !isTop && (shared ? role === 'organizer' : role === 'owner'),
    canMoveItemWithinDrive: edit && !isTop,
    canReadLabels: !folder,
    canReadRevisions: edit && !folder,
    canRemoveChildren: folder && edit,
    canRemoveMyDriveParent: !shared && !isTop,
    canRename: edit && !isTop,
    canShare: share && !isTop,
    canTrash: trash,
    canUntrash: trash,
    ...(shared
      ? {
          canDeleteChildren: folder && role === 'organizer',
          canMoveChildrenOutOfDrive: folder && role === 'organizer',
          canMoveChildrenWithinDrive: folder && edit,
          canReadDrive: true,
          canTrashChildren: folder && atLeast(role, 'fileOrganizer'),
        }
      : { canMoveChildrenOutOfDrive: folder && edit, canMoveChildrenWithinDrive: folder && edit }),
  };
}
