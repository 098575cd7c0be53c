/** `files.update`: metadata and folder. */
import type { ApiCall, Handler } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { findFile, includesRole, isRoot, roleOf, throwInsufficientPermissions } from './access.ts';
import { checkPermissionView } from './file.ts';
import {
  changesFile,
  checkWritableFields,
  isPersonal,
  mergeFields,
  toTimestamp,
  writeContentHints,
  writePersonalFields,
} from './file-body.ts';
import { mayTrash } from './file-capability.ts';
import { serializeFile } from './file-serializer.ts';
import { isMove, moveFile } from './parent-folder.ts';
import { writeRestrictions } from './restriction.ts';
import { type FileEntity, storageState } from './state.ts';

/** @throws ApiError 403 if the role of the caller does not allow the update */
function checkRole(call: ApiCall, file: FileEntity): void {
  if (isPersonal(call.body) && !isMove(call)) return;
  const state = storageState(call.simulation);
  const role = roleOf(state, call.user, file);
  if (!includesRole(role, 'writer') || isRoot(state, file)) throwInsufficientPermissions(file.id);
  if ('trashed' in call.body && !mayTrash(role, file)) throwInsufficientPermissions(file.id);
}

/** `files.update`. */
export const updateFile: Handler = (call) => {
  checkPermissionView(call);
  const { simulation, user, body, path } = call;
  const file = findFile(call, path['fileId']!);
  checkWritableFields(call);
  checkRole(call, file);
  if (typeof body['mimeType'] === 'string' && body['mimeType'] !== file.fields.mimeType)
    throw new ApiError(403, 'fieldNotWritable', {
      message: 'The type changes only with a new revision of the content.',
    });
  if (isMove(call)) moveFile(call, file);
  const now = simulation.now().toISOString();
  file.fields = mergeFields(file.fields, body);
  writePersonalFields(file, call);
  writeContentHints(file, call);
  writeRestrictions(file, call);
  if (body['trashed'] === true) file.trash ??= { by: user.email, at: now };
  else if ('trashed' in body) delete file.trash;
  if (changesFile(body)) {
    file.modifiedTime = toTimestamp(body['modifiedTime']) ?? now;
    file.modifiedBy = user.email;
  }
  if (isMove(call) || Object.keys(body).length > 0) file.version += 1;
  return serializeFile(call, file);
};
