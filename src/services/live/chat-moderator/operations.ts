/** Operations of `liveChatModerators`. */
import type { youtube_v3 } from '@googleapis/youtube';
import { body, del, get, post, returns } from '../../../engine/rest/operation/operation.ts';
import { csv, id, int, required, text } from '../../../engine/rest/operation/param.ts';
import { estimatedTotal } from '../../shared/youtube/total.ts';
import * as scope from '../scope.ts';

export const liveChatModerators = {
  delete: del('live:liveChatModerators.delete', '/liveChat/moderators', {
    query: { id: required(id) },
    units: 50,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: scope.write,
    idempotent: true,
    reasons: ['forbidden', 'liveChatModeratorNotFound', 'modificationNotAllowed'],
  }),
  insert: post('live:liveChatModerators.insert', '/liveChat/moderators', {
    query: { part: required(csv()) },
    units: 50,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: scope.write,
    idempotent: false,
    parts: ['snippet', 'id'],
    writable: ['snippet.liveChatId', 'snippet.moderatorDetails.channelId'],
    requiredBody: [{ path: 'snippet.liveChatId' }, { path: 'snippet.moderatorDetails.channelId' }],
    reasons: ['forbidden', 'liveChatNotFound', 'liveChatUserNotFound', 'modificationNotAllowed'],
    body: body<youtube_v3.Schema$LiveChatModerator>(),
    returns: returns<youtube_v3.Schema$LiveChatModerator>(),
  }),
  list: get('live:liveChatModerators.list', '/liveChat/moderators', {
    query: {
      liveChatId: required(id),
      part: required(csv()),
      maxResults: int(0, 50),
      pageToken: text,
    },
    units: 1,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: scope.read,
    idempotent: true,
    parts: ['id', 'snippet'],
    page: {
      items: 'items',
      size: 'maxResults',
      minSize: 0,
      maxSize: 50,
      defaultSize: 5,
      token: 'pageToken',
      next: 'nextPageToken',
      total: estimatedTotal,
    },
    reasons: ['forbidden', 'liveChatNotFound'],
    returns: returns<youtube_v3.Schema$LiveChatModeratorListResponse>(),
  }),
};
