/** The keys of comments, and how they are read. */
import type { youtube_v3 } from '@googleapis/youtube';
import { batchRead, resource } from '../../../engine/schema/field/field-factory.ts';
import { comments } from '../operations.ts';

/** Comments are read as plain text; the default of the REST API is HTML. */
export const plainText = { textFormat: 'plainText' } as const;

export const Comment = resource<youtube_v3.Schema$Comment>({
  name: 'Comment',
  key: ['commentId'],
  sameKeyAs: 'CommentThread',
  read: batchRead(comments.list),
  choiceParameter: 'textFormat',
  fixed: plainText,
});
