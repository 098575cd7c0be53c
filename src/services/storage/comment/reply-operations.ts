/** Operations of `replies`: replies to the comments on a file. */
import type { drive_v3 } from '@googleapis/drive';
import { body, del, get, patch, post, returns } from '../../../engine/rest/operation/operation.ts';
import { flag, int, text } from '../../../engine/rest/operation/param.ts';
import * as scope from '../scope.ts';

const writable = ['action', 'content'] as const;

export const replies = {
  create: post('storage:replies.create', '/drive/v3/files/{fileId}/comments/{commentId}/replies', {
    units: null,
    bucket: 'STORAGE',
    auth: 'user',
    scopes: scope.shareWrite,
    idempotent: false,
    writable,
    requiredBody: [{ path: 'content|action' }],
    fieldsRequired: true,
    body: body<drive_v3.Schema$Reply>(),
    returns: returns<drive_v3.Schema$Reply>(),
  }),
  delete: del(
    'storage:replies.delete',
    '/drive/v3/files/{fileId}/comments/{commentId}/replies/{replyId}',
    {
      units: null,
      bucket: 'STORAGE',
      auth: 'user',
      scopes: scope.shareWrite,
      idempotent: true,
    },
  ),
  get: get(
    'storage:replies.get',
    '/drive/v3/files/{fileId}/comments/{commentId}/replies/{replyId}',
    {
      query: { includeDeleted: flag },
      units: null,
      bucket: 'STORAGE',
      auth: 'public',
      scopes: scope.contentRead,
      idempotent: true,
      fieldsRequired: true,
      returns: returns<drive_v3.Schema$Reply>(),
    },
  ),
  list: get('storage:replies.list', '/drive/v3/files/{fileId}/comments/{commentId}/replies', {
    query: { includeDeleted: flag, pageSize: int(1, 100), pageToken: text },
    units: null,
    bucket: 'STORAGE',
    auth: 'public',
    scopes: scope.contentRead,
    idempotent: true,
    page: {
      items: 'replies',
      size: 'pageSize',
      minSize: 1,
      maxSize: 100,
      defaultSize: 20,
      token: 'pageToken',
      next: 'nextPageToken',
    },
    fieldsRequired: true,
    returns: returns<drive_v3.Schema$ReplyList>(),
  }),
  update: patch(
    'storage:replies.update',
    '/drive/v3/files/{fileId}/comments/{commentId}/replies/{replyId}',
    {
      units: null,
      bucket: 'STORAGE',
      auth: 'user',
      scopes: scope.shareWrite,
      idempotent: true,
      writable,
      requiredBody: [{ path: 'content' }],
      fieldsRequired: true,
      body: body<drive_v3.Schema$Reply>(),
      returns: returns<drive_v3.Schema$Reply>(),
    },
  ),
};
