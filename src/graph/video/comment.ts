/** Comment threads and their comments. */
import { ownKey } from '../../data/ref.ts';
import { comments } from '../../upstream/video/index.ts';
import { connection, connectionType } from '../field/connection.ts';
import { enumeration } from '../field/enumeration.ts';
import { link } from '../field/link.ts';
import { at, embedded, fields, key } from '../field/table.ts';
import { node } from '../node-interface.ts';
import { Channel, Comment, CommentThread, plainText, Video } from './resource.ts';

export const threadConnection = connectionType(CommentThread, 'comment threads', { count: 'estimatedCount' });
const commentConnection = connectionType(Comment, 'comments');

export const CommentModerationStatus = enumeration(
  'CommentModerationStatus',
  'Whether a comment is shown; only the owner of the channel or video sees it.',
  {
    published: 'Everybody sees it.',
    heldForReview: 'It waits for a decision of the owner.',
    likelySpam: 'Upstream takes it for spam and shows it to nobody.',
    rejected: 'The owner has refused it.',
  },
);
export const CommentOrder = enumeration('CommentOrder', 'In which order threads are listed.', {
  time: 'The newest first.',
  relevance: 'What upstream takes to be most worth reading first.',
});

CommentThread.implement({
  ...node,
  description: 'A comment on a video or channel, with its replies.',
  fields: (t) => ({
    threadId: key(t, -1, 'The id of the thread, which is that of its first comment too.'),
    topLevelComment: embedded(t, Comment, 'snippet.topLevelComment', 'The comment that began it.'),
    ...fields(t, 'snippet', {
      totalReplyCount: ['Int', 'How many replies there are.'],
      canReply: ['Boolean', 'Whether the caller may reply.'],
      isPublic: ['Boolean', 'Whether everybody sees it.'],
    }),
    video: link(t, Video, 'snippet.videoId', 'The video it is about; null for a thread about a channel.'),
    channel: link(t, Channel, 'snippet.channelId', 'The channel it is about, or whose video it is about.'),
    replies: connection(
      t,
      commentConnection,
      { operation: comments.list, args: (thread) => ({ ...plainText, parentId: ownKey(thread) }) },
      'All replies.',
    ),
  }),
});

Comment.implement({
  ...node,
  description: 'One comment: the first of a thread, or a reply.',
  fields: (t) => ({
    commentId: key(t, -1, "The comment's id in the video service."),
    text: at(t, 'String', 'snippet.textDisplay', 'The comment as plain text.'),
    textOriginal: at(t, 'String', 'snippet.textOriginal', 'As its author typed it; shown to the author alone.'),
    ...fields(t, 'snippet', {
      authorDisplayName: ['String', 'The name its author goes by.'],
      authorProfileImageUrl: ['URL', 'A picture of its author.'],
      likeCount: ['Int', 'How many liked it.'],
      moderationStatus: [CommentModerationStatus, 'Whether it is shown; null to all but the owner.'],
      publishedAt: ['DateTime', 'When it was written.'],
      updatedAt: ['DateTime', 'When it was last edited.'],
    }),
    author: link(t, Channel, 'snippet.authorChannelId.value', "The author's channel."),
    video: link(t, Video, 'snippet.videoId', 'The video that is commented on.'),
    channel: link(t, Channel, 'snippet.channelId', 'The channel that is commented on, or whose video is.'),
    parent: link(t, Comment, 'snippet.parentId', 'The comment that it replies to; null for the first of a thread.'),
  }),
});
