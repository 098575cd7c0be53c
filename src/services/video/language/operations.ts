/**
 * Operations of `i18nLanguages` and `i18nRegions`, the values of the parameters `hl` and
 * `regionCode`.
 */
import type { youtube_v3 } from '@googleapis/youtube';
import { get, returns } from '../../../engine/rest/operation/operation.ts';
import { csv, required, text } from '../../../engine/rest/operation/param.ts';
import * as scope from '../scope.ts';

export const i18nLanguages = {
  list: get('video:i18nLanguages.list', '/i18nLanguages', {
    query: { part: required(csv()), hl: text },
    units: 1,
    bucket: 'VIDEO',
    auth: 'public',
    cacheable: true,
    scopes: scope.partnerRead,
    idempotent: true,
    parts: ['id', 'snippet'],
    page: { items: 'items' },
    returns: returns<youtube_v3.Schema$I18nLanguageListResponse>(),
  }),
};

export const i18nRegions = {
  list: get('video:i18nRegions.list', '/i18nRegions', {
    query: { part: required(csv()), hl: text },
    units: 1,
    bucket: 'VIDEO',
    auth: 'public',
    cacheable: true,
    scopes: scope.partnerRead,
    idempotent: true,
    parts: ['id', 'snippet'],
    page: { items: 'items' },
    returns: returns<youtube_v3.Schema$I18nRegionListResponse>(),
  }),
};
