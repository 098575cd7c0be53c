/** What people do to comments: write, edit and delete their own, and decide on those made on what is theirs. */
import type { ApiCall, Handler } from '../handler.ts';
import { stableId } from '../random.ts';
import { ApiError } from '../api-error.ts';
import { rfc3339 } from '../time.ts';
import { isOwnComment, isSeen, onOwn, repliesOf, showComment, showThread } from './comment-show.ts';
import { forbid, notFound } from './list.ts';
import { recount } from './comment-count.ts';
import { type Comment, videoState } from './state.ts';
import { isVisible } from './video.ts';

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
  if (videoState(simulation).ineligible.has(user.channelId!)) forbid(of, 'ineligibleAccount');
  return user.channelId!;
}

/** Keeps a new comment: whoever was banned from a channel is rejected from then on, without being told. */
function keep(
  call: ApiCall,
  about: Pick<Comment, 'channelId' | 'videoId' | 'postId'>,
  text: string,
  authorId: string,
  top?: string,
): Comment {
  const { simulation } = call;
  const state = videoState(simulation);
  const made = stableId(`comment ${state.madeComments++} ${simulation.now().toISOString()}`, 22);
  const id = top === undefined ? `Ugy${made}a` : `${top}.${made}`;
  const publishedAt = rfc3339(simulation.now());
  const moderationStatus = state.banned.get(about.channelId)?.has(authorId)
    ? 'rejected'
    : 'published';
  const comment: Comment = {
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
  recount(state, about.videoId);
  return comment;
}

export const insertThread: Handler = (call) => {
  const { videoId, channelId, topLevelComment } = call.body['snippet'] as ThreadBody;
  const text = checkText(
    topLevelComment.snippet.textOriginal,
    thread,
    'snippet.topLevelComment.snippet.textOriginal',
  );
  const about = videoId ? aboutVideo(call, videoId, channelId) : aboutChannel(call, channelId!);
  return showThread(call, keep(call, about, text, authorOf(call, thread)));
};

function aboutVideo(
  call: ApiCall,
  id: string,
  channelId: string | null | undefined,
): Pick<Comment, 'channelId' | 'videoId'> {
  const { videos, commentsDisabled } = videoState(call.simulation);
  const video = videos.get(id);
  if (!video || !isVisible(call, video))
    return notFound(thread, 'videoNotFound', 'body.snippet.videoId');
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

function aboutChannel(call: ApiCall, id: string): Pick<Comment, 'channelId'> {
  if (!videoState(call.simulation).channels.has(id))
    return notFound(thread, 'channelNotFound', 'body.snippet.channelId');
  return { channelId: id };
}

export const insertReply: Handler = (call) => {
  const { parentId, textOriginal } = call.body['snippet'] as CommentBody;
  const text = checkText(textOriginal, domain, 'snippet.textOriginal');
  const location = 'body.snippet.parentId';
  const parent = videoState(call.simulation).comments.get(parentId);
  if (!parent || !isSeen(call, parent)) return notFound(domain, 'parentCommentNotFound', location);
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
  return showComment(call, keep(call, about, text, authorOf(call, domain), parent.id));
};

function seen(call: ApiCall, id: string, location: string): Comment {
  const comment = videoState(call.simulation).comments.get(id);
  return comment && isSeen(call, comment) ? comment : notFound(domain, 'commentNotFound', location);
}

/** The caller's own comment: what others wrote is theirs. */
function mine(call: ApiCall, id: string, location: string): Comment {
  const comment = seen(call, id, location);
  return isOwnComment(call, comment) ? comment : forbid(domain);
}

export const updateComment: Handler = (call) => {
  const { textOriginal } = call.body['snippet'] as CommentBody;
  const text = checkText(textOriginal, domain, 'snippet.textOriginal');
  const comment = mine(call, call.body['id'] as string, 'body.id');
  authorOf(call, domain);
  comment.text = text;
  comment.updatedAt = rfc3339(call.simulation.now());
  return showComment(call, comment);
};

/** With the first comment of a thread its replies go, too. */
export const deleteComment: Handler = (call) => {
  const { id, videoId } = mine(call, call.query.text('id')!, 'id');
  const state = videoState(call.simulation);
  for (const reply of repliesOf(call, id)) state.comments.delete(reply.id);
  state.comments.delete(id);
  recount(state, videoId);
  return undefined;
};

/** All or none: one that may not be moderated refuses those that travel with it. */
export const setModerationStatus: Handler = (call) => {
  const { query, simulation } = call;
  const state = videoState(simulation);
  const status = query.text('moderationStatus') as Comment['moderationStatus'];
  const ban = query.flag('banAuthor');
  if (status === 'likelySpam')
    throw new ApiError(400, 'operationNotSupported', { domain, location: 'moderationStatus' });
  if (ban && status !== 'rejected')
    throw new ApiError(400, 'banWithoutReject', { domain, location: 'banAuthor' });
  const chosen = [...new Set(query.list('id'))].map((id) => seen(call, id, 'id'));
  if (!chosen.every((comment) => onOwn(call, comment))) forbid(domain);
  for (const comment of chosen) {
    comment.moderationStatus = status;
    recount(state, comment.videoId);
    if (ban)
      state.banned.set(
        comment.channelId,
        new Set([...(state.banned.get(comment.channelId) ?? []), comment.authorId]),
      );
  }
  return undefined;
};

/** It still answers, and does nothing. */
export const markAsSpam: Handler = () => undefined;
