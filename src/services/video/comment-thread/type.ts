/** Comment threads: a comment on a video, a channel or a post, with all its replies. */
import type { youtube_v3 } from '@googleapis/youtube';
import { ownId } from '../../../engine/read/resource.ts';
import { commentThreads, comments } from '../operations.ts';
import { InvalidInput } from '../../../engine/api/error.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import type { AnyFieldBuilder, Field } from '../../../engine/schema/field/field-factory.ts';
import { lookup } from '../../../engine/schema/field/lookup.ts';
import { computed, fields, ownKey } from '../../../engine/schema/field/path-field.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { searchText } from '../../../engine/schema/type/text.ts';
import { Channel, Comment, plainText, CommentThread, Video } from '../resources.ts';
import { postsMayEnd } from '../comment/type.ts';
import { CommentModerationStatus, CommentOrder, CommentScope } from '../../shared/youtube/enums.ts';

const threadConnection = connectionType(CommentThread, 'comment threads', {
  counted: [
    commentThreads.list,
    'The number of comment threads in the list, as estimated by YouTube, without replies. Null if several moderation statuses are requested. `Video.statistics.commentCount` is the number of comments of a video.',
  ],
});

/** The paths of a thread with an id that its first comment has, too. */
const withFirstComment = (path: string): readonly string[] => [
  path,
  `snippet.topLevelComment.${path}`,
];

/** All threads of a list have one channel: that of the video or post, or the one that is asked. */
const channelPaths = withFirstComment('snippet.channelId');
const videoPaths = withFirstComment('snippet.videoId');

/** Whether the embedded replies are all replies of the thread. */
const hasAllReplies = ({ snippet, replies }: youtube_v3.Schema$CommentThread): boolean =>
  snippet?.totalReplyCount != null && snippet.totalReplyCount === (replies?.comments?.length ?? 0);

/** The types of paths end at lists. */
const replyAuthors = 'replies.comments.snippet.authorChannelId.value' as 'replies.comments';

/**
 * Whether the owner of the channel has written one of the replies that YouTube returns with the
 * thread; null if none of them is the owner's and the thread has more replies.
 */
function hasOwnerReply(thread: youtube_v3.Schema$CommentThread): boolean | null {
  const { snippet, replies } = thread;
  const owner = snippet?.channelId;
  if (!owner) return null;
  const isOwners = (replies?.comments ?? []).some(
    (reply) => reply.snippet?.authorChannelId?.value === owner,
  );
  return isOwners || (hasAllReplies(thread) ? false : null);
}

interface ThreadArguments {
  readonly orderBy: string;
  readonly search?: string | null;
  readonly moderationStatuses?: readonly string[] | null;
}

/**
 * One segment for each status: YouTube lists the threads of one status.
 * @throws InvalidInput for an empty list or a repeated status
 */
function statusSegments({ moderationStatuses: statuses }: ThreadArguments) {
  if (statuses == null) return undefined;
  if (statuses.length === 0)
    throw new InvalidInput(
      'moderationStatuses',
      'the list is empty; expected at least one status, or null for published threads',
    );
  const repeated = statuses.findIndex((status, index) => statuses.indexOf(status) < index);
  if (repeated !== -1)
    throw new InvalidInput(
      `moderationStatuses.${repeated}`,
      `the list repeats its entry ${statuses.indexOf(statuses[repeated]!)}; expected each status once`,
    );
  return statuses.map((moderationStatus) => ({ moderationStatus }));
}

type RestParameters = Readonly<Record<string, string>>;

