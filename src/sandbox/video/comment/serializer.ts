/** Comments and threads as a caller sees them: HTML or plain text, owner-only properties. */
import type { ApiCall } from '../../call/handler.ts';
import { withEtag } from '../../http/response-body.ts';
import { canModerate, findReplies, isOwnComment, isVisibleComment } from './access.ts';
import { profileImageUrl } from '../image/thumbnail.ts';
import { type CommentEntity, videoState } from '../state.ts';
import { escapeHtml } from '../../text.ts';

/** Number of replies that a thread contains; the complete list is `comments.list`. */
const maxRepliesInThread = 5;

const buildLink = (url: string, text: string): string =>
  `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;

/** Converts a text to HTML. URLs become links; so do times such as `1:30`, into the video. */
const toHtml = (text: string, videoId: string | undefined): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+|\b\d{1,2}:\d\d\b)/)
    .map((piece, index) => (index % 2 === 0 ? toHtmlText(piece) : toHtmlLink(piece, videoId)))
    .join('');

const toHtmlText = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

/** @param text a URL, or a time in minutes and seconds */
function toHtmlLink(text: string, videoId: string | undefined): string {
  if (text.startsWith('http')) return buildLink(text, text);
  if (videoId === undefined) return text;
  const [minutes, seconds] = text.split(':').map(Number) as [number, number];
  const url = `https://www.video.example/watch?v=${videoId}&t=${minutes * 60 + seconds}`;
  return buildLink(url, text);
}

/** The video or post that a comment is on; empty for comments on a channel. */
const serializeTarget = ({ videoId, postId }: CommentEntity): object => ({
  ...(videoId === undefined ? {} : { videoId }),
  ...(postId === undefined ? {} : { postId }),
});

/**
 * Returns a comment. `textDisplay` is HTML unless the call requests plain text; `textOriginal` is
 * for the author only and `moderationStatus` for the moderator only.
 */
export function serializeComment(
  call: ApiCall,
  comment: CommentEntity,
): Readonly<Record<string, unknown>> {
  const { simulation, query, user } = call;
  const { channels, commentLikes } = videoState(simulation);
  const { id, threadId, videoId, channelId, authorId, text, imageUrl } = comment;
  const isPlainText = query.text('textFormat') === 'plainText';
  return {
    kind: 'youtube#comment',
    id,
    snippet: {
      channelId,
      ...serializeTarget(comment),
      textDisplay: isPlainText ? text : toHtml(text, videoId),
      ...(imageUrl === undefined ? {} : { imageUrl }),
      ...(isOwnComment(call, comment) ? { textOriginal: text } : {}),
      ...(id === threadId ? {} : { parentId: threadId }),
      authorDisplayName: channels.get(authorId)!.snippet.customUrl,
      authorProfileImageUrl: profileImageUrl(authorId),
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

/** Returns the thread of a top-level comment, with its first replies. Comments have etags, too. */
export function serializeCommentThread(call: ApiCall, topLevelComment: CommentEntity): object {
  const { id, channelId, moderationStatus } = topLevelComment;
  const replies = findReplies(call, id).filter((reply) => isVisibleComment(call, reply));
  const firstReplies = replies.slice(0, maxRepliesInThread);
  return {
    kind: 'youtube#commentThread',
    id,
    snippet: {
      channelId,
      ...serializeTarget(topLevelComment),
      topLevelComment: withEtag(serializeComment(call, topLevelComment)),
      canReply: call.user.channelId !== undefined,
      totalReplyCount: replies.length,
      isPublic: moderationStatus === 'published',
    },
    ...(replies.length === 0
      ? {}
      : {
          replies: {
            comments: firstReplies.map((reply) => withEtag(serializeComment(call, reply))),
          },
        }),
  };
}
