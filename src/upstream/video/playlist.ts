/** Operations of `playlists`. */
import type { youtube_v3 } from '@googleapis/youtube';
import { body, del, get, post, put, returns } from '../operation.ts';
import { csv, flag, id, int, required, text } from '../param.ts';
import * as scope from './scope.ts';
import { estimatedTotal } from './total.ts';

const writable = [
  'snippet.title',
  'snippet.description',
  'snippet.defaultLanguage',
  'status.privacyStatus',
  'status.podcastStatus',
  'localizations.(key).title',
  'localizations.(key).description',
] as const;

export const playlists = {
  delete: del('video:playlists.delete', '/playlists', {
    query: { id: required(id), onBehalfOfContentOwner: text },
    units: 50,
    bucket: 'video',
    auth: 'user',
    scopes: scope.partnerWrite,
    idempotent: true,
  }),
  list: get('video:playlists.list', '/playlists', {
    query: {
      part: required(csv()),
      id: csv(50),
      mine: flag,
      channelId: id,
      hl: text,
      maxResults: int(0, 50),
      pageToken: text,
      onBehalfOfContentOwner: text,
      onBehalfOfContentOwnerChannel: text,
    },
    units: 1,
    bucket: 'video',
    auth: 'public',
    userParams: ['mine', 'onBehalfOfContentOwner', 'onBehalfOfContentOwnerChannel'],
    scopes: scope.partnerRead,
    idempotent: true,
    parts: ['contentDetails', 'id', 'localizations', 'player', 'snippet', 'status'],
    filters: { exactlyOne: ['channelId', 'id', 'mine'] },
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
    returns: returns<youtube_v3.Schema$PlaylistListResponse>(),
  }),
  insert: post('video:playlists.insert', '/playlists', {
    query: {
      part: required(csv()),
      onBehalfOfContentOwner: text,
      onBehalfOfContentOwnerChannel: text,
    },
    units: 50,
    bucket: 'video',
    auth: 'user',
    scopes: scope.partnerWrite,
    idempotent: false,
    parts: ['contentDetails', 'id', 'localizations', 'player', 'snippet', 'status'],
    writable,
    requiredBody: [{ path: 'snippet.title' }],
    body: body<youtube_v3.Schema$Playlist>(),
    returns: returns<youtube_v3.Schema$Playlist>(),
  }),
  update: put('video:playlists.update', '/playlists', {
    query: { part: required(csv()), onBehalfOfContentOwner: text },
    units: 50,
    bucket: 'video',
    auth: 'user',
    scopes: scope.partnerWrite,
    idempotent: true,
    parts: ['contentDetails', 'id', 'localizations', 'player', 'snippet', 'status'],
    writable,
    requiredBody: [{ path: 'id' }, { path: 'snippet.title', whenPart: 'snippet' }],
    body: body<youtube_v3.Schema$Playlist>(),
    returns: returns<youtube_v3.Schema$Playlist>(),
  }),
};
