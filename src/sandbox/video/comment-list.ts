/** Lists of comments and their threads: a thread shows a sample of its replies, the whole of them is a list of its own. */
import type { ApiCall, Handler } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import {
  isVisibleComment,
  findReplies,
  serializeComment,
  serializeCommentThread,
} from './comment-serializer.ts';
import { throwForbidden, throwNotFound } from './error.ts';
import { findByIds, listResponse } from './list-response.ts';
import { type CommentEntity, type VideoEntity, videoState } from './state.ts';
import { isOwnVideo, isVisibleVideo } from './video.ts';

const domain = 'youtube.commentThread';

export const listCommentThreads: Handler = (call) =>
  listResponse(
    call,
    'commentThreadListResponse',
    ordered(call, searched(call, chooseThreads(call))),
    (top) => serializeCommentThread(call, top),
  );

function chooseThreads(call: ApiCall): readonly CommentEntity[] {
  const { query, simulation } = call;
  const tops = [...videoState(simulation).comments.values()].filter(
    ({ id, threadId }) => id === threadId,
  );
  if (query.has('id')) {
    checkAlone(call);
    return findByIds(query.list('id'), (id) => tops.find((top) => top.id === id)).filter((top) =>
      isVisibleComment(call, top),
    );
  }
  const target = targetOf(call);
  const wanted = query.text('moderationStatus') ?? 'published';
  if (wanted === 'published')
    return tops.filter(
      (top) => target.has(top) && top.moderationStatus === wanted && isVisibleComment(call, top),
    );
  if (!target.own) return throwForbidden(domain);
  // A thread of which only a reply stands so is shown, too.
  const standsSo = ({ moderationStatus }: CommentEntity): boolean => moderationStatus === wanted;
  return tops.filter(
    (top) => target.has(top) && (standsSo(top) || findReplies(call, top.id).some(standsSo)),
  );
}

/** What chooses among all threads of something means nothing beside ids. */
function checkAlone({ query }: ApiCall): void {
  const beside = ['moderationStatus', 'searchTerms', 'order'].find((name) => query.has(name));
  if (beside !== undefined)
    throw new ApiError(400, 'incompatibleParameters', {
      domain: 'youtube.parameter',
      location: beside,
    });
}

/** What the threads are about, and whether that is the caller's own. */
interface Target {
  readonly own: boolean;
  readonly has: (top: CommentEntity) => boolean;
}

function targetOf(call: ApiCall): Target {
  const { query, user, simulation } = call;
  if (query.has('videoId')) {
    const video = videoOf(call, query.text('videoId')!);
    return { own: isOwnVideo(call, video), has: ({ videoId }) => videoId === video.id };
  }
  if (query.has('postId')) {
    const id = query.text('postId');
    const about = [...videoState(simulation).comments.values()].find(({ postId }) => postId === id);
    return { own: about?.channelId === user.channelId, has: ({ postId }) => postId === id };
  }
  const related = query.text('allThreadsRelatedToChannelId');
  const id = related ?? query.text('channelId')!;
  if (!videoState(simulation).channels.has(id))
    return throwNotFound(
      domain,
      'channelNotFound',
      related === undefined ? 'channelId' : 'allThreadsRelatedToChannelId',
    );
  return {
    own: id === user.channelId,
    has: ({ channelId, videoId, postId }) =>
      channelId === id &&
      (related !== undefined || (videoId === undefined && postId === undefined)),
  };
}

function videoOf(call: ApiCall, id: string): VideoEntity {
  const { videos, commentsDisabled } = videoState(call.simulation);
  const video = videos.get(id);
  if (!video) return throwNotFound(domain, 'videoNotFound', 'videoId');
  if (!isVisibleVideo(call, video)) return throwForbidden(domain);
  if (commentsDisabled.has(id))
    throw new ApiError(403, 'commentsDisabled', { domain, location: 'videoId' });
  return video;
}

const searched = ({ query }: ApiCall, tops: readonly CommentEntity[]): readonly CommentEntity[] => {
  const words = query.text('searchTerms')?.toLowerCase();
  return words === undefined ? tops : tops.filter(({ text }) => text.toLowerCase().includes(words));
};

/** Newest first, or the most liked first; by ids in the order of the ids. */
const ordered = ({ query }: ApiCall, tops: readonly CommentEntity[]): readonly CommentEntity[] => {
  if (query.has('id')) return tops;
  const newest = tops.toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
  return query.text('order') === 'relevance'
    ? newest.toSorted((a, b) => b.likes - a.likes)
    : newest;
};

export const listComments: Handler = (call) => {
  const { comments } = videoState(call.simulation);
  const { query } = call;
  const parent = query.text('parentId');
  if (parent !== undefined && comments.get(parent)?.id !== comments.get(parent)?.threadId)
    throw new ApiError(400, 'operationNotSupported', {
      domain: 'youtube.comment',
      location: 'parentId',
    });
  if (parent !== undefined && !comments.has(parent))
    throwNotFound('youtube.comment', 'commentNotFound', 'parentId');
  const chosen =
    parent === undefined
      ? findByIds(query.list('id'), (id) => comments.get(id))
      : findReplies(call, parent);
  const seen = chosen.filter((comment) => isVisibleComment(call, comment));
  return listResponse(call, 'commentListResponse', seen, (comment) =>
    serializeComment(call, comment),
  );
};