interface ThreadListSpec<Extra> {
  readonly deprecationReason?: string;
  /** Returns the parameter that names the channel or post. Default: the key of the video. */
  readonly target?: (parent: unknown, args: Extra) => RestParameters;
  readonly commonPaths: readonly string[];
  /** Arguments that only this connection has. */
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** A connection of threads. */
function threadList<Extra>(
  t: AnyFieldBuilder,
  { target, commonPaths, arguments: ownArguments, ...rest }: ThreadListSpec<Extra>,
  description: string,
): Field {
  const restParameters = ({ search: text, orderBy }: ThreadArguments): RestParameters => {
    const search = searchText(text);
    return {
      ...(orderBy === 'time' ? {} : { order: orderBy }),
      ...(search === undefined ? {} : { searchTerms: search }),
    };
  };
  return connection(
    t,
    threadConnection,
    {
      operation: commentThreads.list,
      args:
        target && ((parent: unknown, args: Extra) => ({ ...plainText, ...target(parent, args) })),
      argumentParameters: restParameters,
      commonPaths,
      ...rest,
      nullOnReasons: [commentThreads.list.reasons.commentsDisabled],
      arguments: {
        ...ownArguments,
        orderBy: [required(CommentOrder), 'Sort order.', { default: 'time' }],
        search: ['String', 'Return only threads that contain this text.'],
        moderationStatuses: [
          [CommentModerationStatus],
          'Return only threads in which a comment has one of these moderation statuses, grouped by status in the given order. A thread can appear once per status; check `moderationStatus` of each comment, including replies. Channel owner only. Default: published threads. At least one call per status.',
        ],
      },
      argumentNames: {
        searchTerms: 'search',
        order: 'orderBy',
        moderationStatus: 'moderationStatuses',
      },
      segments: statusSegments,
    },
    description,
  );
}

export function addCommentThread(): void {
  CommentThread.implement({
    ...node,
    description:
      'A thread of YouTube comments: a comment on a video, channel or channel post, with its replies.',
    fields: (t) => ({
      threadId: ownKey(
        t,
        'The YouTube id of the thread, which is also the id of the top-level comment. REST field: `id`.',
      ),
      ...fields(t, 'snippet', {
        canReply:
          'Whether the caller can reply to the thread while the thread is public; check `isPublic`. A held comment must be published first: send `setCommentModerationStatus` and `replyToComment` in one request, in this order.',
        isPublic: 'Whether the thread is visible to everyone.',
        postId: [
          'The YouTube id of the channel post with this thread. Null for threads on videos and channels.',
          { deprecated: postsMayEnd },
        ],
        topLevelComment: [Comment, 'The first comment of the thread.'],
        replyCount: [
          'The number of replies. REST field: `snippet.totalReplyCount`.',
          { path: 'totalReplyCount' },
        ],
        videoId:
          'The YouTube id of the video with this thread. Null for threads on channels and posts.',
        channelId:
          'The YouTube id of the channel that was commented on, or of the owner of the commented video or post.',
        video: [
          Video,
          'The video with this thread. Null for threads on channels and posts.',
          { id: 'videoId' },
        ],
        channel: [
          Channel,
          'The channel that was commented on, or the owner of the commented video or post.',
          { id: 'channelId' },
        ],
      }),
      hasOwnerReply: computed(
        t,
        'Boolean',
        {
          paths: ['snippet.channelId', 'snippet.totalReplyCount', replyAuthors],
          compute: hasOwnerReply,
        },
        'Whether the owner of the channel has replied to the thread, as far as the few replies show that YouTube returns with it. Null if none of them is by the owner and the thread has more replies: `replies` has all. Needs no further call.',
      ),
      replies: connection(
        t,
        connectionType(Comment, 'comments'),
        {
          operation: comments.list,
          args: (thread) => ({ ...plainText, parentId: ownId(thread) }),
          commonPaths: ['snippet.parentId', 'snippet.videoId', 'snippet.channelId'],
          embedded: {
            path: 'replies.comments',
            paths: ['snippet.totalReplyCount'],
            isComplete: hasAllReplies,
            optional: true,
          },
        },
        'The replies to the top-level comment. YouTube returns a few replies with the thread; a thread with more replies needs further calls.',
      ),
    }),
  });

  builder.objectFields(Video, (t) => ({
    commentThreads: threadList(
      t,
      { commonPaths: [...channelPaths, ...videoPaths] },
      'The comment threads on the video. Null with a warning if comments are disabled.',
    ),
  }));

  builder.objectFields(Channel, (t) => ({
    commentThreads: threadList(
      t,
      {
        target: (channel, { scope }: { scope: string }) => ({ [scope]: ownId(channel) }),
        commonPaths: channelPaths,
        arguments: {
          scope: [
            required(CommentScope),
            'Return threads of the channel itself, or also of its videos and posts.',
            { default: 'allThreadsRelatedToChannelId' },
          ],
        },
      },
      'The comment threads on the channel, its videos and its posts. Null with a warning if comments are disabled.',
    ),
  }));

  builder.queryFields((t) => ({
    commentThread: lookup(
      t,
      CommentThread,
      'The global id, or the YouTube id of the thread or of its top-level comment.',
      'The comment thread with the given id. Error `NOT_FOUND` if there is no such comment thread or the caller may not see it.',
    ),
    postCommentThreads: threadList(
      t,
      {
        target: (_, { postId }: { postId: string }) => ({ postId }),
        deprecationReason: postsMayEnd,
        commonPaths: [...channelPaths, ...videoPaths],
        arguments: {
          postId: [
            required('ID'),
            'Return threads on this channel post. Format: `Ugk…`, as in the URL of the post.',
          ],
        },
      },
      'The comment threads on a channel post. Null with a warning if comments are disabled.',
    ),
  }));
}
