/** Operations of `comments`: reading and writing replies, and moderation. */
import type { youtube_v3 } from '@googleapis/youtube';
import { body, del, get, post, put, returns } from '../operation.ts';
import { csv, flag, id, int, oneOf, required, text } from '../param.ts';
import { estimatedTotal } from './total.ts';

export const comments = {
  list: get('video:comments.list', '/comments', {
    query: {
      part: required(csv()),
      id: csv(50),
      parentId: id,
      textFormat: oneOf('html', 'plainText'),
      maxResults: int(1, 100),
      pageToken: text,
    },
    units: 1,
    bucket: 'video',
    auth: 'public',
    scopes: ['youtube.force-ssl'],
    idempotent: true,
    parts: ['id', 'snippet'],
    filters: { exactlyOne: ['id', 'parentId'] },
    idsPerCall: 50,
    page: {
      items: 'items',
      size: 'maxResults',
      minSize: 1,
      maxSize: 100,
      defaultSize: 20,
      token: 'pageToken',
      next: 'nextPageToken',
      total: estimatedTotal,
    },
    returns: returns<youtube_v3.Schema$CommentListResponse>(),
  }),
  setModerationStatus: post('video:comments.setModerationStatus', '/comments/setModerationStatus', {
    query: {
      id: required(csv(50)),
      moderationStatus: required(oneOf('published', 'heldForReview', 'likelySpam', 'rejected')),
      banAuthor: flag,
    },
    units: 50,
    bucket: 'video',
    auth: 'user',
    scopes: ['youtube.force-ssl'],
    idempotent: true,
  }),
  insert: post('video:comments.insert', '/comments', {
    query: { part: required(csv()) },
    units: 50,
    bucket: 'video',
    auth: 'user',
    scopes: ['youtube.force-ssl'],
    idempotent: false,
    parts: ['id', 'snippet'],
    writable: ['snippet.parentId', 'snippet.textOriginal'],
    requiredBody: [{ path: 'snippet.parentId' }, { path: 'snippet.textOriginal' }],
    body: body<youtube_v3.Schema$Comment>(),
    returns: returns<youtube_v3.Schema$Comment>(),
  }),
  /** Still served, without effect. */
  markAsSpam: post('video:comments.markAsSpam', '/comments/markAsSpam', {
    query: { id: required(csv(50)) },
    units: 50,
    bucket: 'video',
    auth: 'user',
    scopes: ['youtube.force-ssl'],
    idempotent: true,
    upstream: 'noEffect',
    deprecated: true,
  }),
  delete: del('video:comments.delete', '/comments', {
    query: { id: required(id) },
    units: 50,
    bucket: 'video',
    auth: 'user',
    scopes: ['youtube.force-ssl'],
    idempotent: true,
  }),
  update: put('video:comments.update', '/comments', {
    query: { part: required(csv()) },
    units: 50,
    bucket: 'video',
    auth: 'user',
    scopes: ['youtube.force-ssl'],
    idempotent: true,
    parts: ['id', 'snippet'],
    writable: ['snippet.textOriginal'],
    requiredBody: [{ path: 'id' }, { path: 'snippet.textOriginal' }],
    body: body<youtube_v3.Schema$Comment>(),
    returns: returns<youtube_v3.Schema$Comment>(),
  }),
};
