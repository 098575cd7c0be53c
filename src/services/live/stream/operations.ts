/**
 * Operations of `liveStreams`: the ingestion points of encoders. Several broadcasts may use the
 * same stream.
 */
import type { youtube_v3 } from '@googleapis/youtube';
import { body, del, get, post, put, returns } from '../../../engine/rest/operation/operation.ts';
import { csv, flag, id, int, required, text } from '../../../engine/rest/operation/param.ts';
import * as scope from '../scope.ts';
import { estimatedTotal } from '../../shared/youtube/total.ts';

const writable = [
  'snippet.title',
  'snippet.description',
  'cdn.frameRate',
  'cdn.ingestionType',
  'cdn.resolution',
  'contentDetails.isReusable',
] as const;

export const liveStreams = {
  delete: del('live:liveStreams.delete', '/liveStreams', {
    query: { id: required(id), onBehalfOfContentOwner: text, onBehalfOfContentOwnerChannel: text },
    units: 50,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: scope.write,
    idempotent: true,
    reasons: ['liveStreamDeletionNotAllowed', 'liveStreamNotFound'],
  }),
  insert: post('live:liveStreams.insert', '/liveStreams', {
    query: {
      part: required(csv()),
      onBehalfOfContentOwner: text,
      onBehalfOfContentOwnerChannel: text,
    },
    units: 50,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: scope.write,
    idempotent: false,
    parts: ['id', 'snippet', 'cdn', 'contentDetails', 'status'],
    writable,
    requiredBody: [
      { path: 'snippet.title' },
      { path: 'cdn.ingestionType' },
      { path: 'cdn.format|cdn.resolution' },
      { path: 'cdn.format|cdn.frameRate' },
    ],
    reasons: [
      'cdnRequired',
      'frameRateRequired',
      'ingestionTypeRequired',
      'resolutionRequired',
      'titleRequired',
    ],
    body: body<youtube_v3.Schema$LiveStream>(),
    returns: returns<youtube_v3.Schema$LiveStream>(),
  }),
  list: get('live:liveStreams.list', '/liveStreams', {
    query: {
      part: required(csv()),
      id: csv(50),
      mine: flag,
      maxResults: int(0, 50),
      pageToken: text,
      onBehalfOfContentOwner: text,
      onBehalfOfContentOwnerChannel: text,
    },
    units: 1,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: scope.read,
    idempotent: true,
    parts: ['id', 'snippet', 'cdn', 'contentDetails', 'status'],
    filters: { exactlyOne: ['id', 'mine'] },
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
    returns: returns<youtube_v3.Schema$LiveStreamListResponse>(),
  }),
  update: put('live:liveStreams.update', '/liveStreams', {
    query: {
      part: required(csv()),
      onBehalfOfContentOwner: text,
      onBehalfOfContentOwnerChannel: text,
    },
    units: 50,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: scope.write,
    idempotent: true,
    parts: ['id', 'snippet', 'cdn', 'contentDetails', 'status'],
    writable,
    requiredBody: [
      { path: 'id' },
      { path: 'snippet.title', whenPart: 'snippet' },
      { path: 'cdn.ingestionType', whenPart: 'cdn' },
    ],
    reasons: [
      'cdnRequired',
      'frameRateRequired',
      'ingestionTypeRequired',
      'liveStreamModificationNotAllowed',
      'liveStreamNotFound',
      'resolutionRequired',
      'titleRequired',
    ],
    body: body<youtube_v3.Schema$LiveStream>(),
    returns: returns<youtube_v3.Schema$LiveStream>(),
  }),
};
