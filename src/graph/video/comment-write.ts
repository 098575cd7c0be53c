/** Writes to comments by their authors. What is decided on those of others stands in a file of its own. */
import type { youtube_v3 } from '@googleapis/youtube';
import { Paths } from '../../data/read/path.ts';
import { upstreamError } from '../../upstream/error.ts';
import { comments, commentThreads } from '../../upstream/video/index.ts';
import { blaming, naming } from '../error-path.ts';
import { builder } from '../builder.ts';
import type { InputBuilder } from '../field/change.ts';
import { deletion } from '../field/deletion.ts';
import { mutation } from '../field/mutation.ts';
import { retired } from '../field/retired.ts';
import { refFrom } from '../global-id.ts';
import { checkText } from '../text.ts';
import { Channel, Comment, CommentThread, Video } from './resource.ts';

const mostOfText = 10_000;
const checkWords = (text: string): void => checkText('text', text, mostOfText, 1);

const words = (t: InputBuilder, description: string) =>
  t.string({
    required: true,
    description: `${description}, up to ${mostOfText.toLocaleString('en')} characters.`,
  });

/**
 * What a write's answer says of a comment: everything but the text as it is shown. That comes as HTML, for no write takes a
 * format, and the graph's own reads ask for plain text.
 */
const told = [
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

const ofComment = Paths.of('id', ...told.map((name) => `snippet.${name}`));

/** A thread that was just begun has no replies. */
const ofThread = Paths.union([
  Paths.of(
    'id',
    'replies',
    ...['canReply', 'channelId', 'isPublic', 'postId', 'totalReplyCount', 'videoId'].map(
      (name) => `snippet.${name}`,
    ),
  ),
  ofComment.under('snippet.topLevelComment'),
]);

const CommentThreadTarget = builder.inputType('CommentThreadTarget', {
  description: 'What a comment is about.',
  isOneOf: true,
  fields: (t) => ({
    videoId: t.id({ description: 'A video: global id, or that of the video service.' }),
    channelId: t.id({ description: 'A channel itself, and none of its videos.' }),
  }),
});

interface Target {
  readonly videoId?: string | null;
  readonly channelId?: string | null;
}

/** Where in the input each path of the body comes from. */
const ofThreadInput = [
  { argument: 'on.videoId', path: 'snippet.videoId' },
  { argument: 'on.channelId', path: 'snippet.channelId' },
  { argument: 'text', path: 'snippet.topLevelComment.snippet.textOriginal' },
];

/** What a refusal is about, where it names no value. */
const meantOfThread = {
  videoNotFound: 'snippet.videoId',
  commentsDisabled: 'snippet.videoId',
  channelNotFound: 'snippet.channelId',
  commentTextRequired: 'snippet.topLevelComment.snippet.textOriginal',
  commentTextTooLong: 'snippet.topLevelComment.snippet.textOriginal',
};

mutation('createCommentThread', {
  description:
    'Comments on a video or a channel, as the channel of the caller. Where comments are disabled it is `FORBIDDEN`, with the reason `commentsDisabled`. Where the answer is lost, nobody can tell whether it was written: look before you repeat it.',
  operations: [commentThreads.insert],
  inputDescription: 'What to say, and on what.',
  input: (t) => ({
    on: t.field({
      type: CommentThreadTarget,
      required: true,
      description: 'A video or a channel that takes comments.',
    }),
    text: words(t, 'What to say there as plain text'),
  }),
  node: [
    'commentThread',
    CommentThread,
    'The conversation that was begun. Its owner may hold it back at first: then its text is not there to be read.',
  ],
  run: async ({ on, text }: { on: Target; text: string }, execution) => {
    const [of, key] =
      on.videoId == null
        ? (['channelId', refFrom(Channel.resource, on.channelId!, 'on.channelId').key] as const)
        : (['videoId', refFrom(Video.resource, on.videoId, 'on.videoId').key] as const);
    checkWords(text);
    const body = {
      snippet: { [of]: key[0]!, topLevelComment: { snippet: { textOriginal: text } } },
    };
    const sent = naming(
      key[0]!,
      execution.send(commentThreads.insert, { part: ['snippet'], body }),
    );
    const made = await blaming(ofThreadInput, sent, meantOfThread);
    if (made.id == null) throw upstreamError(commentThreads.insert, 'UPSTREAM_INVALID');
    const ref = refFrom(CommentThread.resource, made.id);
    execution.invalidate(ref, made, ofThread);
    return { ref };
  },
});

const ofReplyInput = [
  { argument: 'parentId', path: 'snippet.parentId' },
  { argument: 'text', path: 'snippet.textOriginal' },
];

const meantOfText = {
  commentTextRequired: 'snippet.textOriginal',
  commentTextTooLong: 'snippet.textOriginal',
};

const meantOfReply = {
  ...meantOfText,
  parentIdMissing: 'snippet.parentId',
  parentCommentNotFound: 'snippet.parentId',
  parentCommentIsPrivate: 'snippet.parentId',
  operationNotSupported: 'snippet.parentId',
};

mutation('replyToComment', {
  description:
    'Answers in a thread, as the channel of the caller. A thread has no second level: of a reply, give its `parent`, and name its author in the text. Where the answer is lost, nobody can tell whether it was written.',
  operations: [comments.insert],
  inputDescription: 'What to answer, and whom.',
  input: (t) => ({
    parentId: t.id({
      required: true,
      description: 'The first comment of the thread: a reply is refused upstream.',
    }),
    text: words(t, 'What to answer as plain text'),
  }),
  node: ['comment', Comment, 'The reply that was written.'],
  run: async ({ parentId: given, text }, execution) => {
    const parentId = refFrom(Comment.resource, given, 'parentId').key[0]!;
    checkWords(text);
    const body = { snippet: { parentId, textOriginal: text } };
    const sent = naming(parentId, execution.send(comments.insert, { part: ['snippet'], body }));
    const made = await blaming(ofReplyInput, sent, meantOfReply);
    if (made.id == null) throw upstreamError(comments.insert, 'UPSTREAM_INVALID');
    const ref = refFrom(Comment.resource, made.id);
    execution.invalidate(ref, made, ofComment);
    return { ref };
  },
});

mutation('updateComment', {
  description:
    'Changes the text of a comment, which only its author can. Nothing else of a comment can be changed, so nothing is read before; of two edits the last one stays.',
  operations: [comments.update],
  inputDescription: 'Another text for one of your comments.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The comment or reply, one that the caller wrote.' }),
    text: words(t, 'The whole new text; begin with `textOriginal`, not with `text`'),
  }),
  node: ['comment', Comment, 'The comment with its new text.'],
  run: async ({ id: given, text }, execution) => {
    const ref = refFrom(Comment.resource, given);
    checkWords(text);
    const id = ref.key[0]!;
    const body = { id, snippet: { textOriginal: text } };
    const sent = naming(id, execution.send(comments.update, { part: ['snippet'], body }));
    const written = await blaming(
      [{ argument: 'text', path: 'snippet.textOriginal' }],
      sent,
      meantOfText,
    );
    execution.invalidate(ref, written, ofComment);
    return { ref };
  },
});

deletion('deleteComment', {
  target: Comment,
  operation: comments.delete,
  description:
    'Deletes a comment of the caller for good; with the first one of a thread, the whole thread. What others wrote can be rejected instead, by the owner of what it is about.',
  inputDescription: 'Which comment to delete.',
  which: 'The comment or reply to delete, one that the caller wrote.',
  deletes: 'The global id of the comment that is gone.',
});

retired('markCommentAsSpam', {
  operation: comments.markAsSpam,
  description: 'Told upstream once that comments are spam.',
  instead: 'Reject them with `setCommentModerationStatus`.',
  inputDescription: 'What was taken for spam.',
  input: (t) => ({
    ids: t.idList({ required: true, description: 'The comments; they are not even looked at.' }),
  }),
});
