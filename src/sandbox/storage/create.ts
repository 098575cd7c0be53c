/** New files, from nothing or from another file. Bytes come by upload and are no business of this handler. */
import type { ApiCall, Handler } from '../handler.ts';
import { stableId } from '../random.ts';
import { ApiError } from '../api-error.ts';
import { atLeast, fileNotFound, findFile, roleOf } from './access.ts';
import { contentOf } from './content.ts';
import { checkView } from './file.ts';
import { isNative, mime } from './mime.ts';
import { checkWritable, instant, mark, patched } from './patch.ts';
import { placeFor } from './place.ts';
import { showFile } from './show.ts';
import { type Fields, type StoredFile, storageState } from './state.ts';

/** Formats of the service that take an id chosen beforehand. */
const preset: ReadonlySet<string> = new Set([
  mime.folder,
  mime.shortcut,
  'application/vnd.google-apps.drive-sdk',
]);

/**
 * The id of a new file: one that was generated for this caller and is not used yet, or a fresh one. Documents in the
 * service's own formats take no such id (public guide to creating files).
 */
function newId({ simulation, user, body }: ApiCall, mimeType: string): string {
  const { files, generated } = storageState(simulation);
  const wanted = body['id'] as string | null | undefined;
  if (!wanted) return `1${stableId(`created ${files.size} ${simulation.now().toISOString()}`, 32)}`;
  if (files.has(wanted))
    throw new ApiError(409, 'conflict', { message: 'A file already exists with the provided ID.' });
  const reserved = generated.get(wanted);
  const type = mimeType === mime.shortcut ? 'shortcuts' : 'files';
  if (
    reserved?.email !== user.email ||
    reserved.type !== type ||
    (isNative(mimeType) && !preset.has(mimeType))
  )
    throw new ApiError(400, 'invalid', {
      message: 'The provided file ID is not usable.',
      location: 'file.id',
      locationType: 'other',
    });
  return wanted;
}

/** What a new shortcut leads to. */
function targetOf(call: ApiCall, mimeType: string): string | undefined {
  const { targetId } = (call.body['shortcutDetails'] ?? {}) as { readonly targetId?: string };
  if (mimeType !== mime.shortcut) return undefined;
  const place = { location: 'shortcutDetails.targetId', locationType: 'other' } as const;
  if (!targetId)
    throw new ApiError(400, 'required', { message: 'The shortcut target is required.', ...place });
  const state = storageState(call.simulation);
  const target = state.files.get(targetId);
  if (!target || roleOf(state, call.user, target) === undefined)
    return fileNotFound(targetId, place.location);
  if (target.targetId)
    throw new ApiError(403, 'shortcutTargetInvalid', {
      message: 'A shortcut cannot lead to a shortcut.',
      ...place,
    });
  return targetId;
}

function add(
  call: ApiCall,
  id: string,
  fields: Fields,
  parent: StoredFile,
  more: Pick<StoredFile, 'content' | 'targetId' | 'text'>,
): object {
  const { simulation, user, body } = call;
  const now = simulation.now().toISOString();
  const createdTime = instant(body['createdTime']) ?? now;
  const file: StoredFile = {
    id,
    fields,
    parent: parent.id,
    ...(parent.driveId === undefined ? { owner: user.email } : { driveId: parent.driveId }),
    grants: [],
    createdTime,
    modifiedTime: instant(body['modifiedTime']) ?? now,
    modifiedBy: user.email,
    ...(body['trashed'] === true && { trash: { by: user.email, at: now } }),
    starredBy: new Set(),
    viewedAt: new Map([[user.email, now]]),
    version: 1,
    ...more,
  };
  mark(file, call);
  const { files, generated } = storageState(simulation);
  files.set(id, file);
  if (generated.has(id)) generated.set(id, { email: user.email, type: 'used' });
  return showFile(call, file);
}

export const createFile: Handler = (call) => {
  checkView(call);
  checkWritable(call);
  const mimeType =
    (call.body['mimeType'] as string | null | undefined) ?? 'application/octet-stream';
  const id = newId(call, mimeType);
  const parent = placeFor(call);
  const targetId = targetOf(call, mimeType);
  const hints = call.body['contentHints'] as { readonly indexableText?: string } | null | undefined;
  return add(call, id, patched({ name: 'Untitled', mimeType }, call.body), parent, {
    ...(!isNative(mimeType) && { content: contentOf('', 0, id) }),
    ...(targetId && { targetId }),
    ...(hints?.indexableText && { text: hints.indexableText }),
  });
};

/** A copy lies beside the original where the caller may write there, else at the top of their drive. */
export const copyFile: Handler = (call) => {
  checkView(call);
  checkWritable(call);
  const state = storageState(call.simulation);
  const source = findFile(call, call.path['fileId']!);
  const role = roleOf(state, call.user, source);
  const closed = source.fields['copyRequiresWriterPermission'] === true && !atLeast(role, 'writer');
  if (source.fields.mimeType === mime.folder || closed)
    throw new ApiError(403, 'cannotCopyFile', {
      message: 'This file cannot be copied by the user.',
    });
  const id = newId(call, source.fields.mimeType);
  const beside = source.parent === undefined ? undefined : state.files.get(source.parent);
  const parent = placeFor(
    call,
    beside && atLeast(roleOf(state, call.user, beside), 'writer') ? beside.id : 'root',
  );
  const fields = patched(
    { ...structuredClone(source.fields), name: `Copy of ${source.fields.name}` },
    call.body,
  );
  return add(call, id, fields, parent, {
    ...(source.content && { content: source.content }),
    ...(source.targetId && { targetId: source.targetId }),
    ...(source.text && { text: source.text }),
  });
};
