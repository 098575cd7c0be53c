/** Who subscribed to which channel. */
import type { youtube_v3 } from '@googleapis/youtube';
import { body, csv, del, flag, get, id, int, oneOf, post, required, returns, text } from '../operation.ts';
import * as scope from './scope.ts';

export const subscriptions = {
  delete: del('video:subscriptions.delete', '/subscriptions', {
    query: { id: required(id) },
    units: 50,
    bucket: 'video',
    auth: 'user',
    scopes: scope.partnerWrite,
    repeatable: true,
  }),
  insert: post('video:subscriptions.insert', '/subscriptions', {
    query: { part: required(csv()) },
    units: 50,
    bucket: 'video',
    auth: 'user',
    scopes: scope.partnerWrite,
    repeatable: false,
    parts: ['contentDetails', 'id', 'snippet', 'subscriberSnippet'],
    writable: ['snippet.resourceId.kind', 'snippet.resourceId.channelId'],
    requiredBody: [{ path: 'snippet.resourceId' }],
    body: body<youtube_v3.Schema$Subscription>(),
    returns: returns<youtube_v3.Schema$Subscription>(),
  }),
  list: get('video:subscriptions.list', '/subscriptions', {
    query: {
      part: required(csv()),
      id: csv(50),
      mine: flag,
      channelId: id,
      forChannelId: csv(),
      order: oneOf('relevance', 'unread', 'alphabetical'),
      mySubscribers: flag,
      myRecentSubscribers: flag,
      maxResults: int(0, 50),
      pageToken: text,
      onBehalfOfContentOwner: text,
      onBehalfOfContentOwnerChannel: text,
    },
    units: 1,
    bucket: 'video',
    auth: 'public',
    userParams: ['mine', 'myRecentSubscribers', 'mySubscribers', 'onBehalfOfContentOwner', 'onBehalfOfContentOwnerChannel'],
    scopes: scope.partnerRead,
    repeatable: true,
    parts: ['contentDetails', 'id', 'snippet', 'subscriberSnippet'],
    filters: { exactlyOne: ['channelId', 'id', 'mine', 'myRecentSubscribers', 'mySubscribers'] },
    idsPerCall: 50,
    page: { items: 'items', size: 'maxResults', min: 0, most: 50, byDefault: 5, token: 'pageToken', next: 'nextPageToken' },
    returns: returns<youtube_v3.Schema$SubscriptionListResponse>(),
  }),
};
