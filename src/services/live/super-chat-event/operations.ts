/** Operations of `superChatEvents` and `fanFundingEvents`: payments of viewers. */
import type { youtube_v3 } from '@googleapis/youtube';
import { get, returns } from '../../../engine/rest/operation/operation.ts';
import { csv, int, required, text } from '../../../engine/rest/operation/param.ts';
import { estimatedTotal } from '../../shared/youtube/total.ts';
import * as scope from '../scope.ts';

/** Paid chat messages of the last 30 days. */
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

/** A donation to a channel. */
export interface FanFundingEvent {
  kind?: string | null;
  etag?: string | null;
  id?: string | null;
  snippet?: {
    /** An unsigned 64-bit number, as a string. */
    amountMicros?: string | null;
    channelId?: string | null;
    commentText?: string | null;
    createdAt?: string | null;
    currency?: string | null;
    displayString?: string | null;
    supporterDetails?: youtube_v3.Schema$ChannelProfileDetails;
  };
}

/** A page of donations. */
export interface FanFundingEventListResponse {
  kind?: string | null;
  etag?: string | null;
  eventId?: string | null;
  visitorId?: string | null;
  items?: FanFundingEvent[];
  nextPageToken?: string | null;
  pageInfo?: youtube_v3.Schema$PageInfo;
}

/** Documented, but no longer served. The official types do not have them any more. */
export const fanFundingEvents = {
  list: get('live:fanFundingEvents.list', '/fanFundingEvents', {
    query: { part: required(csv()), hl: text, maxResults: int(0, 50), pageToken: text },
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
    upstream: 'retired',
    deprecated: true,
    returns: returns<FanFundingEventListResponse>(),
  }),
};
