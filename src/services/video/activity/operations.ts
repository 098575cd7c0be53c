/** Operations of `activities`: uploads, likes and other actions of a channel. */
import type { youtube_v3 } from '@googleapis/youtube';
import { body, get, post, returns } from '../../../engine/rest/operation/operation.ts';
import {
  csv,
  deprecated,
  flag,
  id,
  int,
  required,
  text,
} from '../../../engine/rest/operation/param.ts';
import * as scope from '../scope.ts';
import { estimatedTotal } from '../../shared/youtube/total.ts';

export const activities = {
  list: get('video:activities.list', '/activities', {
    query: {
      part: required(csv()),
      channelId: id,
      home: deprecated(flag),
      mine: flag,
      publishedAfter: text,
      publishedBefore: text,
      regionCode: text,
      maxResults: int(0, 50),
      pageToken: text,
    },
    units: 1,
    bucket: 'VIDEO',
    auth: 'public',
    cacheable: true,
    userParams: ['mine', 'home'],
    scopes: scope.read,
    idempotent: true,
    parts: ['contentDetails', 'id', 'snippet'],
    filters: { exactlyOne: ['channelId', 'mine', 'home'] },
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
    reasons: ['channelNotFound', 'homeParameterDeprecated'],
    returns: returns<youtube_v3.Schema$ActivityListResponse>(),
  }),
  /** Posted a bulletin; no longer served. */
  insert: post('video:activities.insert', '/activities', {
    query: { part: required(csv()) },
    units: 50,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: ['youtube', 'youtube.force-ssl'],
    idempotent: false,
    parts: ['contentDetails', 'snippet'],
    upstream: 'retired',
    deprecated: true,
    body: body<youtube_v3.Schema$Activity>(),
    returns: returns<youtube_v3.Schema$Activity>(),
  }),
};
