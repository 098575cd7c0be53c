/** Operations of `superChatEvents`: paid chat messages of the last 30 days. */
import type { youtube_v3 } from '@googleapis/youtube';
import { get, returns } from '../../../engine/rest/operation/operation.ts';
import { csv, int, required, text } from '../../../engine/rest/operation/param.ts';
import * as scope from '../scope.ts';
import { estimatedTotal } from '../../shared/youtube/total.ts';

export const superChatEvents = {
  list: get('live:superChatEvents.list', '/superChatEvents', {
    query: { part: required(csv()), hl: text, maxResults: int(1, 50), pageToken: text },
    units: 1,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: scope.read,
    idempotent: true,
    parts: ['id', 'snippet'],
    page: {
      items: 'items',
      size: 'maxResults',
      minSize: 1,
      maxSize: 50,
      defaultSize: 5,
      token: 'pageToken',
      next: 'nextPageToken',
      total: estimatedTotal,
    },
    reasons: ['insufficientPermissions'],
    returns: returns<youtube_v3.Schema$SuperChatEventListResponse>(),
  }),
};
