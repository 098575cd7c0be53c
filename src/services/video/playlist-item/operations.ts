/** Operations of `playlistItems`: each item is one video at one position of a playlist. */
import type { youtube_v3 } from '@googleapis/youtube';
import { body, del, get, post, put, returns } from '../../../engine/rest/operation/operation.ts';
import { csv, id, int, required, text } from '../../../engine/rest/operation/param.ts';
import * as scope from '../scope.ts';
import { exactTotal } from '../../shared/youtube/total.ts';

const writable = [
  'snippet.playlistId',
  'snippet.resourceId.kind',
  'snippet.resourceId.videoId',
  'snippet.position',
  'contentDetails.note',
  'contentDetails.startAt',
  'contentDetails.endAt',
] as const;

const writeReasons = [
  'channelIdRequired',
  'invalidContentDetails',
  'invalidPlaylistItemPosition',
  'invalidResourceType',
  'manualSortRequired',
  'playlistContainsMaximumNumberOfVideos',
  'playlistIdRequired',
  'playlistItemNotFound',
  'playlistItemsNotAccessible',
  'playlistNotFound',
  'resourceIdRequired',
  'videoAlreadyInAnotherSeriesPlaylist',
  'videoAlreadyInPlaylist',
  'videoNotFound',
] as const;

export const playlistItems = {
  delete: del('video:playlistItems.delete', '/playlistItems', {
    query: { id: required(id), onBehalfOfContentOwner: text },
    units: 50,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: scope.partnerWrite,
    idempotent: true,
    reasons: ['playlistItemNotFound', 'playlistItemsNotAccessible', 'playlistOperationUnsupported'],
  }),
  insert: post('video:playlistItems.insert', '/playlistItems', {
    query: { part: required(csv()), onBehalfOfContentOwner: text },
    units: 50,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: scope.partnerWrite,
    idempotent: false,
    parts: ['contentDetails', 'id', 'snippet', 'status'],
    writable,
    requiredBody: [{ path: 'snippet.playlistId' }, { path: 'snippet.resourceId' }],
    reasons: writeReasons,
    body: body<youtube_v3.Schema$PlaylistItem>(),
    returns: returns<youtube_v3.Schema$PlaylistItem>(),
  }),
  list: get('video:playlistItems.list', '/playlistItems', {
    query: {
      part: required(csv()),
      id: csv(50),
      playlistId: id,
      videoId: id,
      maxResults: int(0, 50),
      pageToken: text,
      onBehalfOfContentOwner: text,
    },
    units: 1,
    bucket: 'VIDEO',
    auth: 'public',
    cacheable: true,
    userParams: ['onBehalfOfContentOwner'],
    scopes: scope.partnerRead,
    idempotent: true,
    parts: ['contentDetails', 'id', 'snippet', 'status'],
    filters: { exactlyOne: ['id', 'playlistId'] },
    idsPerCall: 50,
    page: {
      items: 'items',
      size: 'maxResults',
      minSize: 0,
      maxSize: 50,
      defaultSize: 5,
      token: 'pageToken',
      next: 'nextPageToken',
      total: exactTotal,
    },
    reasons: [
      'playlistItemsNotAccessible',
      'playlistNotFound',
      'playlistOperationUnsupported',
      'videoNotFound',
      'watchHistoryNotAccessible',
      'watchLaterNotAccessible',
    ],
    returns: returns<youtube_v3.Schema$PlaylistItemListResponse>(),
  }),
  update: put('video:playlistItems.update', '/playlistItems', {
    query: { part: required(csv()), onBehalfOfContentOwner: text },
    units: 50,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: scope.partnerWrite,
    idempotent: true,
    parts: ['contentDetails', 'id', 'snippet', 'status'],
    writable,
    requiredBody: [
      { path: 'id' },
      { path: 'snippet.playlistId', whenPart: 'snippet' },
      { path: 'snippet.resourceId', whenPart: 'snippet' },
    ],
    reasons: writeReasons,
    body: body<youtube_v3.Schema$PlaylistItem>(),
    returns: returns<youtube_v3.Schema$PlaylistItem>(),
  }),
};
