/** The keys of comment threads, and how they are read. */
import type { youtube_v3 } from '@googleapis/youtube';
import { batchRead, resource } from '../../../engine/schema/field/field-factory.ts';
import { plainText } from '../comment/resource.ts';
import { commentThreads } from '../operations.ts';

export const CommentThread = resource<youtube_v3.Schema$CommentThread>({
  name: 'CommentThread',
  key: ['threadId'],
  read: batchRead(commentThreads.list),
  choiceParameter: 'textFormat',
  fixed: plainText,
});
