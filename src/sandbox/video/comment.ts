/** Lists of comments and their threads: a thread shows a sample of its replies, the whole of them is a list of its own. */
import type { ApiCall, Handler } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { isSeen, repliesOf, showComment, showThread } from './comment-show.ts';
import { forbid, found, list, notFound } from './list.ts';
import { type Comment, type Video, videoState } from './state.ts';
import { isOwn, isVisible } from './video.ts';

const domain = 'youtube.commentThread';

export const listThreads: Handler = (call) =>
  list(
    call,
    'commentThreadListResponse',
    ordered(call, searched(call, chooseThreads(call))),
    (top) => showThread(call, top),
  );

function chooseThreads(call: ApiCall): readonly Comment[] {
  const { query, simulation } = call;
  const tops = [...videoState(simulation).comments.values()].filter(
    ({ id, threadId }) => id === threadId,
  );
  if (query.has('id')) {
    checkAlone(call);
    return found(query.list('id'), (id) => tops.find((top) => top.id === id)).filter((top) =>
      isSeen(call, top),
    );
  }
  const target = targetOf(call);
  const wanted = query.text('moderationStatus') ?? 'published';
  if (wanted === 'published')
    return tops.filter(
      (top) => target.has(top) && top.moderationStatus === wanted && isSeen(call, top),
    );
  if (!target.own) return forbid(domain);
  // A thread of which only a reply stands so is shown, too.
  const standsSo = ({ moderationStatus }: Comment): boolean => moderationStatus === wanted;
  return tops.filter(
    (top) => target.has(top) && (standsSo(top) || repliesOf(call, top.id).some(standsSo)),
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
  readonly has: (top: Comment) => boolean;
}

function targetOf(call: ApiCall): Target {
  const { query, user, simulation } = call;
  if (query.has('videoId')) {
    const video = videoOf(call, query.text('videoId')!);
    return { own: isOwn(call, video), has: ({ videoId }) => videoId === video.id };
  }
  if (query.has('postId')) {
    const id = query.text('postId');
    const about = [...videoState(simulation).comments.values()].find(({ postId }) => postId === id);
    return { own: about?.channelId === user.channelId, has: ({ postId }) => postId === id };
  }
  const related = query.text('allThreadsRelatedToChannelId');
  const id = related ?? query.text('channelId')!;
  if (!videoState(simulation).channels.has(id))
    return notFound(
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

function videoOf(call: ApiCall, id: string): Video {
  const { videos, commentsDisabled } = videoState(call.simulation);
  const video = videos.get(id);
  if (!video) return notFound(domain, 'videoNotFound', 'videoId');
  if (!isVisible(call, video)) return forbid(domain);
  if (commentsDisabled.has(id))
    throw new ApiError(403, 'commentsDisabled', { domain, location: 'videoId' });
  return video;
}

const searched = ({ query }: ApiCall, tops: readonly Comment[]): readonly Comment[] => {
  const words = query.text('searchTerms')?.toLowerCase();
  return words === undefined ? tops : tops.filter(({ text }) => text.toLowerCase().includes(words));
};

/** Newest first, or the most liked first; by ids in the order of the ids. */
const ordered = ({ query }: ApiCall, tops: readonly Comment[]): readonly Comment[] => {
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
    notFound('youtube.comment', 'commentNotFound', 'parentId');
  const chosen =
    parent === undefined
      ? found(query.list('id'), (id) => comments.get(id))
      : repliesOf(call, parent);
  const seen = chosen.filter((comment) => isSeen(call, comment));
  return list(call, 'commentListResponse', seen, (comment) => showComment(call, comment));
};
