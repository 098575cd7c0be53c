/** The keys of comments, and how they are read. */
import type { drive_v3 } from '@googleapis/drive';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import { comments, replies } from '../operations.ts';

/** Deleted comments are read, too: lists show them on request. */
const withDeleted = { includeDeleted: true } as const;

export const FileComment = resource<drive_v3.Schema$Comment>({
  name: 'FileComment',
  key: ['fileId', 'commentId'],
  read: { kind: 'single', operation: comments.get },
  fixed: withDeleted,
});

export const FileReply = resource<drive_v3.Schema$Reply>({
  name: 'FileReply',
  key: ['fileId', 'commentId', 'replyId'],
  read: { kind: 'single', operation: replies.get },
  fixed: withDeleted,
});
