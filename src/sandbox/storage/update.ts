/** Changes of a file's metadata and place, and its end. */
import type { ApiCall, Handler } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { atLeast, findFile, insufficient, isTop, roleOf } from './access.ts';
import { mayDelete, mayTrash } from './capability.ts';
import { checkView } from './file.ts';
import { changesFile, checkWritable, instant, isPersonal, mark, patched } from './patch.ts';
import { isWithin, move, moves } from './place.ts';
import { showFile } from './show.ts';
import { type StoredFile, storageState } from './state.ts';

/** Refuses a change that the caller's role does not cover. */
function checkRole(call: ApiCall, file: StoredFile): void {
  const state = storageState(call.simulation);
  const role = roleOf(state, call.user, file);
  if (isPersonal(call.body) && !moves(call)) return;
  if (!atLeast(role, 'writer') || isTop(state, file)) insufficient(file.id);
  if ('trashed' in call.body && !mayTrash(role, file)) insufficient(file.id);
}

export const updateFile: Handler = (call) => {
  checkView(call);
  const { simulation, user, body, path } = call;
  const file = findFile(call, path['fileId']!);
  checkWritable(call);
  checkRole(call, file);
  if (typeof body['mimeType'] === 'string' && body['mimeType'] !== file.fields.mimeType)
    throw new ApiError(403, 'fieldNotWritable', {
      message: 'The type changes only with a new revision of the content.',
    });
  if (moves(call)) move(call, file);
  const now = simulation.now().toISOString();
  file.fields = patched(file.fields, body);
  mark(file, call);
  if (body['trashed'] === true) file.trash ??= { by: user.email, at: now };
  else if ('trashed' in body) delete file.trash;
  if (changesFile(body)) {
    file.modifiedTime = instant(body['modifiedTime']) ?? now;
    file.modifiedBy = user.email;
  }
  if (moves(call) || Object.keys(body).length > 0) file.version += 1;
  return showFile(call, file);
};

/** Deletes for good, past the trash; of a folder all that the same person owns goes with it. */
export const deleteFile: Handler = (call) => {
  const state = storageState(call.simulation);
  const file = findFile(call, call.path['fileId']!);
  if (isTop(state, file) || !mayDelete(roleOf(state, call.user, file), file)) insufficient(file.id);
  const inside = [...state.files.values()].filter((one) => isWithin(state, one, file));
  for (const { id, owner } of inside) if (owner === file.owner) state.files.delete(id);
  for (const one of inside)
    if (one.parent !== undefined && !state.files.has(one.parent)) delete one.parent;
  return undefined;
};
