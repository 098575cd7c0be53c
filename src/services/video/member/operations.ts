/**
 * Operations of `members` and `membershipsLevels`: paying members of the caller's channel, and
 * their levels.
 */
import type { youtube_v3 } from '@googleapis/youtube';
import { get, returns } from '../../../engine/rest/operation/operation.ts';
import { csv, int, oneOf, required, text } from '../../../engine/rest/operation/param.ts';
import { estimatedTotal } from '../../shared/youtube/total.ts';

export const members = {
  list: get('video:members.list', '/members', {
    query: {
      part: required(csv()),
      mode: oneOf('listMembersModeUnknown', 'updates', 'all_current'),
      hasAccessToLevel: text,
      maxResults: int(0, 1000),
      pageToken: text,
      filterByMemberChannelId: csv(100),
    },
    units: 1,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: ['youtube.channel-memberships.creator'],
    idempotent: true,
    parts: ['snippet'],
    page: {
      items: 'items',
      size: 'maxResults',
      minSize: 0,
      maxSize: 1000,
      defaultSize: 5,
      token: 'pageToken',
      next: 'nextPageToken',
      total: estimatedTotal,
    },
    reasons: ['channelMembershipsNotEnabled'],
    returns: returns<youtube_v3.Schema$MemberListResponse>(),
  }),
};

export const membershipsLevels = {
  list: get('video:membershipsLevels.list', '/membershipsLevels', {
    query: { part: required(csv()) },
    units: 1,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: ['youtube.channel-memberships.creator'],
    idempotent: true,
    parts: ['id', 'snippet'],
    page: { items: 'items' },
    returns: returns<youtube_v3.Schema$MembershipsLevelListResponse>(),
  }),
};
