/** Comment threads: a comment on a video, a channel or a post, with all its replies. */
import type { youtube_v3 } from '@googleapis/youtube';
import { ownId } from '../../data/read/resource.ts';
import { comments, commentThreads } from '../../upstream/video/index.ts';
import { builder } from '../builder.ts';
import { connection } from '../field/connection.ts';
import { connectionType } from '../field/connection-type.ts';
import type { AnyFieldBuilder, Field } from '../field/field-factory.ts';
import { enumeration } from '../field/enumeration.ts';
import { link } from '../field/link.ts';
import { lookup } from '../field/lookup.ts';
import { fieldAt, fields, ownKey } from '../field/path-field.ts';
import { node } from '../node-interface.ts';
import { searchText } from '../text.ts';
import { CommentModerationStatus } from './comment.ts';
import { Channel, Comment, CommentThread, plainText, Video } from './resource.ts';

const threadConnection = connectionType(CommentThread, 'comment threads', {
  countedBy: commentThreads.list,
});

const commentConnection = connectionType(Comment, 'comments');

/** Whether the embedded replies are all replies of the thread. */
const hasAllReplies = ({ snippet, replies }: youtube_v3.Schema$CommentThread): boolean =>
  snippet?.totalReplyCount != null && snippet.totalReplyCount === (replies?.comments?.length ?? 0);

const CommentOrder = enumeration('CommentOrder', 'In which order threads are listed.', {
  time: 'The newest first.',
  relevance: 'What upstream takes to be most worth reading first.',
});

interface ThreadArguments {
  readonly order: string;
  readonly search?: string | null;
  readonly moderationStatus?: string | null;
}

type RestParameters = Readonly<Record<string, string>>;

/**
 * A connection of threads.
 * @param targetParameters returns the parameter that names the video, channel or post
 * @param extraArguments arguments that only this connection has
 */
function threadList<Extra>(
  t: AnyFieldBuilder,
  targetParameters: (parent: unknown, args: Extra) => RestParameters,
  description: string,
  extraArguments: Readonly<Record<string, unknown>> = {},
): Field {
  const restParameters = (parent: unknown, args: ThreadArguments & Extra): RestParameters => {
    const search = searchText(args.search);
    return {
      ...plainText,
      ...targetParameters(parent, args),
      ...(args.order === 'time' ? {} : { order: args.order }),
      ...(search === undefined ? {} : { searchTerms: search }),
      ...(args.moderationStatus == null ? {} : { moderationStatus: args.moderationStatus }),
    };
  };
  return connection(
    t,
    threadConnection,
    {
      operation: commentThreads.list,
      args: restParameters,
      nullOnReasons: [commentThreads.list.reasons.commentsDisabled],
      arguments: {
        ...extraArguments,
        order: t.arg({
          type: CommentOrder,
          required: true,
          defaultValue: 'time',
          description: 'What comes first.',
        }),
        search: t.arg.string({ description: 'Only threads in which these words are said.' }),
        moderationStatus: t.arg({
          type: CommentModerationStatus,
          description:
            'Only those that stand so, for the owner alone; left out, those that everybody sees.',
        }),
      },
      argumentNames: { searchTerms: 'search' },
    },
    description,
  );
}

/** The values are the names of REST parameters. */
const CommentScope = enumeration(
  'CommentScope',
  'Which threads around a channel are meant.',
  {
    channelId: 'Those about the channel itself, not about its videos.',
    allThreadsRelatedToChannelId:
      'Those about the channel, its videos and posts: the whole queue of its moderators.',
  },
  { channelId: 'ABOUT_CHANNEL', allThreadsRelatedToChannelId: 'ALL_RELATED' },
);

/** Adds the types and fields of this module to the schema. */
export function addCommentThread(): void {
  CommentThread.implement({
    ...node,
    description: 'A comment on a video, channel or post, with its replies.',
    fields: (t) => ({
      threadId: ownKey(t, 'The id of the thread, which is that of its first comment too.'),
      topLevelComment: fieldAt(t, Comment, 'snippet.topLevelComment', 'The comment that began it.'),
      ...fields(t, 'snippet', {
        totalReplyCount: ['Int', 'How many replies there are.'],
        canReply: ['Boolean', 'Whether the caller may reply.'],
        isPublic: ['Boolean', 'Whether everybody sees it.'],
        postId: ['ID', 'The post that it is about; null where that is a video or a channel.'],
      }),
      video: link(
        t,
        Video,
        'snippet.videoId',
        'The video it is about; null for a thread about a channel.',
      ),
      channel: link(
        t,
        Channel,
        'snippet.channelId',
        'The channel it is about, or whose video it is about.',
      ),
      replies: connection(
        t,
        commentConnection,
        {
          operation: comments.list,
          args: (thread) => ({ ...plainText, parentId: ownId(thread) }),
          embedded: {
            path: 'replies.comments',
            paths: ['snippet.totalReplyCount'],
            isComplete: hasAllReplies,
            optional: true,
          },
        },
        'All replies. A few come along with the thread; only where there are more of them, they are listed by a call of their own.',
      ),
    }),
  });

  builder.objectFields(Video, (t) => ({
    commentThreads: threadList(
      t,
      (video) => ({ videoId: ownId(video) }),
      'What viewers say; null with a warning where comments are disabled.',
    ),
  }));

  builder.objectFields(Channel, (t) => ({
    commentThreads: threadList(
      t,
      (channel, { scope }: { scope: string }) => ({ [scope]: ownId(channel) }),
      'What is said about the channel, and on what it has published; with `moderationStatus`, what its owner has to decide on.',
      {
        scope: t.arg({
          type: CommentScope,
          required: true,
          defaultValue: 'allThreadsRelatedToChannelId',
          description: 'How far around it.',
        }),
      },
    ),
  }));

  builder.queryFields((t) => ({
    commentThread: lookup(
      t,
      CommentThread,
      'Its global id, or the id that it shares with its first comment.',
      'A thread by its id.',
    ),
    postCommentThreads: threadList(
      t,
      (_, { postId }: { postId: string }) => ({ postId }),
      'What is said on a post of a channel.',
      {
        postId: t.arg.id({
          required: true,
          description: 'The `Ugk…` id of the post, as in its address.',
        }),
      },
    ),
  }));
}
