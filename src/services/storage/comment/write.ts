/** Writes of comments on files, and of replies to them. */
import { insert } from '../../../engine/write/insert/insert.ts';
import { patch } from '../../../engine/write/update/patch.ts';
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { comments, replies } from '../operations.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { changes, newOrChanged, required } from '../../../engine/schema/write/write-input.ts';
import { FileCommentRef, filePart, FileReplyRef } from '../file/ref.ts';
import { checkMimeType } from '../mime-type.ts';
import { FileComment, FileReply } from '../resources.ts';
import { FileReplyAction } from '../enums.ts';

/** The writable value of a comment that exists. */
const commentRows = {
  content: [
    required('String'),
    'content',
    'The whole text of the comment, as plain text.',
    { notBlank: true },
  ],
} as const;

/** @throws InvalidInput for text that is not JSON */
function checkJson(text: string, argument: string): void {
  try {
    JSON.parse(text);
  } catch {
    throw new InvalidInput(
      argument,
      `${showValue(text)} is not JSON; expected for example {"region":{"line":1}}`,
    );
  }
}

const createFileComment = write('createFileComment', {
  description:
    'Comment on a file. Requires permission to comment on the file. If the response is lost, check whether the comment exists before you repeat the mutation.',
  operation: comments.create,
  target: FileComment,
  below: { key: { fileId: filePart } },
  strategy: insert(),
  input: changes(comments.create, {
    ...commentRows,
    anchor: [
      'The region of the file that the comment is about, as a JSON text. The editors of Google Docs, Sheets and Slides show such a comment without its region.',
      { check: checkJson },
    ],
    quotedText: [
      'String',
      'quotedFileContent.value',
      'The part of the file that the comment is about, as text or HTML.',
    ],
    quotedMimeType: [
      'String',
      'quotedFileContent.mimeType',
      'The MIME type of `quotedText`, for example `text/html`. Only with `quotedText`.',
      { check: checkMimeType },
    ],
  }),
  validate: ({ quotedText, quotedMimeType }) => {
    if (quotedMimeType != null && quotedText == null)
      throw new InvalidInput(
        'quotedMimeType',
        'is only allowed with quotedText; add the text, or leave quotedMimeType out',
      );
  },
  result: 'The created comment.',
});

const updateFileComment = write('updateFileComment', {
  description:
    'Change the text of a comment on a file. Author only. If two clients change the text, the last write wins.',
  operation: comments.update,
  target: FileComment,
  id: { ref: FileCommentRef, note: 'Author only.' },
  strategy: patch(),
  input: changes(comments.update, commentRows),
  result: 'The comment on the file after the change.',
});

const deleteFileComment = write('deleteFileComment', {
  description:
    'Delete a comment on a file. Author of the comment or owner of the file only. Google Drive keeps the comment without its text; `File.comments(includeDeleted: true)` still shows it.',
  operation: comments.delete,
  target: FileComment,
  id: {
    ref: FileCommentRef,
    note: 'Author or owner of the file only.',
  },
});

/** The writable value of a reply that exists. */
const replyRows = {
  content: [
    newOrChanged('String', required('String')),
    'content',
    'The whole text of the reply, as plain text.',
    { notBlank: true, ifNew: 'Can be omitted if `action` is given.' },
  ],
} as const;

const createFileReply = write('createFileReply', {
  description:
    'Reply to a comment on a file, resolve the comment, or reopen it. Requires permission to comment on the file. If the response is lost, check whether the reply exists before you repeat the mutation.',
  inputDescription:
    'Input of `createFileReply`. At least one of `content` and `action` is required.',
  operation: replies.create,
  target: FileReply,
  below: {
    argument: 'commentBy',
    ref: FileCommentRef,
    description: 'The comment to reply to, to resolve or to reopen.',
  },
  strategy: insert(),
  input: changes(replies.create, {
    ...replyRows,
    action: [
      FileReplyAction,
      'action',
      'The effect on the comment. Default: none, the reply is only a text.',
    ],
  }),
  validate: ({ content, action }) => {
    if (content == null && action == null)
      throw new InvalidInput('content', 'expected a text, an `action`, or both');
  },
  result: 'The created reply. `fileReply.comment.resolved` shows the effect of `action`.',
});

const updateFileReply = write('updateFileReply', {
  description:
    'Change the text of a reply to a comment on a file. Author only. If two clients change the text, the last write wins.',
  operation: replies.update,
  target: FileReply,
  id: { ref: FileReplyRef, note: 'Author only.' },
  strategy: patch(),
  input: changes(replies.update, replyRows),
  result: 'The reply after the change.',
});

const deleteFileReply = write('deleteFileReply', {
  description:
    'Delete a reply to a comment on a file. Author of the reply or owner of the file only. Google Drive keeps the reply without its text; `FileComment.replies(includeDeleted: true)` still shows it.',
  operation: replies.delete,
  target: FileReply,
  id: { ref: FileReplyRef, note: 'Author or owner of the file only.' },
});

export const fileCommentWrites = [
  createFileComment,
  updateFileComment,
  deleteFileComment,
  createFileReply,
  updateFileReply,
  deleteFileReply,
];
