/** The operations that share files and comment on them. */
import type { Handlers } from '../handler.ts';
import {
  createComment,
  deleteComment,
  getComment,
  listComments,
  updateComment,
} from './comment.ts';
import { defaultFields } from './default-fields.ts';
import { createPermission, deletePermission, updatePermission } from './permission-write.ts';
import { createReply, deleteReply, getReply, listReplies, updateReply } from './reply.ts';

/** By operation key. */
export const sharingHandlers: Handlers = {
  'storage:comments.create': createComment,
  'storage:comments.delete': deleteComment,
  'storage:comments.get': getComment,
  'storage:comments.list': listComments,
  'storage:comments.update': updateComment,
  'storage:permissions.create': {
    handle: createPermission,
    defaultFields: defaultFields.permission,
  },
  'storage:permissions.delete': deletePermission,
  'storage:permissions.update': {
    handle: updatePermission,
    defaultFields: defaultFields.permission,
  },
  'storage:replies.create': createReply,
  'storage:replies.delete': deleteReply,
  'storage:replies.get': getReply,
  'storage:replies.list': listReplies,
  'storage:replies.update': updateReply,
};
