/** Moderation of comments by the owner of a channel, several at once. */
import type { Execution } from '../../../../engine/execution/execution.ts';
import { Paths } from '../../../../engine/read/path.ts';
import { actionEach, type Found } from '../../../../engine/write/action-each.ts';
import { InvalidInput } from '../../../../engine/api/error.ts';
import { comments } from '../../operations.ts';
import { write } from '../../../../engine/schema/write/write.ts';
import { parameters, required } from '../../../../engine/schema/write/write-input.ts';
import { Comment } from '../../resources.ts';
import { CommentDecision } from '../../../shared/youtube/enums.ts';

/**
 * Reads which of the comments exist, and which of them the caller can certainly moderate: those
 * with a moderation status, because only a caller who may moderate a comment can read its status.
 * Google does not document the reverse: the caller may also be able to moderate a comment without a
 * readable status. Returns undefined if the call fails.
 */
async function findModerated(
  execution: Execution,
  ids: readonly string[],
): Promise<Found | undefined> {
  const args = { part: ['snippet'], id: ids, fields: 'items(id,snippet/moderationStatus)' };
  const answer = await execution.send(comments.list, args).catch(() => undefined);
  if (answer === undefined) return undefined;
  const found = answer.items ?? [];
  const moderated = found.filter(({ snippet }) => snippet?.moderationStatus != null);
  const idsOf = (items: typeof found): Set<string> => new Set(items.map(({ id }) => id!));
  return { existing: idsOf(found), allowed: idsOf(moderated) };
}

const setCommentModerationStatus = write('setCommentModerationStatus', {
  description:
    "Set the moderation status of comments on the caller's channel, videos and posts. One call sets up to 50 comments. YouTube accepts or rejects a call as a whole. After a rejection, the gateway reads the comments to find out which of them exist and which of them the caller can moderate. Comments that do not exist fail. The gateway sends the comments that the caller can moderate again. Comments for which the read shows no permission are sent in two halves, and all comments of a rejected half fail. At most 4 writes for 50 comments.",
  operation: comments.setModerationStatus,
  target: Comment,
  ids: {
    argument: 'ids',
    description:
      'The comments and replies to moderate: global ids or YouTube ids. 1 to 200. A repeated id is sent once, and each occurrence has a result.',
  },
  strategy: actionEach({
    idsPerCall: 50,
    findOperation: comments.list,
    find: findModerated,
    answer: (id, { moderationStatus }) => ({ id, snippet: { moderationStatus } }),
    answered: Paths.of('id', 'snippet.moderationStatus'),
  }),
  parameters: parameters(comments.setModerationStatus, {
    status: [
      required(CommentDecision),
      'moderationStatus',
      'The decision for all comments of `ids`.',
    ],
    banAuthor: [
      'Boolean',
      'banAuthor',
      'Whether YouTube also rejects future comments of the authors on the channel. The REST API can neither list nor lift bans; the channel owner can on YouTube. Only with `status: REJECTED`. Default: false.',
      { convert: (banned) => banned || undefined },
    ],
  }),
  validate: ({ status, banAuthor }) => {
    if (banAuthor === true && status !== 'rejected')
      throw new InvalidInput(
        'banAuthor',
        'true is only allowed with status REJECTED; expected false, or status REJECTED',
      );
  },
  each: 'The comment after the change. Null if the entry failed, or if the comment can no longer be read.',
});

export const commentModerationWrites = [setCommentModerationStatus];
