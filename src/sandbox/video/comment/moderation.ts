/** Moderation of comments. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { canModerate, isVisibleComment } from './access.ts';
import { updateCommentCount } from './count.ts';
import { throwForbidden, throwInvalidParameter, throwIdNotFound } from '../error.ts';
import { type CommentEntity, videoState } from '../state.ts';

const domain = 'youtube.comment';

/** `comments.setModerationStatus`: changes all comments, or none if one cannot be moderated. */
export const setModerationStatus: Handler = (call) => {
  const { query, simulation } = call;
  const state = videoState(simulation);
  const status = query.text('moderationStatus') as CommentEntity['moderationStatus'];
  const bansAuthor = query.flag('banAuthor');
  if (status === 'likelySpam')
    throwInvalidParameter(domain, 'operationNotSupported', 'moderationStatus');
  if (bansAuthor && status !== 'rejected')
    throwInvalidParameter(domain, 'banWithoutReject', 'banAuthor');
  const comments = [...new Set(query.list('id'))].map((id) => findComment(call, id));
  if (!comments.every((comment) => canModerate(call, comment))) throwForbidden(domain);
  for (const comment of comments) {
    comment.moderationStatus = status;
    updateCommentCount(state, comment.videoId);
    if (bansAuthor) banAuthor(call, comment);
  }
  return undefined;
};

function findComment(call: ApiCall, id: string): CommentEntity {
  const comment = videoState(call.simulation).comments.get(id);
  return comment && isVisibleComment(call, comment)
    ? comment
    : throwIdNotFound(domain, 'commentNotFound', 'id');
}

function banAuthor({ simulation }: ApiCall, { channelId, authorId }: CommentEntity): void {
  const { bannedAuthors } = videoState(simulation);
  bannedAuthors.set(channelId, new Set([...(bannedAuthors.get(channelId) ?? []), authorId]));
}

/** `comments.markAsSpam`: YouTube still accepts the call, which has no effect any more. */
export const markAsSpam: Handler = () => undefined;
