/** `revisions`: the versions of a file's content. */
import type { ApiCall, Handler } from '../call/handler.ts';
import { ApiError } from '../http/api-error.ts';
import type { Bytes } from '../bytes.ts';
import { paginate } from '../call/page.ts';
import type { User } from '../user.ts';
import {
  findFile,
  includesRole,
  roleOf,
  throwInsufficientPermissions,
} from './permission/access.ts';
import { downloadRevision } from './content/file-download.ts';
import { exportFormats } from './content/export-format.ts';
import { checkWritableFields } from './file/body.ts';
import { exportLink, originalFilenameOf } from './file/serializer.ts';
import { isEditorsFile, mime } from './content/mime.ts';
import { serializeUser } from './permission/person.ts';
import { type FileEntity, type RevisionEntity, storageState } from './state.ts';

/** Drive keeps at most this number of revisions of a file forever. */
const maxKept = 200;

/** Whether files of this type have revisions. */
export const hasRevisions = ({ fields: { mimeType } }: Pick<FileEntity, 'fields'>): boolean =>
  mimeType !== mime.folder && mimeType !== mime.shortcut;

/**
 * A revision with the current metadata of a file.
 * @param bytes of its content; undefined for documents
 */
export function newRevision(file: FileEntity, bytes: Bytes | undefined): RevisionEntity {
  const { fields, modifiedTime, modifiedBy, content, history } = file;
  return {
    id: content?.headRevisionId ?? `${Number(history.at(-1)?.id ?? 0) + 1}`,
    mimeType: fields.mimeType,
    modifiedTime,
    modifiedBy,
    ...(content &&
      bytes && {
        content,
        bytes,
        originalFilename: originalFilenameOf(file),
      }),
    options: {},
  };
}

/** Adds a revision with the current metadata of the file. */
export function addRevision(
  file: FileEntity,
  bytes: Bytes | undefined,
  keepForever: boolean,
): void {
  const revision = newRevision(file, bytes);
  if (bytes && keepForever) revision.options = { keepForever };
  file.history.push(revision);
}

/**
 * The file of the path, for callers who may read its revisions.
 * @throws ApiError 404 like `findFile`, 403 for folders and for callers who are not writers
 */
function findRevisedFile(call: ApiCall): FileEntity {
  const file = findFile(call, call.path['fileId']!);
  if (!includesRole(roleOf(storageState(call.simulation), call.user, file), 'writer'))
    throwInsufficientPermissions(file.id);
  if (hasRevisions(file)) return file;
  throw new ApiError(403, 'revisionsNotSupported', {
    message: 'The file does not support revisions.',
  });
}

/** @throws ApiError 404 */
export function findRevision(file: FileEntity, id: string): RevisionEntity {
  const revision = file.history.find((other) => other.id === id);
  if (revision) return revision;
  throw new ApiError(404, 'notFound', {
    message: `Revision not found: ${id}.`,
    location: 'revisionId',
  });
}

function serializeRevision(file: FileEntity, revision: RevisionEntity, user: User): object {
  const { id, mimeType, modifiedTime, modifiedBy, content, originalFilename } = revision;
  return {
    kind: 'drive#revision',
    id,
    mimeType,
    modifiedTime,
    lastModifyingUser: serializeUser(modifiedBy, user),
    ...(content
      ? {
          keepForever: revision.options.keepForever ?? false,
          md5Checksum: content.md5Checksum,
          size: `${content.size}`,
          originalFilename,
        }
      : documentFields(file, revision)),
  };
}

/** Revisions of documents can be published on the web and exported. */
function documentFields(file: FileEntity, { id, mimeType, options }: RevisionEntity): object {
  const formats = exportFormats[mimeType] ?? [];
  const { published = false, publishAuto = false, publishedOutsideDomain = false } = options;
  return {
    published,
    publishAuto,
    publishedOutsideDomain,
    ...(published && { publishedLink: `https://docs.example/document/d/e/${file.id}/pub` }),
    exportLinks: Object.fromEntries(
      formats.map((format) => [format, `${exportLink(file.id, format)}&revision=${id}`]),
    ),
  };
}

/** `revisions.list`, oldest first. */
export const listRevisions: Handler = (call) => {
  const file = findRevisedFile(call);
  const { items, next } = paginate(call, file.history);
  return {
    kind: 'drive#revisionList',
    ...(next && { nextPageToken: next }),
    revisions: items.map((revision) => serializeRevision(file, revision, call.user)),
  };
};

/** `revisions.get`. */
export const getRevision: Handler = (call) => {
  const file = findRevisedFile(call);
  const revision = findRevision(file, call.path['revisionId']!);
  if (call.query.text('alt') !== 'media') return serializeRevision(file, revision, call.user);
  return downloadRevision(call, file, revision);
};

/** `revisions.update`. Documents ignore `keepForever`, other files the fields of publishing. */
export const updateRevision: Handler = (call) => {
  const file = findRevisedFile(call);
  const revision = findRevision(file, call.path['revisionId']!);
  checkWritableFields(call);
  const { keepForever, ...publishing } = call.body as RevisionEntity['options'];
  if (!revision.content) revision.options = { ...revision.options, ...publishing };
  else if (keepForever !== undefined) keepRevision(file, revision, keepForever ?? false);
  return serializeRevision(file, revision, call.user);
};

/**
 * @throws ApiError 400 if an older revision would no longer be kept, 403 if too many would be kept
 */
function keepRevision(file: FileEntity, revision: RevisionEntity, keepForever: boolean): void {
  const wasKept = revision.options.keepForever ?? false;
  if (wasKept && !keepForever && revision !== file.history.at(-1))
    throw new ApiError(400, 'illegalKeepForeverModification', {
      message: 'Bad Request. Cannot update a revision to false that is marked as keepForever.',
    });
  if (!wasKept && keepForever) checkKeptRevisions(file);
  revision.options = { keepForever };
}

/** @throws ApiError 403 if no further revision of the file can be kept forever */
export function checkKeptRevisions({ history }: FileEntity): void {
  if (history.filter(({ options }) => options.keepForever).length >= maxKept)
    throw new ApiError(403, 'keepForeverRevisionLimitExceeded', {
      message: `A file has at most ${maxKept} revisions that are kept forever.`,
    });
}

/** `revisions.delete`. If the newest revision is deleted, the one before it is the content. */
export const deleteRevision: Handler = (call) => {
  const file = findRevisedFile(call);
  if (isEditorsFile(file.fields.mimeType))
    throw new ApiError(403, 'revisionDeletionNotSupported', {
      message: 'The file does not support the deletion of revisions.',
    });
  const revision = findRevision(file, call.path['revisionId']!);
  if (file.history.length === 1)
    throw new ApiError(403, 'cannotDeleteOnlyRevision', {
      message: 'The only revision of a file cannot be deleted.',
    });
  file.history.splice(file.history.indexOf(revision), 1);
  const { content, mimeType } = file.history.at(-1)!;
  if (content && content !== file.content) {
    file.content = content;
    file.fields = { ...file.fields, mimeType };
    file.version += 1;
  }
  return undefined;
};
