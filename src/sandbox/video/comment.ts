/** Comments and their threads: a thread shows a sample of its replies, the whole of them is a list of its own. */
import type { Call, Handler } from '../handler.ts';
import { refuse } from '../refusal.ts';
import { forbid, found, list, notFound } from './list.ts';
import { type Comment, type Video, videoState } from './state.ts';
import { isOwn, isVisible } from './video.ts';

/** How many replies come along with a thread. */
export const sample = 5;

/** A comment is seen when its video is and it was published, or when it is on the caller's own video. */
function isSeen(call: Call, { videoId, moderationStatus }: Comment): boolean {
  const video = videoState(call.world).videos.get(videoId);
  return video !== undefined && isVisible(call, video) && (moderationStatus === 'published' || isOwn(call, video));
}

export const listThreads: Handler = (call) =>
  list(call, 'commentThreadListResponse', ordered(call, searched(call, chooseThreads(call))), (top) => showThread(call, top));

function chooseThreads(call: Call): readonly Comment[] {
  const { query, world } = call;
  const { comments, channels, videos } = videoState(world);
  const tops = [...comments.values()].filter(({ id, threadId }) => id === threadId);
  if (query.has('id')) return found(query.list('id'), (id) => tops.find((top) => top.id === id)).filter((top) => isSeen(call, top));
  const wanted = query.text('moderationStatus') ?? 'published';
  const related = query.text('allThreadsRelatedToChannelId') ?? query.text('channelId');
  if (related !== undefined && !channels.has(related)) return notFound('youtube.commentThread', 'channelNotFound', 'channelId');
  if (wanted !== 'published' && !ownsTarget(call, related)) return forbid('youtube.commentThread');
  const published = tops.filter(({ moderationStatus }) => moderationStatus === wanted);
  if (query.has('videoId')) {
    const { id } = videoOf(call, query.text('videoId')!);
    return published.filter(({ videoId }) => videoId === id);
  }
  if (!query.has('allThreadsRelatedToChannelId')) return [];
  return published.filter((top) => videos.get(top.videoId)!.snippet.channelId === related && isSeen(call, top));
}
function ownsTarget(call: Call, channel: string | undefined): boolean {
  if (channel !== undefined) return channel === call.user.channelId;
  const video = videoState(call.world).videos.get(call.query.text('videoId') ?? '');
  return video !== undefined && isOwn(call, video);
}
function videoOf(call: Call, id: string): Video {
  const { videos, commentsDisabled } = videoState(call.world);
  const video = videos.get(id);
  if (!video) return notFound('youtube.commentThread', 'videoNotFound', 'videoId');
  if (!isVisible(call, video)) return forbid('youtube.commentThread');
  if (commentsDisabled.has(id)) refuse(403, 'commentsDisabled', { domain: 'youtube.commentThread', location: 'videoId' });
  return video;
}

const searched = ({ query }: Call, tops: readonly Comment[]): readonly Comment[] => {
  const words = query.text('searchTerms')?.toLowerCase();
  return words === undefined ? tops : tops.filter(({ text }) => text.toLowerCase().includes(words));
};
/** Newest first, or the most liked first; by ids in the order of the ids. */
const ordered = ({ query }: Call, tops: readonly Comment[]): readonly Comment[] => {
  if (query.has('id')) return tops;
  const newest = tops.toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
  return query.text('order') === 'relevance' ? newest.toSorted((a, b) => b.likes - a.likes) : newest;
};

function showThread(call: Call, top: Comment): object {
  const { comments, videos } = videoState(call.world);
  const replies = repliesOf(comments, top.id).filter((reply) => isSeen(call, reply));
  return {
    kind: 'youtube#commentThread',
    id: top.id,
    snippet: {
      channelId: videos.get(top.videoId)!.snippet.channelId,
      videoId: top.videoId,
      topLevelComment: showComment(call, top),
      canReply: call.user.channelId !== undefined,
      totalReplyCount: replies.length,
      isPublic: top.moderationStatus === 'published',
    },
    ...(replies.length === 0 ? {} : { replies: { comments: replies.slice(0, sample).map((reply) => showComment(call, reply)) } }),
  };
}
const repliesOf = (comments: ReadonlyMap<string, Comment>, thread: string): Comment[] =>
  [...comments.values()].filter(({ id, threadId }) => threadId === thread && id !== thread);

export const listComments: Handler = (call) => {
  const { comments } = videoState(call.world);
  const { query } = call;
  const parent = query.text('parentId');
  if (parent !== undefined && comments.get(parent)?.id !== comments.get(parent)?.threadId)
    refuse(400, 'operationNotSupported', { domain: 'youtube.comment', location: 'parentId' });
  if (parent !== undefined && !comments.has(parent)) notFound('youtube.comment', 'commentNotFound', 'parentId');
  const chosen = parent === undefined ? found(query.list('id'), (id) => comments.get(id)) : repliesOf(comments, parent);
  const seen = chosen.filter((comment) => isSeen(call, comment));
  return list(call, 'commentListResponse', seen, (comment) => showComment(call, comment));
};

const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll('\n', '<br>');

/** `textDisplay` is HTML unless `textFormat` asks for plain text; `textOriginal` is what the author typed. */
function showComment({ world, query, user }: Call, comment: Comment): object {
  const { channels, videos } = videoState(world);
  const video = videos.get(comment.videoId)!;
  const author = channels.get(comment.authorId)!.snippet;
  const own = video.snippet.channelId === user.channelId;
  return {
    kind: 'youtube#comment',
    etag: comment.id.slice(0, 12),
    id: comment.id,
    snippet: {
      channelId: video.snippet.channelId,
      videoId: comment.videoId,
      textDisplay: query.text('textFormat') === 'plainText' ? comment.text : html(comment.text),
      textOriginal: comment.text,
      ...(comment.id === comment.threadId ? {} : { parentId: comment.threadId }),
      authorDisplayName: author.customUrl,
      authorProfileImageUrl: `https://i.video.example/ch/${comment.authorId}/default.jpg`,
      authorChannelUrl: `https://www.video.example/channel/${comment.authorId}`,
      authorChannelId: { value: comment.authorId },
      canRate: true,
      viewerRating: 'none',
      likeCount: comment.likes,
      ...(own ? { moderationStatus: comment.moderationStatus } : {}),
      publishedAt: comment.publishedAt,
      updatedAt: comment.publishedAt,
    },
  };
}
