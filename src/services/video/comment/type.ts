/** Comments: top-level comments and replies. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../../../engine/schema/builder.ts';
import { getter } from '../../../engine/read/path.ts';
import { field } from '../../../engine/schema/field/field-factory.ts';
import { lookup } from '../../../engine/schema/field/lookup.ts';
import { fields, ownKey } from '../../../engine/schema/field/path-field.ts';
import { separateFetch } from '../../../engine/schema/field/separate-fetch.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { Channel, Comment, plainText, CommentThread, Video } from '../resources.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { CommentTextFormat } from '../../shared/youtube/enums.ts';

/** Why all that concerns comments of posts is deprecated. */
export const postsMayEnd =
  'YouTube may end comments of posts: its discovery document of 24 September 2026 has dropped `postId`, without a reason.';

export function addComment(): void {
  Comment.implement({
    ...node,
    description: 'A YouTube comment: the top-level comment of a thread, or a reply.',
    fields: (t) => ({
      commentId: ownKey(t, 'The YouTube id of the comment. REST field: `id`.'),
      text: separateFetch(
        t,
        'String',
        {
          resource: Comment.resource,
          path: 'snippet.textDisplay',
          fetch: 'ifArgumentsGiven',
          arguments: {
            format: [
              required(CommentTextFormat),
              'Return the text in this format.',
              { default: plainText.textFormat },
            ],
          },
          parameters: { format: 'textFormat' },
          defaults: { format: plainText.textFormat },
        },
        'The displayed text. REST field: `snippet.textDisplay`. One format needs no further call; plain text and HTML together need one for up to 50 comments. Null while YouTube holds a new comment for review. Empty for a comment that consists of a picture only, see `imageUrl`.',
      ),
      imageUrl: field(t, {
        type: 'URL',
        description:
          'The picture or animation of the comment. Null without one. For all users of YouTube since November 2026.',
        needs: { kind: 'paths', paths: ['snippet.imageUrl'] },
        resolve: getter('snippet.imageUrl'),
      }),
      ...fields(t, 'snippet', {
        authorDisplayName: 'The name that YouTube shows for the author.',
        authorProfileImageUrl: ['URL', 'The profile picture of the author.'],
        authorChannelUrl: ['URL', 'The URL of the channel page of the author.'],
        canRate: 'Whether the caller can rate the comment.',
        viewerRating: 'The rating by the caller.',
        likeCount: ['BigInt', 'The number of likes.'],
        moderationStatus:
          'The state in moderation. Null unless the caller owns the channel, video or post that was commented on.',
        postId: [
          'The YouTube id of the channel post with this comment. Null for comments on videos and channels.',
          { deprecated: postsMayEnd },
        ],
        publishedAt: 'The time when the comment was posted.',
        updatedAt: 'The time when the comment was last edited.',
        textOriginal:
          'The text as the author typed it, for editing. Null unless the caller is the author.',
        authorChannelId: [
          'ID',
          'The YouTube id of the channel of the author. REST field: `snippet.authorChannelId.value`.',
          { path: 'authorChannelId.value' },
        ],
        videoId:
          'The YouTube id of the video with this comment. Null for comments on channels and posts.',
        channelId:
          'The YouTube id of the channel that was commented on, or of the owner of the commented video or post.',
        parentId:
          'The YouTube id of the top-level comment that a reply belongs to. Null for top-level comments.',
        author: [Channel, 'The channel of the author.', { id: 'authorChannelId.value' }],
        video: [
          Video,
          'The video with this comment. Null for comments on channels and posts.',
          { id: 'videoId' },
        ],
        channel: [
          Channel,
          'The channel that was commented on, or the owner of the commented video or post.',
          { id: 'channelId' },
        ],
        parent: [
          Comment,
          'The top-level comment that a reply belongs to. Null for top-level comments.',
          { id: 'parentId' },
        ],
      }),
      ...fields(t, {
        thread: [
          CommentThread,
          'The thread that contains the comment.',
          {
            paths: ['snippet.parentId'],
            key: ({ snippet }: youtube_v3.Schema$Comment, ref?: Ref) => [
              snippet?.parentId ?? ref!.key[0]!,
            ],
            usesRef: true,
          },
        ],
      }),
    }),
  });

  builder.queryField('comment', (t) =>
    lookup(
      t,
      Comment,
      'The global id, or the YouTube id: the parameter `lc` of a comment URL.',
      'The comment or reply with the given id. Error `NOT_FOUND` if there is no such comment or the caller may not see it.',
    ),
  );
}
