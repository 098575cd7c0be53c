/** Lists of comment threads and of comments. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import { findReplies, isVisibleComment } from './access.ts';
import { serializeComment, serializeCommentThread } from './serializer.ts';
import { throwForbidden, throwInvalidParameter, throwIdNotFound } from '../error.ts';
import { findByIds, listResponse } from '../list-response.ts';
import { type CommentEntity, type VideoEntity, videoState } from '../state.ts';
import { isOwnVideo, isVisibleVideo } from '../video/access.ts';

const threadDomain = 'youtube.commentThread';
const commentDomain = 'youtube.comment';

/** `commentThreads.list`: the threads with these ids, or of a video, post or channel. */
export const listCommentThreads: Handler = (call) =>
  listResponse(call, sort(call, filterByText(call, selectThreads(call))), (topLevelComment) =>
    serializeCommentThread(call, topLevelComment),
  );

/** Returns the top-level comments of the requested threads. */
function selectThreads(call: ApiCall): readonly CommentEntity[] {
  const { query, simulation } = call;
  const all = [...videoState(simulation).comments.values()].filter(
    ({ id, threadId }) => id === threadId,
  );
  if (query.has('id')) {
    checkOnlyIds(call);
    const found = findByIds(query.list('id'), (id) => all.find((comment) => comment.id === id));
    return found.filter((comment) => isVisibleComment(call, comment));
  }
  const target = findTarget(call);
  const threads = all.filter(target.contains);
  const status = query.text('moderationStatus') ?? 'published';
  const hasStatus = ({ moderationStatus }: CommentEntity): boolean => moderationStatus === status;
  if (status === 'published')
    return threads.filter((comment) => hasStatus(comment) && isVisibleComment(call, comment));
  if (!target.isOwn) throwForbidden(threadDomain);
  // A thread also matches if only one of its replies has the status.
  return threads.filter(
    (comment) => hasStatus(comment) || findReplies(call, comment.id).some(hasStatus),
  );
}

/** Parameters that filter or sort cannot be combined with ids. */
function checkOnlyIds({ query }: ApiCall): void {
  const extra = ['moderationStatus', 'searchTerms', 'order'].find((name) => query.has(name));
  if (extra !== undefined)
    throwInvalidParameter('youtube.parameter', 'incompatibleParameters', extra);
}

/** The video, post or channel whose threads are requested. */
interface ThreadTarget {
  /** Whether it belongs to the caller. */
  readonly isOwn: boolean;
  /** Whether a top-level comment is on it. */
  readonly contains: (topLevelComment: CommentEntity) => boolean;
}

function findTarget(call: ApiCall): ThreadTarget {
  const { query } = call;
  if (query.has('videoId')) return findVideoTarget(call, query.text('videoId')!);
  if (query.has('postId')) return findPostTarget(call, query.text('postId')!);
  const related = query.text('allThreadsRelatedToChannelId');
  return related === undefined
    ? findChannelTarget(call, 'channelId', false)
    : findChannelTarget(call, 'allThreadsRelatedToChannelId', true);
}

function findVideoTarget(call: ApiCall, id: string): ThreadTarget {
  const video = findCommentedVideo(call, id);
  return { isOwn: isOwnVideo(call, video), contains: ({ videoId }) => videoId === id };
}

function findCommentedVideo(call: ApiCall, id: string): VideoEntity {
  const { videos, commentsDisabled } = videoState(call.simulation);
  const video = videos.get(id);
  if (!video) return throwIdNotFound(threadDomain, 'videoNotFound', 'videoId');
  if (!isVisibleVideo(call, video)) throwForbidden(threadDomain);
  if (commentsDisabled.has(id))
    throw new ApiError(403, 'commentsDisabled', { domain: threadDomain, location: 'videoId' });
  return video;
}

function findPostTarget({ user, simulation }: ApiCall, id: string): ThreadTarget {
  const comments = [...videoState(simulation).comments.values()];
  const comment = comments.find(({ postId }) => postId === id);
  return { isOwn: comment?.channelId === user.channelId, contains: ({ postId }) => postId === id };
}

/** @param includeContent whether comments on the channel's videos and posts are included */
function findChannelTarget(
  { query, user, simulation }: ApiCall,
  parameter: string,
  includeContent: boolean,
): ThreadTarget {
  const id = query.text(parameter)!;
  if (!videoState(simulation).channels.has(id))
    throwIdNotFound(threadDomain, 'channelNotFound', parameter);
  return {
    isOwn: id === user.channelId,
    contains: ({ channelId, videoId, postId }) =>
      channelId === id && (includeContent || (videoId === undefined && postId === undefined)),
  };
}

function filterByText(
  { query }: ApiCall,
  comments: readonly CommentEntity[],
): readonly CommentEntity[] {
  const terms = query.text('searchTerms')?.toLowerCase();
  return terms === undefined
    ? comments
    : comments.filter(({ text }) => text.toLowerCase().includes(terms));
}

/** Sorts by date or likes, descending; threads requested by ids keep the order of the ids. */
function sort({ query }: ApiCall, comments: readonly CommentEntity[]): readonly CommentEntity[] {
  if (query.has('id')) return comments;
  const byDate = comments.toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
  return query.text('order') === 'relevance'
    ? byDate.toSorted((a, b) => b.likes - a.likes)
    : byDate;
}

/** `comments.list`: the comments with these ids, or the replies of a thread. */
export const listComments: Handler = (call) => {
  const { comments } = videoState(call.simulation);
  const { query } = call;
  const parentId = query.text('parentId');
  if (parentId !== undefined) checkParent(call, parentId);
  const requested =
    parentId === undefined
      ? findByIds(query.list('id'), (id) => comments.get(id))
      : findReplies(call, parentId);
  const visible = requested.filter((comment) => isVisibleComment(call, comment));
  return listResponse(call, visible, (comment) => serializeComment(call, comment));
};

/** Only top-level comments have replies. */
function checkParent({ simulation }: ApiCall, parentId: string): void {
  const parent = videoState(simulation).comments.get(parentId);
  if (!parent) return throwIdNotFound(commentDomain, 'commentNotFound', 'parentId');
  if (parent.id !== parent.threadId)
    throwInvalidParameter(commentDomain, 'operationNotSupported', 'parentId');
}
