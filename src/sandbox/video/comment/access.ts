/** Which callers may see and change a comment. */
import type { ApiCall } from '../../call/handler.ts';
import { type CommentEntity, videoState } from '../state.ts';
import { isVisibleVideo } from '../video/access.ts';

/** Whether the caller moderates the comment: it is on the caller's channel, video or post. */
export const canModerate = ({ user }: ApiCall, { channelId }: CommentEntity): boolean =>
  channelId === user.channelId;

/** Whether the caller has written the comment. */
export const isOwnComment = ({ user }: ApiCall, { authorId }: CommentEntity): boolean =>
  authorId === user.channelId;

/** Whether the caller sees the comment: its video is visible, and it is published or moderated. */
export function isVisibleComment(call: ApiCall, comment: CommentEntity): boolean {
  const { videos } = videoState(call.simulation);
  const video = comment.videoId === undefined ? undefined : videos.get(comment.videoId);
  if (comment.videoId !== undefined && (video === undefined || !isVisibleVideo(call, video)))
    return false;
  return comment.moderationStatus === 'published' || canModerate(call, comment);
}

/** Returns all replies of a thread, oldest first, visible or not. */
export const findReplies = ({ simulation }: ApiCall, threadId: string): CommentEntity[] =>
  [...videoState(simulation).comments.values()].filter(
    (comment) => comment.threadId === threadId && comment.id !== threadId,
  );
