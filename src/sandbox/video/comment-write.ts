/** What people do to comments: write, edit and delete their own, and decide on those made on what is theirs. */
import type { ApiCall, Handler } from '../handler.ts';
import { stableId } from '../random.ts';
import { ApiError } from '../api-error.ts';
import { rfc3339 } from '../time.ts';
import {
  isOwnComment,
  isVisibleComment,
  canModerate,
  findReplies,
  serializeComment,
  serializeCommentThread,
} from './comment-serializer.ts';
import { throwForbidden, throwNotFound } from './error.ts';
import { updateCommentCount } from './comment-count.ts';
import { type CommentEntity, videoState } from './state.ts';
import { isVisibleVideo } from './video.ts';

const thread = 'youtube.commentThread';
const domain = 'youtube.comment';
const longest = 10_000;

interface ThreadBody {
  readonly channelId?: string | null;
  readonly videoId?: string | null;
  readonly topLevelComment: { readonly snippet: { readonly textOriginal: string } };
}

interface CommentBody {
  readonly parentId: string;
  readonly textOriginal: string;
}

function checkText(text: string, of: string, path: string): string {
  const location = `body.${path}`;
  if (text.trim() === '')
    throw new ApiError(400, 'commentTextRequired', { domain: of, location, locationType: 'other' });
  if (Array.from(text).length > longest)
    throw new ApiError(400, 'commentTextTooLong', { domain: of, location, locationType: 'other' });
  return text;
}

/** The caller as an author: not every account may comment. */
function authorOf({ user, simulation }: ApiCall, of: string): string {
  if (videoState(simulation).ineligibleChannels.has(user.channelId!))
    throwForbidden(of, 'ineligibleAccount');
  return user.channelId!;
}

/** Keeps a new comment: whoever was banned from a channel is rejected from then on, without being told. */
function keep(
  call: ApiCall,
  about: Pick<CommentEntity, 'channelId' | 'videoId' | 'postId'>,
  text: string,
  authorId: string,
  top?: string,
): CommentEntity {
  const { simulation } = call;
  const state = videoState(simulation);
  const made = stableId(
    `comment ${state.insertedComments++} ${simulation.now().toISOString()}`,
    22,
  );
  const id = top === undefined ? `Ugy${made}a` : `${top}.${made}`;
  const publishedAt = rfc3339(simulation.now());
  const moderationStatus = state.bannedAuthors.get(about.channelId)?.has(authorId)
    ? 'rejected'
    : 'published';
  const comment: CommentEntity = {
    ...about,
    id,
    threadId: top ?? id,
    authorId,
    text,
    likes: 0,
    publishedAt,
    updatedAt: publishedAt,
    moderationStatus,
  };
  state.comments.set(id, comment);
  updateCommentCount(state, about.videoId);
  return comment;
}

export const insertCommentThread: Handler = (call) => {
  const { videoId, channelId, topLevelComment } = call.body['snippet'] as ThreadBody;
  const text = checkText(
    topLevelComment.snippet.textOriginal,
    thread,
    'snippet.topLevelComment.snippet.textOriginal',
  );
  const about = videoId ? aboutVideo(call, videoId, channelId) : aboutChannel(call, channelId!);
  return serializeCommentThread(call, keep(call, about, text, authorOf(call, thread)));
};

function aboutVideo(
  call: ApiCall,
  id: string,
  channelId: string | null | undefined,
): Pick<CommentEntity, 'channelId' | 'videoId'> {
  const { videos, commentsDisabled } = videoState(call.simulation);
  const video = videos.get(id);
  if (!video || !isVisibleVideo(call, video))
    return throwNotFound(thread, 'videoNotFound', 'body.snippet.videoId');
  const owner = video.snippet.channelId;
  const location = 'body.snippet.videoId';
  if (channelId && channelId !== owner)
    throw new ApiError(400, 'invalidCommentThreadMetadata', {
      domain: thread,
      location,
      locationType: 'other',
    });
  if (commentsDisabled.has(id))
    throw new ApiError(403, 'commentsDisabled', {
      domain: thread,
      location,
      locationType: 'other',
    });
  return { channelId: owner, videoId: id };
}

