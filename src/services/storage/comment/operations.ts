/**
 * Operations of `comments` and `replies`: the comments on a file, and the replies to them. All of
 * `comments` but `delete` are rejected without a `fields` mask.
 */
import type { drive_v3 } from '@googleapis/drive';
import { body, del, get, patch, post, returns } from '../../../engine/rest/operation/operation.ts';
import { flag, int, text } from '../../../engine/rest/operation/param.ts';
import * as scope from '../scope.ts';

const writable = [
  'anchor',
  'content',
  'quotedFileContent.mimeType',
  'quotedFileContent.value',
] as const;

export const comments = {
  create: post('storage:comments.create', '/drive/v3/files/{fileId}/comments', {
    units: null,
    bucket: 'STORAGE',
    auth: 'user',
    scopes: scope.shareWrite,
    idempotent: false,
    writable,
    requiredBody: [{ path: 'content' }],
    fieldsRequired: true,
    body: body<drive_v3.Schema$Comment>(),
    returns: returns<drive_v3.Schema$Comment>(),
  }),
  /** Needs no `fields` mask. */
  delete: del('storage:comments.delete', '/drive/v3/files/{fileId}/comments/{commentId}', {
    units: null,
    bucket: 'STORAGE',
    auth: 'user',
    scopes: scope.shareWrite,
    idempotent: true,
  }),
  get: get('storage:comments.get', '/drive/v3/files/{fileId}/comments/{commentId}', {
    query: { includeDeleted: flag },
    units: null,
    bucket: 'STORAGE',
    auth: 'public',
    scopes: scope.contentRead,
    idempotent: true,
    fieldsRequired: true,
    returns: returns<drive_v3.Schema$Comment>(),
  }),
  list: get('storage:comments.list', '/drive/v3/files/{fileId}/comments', {
    query: {
      includeDeleted: flag,
      pageSize: int(1, 100),
      pageToken: text,
      startModifiedTime: text,
    },
    units: null,
    bucket: 'STORAGE',
    auth: 'public',
    scopes: scope.contentRead,
    idempotent: true,
    page: {
      items: 'comments',
      size: 'pageSize',
      minSize: 1,
      maxSize: 100,
      defaultSize: 20,
      token: 'pageToken',
      next: 'nextPageToken',
    },
    fieldsRequired: true,
    returns: returns<drive_v3.Schema$CommentList>(),
  }),
  update: patch('storage:comments.update', '/drive/v3/files/{fileId}/comments/{commentId}', {
    units: null,
    bucket: 'STORAGE',
    auth: 'user',
    scopes: scope.shareWrite,
    idempotent: true,
    writable,
    requiredBody: [{ path: 'content' }],
    fieldsRequired: true,
    body: body<drive_v3.Schema$Comment>(),
    returns: returns<drive_v3.Schema$Comment>(),
  }),
};

const writableReply = ['action', 'content'] as const;

export const replies = {
  create: post('storage:replies.create', '/drive/v3/files/{fileId}/comments/{commentId}/replies', {
    units: null,
    bucket: 'STORAGE',
    auth: 'user',
    scopes: scope.shareWrite,
    idempotent: false,
    writable: writableReply,
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
      writable: writableReply,
      requiredBody: [{ path: 'content' }],
      fieldsRequired: true,
      body: body<drive_v3.Schema$Reply>(),
      returns: returns<drive_v3.Schema$Reply>(),
    },
  ),
};
