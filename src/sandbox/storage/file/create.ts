/** `files.create` and `files.copy`. */
import { ApiError } from '../../http/api-error.ts';
import type { Bytes } from '../../bytes.ts';
import type { ApiCall, Handler, HandlerEntry } from '../../call/handler.ts';
import { stableId } from '../../random.ts';
import { revisionId } from '../../seed/entity-id.ts';
import {
  findFile,
  includesRole,
  mayOpen,
  parentOf,
  roleOf,
  spaceOf,
  throwFileNotFound,
} from '../permission/access.ts';
import { defaultFields } from './default-fields.ts';
import { checkPermissionView } from './file.ts';
import {
  checkWritableFields,
  mergeFields,
  toTimestamp,
  writeContentHints,
  writePersonalFields,
} from './body.ts';
import { mayDownload } from './capability.ts';
import type { FileCommentEntity } from '../comment/entity.ts';
import { isResolved } from '../comment/serializer.ts';
import {
  checkOwnerQuota,
  convertedText,
  type NewContent,
  newContent,
  noBytes,
  unknownType,
} from '../content/file-content.ts';
import { checkProperties } from './property.ts';
import { serializeFile } from './serializer.ts';
import { isEditorsFile, mime } from '../content/mime.ts';
import { newParent } from './parent-folder.ts';
import { checkStorageQuota } from '../quota.ts';
import { writeRestrictions } from '../restriction.ts';
import { addRevision, hasRevisions } from '../revision.ts';
import { type FileEntity, type FileFields, storageState } from '../state.ts';

/**
 * Drive's own formats whose files accept a generated id. Documents do not (Drive API guide "Create
 * and manage files").
 */
const acceptsGeneratedId: ReadonlySet<string> = new Set([
  mime.folder,
  mime.shortcut,
  'application/vnd.google-apps.drive-sdk',
]);

/**
 * The id of a new file: the generated id in the body, or else a new one.
 * @throws ApiError 409 if a file has the id, 400 if it was not generated for this caller, type and
 *   space
 */
function newFileId(
  { simulation, user, body }: ApiCall,
  mimeType: string,
  parent: FileEntity,
): string {
  const state = storageState(simulation);
  const { files, generated, model } = state;
  const requested = body['id'] as string | null | undefined;
  if (!requested)
    return `1${stableId(`created ${files.size} ${simulation.now().toISOString()}`, 32)}`;
  if (files.has(requested))
    // Seen as `fileIdInUse`, too: rclone/rclone#3070, exo-addons/cloud-drive-extension#55.
    throw new ApiError(409, model.usedIdReason ?? 'conflict', {
      message: 'A file already exists with the provided ID.',
    });
  const reserved = generated.get(requested);
  const type = mimeType === mime.shortcut ? 'shortcuts' : 'files';
  const isReserved =
    reserved?.email === user.email &&
    reserved.type === type &&
    reserved.space === spaceOf(state, parent);
  if (isReserved && (!isEditorsFile(mimeType) || acceptsGeneratedId.has(mimeType)))
    return requested;
  throw new ApiError(400, 'invalid', {
    message: 'The provided file ID is not usable.',
    location: 'file.id',
    locationType: 'other',
  });
}

/**
 * The id of the target of a new shortcut; undefined for other files.
 * @throws ApiError if the target is missing, not accessible or a shortcut itself
 */
function shortcutTarget(call: ApiCall, mimeType: string): string | undefined {
  const { targetId } = (call.body['shortcutDetails'] ?? {}) as { readonly targetId?: string };
  if (mimeType !== mime.shortcut) return undefined;
  const at = { location: 'shortcutDetails.targetId', locationType: 'other' } as const;
  if (!targetId)
    throw new ApiError(400, 'required', { message: 'The shortcut target is required.', ...at });
  const state = storageState(call.simulation);
  const target = state.files.get(targetId);
  if (!target || !mayOpen(call, target)) return throwFileNotFound(targetId, at.location);
  if (target.targetId)
    throw new ApiError(403, 'shortcutTargetInvalid', {
      message: 'The target of a shortcut cannot be a shortcut.',
      ...at,
    });
  return targetId;
}

/** The fields of a new file that differ between `files.create` and `files.copy`. */
type NewFile = Pick<
  FileEntity,
  'id' | 'fields' | 'content' | 'targetId' | 'text' | 'exportSize' | 'isAbusive'
> &
  Partial<Pick<FileEntity, 'comments'>>;

/**
 * Stores a new file with the times and personal fields of the body.
 * @param bytes the content; undefined for documents
 */
