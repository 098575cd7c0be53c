/** The operations that share files, comment on them, and manage shared drives. */
import type { Handlers } from '../../call/handler.ts';
import {
  getAccessProposal,
  listAccessProposals,
  resolveAccessProposal,
} from '../access-proposal.ts';
import { approvalHandlers } from '../approval/approval.ts';
import { getApp, listApps } from '../app.ts';
import {
  createComment,
  deleteComment,
  getComment,
  listComments,
  updateComment,
} from '../comment/comment.ts';
import { defaultFields } from '../file/default-fields.ts';
import {
  createDrive,
  deleteDrive,
  hideDrive,
  unhideDrive,
  updateDrive,
} from '../shared-drive/write.ts';
import { createPermission, deletePermission, updatePermission } from './write.ts';
import { createReply, deleteReply, getReply, listReplies, updateReply } from '../comment/reply.ts';

/** By operation key. */
export const sharingHandlers: Handlers = {
  'storage:accessproposals.get': getAccessProposal,
  'storage:accessproposals.list': listAccessProposals,
  'storage:accessproposals.resolve': resolveAccessProposal,
  ...approvalHandlers,
  'storage:apps.get': getApp,
  'storage:apps.list': listApps,
  'storage:comments.create': createComment,
  'storage:comments.delete': deleteComment,
  'storage:comments.get': getComment,
  'storage:comments.list': listComments,
  'storage:comments.update': updateComment,
  'storage:drives.create': { handle: createDrive, defaultFields: defaultFields.drive },
  'storage:drives.delete': deleteDrive,
  'storage:drives.hide': { handle: hideDrive, defaultFields: defaultFields.drive },
  'storage:drives.unhide': { handle: unhideDrive, defaultFields: defaultFields.drive },
  'storage:drives.update': { handle: updateDrive, defaultFields: defaultFields.drive },
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
