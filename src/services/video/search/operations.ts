/**
 * Operations of `search`: full-text search for videos, channels and playlists. It has a quota
 * bucket of its own.
 */
import type { youtube_v3 } from '@googleapis/youtube';
import { get, returns } from '../../../engine/rest/operation/operation.ts';
import {
  csv,
  csvOf,
  flag,
  id,
  int,
  oneOf,
  required,
  text,
} from '../../../engine/rest/operation/param.ts';
import * as scope from '../scope.ts';
import { estimatedTotal } from '../../shared/youtube/total.ts';

export const search = {
  list: get('video:search.list', '/search', {
    query: {
      part: required(csv()),
      q: text,
      type: csvOf('channel', 'playlist', 'video'),
      order: oneOf('date', 'rating', 'viewCount', 'relevance', 'title', 'videoCount'),
      relevanceLanguage: text,
      videoDimension: oneOf('any', '2d', '3d'),
      videoDefinition: oneOf('any', 'standard', 'high'),
      videoLicense: oneOf('any', 'youtube', 'creativeCommon'),
      videoDuration: oneOf('any', 'short', 'medium', 'long'),
      videoCaption: oneOf('any', 'closedCaption', 'none'),
      videoEmbeddable: oneOf('any', 'true'),
      videoSyndicated: oneOf('any', 'true'),
      videoCategoryId: id,
      videoType: oneOf('any', 'movie', 'episode'),
      eventType: oneOf('none', 'upcoming', 'live', 'completed'),
      location: text,
      locationRadius: text,
      channelId: id,
      publishedAfter: text,
      publishedBefore: text,
      topicId: id,
      videoPaidProductPlacement: oneOf('any', 'true'),
      forContentOwner: flag,
      regionCode: text,
      channelType: oneOf('any', 'show'),
      safeSearch: oneOf('none', 'moderate', 'strict'),
      forMine: flag,
      forDeveloper: flag,
      maxResults: int(0, 50),
      pageToken: text,
      onBehalfOfContentOwner: text,
    },
    units: 1,
    bucket: 'SEARCH',
    auth: 'public',
    cacheable: true,
    userParams: ['forMine', 'forContentOwner', 'forDeveloper', 'onBehalfOfContentOwner'],
    scopes: scope.partnerRead,
    idempotent: true,
    parts: ['id', 'snippet'],
    filters: { atMostOne: ['forContentOwner', 'forDeveloper', 'forMine'] },
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
    reasons: [
      'invalidChannelId',
      'invalidLocation',
      'invalidRelevanceLanguage',
      'invalidSearchFilter',
    ],
    returns: returns<youtube_v3.Schema$SearchListResponse>(),
  }),
};
