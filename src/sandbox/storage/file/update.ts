/** `files.update`. */
import { ApiError } from '../../http/api-error.ts';
import type { ApiCall, HandlerEntry } from '../../call/handler.ts';
import { revisionId } from '../../seed/entity-id.ts';
import {
  checkIsInDrive,
  findFile,
  includesRole,
  isRoot,
  roleOf,
  throwInsufficientPermissions,
} from '../permission/access.ts';
import { resetApprovals } from '../approval/rule.ts';
import { defaultFields } from './default-fields.ts';
import { checkPermissionView } from './file.ts';
import {
  changesFile,
  checkWritableFields,
  isPersonal,
  mergeFields,
  toTimestamp,
  writeContentHints,
  writePersonalFields,
} from './body.ts';
import { isOwnerOrOrganizer, mayLimitAccess, mayTrash } from './capability.ts';
import {
  checkOwnerQuota,
  type NewContent,
  newContent,
  unknownType,
  writesContent,
} from '../content/file-content.ts';
import { checkProperties } from './property.ts';
import { serializeFile } from './serializer.ts';
import { isEditorsFile } from '../content/mime.ts';
import { isMove, moveFile } from './parent-folder.ts';
import { isOwnerRestricted, isRestricted, writeRestrictions } from '../restriction.ts';
import { addRevision, checkKeptRevisions } from '../revision.ts';
import { type FileEntity, storageState } from '../state.ts';

/** @throws ApiError 403 if the role of the caller does not allow the update */
function checkRole(call: ApiCall, file: FileEntity): void {
  if (isPersonal(call.body) && !isMove(call) && !writesContent(call)) return;
  const state = storageState(call.simulation);
  const role = roleOf(state, call.user, file);
  if (!includesRole(role, 'writer') || isRoot(state, file)) throwInsufficientPermissions(file.id);
  const { name = file.fields.name } = call.body;
  const writesRestricted = writesContent(call) || name !== file.fields.name;
  if (writesRestricted && isRestricted(file)) throwInsufficientPermissions(file.id);
  if (isOwnerRestricted(call, file) && !isOwnerOrOrganizer(role, file))
    throwInsufficientPermissions(file.id);
  if ('inheritedPermissionsDisabled' in call.body && !mayLimitAccess(role, file))
    throwInsufficientPermissions(file.id);
  if ('trashed' in call.body || isMove(call)) checkIsInDrive(state, file);
  if ('trashed' in call.body && !mayTrash(role, file)) throwInsufficientPermissions(file.id);
}

/**
 * Content changes the type of a file, but a document stays one, and another file stays another one.
 * @throws ApiError 403 for another type without content or of the other sort
 */
function checkType(call: ApiCall, { fields: { mimeType } }: FileEntity): void {
  const written = call.body['mimeType'];
  if (typeof written !== 'string' || written === mimeType) return;
  if (writesContent(call) && !isEditorsFile(written) && !isEditorsFile(mimeType)) return;
  throw new ApiError(403, 'fieldNotWritable', {
    message: 'The type changes only with a new revision of the content.',
  });
}

/** The file of the path. @throws ApiError for what the service rejects before it reads content */
function checkUpdate(call: ApiCall): FileEntity {
  checkPermissionView(call);
  const file = findFile(call, call.path['fileId']!);
  checkWritableFields(call);
  checkRole(call, file);
  checkType(call, file);
  checkProperties(mergeFields(file.fields, call.body));
  checkOwnerQuota(call, file.owner, file);
  if (writesContent(call) && call.query.flag('keepRevisionForever')) checkKeptRevisions(file);
  return file;
}

/** The type of a file after an upload, which may declare that it does not know the type. */
function uploadedType({ body, media }: ApiCall, { fields: { mimeType } }: FileEntity): string {
  if (isEditorsFile(mimeType)) return mimeType;
  const type = media!.type === unknownType ? mimeType : media!.type;
  return (body['mimeType'] as string | null | undefined) ?? type;
}

/** The uploaded content; undefined if the call has none. */
function uploadedContent(call: ApiCall, file: FileEntity): NewContent | undefined {
  if (!call.media) return undefined;
  const type = uploadedType(call, file);
  return newContent(call, type, revisionId(`${file.id} ${file.version}`));
}

/** Replaces the content of a file, whose other fields have been written. */
function writeContent(
  call: ApiCall,
  file: FileEntity,
  { metadata, bytes, text }: NewContent,
): void {
  file.fields = { ...file.fields, mimeType: uploadedType(call, file) };
  if (metadata) file.content = metadata;
  if (text === undefined) delete file.text;
  else file.text = text;
  addRevision(file, bytes, call.query.flag('keepRevisionForever'));
}

/** `files.update`: metadata, folder and content. */
export const updateFile: HandlerEntry = {
  defaultFields: defaultFields.file,
  precheck: (call) => void checkUpdate(call),
  handle: (call) => {
    const file = checkUpdate(call);
    const { simulation, user, body } = call;
    const content = uploadedContent(call, file);
    if (isMove(call)) moveFile(call, file);
    const now = simulation.now().toISOString();
    file.fields = mergeFields(file.fields, body);
    writePersonalFields(file, call);
    writeRestrictions(file, call);
    if (body['trashed'] === true) file.trash ??= { by: user.email, at: now };
    else if ('trashed' in body) delete file.trash;
    if (changesFile(body) || content) {
      file.modifiedTime = toTimestamp(body['modifiedTime']) ?? now;
      file.modifiedBy = user.email;
    }
    if (content) {
      writeContent(call, file, content);
      resetApprovals(file);
    }
    writeContentHints(file, call);
    if (isMove(call) || Object.keys(body).length > 0 || content) file.version += 1;
    return serializeFile(call, file);
  },
};
