/** Operations of `videoCategories`: the categories of videos, by region. */
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
