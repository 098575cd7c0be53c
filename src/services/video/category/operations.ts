/** Operations of `videoCategories` and `guideCategories`: categories by region. */
import type { youtube_v3 } from '@googleapis/youtube';
import { get, returns } from '../../../engine/rest/operation/operation.ts';
import { csv, required, text } from '../../../engine/rest/operation/param.ts';
import * as scope from '../scope.ts';

export const videoCategories = {
  list: get('video:videoCategories.list', '/videoCategories', {
    query: { part: required(csv()), id: csv(50), regionCode: text, hl: text },
    units: 1,
    bucket: 'VIDEO',
    auth: 'public',
    cacheable: true,
    scopes: scope.partnerRead,
    idempotent: true,
    parts: ['id', 'snippet'],
    filters: { exactlyOne: ['id', 'regionCode'] },
    idsPerCall: 50,
    page: { items: 'items' },
    returns: returns<youtube_v3.Schema$VideoCategoryListResponse>(),
  }),
};

/** A category of the former channel guide. */
export interface GuideCategory {
  kind?: string | null;
  etag?: string | null;
  id?: string | null;
  snippet?: { channelId?: string | null; title?: string | null };
}

/** All categories of a region, or those with given ids. */
export interface GuideCategoryListResponse {
  kind?: string | null;
  etag?: string | null;
  eventId?: string | null;
  visitorId?: string | null;
  items?: GuideCategory[];
  nextPageToken?: string | null;
  prevPageToken?: string | null;
  pageInfo?: youtube_v3.Schema$PageInfo;
}

/** Documented, but no longer served. The official types do not have them any more. */
export const guideCategories = {
  list: get('video:guideCategories.list', '/guideCategories', {
    query: { part: required(csv()), id: csv(), regionCode: text, hl: text },
    units: 1,
    bucket: 'VIDEO',
    auth: 'public',
    scopes: scope.partnerRead,
    idempotent: true,
    parts: ['id', 'snippet'],
    filters: { exactlyOne: ['id', 'regionCode'] },
    page: { items: 'items' },
    upstream: 'retired',
    deprecated: true,
    returns: returns<GuideCategoryListResponse>(),
  }),
};
