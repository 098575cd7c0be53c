/** `files.delete` and `files.emptyTrash`. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import {
  findFile,
  isRoot,
  isTrashed,
  roleOf,
  throwInsufficientPermissions,
} from '../permission/access.ts';
import { throwDriveNotFound } from '../shared-drive/shared-drive.ts';
import { isOwnerOrOrganizer } from './capability.ts';
import { isInside } from './parent-folder.ts';
import { type FileEntity, type StorageState, storageState } from '../state.ts';

/** Deletes a file; with a folder, the files in it of the same owner. Others lose their folder. */
function removeFile(state: StorageState, file: FileEntity): void {
  const contents = [...state.files.values()].filter((other) => isInside(state, other, file));
  for (const { id, owner } of contents) if (owner === file.owner) state.files.delete(id);
  for (const other of contents)
    if (other.parent !== undefined && !state.files.has(other.parent)) delete other.parent;
}

/** `files.delete`: permanently, without the trash. */
export const deleteFile: Handler = (call) => {
  const state = storageState(call.simulation);
  const file = findFile(call, call.path['fileId']!);
  const role = roleOf(state, call.user, file);
  if (isRoot(state, file) || !isOwnerOrOrganizer(role, file)) throwInsufficientPermissions(file.id);
  removeFile(state, file);
  return undefined;
};

/**
 * The shared drive whose trash the call empties; undefined for My Drive.
 * @throws ApiError 404 if the caller is not a member, 403 if they may not delete its files
 */
function trashDrive({ simulation, user, query }: ApiCall): string | undefined {
  const driveId = query.text('driveId');
  if (driveId === undefined) return undefined;
  const state = storageState(simulation);
  const root = state.drives.has(driveId) ? state.files.get(driveId) : undefined;
  const role = root && roleOf(state, user, root);
  if (!root || role === undefined) return throwDriveNotFound(driveId);
  if (!isOwnerOrOrganizer(role, root)) throwInsufficientPermissions(driveId);
  return driveId;
}

/** `files.emptyTrash`: the trash of the caller, or the one of a shared drive. */
export const emptyTrash: Handler = (call) => {
  const driveId = trashDrive(call);
  const state = storageState(call.simulation);
  const isInTrash = (file: FileEntity): boolean =>
    (driveId === undefined ? file.owner === call.user.email : file.driveId === driveId) &&
    isTrashed(state, file);
  for (const file of [...state.files.values()].filter(isInTrash)) removeFile(state, file);
  return undefined;
};
