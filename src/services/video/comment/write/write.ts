/** Writes of comments by their authors. Moderation is in `moderation.ts`. */
import type { youtube_v3 } from '@googleapis/youtube';
import { Paths } from '../../../../engine/read/path.ts';
import { insert } from '../../../../engine/write/insert/insert.ts';
import { replaceParts } from '../../../../engine/write/update/replace-parts.ts';
import { commentThreads, comments } from '../../operations.ts';
import { retired } from '../../../../engine/schema/write/retired.ts';
import { write } from '../../../../engine/schema/write/write.ts';
import { changes, required } from '../../../../engine/schema/write/write-input.ts';
import type { ReasonPaths } from '../../../../engine/schema/write/write-spec.ts';
import { Comment, CommentThread, Video } from '../../resources.ts';

/** The row of the text of a comment. */
const textRow = <const Path extends string>(path: Path) =>
  [
    required('String'),
    path,
    'The text without markup. At most 10,000 characters.',
    {
      maxLength: 10_000,
      notBlank: true,
      ifChanged: 'The whole new text, based on `textOriginal` instead of `text`.',
    },
  ] as const;

const text = textRow('snippet.textOriginal');

/**
 * The fields of a comment that are taken from the answer of a write: all except the displayed text.
 * Writes have no parameter for the text format and answer with HTML, while the graph reads plain
 * text.
 */
const answeredFields = [
  'authorChannelId',
  'authorChannelUrl',
  'authorDisplayName',
  'authorProfileImageUrl',
  'canRate',
  'channelId',
  'imageUrl',
  'likeCount',
  'moderationStatus',
  'parentId',
  'postId',
  'publishedAt',
  'textOriginal',
  'updatedAt',
  'videoId',
  'viewerRating',
] satisfies readonly (keyof youtube_v3.Schema$CommentSnippet | 'imageUrl')[];

const answeredComment = Paths.of('id', ...answeredFields.map((name) => `snippet.${name}`));

const threadFields = [
  'canReply',
  'channelId',
  'isPublic',
  'postId',
  'totalReplyCount',
  'videoId',
] satisfies readonly (keyof youtube_v3.Schema$CommentThreadSnippet)[];

/** The replies are among the known paths, because a new thread has none. */
const answeredThread = Paths.union([
  Paths.of('id', 'replies', ...threadFields.map((name) => `snippet.${name}`)),
  answeredComment.under('snippet.topLevelComment'),
]);

const threadText = 'snippet.topLevelComment.snippet.textOriginal';

const createCommentThread = write('createCommentThread', {
  description:
    "Post a comment on a video as the caller's channel. Error `FORBIDDEN` with the reason `commentsDisabled` if comments are disabled. If the response is lost, check whether the comment exists before you repeat the mutation.",
  operation: commentThreads.insert,
  target: CommentThread,
  strategy: insert({ parts: ['snippet'], answered: answeredThread }),
  // The reference also requires `snippet.channelId`, and does not say whose. Clients that send the
  // video alone work: IIC2233-2016-02/Syllabus#677, hoanggaphan/youtube-min. Comments on a channel
  // itself are no longer in the reference, November 2026.
  input: changes(commentThreads.insert, {
    videoId: [
      required('ID'),
      'snippet.videoId',
      'The video to comment on: a global id or a YouTube id.',
      { references: Video },
    ],
    text: textRow(threadText),
  }),
  reasons: {
    videoNotFound: 'snippet.videoId',
    commentsDisabled: 'snippet.videoId',
    commentTextRequired: threadText,
    commentTextTooLong: threadText,
  },
  result:
    'The created comment thread. `topLevelComment.text` is null while YouTube holds the comment for review.',
});

const textReasons: ReasonPaths<typeof comments.update> = {
  commentTextRequired: 'snippet.textOriginal',
  commentTextTooLong: 'snippet.textOriginal',
};

const replyToComment = write('replyToComment', {
  description:
    "Reply to a comment thread as the caller's channel. To answer a reply, pass the id of its `parent` and name the author in the text. A held comment must be published first: send `setCommentModerationStatus` and `replyToComment` in one request, in this order. If the response is lost, check whether the reply exists before you repeat the mutation.",
  operation: comments.insert,
  target: Comment,
  strategy: insert({ parts: ['snippet'], answered: answeredComment }),
  input: changes(comments.insert, {
    parentId: [
      'The top-level comment of the thread: a global id or a YouTube id. A reply is rejected. A held comment must be published first with `setCommentModerationStatus`.',
      { references: Comment },
    ],
    text,
  }),
  reasons: {
    ...textReasons,
    parentIdMissing: 'snippet.parentId',
    parentCommentNotFound: 'snippet.parentId',
    parentCommentIsPrivate: 'snippet.parentId',
    operationNotSupported: 'snippet.parentId',
  },
  result: 'The created reply.',
});

const updateComment = write('updateComment', {
  description:
    'Change the text of a comment. Author only. The text is the only field that can be changed. If two clients change the same field, the last write wins.',
  operation: comments.update,
  target: Comment,
  id: 'The comment or reply to change: a global id or a YouTube id. Author only.',
  // The text is the only writable property of a comment, so nothing is read before.
  strategy: replaceParts({ overwrites: true, answered: answeredComment }),
  input: changes(comments.update, { text }),
  reasons: textReasons,
  result: 'The comment after the change.',
});

const deleteComment = write('deleteComment', {
  description:
    'Delete a comment permanently. Author only. Deleting a top-level comment also deletes its replies. The channel owner can reject comments of other authors with `setCommentModerationStatus`.',
  operation: comments.delete,
  target: Comment,
  id: 'The comment or reply to delete: a global id or a YouTube id. Author only.',
});

const markCommentAsSpam = retired('markCommentAsSpam', {
  product: 'YouTube',
  operation: comments.markAsSpam,
  target: Comment,
  description: 'Report comments as spam. Always fails with `OPERATION_RETIRED`.',
  instead: 'Use `setCommentModerationStatus` with `status: REJECTED`.',
  input: { ids: [required(['ID']), 'The comments. Ignored: the mutation always fails.'] },
});

export const commentWrites = [
  createCommentThread,
  replyToComment,
  updateComment,
  deleteComment,
  markCommentAsSpam,
];
