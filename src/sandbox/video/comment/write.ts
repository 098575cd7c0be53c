/** Inserts, updates and deletions of comments. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { stableId } from '../../random.ts';
import { ApiError } from '../../http/api-error.ts';
import { rfc3339 } from '../../time.ts';
import { findReplies, isOwnComment, isVisibleComment } from './access.ts';
import { updateCommentCount } from './count.ts';
import { serializeComment, serializeCommentThread } from './serializer.ts';
import { throwForbidden, throwInvalidValue, throwIdNotFound } from '../error.ts';
import { type CommentEntity, videoState } from '../state.ts';
import { isLongerThan } from '../../text.ts';
import { findVisibleVideo } from '../video/access.ts';

const threadDomain = 'youtube.commentThread';
const commentDomain = 'youtube.comment';
const maxTextLength = 10_000;

interface ThreadSnippet {
  readonly channelId?: string | null;
  readonly videoId?: string | null;
  readonly topLevelComment: { readonly snippet: { readonly textOriginal: string } };
}

interface CommentSnippet {
  readonly parentId: string;
  readonly textOriginal: string;
}

/** The channel, video or post that a comment is on. */
type CommentTarget = Pick<CommentEntity, 'channelId' | 'videoId' | 'postId'>;

function checkText(text: string, domain: string, location: string): void {
  if (text.trim() === '') throwInvalidValue(domain, 'commentTextRequired', location);
  if (isLongerThan(text, maxTextLength)) throwInvalidValue(domain, 'commentTextTooLong', location);
}

/** Returns the caller's channel. @throws ApiError 403 if its account may not comment */
function findAuthor({ user, simulation }: ApiCall, domain: string): string {
  if (videoState(simulation).ineligibleChannels.has(user.channelId!))
    throwForbidden(domain, 'ineligibleAccount');
  return user.channelId!;
}

interface NewComment {
  readonly target: CommentTarget;
  readonly text: string;
  readonly authorId: string;
  /** Absent: a top-level comment. */
  readonly threadId?: string;
}

/** Stores a comment. Comments of banned authors are rejected without an error, as on YouTube. */
function storeComment(
  { simulation }: ApiCall,
  { target, text, authorId, threadId }: NewComment,
): CommentEntity {
  const state = videoState(simulation);
  const key = `comment ${state.insertedComments++} ${simulation.now().toISOString()}`;
  const suffix = stableId(key, 22);
  const id = threadId === undefined ? `Ugy${suffix}a` : `${threadId}.${suffix}`;
  const publishedAt = rfc3339(simulation.now());
  const isBanned = state.bannedAuthors.get(target.channelId)?.has(authorId) ?? false;
  const comment: CommentEntity = {
    ...target,
    id,
    threadId: threadId ?? id,
    authorId,
    text,
    likes: 0,
    publishedAt,
    updatedAt: publishedAt,
    moderationStatus: isBanned ? 'rejected' : 'published',
  };
  state.comments.set(id, comment);
  updateCommentCount(state, target.videoId);
  return comment;
}

/** `commentThreads.insert`: a top-level comment on a video or channel. */
export const insertCommentThread: Handler = (call) => {
  const { videoId, channelId, topLevelComment } = call.body['snippet'] as ThreadSnippet;
  const text = topLevelComment.snippet.textOriginal;
  checkText(text, threadDomain, 'body.snippet.topLevelComment.snippet.textOriginal');
  const target = videoId
    ? findVideoTarget(call, videoId, channelId)
    : findChannelTarget(call, channelId!);
  const authorId = findAuthor(call, threadDomain);
  return serializeCommentThread(call, storeComment(call, { target, text, authorId }));
};

function findVideoTarget(
  call: ApiCall,
  videoId: string,
  channelId: string | null | undefined,
): CommentTarget {
  const location = 'body.snippet.videoId';
  const video = findVisibleVideo(call, videoId, threadDomain, location);
  const ownerId = video.snippet.channelId;
  if (channelId && channelId !== ownerId)
    throwInvalidValue(threadDomain, 'invalidCommentThreadMetadata', location);
  if (videoState(call.simulation).commentsDisabled.has(videoId))
    throw new ApiError(403, 'commentsDisabled', {
      domain: threadDomain,
      location,
      locationType: 'other',
    });
  return { channelId: ownerId, videoId };
}

function findChannelTarget({ simulation }: ApiCall, channelId: string): CommentTarget {
  if (!videoState(simulation).channels.has(channelId))
    throwIdNotFound(threadDomain, 'channelNotFound', 'body.snippet.channelId');
  return { channelId };
}

/** `comments.insert`: a reply to a published top-level comment. */
export const insertReply: Handler = (call) => {
  const { parentId, textOriginal: text } = call.body['snippet'] as CommentSnippet;
  checkText(text, commentDomain, 'body.snippet.textOriginal');
  const location = 'body.snippet.parentId';
  const parent = videoState(call.simulation).comments.get(parentId);
  if (!parent || !isVisibleComment(call, parent))
    return throwIdNotFound(commentDomain, 'parentCommentNotFound', location);
  if (parent.id !== parent.threadId)
    throwInvalidValue(commentDomain, 'operationNotSupported', location);
  if (parent.moderationStatus !== 'published')
    throwInvalidValue(commentDomain, 'parentCommentIsPrivate', location);
  const { channelId, videoId, postId } = parent;
  const target = {
    channelId,
    ...(videoId === undefined ? {} : { videoId }),
    ...(postId === undefined ? {} : { postId }),
  };
  const authorId = findAuthor(call, commentDomain);
  const reply = storeComment(call, { target, text, authorId, threadId: parent.id });
  return serializeComment(call, reply);
};

/**
 * Returns a comment that the caller has written.
 * @throws ApiError 404 if the caller cannot see it; 403 for a visible comment of another author
 */
function findOwnComment(call: ApiCall, id: string, location: string): CommentEntity {
  const comment = videoState(call.simulation).comments.get(id);
  if (!comment || !isVisibleComment(call, comment))
    return throwIdNotFound(commentDomain, 'commentNotFound', location);
  return isOwnComment(call, comment) ? comment : throwForbidden(commentDomain);
}

/** `comments.update`: replaces the text. */
export const updateComment: Handler = (call) => {
  const { textOriginal: text } = call.body['snippet'] as CommentSnippet;
  checkText(text, commentDomain, 'body.snippet.textOriginal');
  const comment = findOwnComment(call, call.body['id'] as string, 'body.id');
  findAuthor(call, commentDomain);
  comment.text = text;
  comment.updatedAt = rfc3339(call.simulation.now());
  return serializeComment(call, comment);
};

/** `comments.delete`: deletes a comment, and all replies with a top-level comment. */
export const deleteComment: Handler = (call) => {
  const { id, videoId } = findOwnComment(call, call.query.text('id')!, 'id');
  const state = videoState(call.simulation);
  for (const reply of findReplies(call, id)) state.comments.delete(reply.id);
  state.comments.delete(id);
  updateCommentCount(state, videoId);
  return undefined;
};
