/** Writes of comments by their authors. Moderation is in `comment-moderation.ts`. */
import type { youtube_v3 } from '@googleapis/youtube';
import { Paths } from '../../data/read/path.ts';
import { remove } from '../../data/write/action.ts';
import { insert } from '../../data/write/insert.ts';
import { replaceParts } from '../../data/write/replace-parts.ts';
import { comments, commentThreads } from '../../upstream/video/index.ts';
import { retired } from '../field/retired.ts';
import { write } from '../field/write.ts';
import { changes, required } from '../field/write-input.ts';
import type { ReasonPaths } from '../field/write-spec.ts';
import { Channel, Comment, CommentThread, Video } from './resource.ts';

const maxText = 10_000;
const text = { maxLength: maxText, notBlank: true } as const;

const limited = (description: string): string =>
  `${description}, up to ${maxText.toLocaleString('en')} characters.`;

/**
 * The fields of a comment that the response of a write proves: all except the displayed text.
 * Writes have no text format and return HTML, while the graph reads plain text.
 */
const answeredFields = [
  'authorChannelId',
  'authorChannelUrl',
  'authorDisplayName',
  'authorProfileImageUrl',
  'canRate',
  'channelId',
  'likeCount',
  'moderationStatus',
  'parentId',
  'postId',
  'publishedAt',
  'textOriginal',
  'updatedAt',
  'videoId',
  'viewerRating',
] satisfies readonly (keyof youtube_v3.Schema$CommentSnippet)[];

const answeredComment = Paths.of('id', ...answeredFields.map((name) => `snippet.${name}`));

const threadFields = [
  'canReply',
  'channelId',
  'isPublic',
  'postId',
  'totalReplyCount',
  'videoId',
] satisfies readonly (keyof youtube_v3.Schema$CommentThreadSnippet)[];

/** A new thread has no replies, so the response proves them, too. */
const answeredThread = Paths.union([
  Paths.of('id', 'replies', ...threadFields.map((name) => `snippet.${name}`)),
  answeredComment.under('snippet.topLevelComment'),
]);

const threadText = 'snippet.topLevelComment.snippet.textOriginal';

const createCommentThread = write('createCommentThread', {
  description:
    'Comments on a video or a channel, as the channel of the caller. Where comments are disabled it is `FORBIDDEN`, with the reason `commentsDisabled`. Where the answer is lost, nobody can tell whether it was written: look before you repeat it.',
  inputDescription: 'What to say, and on what.',
  operation: commentThreads.insert,
  target: CommentThread,
  strategy: insert({ parts: ['snippet'], answered: answeredThread }),
  group: {
    argument: 'on',
    description: 'A video or a channel that takes comments.',
    typeName: 'CommentThreadTarget',
    typeDescription: 'What a comment is about.',
    isOneOf: true,
    input: changes(commentThreads.insert, {
      videoId: [
        'ID',
        'snippet.videoId',
        'A video: global id, or that of the video service.',
        { references: Video },
      ],
      channelId: [
        'ID',
        'snippet.channelId',
        'A channel itself, and none of its videos.',
        { references: Channel },
      ],
    }),
  },
  input: changes(commentThreads.insert, {
    text: [required('String'), threadText, limited('What to say there as plain text'), text],
  }),
  reasons: {
    videoNotFound: 'snippet.videoId',
    commentsDisabled: 'snippet.videoId',
    channelNotFound: 'snippet.channelId',
    commentTextRequired: threadText,
    commentTextTooLong: threadText,
  },
  result: [
    'commentThread',
    'The conversation that was begun. Its owner may hold it back at first: then its text is not there to be read.',
  ],
});

const textReasons: ReasonPaths<typeof comments.update> = {
  commentTextRequired: 'snippet.textOriginal',
  commentTextTooLong: 'snippet.textOriginal',
};

const replyToComment = write('replyToComment', {
  description:
    'Answers in a thread, as the channel of the caller. A thread has no second level: of a reply, give its `parent`, and name its author in the text. Where the answer is lost, nobody can tell whether it was written.',
  inputDescription: 'What to answer, and whom.',
  operation: comments.insert,
  target: Comment,
  strategy: insert({ parts: ['snippet'], answered: answeredComment }),
  input: changes(comments.insert, {
    parentId: [
      required('ID'),
      'snippet.parentId',
      'The first comment of the thread: a reply is refused upstream.',
      { references: Comment },
    ],
    text: [
      required('String'),
      'snippet.textOriginal',
      limited('What to answer as plain text'),
      text,
    ],
  }),
  reasons: {
    ...textReasons,
    parentIdMissing: 'snippet.parentId',
    parentCommentNotFound: 'snippet.parentId',
    parentCommentIsPrivate: 'snippet.parentId',
    operationNotSupported: 'snippet.parentId',
  },
  result: ['comment', 'The reply that was written.'],
});

const updateComment = write('updateComment', {
  description:
    'Changes the text of a comment, which only its author can. Nothing else of a comment can be changed, so nothing is read before; of two edits the last one stays.',
  inputDescription: 'Another text for one of your comments.',
  operation: comments.update,
  target: Comment,
  id: 'The comment or reply, one that the caller wrote.',
  // The text is the only writable property of a comment, so nothing is read before.
  strategy: replaceParts({ overwrites: true, answered: answeredComment }),
  input: changes(comments.update, {
    text: [
      required('String'),
      'snippet.textOriginal',
      limited('The whole new text; begin with `textOriginal`, not with `text`'),
      text,
    ],
  }),
  reasons: textReasons,
  result: ['comment', 'The comment with its new text.'],
});

const deleteComment = write('deleteComment', {
  description:
    'Deletes a comment of the caller for good; with the first one of a thread, the whole thread. What others wrote can be rejected instead, by the owner of what it is about.',
  inputDescription: 'Which comment to delete.',
  operation: comments.delete,
  target: Comment,
  id: 'The comment or reply to delete, one that the caller wrote.',
  strategy: remove(),
  deletes: 'The global id of the comment that is gone.',
});

const markCommentAsSpam = retired('markCommentAsSpam', {
  operation: comments.markAsSpam,
  target: Comment,
  description: 'Told upstream once that comments are spam.',
  instead: 'Reject them with `setCommentModerationStatus`.',
  inputDescription: 'What was taken for spam.',
  inputFields: (t) => ({
    ids: t.idList({ required: true, description: 'The comments; they are not even looked at.' }),
  }),
});

export const commentWrites = [
  createCommentThread,
  replyToComment,
  updateComment,
  deleteComment,
  markCommentAsSpam,
];
