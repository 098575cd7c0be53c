/** Operations of `subscriptions`: a channel or a user subscribes to a channel. */
import type { youtube_v3 } from '@googleapis/youtube';
import { body, del, get, post, returns } from '../../../engine/rest/operation/operation.ts';
import { csv, flag, id, int, oneOf, required, text } from '../../../engine/rest/operation/param.ts';
import * as scope from '../scope.ts';
import { estimatedTotal } from '../../shared/youtube/total.ts';

export const subscriptions = {
  delete: del('video:subscriptions.delete', '/subscriptions', {
    query: { id: required(id) },
    units: 50,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: scope.partnerWrite,
    idempotent: true,
    reasons: ['subscriptionForbidden', 'subscriptionNotFound'],
  }),
  insert: post('video:subscriptions.insert', '/subscriptions', {
    query: { part: required(csv()) },
    units: 50,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: scope.partnerWrite,
    idempotent: false,
    parts: ['contentDetails', 'id', 'snippet', 'subscriberSnippet'],
    writable: ['snippet.resourceId.kind', 'snippet.resourceId.channelId'],
    requiredBody: [{ path: 'snippet.resourceId' }],
    reasons: [
      'publisherNotFound',
      'publisherRequired',
      'subscriptionDuplicate',
      'subscriptionForbidden',
    ],
    body: body<youtube_v3.Schema$Subscription>(),
    returns: returns<youtube_v3.Schema$Subscription>(),
  }),
  list: get('video:subscriptions.list', '/subscriptions', {
    query: {
      part: required(csv()),
      id: csv(50),
      mine: flag,
      channelId: id,
      // A comma-separated list, although the discovery document types it as one string that is not
      // repeated: the document's earlier description says "a comma-separated list of channel IDs",
      // and the current one (@googleapis/youtube) speaks of "the subset of these channels".
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
    bucket: 'VIDEO',
    auth: 'public',
    userParams: [
      'mine',
      'myRecentSubscribers',
      'mySubscribers',
      'onBehalfOfContentOwner',
      'onBehalfOfContentOwnerChannel',
    ],
    scopes: scope.partnerRead,
    idempotent: true,
    parts: ['contentDetails', 'id', 'snippet', 'subscriberSnippet'],
    filters: { exactlyOne: ['channelId', 'id', 'mine', 'myRecentSubscribers', 'mySubscribers'] },
    idsPerCall: 50,
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
    reasons: ['accountClosed', 'accountSuspended', 'subscriberNotFound', 'subscriptionForbidden'],
    returns: returns<youtube_v3.Schema$SubscriptionListResponse>(),
  }),
};
