/** Folders as places for files: which may be chosen, and how a file gets from one to another. */
import type { ApiCall } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { atLeast, findFile, roleOf } from './access.ts';
import { mime } from './mime.ts';
import { type StorageState, type StoredFile, storageState } from './state.ts';

/** A folder that the caller may put something into. */
export function folderFor(call: ApiCall, id: string): StoredFile {
  const folder = findFile(call, id);
  if (folder.fields.mimeType !== mime.folder)
    throw new ApiError(403, 'parentNotAFolder', {
      message: 'The specified parent is not a folder.',
    });
  if (!atLeast(roleOf(storageState(call.simulation), call.user, folder), 'writer'))
    throw new ApiError(403, 'insufficientParentPermissions', {
      message: 'Insufficient permissions for the specified parent.',
    });
  return folder;
}

function refuseMore(): never {
  throw new ApiError(403, 'cannotAddParent', {
    message: 'Increasing the number of parents is not allowed',
  });
}

/** Where a new file goes: the one folder that the body names, else the fallback. */
export function placeFor(call: ApiCall, fallback = 'root'): StoredFile {
  const parents = (call.body['parents'] ?? []) as readonly string[];
  return parents.length > 1 ? refuseMore() : folderFor(call, parents[0] ?? fallback);
}

const listed = ({ query }: ApiCall, name: string): readonly string[] =>
  (query.text(name) ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');

/** Whether a call moves something. */
export const moves = (call: ApiCall): boolean =>
  listed(call, 'addParents').length + listed(call, 'removeParents').length > 0;

/** Whether one file is another, or lies somewhere in it. */
export function isWithin(state: StorageState, file: StoredFile, folder: StoredFile): boolean {
  if (file.id === folder.id) return true;
  const parent = file.parent === undefined ? undefined : state.files.get(file.parent);
  return parent !== undefined && isWithin(state, parent, folder);
}

/** Moves a file as `addParents` and `removeParents` say; it always lies in one folder. */
export function move(call: ApiCall, file: StoredFile): void {
  const state = storageState(call.simulation);
  const added = [...new Set(listed(call, 'addParents'))].map((id) => folderFor(call, id));
  const removed = listed(call, 'removeParents').map((id) => findFile(call, id).id);
  const [to] = added;
  if (added.length > 1) refuseMore();
  if (!to) return takeOut(state, file, removed);
  if (to.id === file.parent) return;
  const leaves = file.parent !== undefined && removed.includes(file.parent);
  if (!leaves && file.owner !== call.user.email) refuseMore();
  if (isWithin(state, to, file))
    throw new ApiError(403, 'cannotAddParent', {
      message: 'A folder cannot be moved into itself.',
    });
  changeDrive(call, file, to);
  file.parent = to.id;
}

/** A file that is taken out of its folder falls back to the top of its owner's drive. */
function takeOut(state: StorageState, file: StoredFile, removed: readonly string[]): void {
  if (file.parent === undefined || !removed.includes(file.parent)) return;
  if (file.driveId !== undefined)
    throw new ApiError(403, 'teamDrivesParentLimit', {
      message: 'A shared drive item must have exactly one parent.',
    });
  const root = state.roots.get(file.owner!);
  if (root === undefined) delete file.parent;
  else file.parent = root;
}

/** Between drives only single files go; in a shared drive they belong to nobody. */
function changeDrive({ simulation, user }: ApiCall, file: StoredFile, to: StoredFile): void {
  if (file.driveId === to.driveId) return;
  if (file.fields.mimeType === mime.folder)
    throw new ApiError(403, 'teamDrivesFolderMoveInNotSupported', {
      message: 'Moving folders between drives is not supported.',
    });
  const role = roleOf(storageState(simulation), user, file);
  if (role !== 'owner' && role !== 'organizer')
    throw new ApiError(403, 'insufficientFilePermissions', {
      message: `The user does not have sufficient permissions for file ${file.id}.`,
    });
  if (to.driveId === undefined) {
    delete file.driveId;
    file.owner = user.email;
  } else {
    file.driveId = to.driveId;
    delete file.owner;
  }
}
