/** Comments on files, and the replies to them. */
import { comments, replies } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { ancestor } from '../../../engine/schema/field/link.ts';
import { fields, ownKey, parentKey } from '../../../engine/schema/field/path-field.ts';
import { flag } from '../../../engine/schema/field/input-row.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { File, FileComment, FileReply } from '../resources.ts';
import { DriveUser } from '../user.ts';
import { FileReplyAction } from '../enums.ts';

interface DeletedArgument {
  readonly includeDeleted: boolean;
}

/** The argument of both lists. */
const includeDeleted = (items: string) => flag(`Also return deleted ${items}, without their text.`);

export function addComment(): void {
  FileComment.implement({
    ...node,
    description: 'A comment on a Google Drive file, with its replies.',
    fields: (t) => ({
      commentId: ownKey(t, 'The Google Drive id of the comment. Unique within a file only.'),
      fileId: parentKey(t, 'fileId', 'The Google Drive id of the commented file.'),
      ...fields(t, {
        content: 'The text of the comment, as plain text. Null if the comment was deleted.',
        htmlContent:
          'The text of the comment, as HTML made by Google Drive. Null if the comment was deleted.',
        anchor:
          'The region of the file that the comment is about, as a JSON text. The format is defined by the app that wrote the comment. Null if the comment is about the whole file.',
        resolved:
          'Whether a reply has resolved the comment. Changed by `createFileReply` with an `action`.',
        deleted: 'Whether the comment was deleted. A deleted comment has no text.',
        author: [
          DriveUser,
          'The author of the comment. The email address and the `permissionId` are not shown.',
        ],
        mentionedEmails: [
          'The email addresses of the users that the text mentions.',
          { rest: 'mentionedEmailAddresses' },
        ],
        assigneeEmail: [
          'The email address of the user to whom the comment is assigned. Null if the comment is not assigned.',
          { rest: 'assigneeEmailAddress' },
        ],
        createdAt: ['The time when the comment was written.', { rest: 'createdTime' }],
        modifiedAt: [
          'The time of the last change of the comment or its replies.',
          { rest: 'modifiedTime' },
        ],
        quotedText: [
          'The part of the file that the comment is about, as text or HTML. Null if nothing is quoted.',
          { rest: 'quotedFileContent.value' },
        ],
        quotedMimeType: [
          'The MIME type of `quotedText`, for example `text/html`. Null if nothing is quoted.',
          { path: 'quotedFileContent.mimeType' },
        ],
        file: [File, 'The commented file.', ancestor(File)],
      }),
      replies: connection(
        t,
        connectionType(FileReply, 'replies to a comment'),
        {
          operation: replies.list,
          args: (_, { includeDeleted: all }: DeletedArgument, ref) => ({
            fileId: ref!.key[0]!,
            commentId: ref!.key[1]!,
            includeDeleted: all,
          }),
          embedded: {
            path: 'replies',
            paths: ['replies.deleted'],
            isComplete: (_, { includeDeleted: all }: DeletedArgument) => !all,
            ignoresParent: true,
            includes: ({ deleted }) => deleted !== true,
          },
          arguments: { includeDeleted: includeDeleted('replies') },
        },
        'The replies to the comment, oldest first. Costs no call of its own unless `includeDeleted` is true or `after` is given.',
      ),
    }),
  });

  FileReply.implement({
    ...node,
    description: 'A reply to a comment on a Google Drive file.',
    fields: (t) => ({
      replyId: ownKey(t, 'The Google Drive id of the reply. Unique within a comment only.'),
      commentId: parentKey(t, 'commentId', 'The Google Drive id of the comment.'),
      fileId: parentKey(t, 'fileId', 'The Google Drive id of the file with the comment.'),
      ...fields(t, {
        content:
          'The text of the reply, as plain text. Null if the reply was deleted, or only has an `action`.',
        htmlContent:
          'The text of the reply, as HTML made by Google Drive. Null if the reply was deleted.',
        action: [
          FileReplyAction,
          'The effect of the reply on the comment. Null for a reply that only has a text.',
        ],
        deleted: 'Whether the reply was deleted. A deleted reply has no text.',
        author: [
          DriveUser,
          'The author of the reply. The email address and the `permissionId` are not shown.',
        ],
        mentionedEmails: [
          'The email addresses of the users that the text of the reply mentions.',
          { rest: 'mentionedEmailAddresses' },
        ],
        assigneeEmail: [
          'The email address of the user to whom the reply assigns the comment. Null if the reply assigns nobody.',
          { rest: 'assigneeEmailAddress' },
        ],
        createdAt: ['The time when the reply was written.', { rest: 'createdTime' }],
        modifiedAt: ['The time of the last change of the reply.', { rest: 'modifiedTime' }],
        comment: [FileComment, 'The comment that the reply belongs to.', ancestor(FileComment)],
        file: [File, 'The file with the comment.', ancestor(File)],
      }),
    }),
  });

  builder.objectFields(File, (t) => ({
    comments: connection(
      t,
      connectionType(FileComment, 'comments on a file'),
      {
        operation: comments.list,
        args: (_, __, ref) => ({ fileId: ref!.key[0]! }),
        argumentParameters: ({ includeDeleted: all, modifiedFrom }) => ({
          includeDeleted: all,
          startModifiedTime: modifiedFrom,
        }),
        argumentNames: { startModifiedTime: 'modifiedFrom' },
        arguments: {
          modifiedFrom: [
            'DateTime',
            'Return only comments that were modified at this time or later. REST parameter: `startModifiedTime`.',
          ],
          includeDeleted: includeDeleted('comments'),
        },
      },
      'The comments on the file, newest first. Everybody who can read the file can read them.',
    ),
  }));
}
