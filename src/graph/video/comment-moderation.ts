/** Moderation of comments by the owner of a channel, several at once. */
import type { Execution } from '../../data/execution.ts';
import { Paths } from '../../data/read/path.ts';
import { actionEach, type Found } from '../../data/write/action-each.ts';
import { InvalidInput } from '../../upstream/error.ts';
import { comments } from '../../upstream/video/index.ts';
import { enumeration } from '../field/enumeration.ts';
import { write } from '../field/write.ts';
import { parameters, required } from '../field/write-input.ts';
import { Comment } from './resource.ts';

const CommentDecision = enumeration('CommentDecision', 'What an owner can decide on a comment.', {
  published: 'Everybody shall see it.',
  heldForReview: 'It shall wait: somebody decides later.',
  rejected: 'Nobody shall see it; its replies go with it.',
});

/**
 * Only a caller who may moderate a comment can read its moderation status. The reverse is not
 * documented: a comment without one may still be the caller's to moderate.
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
    'Decides on comments that were made on a channel of the caller, its videos and posts. Fifty travel in a call; one that is not there, or not for the caller to decide on, leaves the others alone, at the price of up to four calls more. Comments whose `moderationStatus` the caller cannot read are tried again in two halves: a half that is rejected fails for all its comments.',
  inputDescription: 'Which comments, and what shall become of them.',
  operation: comments.setModerationStatus,
  target: Comment,
  ids: {
    argument: 'ids',
    description:
      'Comments and replies, of any number of videos: 1 to 200. The same one twice is one.',
  },
  strategy: actionEach({
    idsPerCall: 50,
    findOperation: comments.list,
    find: findModerated,
    answer: (id, { moderationStatus }) => ({ id, snippet: { moderationStatus } }),
    answered: Paths.of('id', 'snippet.moderationStatus'),
  }),
  parameters: parameters(comments.setModerationStatus, {
    status: [required(CommentDecision), 'moderationStatus', 'What is decided on all of them.'],
    banAuthor: [
      'Boolean',
      'banAuthor',
      'Whether all that their authors write on the channel later is rejected, too: with `REJECTED` alone.',
      { convert: (banned) => banned || undefined },
    ],
  }),
  validate: ({ status, banAuthor }) => {
    if (banAuthor === true && status !== 'rejected')
      throw new InvalidInput('banAuthor', 'is only taken with status REJECTED');
  },
  each: 'The comment that was decided on; null where it is shown to nobody any more.',
});

export const commentModerationWrites = [setCommentModerationStatus];
