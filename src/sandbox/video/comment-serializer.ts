/** How a comment is shown: to whom, and as HTML or plain text. */
import type { ApiCall } from '../handler.ts';
import { type CommentEntity, videoState } from './state.ts';
import { isVisibleVideo } from './video.ts';

/** Whether it was made on something of the caller's: on their channel, a video or a post of theirs. */
export const canModerate = ({ user }: ApiCall, { channelId }: CommentEntity): boolean =>
  channelId === user.channelId;

export const isOwnComment = ({ user }: ApiCall, { authorId }: CommentEntity): boolean =>
  authorId === user.channelId;

/** A comment is seen where what it was made on is seen, and it was published or that is the caller's own. */
export function isVisibleComment(call: ApiCall, comment: CommentEntity): boolean {
  const { videos } = videoState(call.simulation);
  const video = comment.videoId === undefined ? undefined : videos.get(comment.videoId);
  if (comment.videoId !== undefined && (video === undefined || !isVisibleVideo(call, video)))
    return false;
  return comment.moderationStatus === 'published' || canModerate(call, comment);
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\n': '<br>',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"'\n]/g, (sign) => escapes[sign]!);

const anchor = (address: string, text: string): string =>
  `<a href="${escaped(address)}">${escaped(text)}</a>`;

/** Addresses become links; so do times, which lead into the video. */
function html(text: string, videoId: string | undefined): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+|\b\d{1,2}:\d\d\b)/)
    .map((piece, at) => {
      if (at % 2 === 0) return escaped(piece);
      if (piece.startsWith('http')) return anchor(piece, piece);
      const [minutes, seconds] = piece.split(':').map(Number) as [number, number];
      return videoId === undefined
        ? piece
        : anchor(`https://www.video.example/watch?v=${videoId}&t=${minutes * 60 + seconds}`, piece);
    })
    .join('');
}

/** `textDisplay` is HTML unless `textFormat` asks for plain text; `textOriginal`, what was typed, is shown to the author alone. */
export function serializeComment(call: ApiCall, comment: CommentEntity): object {
  const { simulation, query, user } = call;
  const { channels, commentLikes } = videoState(simulation);
  const { id, threadId, videoId, postId, channelId, authorId, text } = comment;
  return {
    kind: 'youtube#comment',
    id,
    snippet: {
      channelId,
      ...(videoId === undefined ? {} : { videoId }),
      ...(postId === undefined ? {} : { postId }),
      textDisplay: query.text('textFormat') === 'plainText' ? text : html(text, videoId),
      ...(isOwnComment(call, comment) ? { textOriginal: text } : {}),
      ...(id === threadId ? {} : { parentId: threadId }),
      authorDisplayName: channels.get(authorId)!.snippet.customUrl,
      authorProfileImageUrl: `https://i.video.example/ch/${authorId}/default.jpg`,
      authorChannelUrl: `https://www.video.example/channel/${authorId}`,
      authorChannelId: { value: authorId },
      canRate: user.channelId !== undefined,
      viewerRating: commentLikes.get(user.email)?.has(id) ? 'like' : 'none',
      likeCount: comment.likes,
      ...(canModerate(call, comment) ? { moderationStatus: comment.moderationStatus } : {}),
      publishedAt: comment.publishedAt,
      updatedAt: comment.updatedAt,
    },
  };
}

/** How many replies come along with a thread. */
export const sample = 5;

export function serializeCommentThread(call: ApiCall, top: CommentEntity): object {
  const replies = findReplies(call, top.id).filter((reply) => isVisibleComment(call, reply));
  const { videoId, postId } = top;
  return {
    kind: 'youtube#commentThread',
    id: top.id,
    snippet: {
      channelId: top.channelId,
      ...(videoId === undefined ? {} : { videoId }),
      ...(postId === undefined ? {} : { postId }),
      topLevelComment: serializeComment(call, top),
      canReply: call.user.channelId !== undefined,
      totalReplyCount: replies.length,
      isPublic: top.moderationStatus === 'published',
    },
    ...(replies.length === 0
      ? {}
      : {
          replies: {
            comments: replies.slice(0, sample).map((reply) => serializeComment(call, reply)),
          },
        }),
  };
}

export const findReplies = ({ simulation }: ApiCall, thread: string): CommentEntity[] =>
  [...videoState(simulation).comments.values()].filter(
    ({ id, threadId }) => threadId === thread && id !== thread,
  );