function aboutChannel(call: ApiCall, id: string): Pick<CommentEntity, 'channelId'> {
  if (!videoState(call.simulation).channels.has(id))
    return throwNotFound(thread, 'channelNotFound', 'body.snippet.channelId');
  return { channelId: id };
}

export const insertReply: Handler = (call) => {
  const { parentId, textOriginal } = call.body['snippet'] as CommentBody;
  const text = checkText(textOriginal, domain, 'snippet.textOriginal');
  const location = 'body.snippet.parentId';
  const parent = videoState(call.simulation).comments.get(parentId);
  if (!parent || !isVisibleComment(call, parent))
    return throwNotFound(domain, 'parentCommentNotFound', location);
  // Replies hang below the first comment of a thread, never below one another.
  if (parent.id !== parent.threadId)
    throw new ApiError(400, 'operationNotSupported', { domain, location, locationType: 'other' });
  if (parent.moderationStatus !== 'published')
    throw new ApiError(400, 'parentCommentIsPrivate', { domain, location, locationType: 'other' });
  const { channelId, videoId, postId } = parent;
  const about = {
    channelId,
    ...(videoId === undefined ? {} : { videoId }),
    ...(postId === undefined ? {} : { postId }),
  };
  return serializeComment(call, keep(call, about, text, authorOf(call, domain), parent.id));
};

function seen(call: ApiCall, id: string, location: string): CommentEntity {
  const comment = videoState(call.simulation).comments.get(id);
  return comment && isVisibleComment(call, comment)
    ? comment
    : throwNotFound(domain, 'commentNotFound', location);
}

/** The caller's own comment: what others wrote is theirs. */
function mine(call: ApiCall, id: string, location: string): CommentEntity {
  const comment = seen(call, id, location);
  return isOwnComment(call, comment) ? comment : throwForbidden(domain);
}

export const updateComment: Handler = (call) => {
  const { textOriginal } = call.body['snippet'] as CommentBody;
  const text = checkText(textOriginal, domain, 'snippet.textOriginal');
  const comment = mine(call, call.body['id'] as string, 'body.id');
  authorOf(call, domain);
  comment.text = text;
  comment.updatedAt = rfc3339(call.simulation.now());
  return serializeComment(call, comment);
};

/** With the first comment of a thread its replies go, too. */
export const deleteComment: Handler = (call) => {
  const { id, videoId } = mine(call, call.query.text('id')!, 'id');
  const state = videoState(call.simulation);
  for (const reply of findReplies(call, id)) state.comments.delete(reply.id);
  state.comments.delete(id);
  updateCommentCount(state, videoId);
  return undefined;
};

/** All or none: one that may not be moderated refuses those that travel with it. */
export const setModerationStatus: Handler = (call) => {
  const { query, simulation } = call;
  const state = videoState(simulation);
  const status = query.text('moderationStatus') as CommentEntity['moderationStatus'];
  const ban = query.flag('banAuthor');
  if (status === 'likelySpam')
    throw new ApiError(400, 'operationNotSupported', { domain, location: 'moderationStatus' });
  if (ban && status !== 'rejected')
    throw new ApiError(400, 'banWithoutReject', { domain, location: 'banAuthor' });
  const chosen = [...new Set(query.list('id'))].map((id) => seen(call, id, 'id'));
  if (!chosen.every((comment) => canModerate(call, comment))) throwForbidden(domain);
  for (const comment of chosen) {
    comment.moderationStatus = status;
    updateCommentCount(state, comment.videoId);
    if (ban)
      state.bannedAuthors.set(
        comment.channelId,
        new Set([...(state.bannedAuthors.get(comment.channelId) ?? []), comment.authorId]),
      );
  }
  return undefined;
};

/** It still answers, and does nothing. */
export const markAsSpam: Handler = () => undefined;
