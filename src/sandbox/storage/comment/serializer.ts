/** Comments on files and their replies as the responses contain them. */
import { escapeHtml } from '../../text.ts';
import type { User } from '../../user.ts';
import type { FileCommentEntity, FileReplyEntity } from './entity.ts';
import { serializeUser } from '../permission/person.ts';

/** What an action of a reply sets the comment's `resolved` to. */
const resolvedBy = { resolve: true, reopen: false } as const;

/** Whether the last reply that resolved or reopened the comment resolved it. */
export const isResolved = ({ replies }: FileCommentEntity): boolean => {
  const last = replies.findLast(({ action, deleted }) => action !== undefined && !deleted);
  return last?.action !== undefined && resolvedBy[last.action];
};

/** The addresses that the text mentions: `@ben@studio.example` or `+ben@studio.example`. */
const mentionsOf = (content: string): readonly string[] => [
  ...new Set(
    [...content.matchAll(/[+@]([\w.-]+@[\w-]+(?:\.[\w-]+)+)/g)].map(([, email]) => email!),
  ),
];

const htmlOf = (content: string): string => escapeHtml(content).replaceAll('\n', '<br>');

/** Drive shows neither the address nor the permission id of an author. */
const serializeAuthor = (email: string, caller: User): object => ({
  ...serializeUser(email, caller),
  emailAddress: undefined,
  permissionId: undefined,
});

/** The fields that comments and replies have in common. Deleted ones have no content. */
function serializeRemark(
  {
    id,
    author,
    createdTime,
    modifiedTime,
    content,
    assignee,
    deleted,
  }: FileCommentEntity | FileReplyEntity,
  caller: User,
): object {
  const mentioned = mentionsOf(content ?? '');
  return {
    id,
    author: serializeAuthor(author, caller),
    createdTime,
    modifiedTime,
    deleted: deleted ?? false,
    ...(content !== undefined && { content, htmlContent: htmlOf(content) }),
    ...(mentioned.length > 0 && { mentionedEmailAddresses: mentioned }),
    ...(assignee && !deleted && { assigneeEmailAddress: assignee }),
  };
}

/** @param caller sets `me` of the author */
export const serializeReply = (reply: FileReplyEntity, caller: User): object => ({
  kind: 'drive#reply',
  ...serializeRemark(reply, caller),
  ...(reply.action && { action: reply.action }),
});

/**
 * @param caller sets `me` of the authors
 * @param includeDeleted whether the response has deleted replies
 */
export const serializeComment = (
  comment: FileCommentEntity,
  caller: User,
  includeDeleted: boolean,
): object => ({
  kind: 'drive#comment',
  ...serializeRemark(comment, caller),
  resolved: isResolved(comment),
  ...(comment.anchor && { anchor: comment.anchor }),
  ...(comment.quotedFileContent && { quotedFileContent: comment.quotedFileContent }),
  replies: comment.replies
    .filter(({ deleted }) => includeDeleted || !deleted)
    .map((reply) => serializeReply(reply, caller)),
});
