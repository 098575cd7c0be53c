/**
 * `comments.list`, `get`, `create`, `update` and `delete`. Everybody with access to a file reads
 * its comments, commenters write them.
 */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import { paginate } from '../../call/page.ts';
import { stableId } from '../../random.ts';
import {
  findFile,
  includesRole,
  roleOf,
  throwInsufficientPermissions,
} from '../permission/access.ts';
import type { FileCommentEntity } from './entity.ts';
import { serializeComment } from './serializer.ts';
import { checkWritableFields } from '../file/body.ts';
import { mime } from '../content/mime.ts';
import { type FileEntity, storageState } from '../state.ts';

/** @throws ApiError 404 */
export function throwRemarkNotFound(id: string, location: 'commentId' | 'replyId'): never {
  const kind = location === 'commentId' ? 'Comment' : 'Reply';
  throw new ApiError(404, 'notFound', { message: `${kind} not found: ${id}.`, location });
}

/**
 * The comment of the path, with its file.
 * @param includeDeleted whether deleted comments are found
 * @throws ApiError 404
 */
export function findComment(
  call: ApiCall,
  includeDeleted: boolean,
): { readonly file: FileEntity; readonly comment: FileCommentEntity } {
  const file = findFile(call, call.path['fileId']!);
  const commentId = call.path['commentId']!;
  const comment = file.comments.find(({ id }) => id === commentId);
  if (!comment || (comment.deleted && !includeDeleted))
    return throwRemarkNotFound(commentId, 'commentId');
  return { file, comment };
}

/** @throws ApiError 403 for readers, and for folders, which have no comments */
export function checkMayComment({ simulation, user }: ApiCall, file: FileEntity): void {
  const role = roleOf(storageState(simulation), user, file);
  if (!includesRole(role, 'commenter') || file.fields.mimeType === mime.folder)
    throwInsufficientPermissions(file.id);
}

/** @throws ApiError 403 for callers who are neither the author nor, if allowed, the file's owner */
export function checkMayEdit(
  { user }: ApiCall,
  file: FileEntity,
  { author }: { readonly author: string },
  mayOwner: boolean,
): void {
  if (author !== user.email && !(mayOwner && file.owner === user.email))
    throwInsufficientPermissions(file.id);
}

/** RFC 3339, with an offset. */
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** The lowest `modifiedTime` of a list, in milliseconds. @throws ApiError 400 */
function startOf({ query }: ApiCall): number {
  const text = query.text('startModifiedTime');
  if (text === undefined) return -Infinity;
  const start = timePattern.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(start))
    throw new ApiError(400, 'invalid', {
      message: `Invalid value '${text}'.`,
      location: 'startModifiedTime',
    });
  return start;
}

/** `comments.list`: newest first. */
export const listComments: Handler = (call) => {
  const file = findFile(call, call.path['fileId']!);
  const includeDeleted = call.query.flag('includeDeleted');
  const start = startOf(call);
  const comments = file.comments
    .filter(
      ({ deleted, modifiedTime }) =>
        (includeDeleted || !deleted) && Date.parse(modifiedTime) >= start,
    )
    .toReversed();
  const { items, next } = paginate(call, comments);
  return {
    kind: 'drive#commentList',
    ...(next && { nextPageToken: next }),
    comments: items.map((comment) => serializeComment(comment, call.user, includeDeleted)),
  };
};

/** `comments.get`. */
export const getComment: Handler = (call) => {
  const includeDeleted = call.query.flag('includeDeleted');
  const { comment } = findComment(call, includeDeleted);
  return serializeComment(comment, call.user, includeDeleted);
};

type CommentBody = Partial<Pick<FileCommentEntity, 'anchor' | 'content' | 'quotedFileContent'>>;

/** Writes the fields of the body; null removes a field. */
function writeBody(comment: FileCommentEntity, { body, simulation }: ApiCall): void {
  const { anchor, content, quotedFileContent } = body as CommentBody;
  if (content !== undefined) comment.content = content;
  if (anchor) comment.anchor = anchor;
  else if (anchor !== undefined) delete comment.anchor;
  if (quotedFileContent)
    comment.quotedFileContent = { ...comment.quotedFileContent, ...quotedFileContent };
  else if (quotedFileContent !== undefined) delete comment.quotedFileContent;
  comment.modifiedTime = simulation.now().toISOString();
}

/** `comments.create`. */
export const createComment: Handler = (call) => {
  checkWritableFields(call);
  const { simulation, user } = call;
  const file = findFile(call, call.path['fileId']!);
  checkMayComment(call, file);
  const createdTime = simulation.now().toISOString();
  const comment: FileCommentEntity = {
    id: `AAAA${stableId(`comment ${file.comments.length} on ${file.id}`, 7)}`,
    author: user.email,
    createdTime,
    modifiedTime: createdTime,
    replies: [],
  };
  writeBody(comment, call);
  file.comments.push(comment);
  return serializeComment(comment, user, false);
};

/** `comments.update`, for the author. */
export const updateComment: Handler = (call) => {
  checkWritableFields(call);
  const { file, comment } = findComment(call, false);
  checkMayEdit(call, file, comment, false);
  writeBody(comment, call);
  return serializeComment(comment, call.user, false);
};

/**
 * `comments.delete`, for the author and the owner of the file. The deleted comment keeps its id.
 */
export const deleteComment: Handler = (call) => {
  const { file, comment } = findComment(call, false);
  checkMayEdit(call, file, comment, true);
  comment.deleted = true;
  comment.modifiedTime = call.simulation.now().toISOString();
  delete comment.content;
  delete comment.quotedFileContent;
  return undefined;
};