function addFile(
  call: ApiCall,
  parent: FileEntity,
  newFile: NewFile,
  bytes: Bytes | undefined,
): object {
  const { simulation, user, body, query } = call;
  const { id } = newFile;
  const now = simulation.now().toISOString();
  const file: FileEntity = {
    comments: [],
    ...newFile,
    parent: parent.id,
    ...(parent.driveId === undefined ? { owner: user.email } : { driveId: parent.driveId }),
    grants: [],
    createdTime: toTimestamp(body['createdTime']) ?? now,
    modifiedTime: toTimestamp(body['modifiedTime']) ?? now,
    modifiedBy: user.email,
    ...(body['trashed'] === true && { trash: { by: user.email, at: now } }),
    starredBy: new Set(),
    viewedAt: new Map([[user.email, now]]),
    version: 1,
    history: [],
    labels: new Map(),
    proposals: [],
    approvals: [],
  };
  if (hasRevisions(file)) addRevision(file, bytes, query.flag('keepRevisionForever'));
  writePersonalFields(file, call);
  writeContentHints(file, call);
  writeRestrictions(file, call);
  const { files, generated } = storageState(simulation);
  files.set(id, file);
  const claim = generated.get(id);
  if (claim) generated.set(id, { ...claim, type: 'used' });
  return serializeFile(call, file);
}

/** The properties of a new file, and the rejections that its content cannot change. */
interface CheckedFile {
  readonly id: string;
  readonly fields: FileFields;
  readonly parent: FileEntity;
  readonly targetId: string | undefined;
}

/** @throws ApiError for a body that the service rejects before it reads the content */
function checkNewFile(call: ApiCall): CheckedFile {
  checkPermissionView(call);
  checkWritableFields(call);
  const mimeType = newMimeType(call);
  const parent = newParent(call);
  const id = newFileId(call, mimeType, parent);
  const targetId = shortcutTarget(call, mimeType);
  if (parent.driveId === undefined) checkOwnerQuota(call, call.user.email);
  const fields = mergeFields({ name: 'Untitled', mimeType }, call.body);
  checkProperties(fields);
  return { id, fields, parent, targetId };
}

/** The MIME type of the body, or else the one of the upload. */
const newMimeType = ({ body, media }: ApiCall): string =>
  (body['mimeType'] as string | null | undefined) ?? media?.type ?? unknownType;

/** `files.create`, with or without content. */
export const createFile: HandlerEntry = {
  defaultFields: defaultFields.file,
  precheck: (call) => void checkNewFile(call),
  handle: (call) => {
    const { id, fields, parent, targetId } = checkNewFile(call);
    const content = newContent(call, fields.mimeType, revisionId(id));
    return addFile(
      call,
      parent,
      {
        id,
        fields,
        ...(content.metadata && { content: content.metadata }),
        ...(targetId && { targetId }),
        ...(content.text !== undefined && { text: content.text }),
      },
      content.bytes,
    );
  },
};

/** A copy goes to the folder of the original if the caller may write there, else to their root. */
export const copyFile: Handler = (call) => {
  checkPermissionView(call);
  checkWritableFields(call);
  const state = storageState(call.simulation);
  const source = findFile(call, call.path['fileId']!);
  const mayWrite = (file: FileEntity): boolean =>
    includesRole(roleOf(state, call.user, file), 'writer');
  const role = roleOf(state, call.user, source);
  if (source.fields.mimeType === mime.folder || !mayDownload(role, source))
    throw new ApiError(403, 'cannotCopyFile', {
      message: 'This file cannot be copied by the user.',
    });
  const folder = parentOf(state, source);
  const parent = newParent(call, folder && mayWrite(folder) ? folder.id : 'root');
  const fields = mergeFields(
    { ...structuredClone(source.fields), name: `Copy of ${source.fields.name}` },
    call.body,
  );
  checkProperties(fields);
  const id = newFileId(call, fields.mimeType, parent);
  const { bytes, metadata, text } = copiedContent(source, fields.mimeType, revisionId(id));
  if (parent.driveId === undefined) checkStorageQuota(state, call.user.email, metadata?.size ?? 0);
  return addFile(
    call,
    parent,
    {
      id,
      fields,
      ...(metadata && { content: metadata }),
      ...(source.targetId && { targetId: source.targetId }),
      ...(source.exportSize !== undefined && { exportSize: source.exportSize }),
      ...(source.isAbusive && { isAbusive: true }),
      ...(text && { text }),
      ...(call.query.flag('copyComments') && { comments: openComments(source) }),
    },
    bytes,
  );
};

/**
 * The comments that a copy takes along: the open ones, with their replies (discovery document of
 * Drive, 16 September 2026; that ids, authors and times stay is assumed).
 */
const openComments = ({ comments }: FileEntity): FileCommentEntity[] =>
  structuredClone(comments.filter((comment) => !comment.deleted && !isResolved(comment)));

/**
 * The content of a copy, which can be converted to a document.
 * @throws ApiError 400 for other conversions
 */
function copiedContent(
  { fields, content, text, history }: FileEntity,
  mimeType: string,
  headRevisionId: string,
): NewContent {
  const bytes = history.at(-1)?.bytes;
  const texts = text === undefined ? {} : { text };
  if (mimeType !== fields.mimeType)
    return { text: convertedText(bytes ?? noBytes, fields.mimeType, mimeType) };
  return bytes && content ? { bytes, metadata: { ...content, headRevisionId }, ...texts } : texts;
}
