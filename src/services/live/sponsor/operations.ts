/**
 * Operations of `sponsors`, today's channel members: documented, but no longer served. The official
 * types do not have them any more.
 */
import type { youtube_v3 } from '@googleapis/youtube';
import { get, returns } from '../../../engine/rest/operation/operation.ts';
import { csv, int, oneOf, required, text } from '../../../engine/rest/operation/param.ts';
import * as scope from '../scope.ts';
import { estimatedTotal } from '../../shared/youtube/total.ts';

/** A sponsor of a channel. */
export interface Sponsor {
  kind?: string | null;
  etag?: string | null;
  id?: string | null;
  snippet?: {
    channelId?: string | null;
    cumulativeDurationMonths?: number | null;
    sponsorDetails?: youtube_v3.Schema$ChannelProfileDetails;
    sponsorSince?: string | null;
  };
}

/** A page of sponsors. */
export interface SponsorListResponse {
  kind?: string | null;
  etag?: string | null;
  eventId?: string | null;
  visitorId?: string | null;
  items?: Sponsor[];
  nextPageToken?: string | null;
  pageInfo?: youtube_v3.Schema$PageInfo;
}

export const sponsors = {
  list: get('live:sponsors.list', '/sponsors', {
    query: {
      part: required(csv()),
      filter: oneOf('all', 'newest'),
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
    upstream: 'retired',
    deprecated: true,
    returns: returns<SponsorListResponse>(),
  }),
};
