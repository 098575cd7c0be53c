/**
 * The folder of a file: the folders that the caller may choose, and moves between folders and
 * drives.
 */
import type { ApiCall } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import {
  checkIsInDrive,
  findFile,
  includesRole,
  parentOf,
  roleOf,
  throwInsufficientPermissions,
} from '../permission/access.ts';
import { mime } from '../content/mime.ts';
import { type FileEntity, type StorageState, storageState } from '../state.ts';

/**
 * A folder in which the caller may create files.
 * @throws ApiError 404 like `findFile`, 403 if it is not a folder or the role is too low
 */
function findWritableFolder(call: ApiCall, id: string): FileEntity {
  const folder = findFile(call, id);
  if (folder.fields.mimeType !== mime.folder)
    throw new ApiError(403, 'parentNotAFolder', {
      message: 'The specified parent is not a folder.',
    });
  if (!includesRole(roleOf(storageState(call.simulation), call.user, folder), 'writer'))
    throw new ApiError(403, 'insufficientParentPermissions', {
      message: 'Insufficient permissions for the specified parent.',
    });
  return folder;
}

function throwTooManyParents(): never {
  throw new ApiError(403, 'cannotAddParent', {
    message: 'Increasing the number of parents is not allowed',
  });
}

/**
 * The folder of a new file: the one in the body, or else `defaultId`.
 * @throws ApiError 403 if the body has several, or like `findWritableFolder`
 */
export function newParent(call: ApiCall, defaultId = 'root'): FileEntity {
  const parents = (call.body['parents'] ?? []) as readonly string[];
  return parents.length > 1
    ? throwTooManyParents()
    : findWritableFolder(call, parents[0] ?? defaultId);
}

/** The ids in `addParents` or `removeParents`. */
const parentParameter = ({ query }: ApiCall, name: 'addParents' | 'removeParents'): string[] =>
  (query.text(name) ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');

/** Whether the call moves its file. */
export const isMove = (call: ApiCall): boolean =>
  parentParameter(call, 'addParents').length + parentParameter(call, 'removeParents').length > 0;

/** Whether a file is the folder itself or below it. */
export function isInside(state: StorageState, file: FileEntity, folder: FileEntity): boolean {
  if (file.id === folder.id) return true;
  const parent = parentOf(state, file);
  return parent !== undefined && isInside(state, parent, folder);
}

/**
 * Moves a file as `addParents` and `removeParents` say. A file always has one parent.
 * @throws ApiError 403 if the move is not allowed
 */
export function moveFile(call: ApiCall, file: FileEntity): void {
  const state = storageState(call.simulation);
  const added = [...new Set(parentParameter(call, 'addParents'))].map((id) =>
    findWritableFolder(call, id),
  );
  const removed = parentParameter(call, 'removeParents').map((id) => findFile(call, id).id);
  const [target] = added;
  if (added.length > 1) throwTooManyParents();
  if (!target) return removeParent(state, file, removed);
  checkIsInDrive(state, target);
  if (target.id === file.parent) return;
  const leavesParent = file.parent !== undefined && removed.includes(file.parent);
  if (!leavesParent && file.owner !== call.user.email) throwTooManyParents();
  if (isInside(state, target, file))
    throw new ApiError(403, 'cannotAddParent', {
      message: 'A folder cannot be moved into itself.',
    });
  changeDrive(call, file, target);
  file.parent = target.id;
}

/** Moves a file without a new parent to the root folder of its owner. */
function removeParent(state: StorageState, file: FileEntity, removed: readonly string[]): void {
  if (file.parent === undefined || !removed.includes(file.parent)) return;
  if (file.driveId !== undefined)
    throw new ApiError(403, 'teamDrivesParentLimit', {
      message: 'A shared drive item must have exactly one parent.',
    });
  const root = state.roots.get(file.owner!);
  if (root === undefined) delete file.parent;
  else file.parent = root;
}

/**
 * Moves a file to the drive of its new folder. Files in shared drives have no owner.
 * @throws ApiError 403 for folders, and for callers who are neither owner nor organizer
 */
function changeDrive({ simulation, user }: ApiCall, file: FileEntity, target: FileEntity): void {
  if (file.driveId === target.driveId) return;
  if (file.fields.mimeType === mime.folder)
    throw new ApiError(403, 'teamDrivesFolderMoveInNotSupported', {
      message: 'Moving folders between drives is not supported.',
    });
  const role = roleOf(storageState(simulation), user, file);
  if (role !== 'owner' && role !== 'organizer') throwInsufficientPermissions(file.id);
  if (target.driveId === undefined) {
    delete file.driveId;
    file.owner = user.email;
  } else {
    file.driveId = target.driveId;
    delete file.owner;
  }
}
