/**
 * `replies.list`, `get`, `create`, `update` and `delete`. A reply can resolve or reopen a comment.
 */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import { paginate } from '../../call/page.ts';
import { stableId } from '../../random.ts';
import { checkMayComment, checkMayEdit, findComment, throwRemarkNotFound } from './comment.ts';
import type { FileCommentEntity, FileReplyEntity } from './entity.ts';
import { serializeReply } from './serializer.ts';
import { checkWritableFields } from '../file/body.ts';

/** @throws ApiError 404 */
function findReply(
  { path }: ApiCall,
  { replies }: FileCommentEntity,
  includeDeleted: boolean,
): FileReplyEntity {
  const replyId = path['replyId']!;
  const reply = replies.find(({ id }) => id === replyId);
  if (!reply || (reply.deleted && !includeDeleted)) return throwRemarkNotFound(replyId, 'replyId');
  return reply;
}

/** `replies.list`: oldest first. The replies of a deleted comment need `includeDeleted`. */
export const listReplies: Handler = (call) => {
  const includeDeleted = call.query.flag('includeDeleted');
  const { comment } = findComment(call, includeDeleted);
  const replies = comment.replies.filter(({ deleted }) => includeDeleted || !deleted);
  const { items, next } = paginate(call, replies);
  return {
    kind: 'drive#replyList',
    ...(next && { nextPageToken: next }),
    replies: items.map((reply) => serializeReply(reply, call.user)),
  };
};

/** `replies.get`. */
export const getReply: Handler = (call) => {
  const includeDeleted = call.query.flag('includeDeleted');
  const { comment } = findComment(call, includeDeleted);
  return serializeReply(findReply(call, comment, includeDeleted), call.user);
};

/** @throws ApiError 400 */
function actionOf({ body }: ApiCall): FileReplyEntity['action'] {
  const { action } = body as { readonly action?: string | null };
  if (action === undefined || action === null || action === '') return undefined;
  if (action === 'resolve' || action === 'reopen') return action;
  throw new ApiError(400, 'invalid', {
    message: `Invalid value '${action}'. The action of a reply is resolve or reopen.`,
    location: 'reply.action',
    locationType: 'other',
  });
}

/** `replies.create`. */
export const createReply: Handler = (call) => {
  checkWritableFields(call);
  const { simulation, user, body } = call;
  const { file, comment } = findComment(call, false);
  checkMayComment(call, file);
  const action = actionOf(call);
  const { content } = body as { readonly content?: string | null };
  const createdTime = simulation.now().toISOString();
  const reply: FileReplyEntity = {
    id: `AAAB${stableId(`reply ${comment.replies.length} to ${comment.id}`, 7)}`,
    author: user.email,
    createdTime,
    modifiedTime: createdTime,
    ...(content && { content }),
    ...(action && { action }),
  };
  comment.replies.push(reply);
  comment.modifiedTime = createdTime;
  return serializeReply(reply, user);
};

/** `replies.update`, for the author. */
export const updateReply: Handler = (call) => {
  checkWritableFields(call);
  const { file, comment } = findComment(call, false);
  const reply = findReply(call, comment, false);
  checkMayEdit(call, file, reply, false);
  reply.content = (call.body as { readonly content: string }).content;
  reply.modifiedTime = call.simulation.now().toISOString();
  comment.modifiedTime = reply.modifiedTime;
  return serializeReply(reply, call.user);
};

/** `replies.delete`, for the author and the owner of the file. The deleted reply keeps its id. */
export const deleteReply: Handler = (call) => {
  const { file, comment } = findComment(call, false);
  const reply = findReply(call, comment, false);
  checkMayEdit(call, file, reply, true);
  reply.deleted = true;
  reply.modifiedTime = call.simulation.now().toISOString();
  delete reply.content;
  return undefined;
};
