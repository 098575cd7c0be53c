/** Comments: top-level comments and replies. */
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { link } from '../field/link.ts';
import { lookup } from '../field/lookup.ts';
import { fieldAt, fields, ownKey } from '../field/path-field.ts';
import { separateFetch } from '../field/separate-fetch.ts';
import { node } from '../node-interface.ts';
import { Rating } from './video-enum.ts';
import { Channel, Comment, CommentThread, plainText, Video } from './resource.ts';

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

const CommentTextFormat = enumeration(
  'CommentTextFormat',
  'How the text of a comment is written.',
  {
    plainText: 'As text without any mark-up: show it as it is, and never as HTML.',
    html: 'As HTML with links, line breaks and escaped signs, made by upstream.',
  },
);

/** Adds the types and fields of this module to the schema. */
export function addComment(): void {
  Comment.implement({
    ...node,
    description: 'One comment: the first of a thread, or a reply.',
    fields: (t) => ({
      commentId: ownKey(t, "The comment's id in the video service."),
      text: separateFetch(
        t,
        'String',
        {
          resource: Comment.resource,
          path: 'snippet.textDisplay',
          fetch: 'ifArgumentsGiven',
          arguments: {
            format: t.arg({
              type: CommentTextFormat,
              required: true,
              defaultValue: plainText.textFormat,
              description: 'As plain text or as HTML.',
            }),
          },
          parameters: { format: 'textFormat' },
          defaults: { format: plainText.textFormat },
        },
        'What it says. Plain text comes along with the comment; HTML is asked by a call of its own, fifty comments at once.',
      ),
      textOriginal: fieldAt(
        t,
        'String',
        'snippet.textOriginal',
        'As its author typed it: what an editor begins with; null to all others.',
      ),
      ...fields(t, 'snippet', {
        authorDisplayName: ['String', 'The name its author goes by.'],
        authorProfileImageUrl: ['URL', 'A picture of its author.'],
        authorChannelUrl: ['URL', "The address of its author's page."],
        canRate: ['Boolean', 'Whether the caller may like it.'],
        viewerRating: [
          Rating,
          'What the caller said of it: `LIKE` or `NONE`, for upstream tells no dislike of comments so far.',
        ],
        likeCount: ['Int', 'How many liked it.'],
        moderationStatus: [
          CommentModerationStatus,
          'Whether it is shown; null to all but the owner.',
        ],
        postId: ['ID', 'The post on a channel that is commented on, where it is one.'],
        publishedAt: ['DateTime', 'When it was written.'],
        updatedAt: ['DateTime', 'When it was last edited.'],
      }),
      author: link(t, Channel, 'snippet.authorChannelId.value', "The author's channel."),
      video: link(t, Video, 'snippet.videoId', 'The video that is commented on.'),
      channel: link(
        t,
        Channel,
        'snippet.channelId',
        'The channel that is commented on, or whose video is.',
      ),
      parent: link(
        t,
        Comment,
        'snippet.parentId',
        'The comment that it replies to; null for the first of a thread.',
      ),
      thread: link(
        t,
        CommentThread,
        {
          paths: ['snippet.parentId'],
          key: ({ snippet }, ref) => [snippet?.parentId ?? ref!.key[0]!],
          usesRef: true,
        },
        'The conversation in which it stands.',
      ),
    }),
  });

  builder.queryField('comment', (t) =>
    lookup(
      t,
      Comment,
      "Its global id, or the `lc` of a comment's address.",
      'A comment or a reply by its id.',
    ),
  );
}
