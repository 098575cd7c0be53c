/**
 * Operations of `captions`, the caption tracks of a video. Their quota costs are the highest of
 * YouTube.
 */
import type { youtube_v3 } from '@googleapis/youtube';
import { body, del, get, post, put, returns } from '../../../engine/rest/operation/operation.ts';
import {
  csv,
  flag,
  id,
  notSent,
  openEnum,
  required,
  text,
} from '../../../engine/rest/operation/param.ts';

const onBehalfOfContentOwner = notSent(
  'The older name of `onBehalfOf`, which carries the content owner.',
  text,
);

const sync = notSent('YouTube no longer synchronizes plain text with the audio.', flag);

export const captions = {
  delete: del('video:captions.delete', '/captions', {
    query: { id: required(id), onBehalfOf: text, onBehalfOfContentOwner },
    units: 50,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: ['youtube.force-ssl', 'youtubepartner'],
    idempotent: true,
    reasons: ['captionNotFound', 'forbidden'],
  }),
  download: get('video:captions.download', '/captions/{id}', {
    query: {
      tlang: text,
      tfmt: openEnum('sbv', 'scc', 'srt', 'ttml', 'vtt'),
      onBehalfOf: text,
      onBehalfOfContentOwner,
    },
    units: 200,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: ['youtube.force-ssl', 'youtubepartner'],
    idempotent: true,
    download: 'always',
    reasons: ['captionNotFound', 'couldNotConvert', 'forbidden'],
  }),
  insert: post('video:captions.insert', '/captions', {
    query: { part: required(csv()), sync, onBehalfOf: text, onBehalfOfContentOwner },
    units: 400,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: ['youtube.force-ssl', 'youtubepartner'],
    idempotent: false,
    parts: ['snippet', 'id'],
    writable: ['snippet.videoId', 'snippet.language', 'snippet.name', 'snippet.isDraft'],
    requiredBody: [
      { path: 'snippet.videoId' },
      { path: 'snippet.language' },
      { path: 'snippet.name' },
    ],
    upload: {
      path: '/upload/youtube/v3/captions',
      mediaTypes: ['text/xml', 'application/octet-stream', '*/*'],
      maxBytes: 104857600,
      multipart: true,
      resumable: true,
    },
    reasons: [
      'captionExists',
      'contentRequired',
      'forbidden',
      'invalidMetadata',
      'nameTooLong',
      'videoNotFound',
    ],
    body: body<youtube_v3.Schema$Caption>(),
    returns: returns<youtube_v3.Schema$Caption>(),
  }),
  list: get('video:captions.list', '/captions', {
    query: {
      part: required(csv()),
      videoId: required(id),
      id: csv(50),
      onBehalfOf: text,
      onBehalfOfContentOwner,
    },
    units: 50,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: ['youtube.force-ssl', 'youtubepartner'],
    idempotent: true,
    parts: ['id', 'snippet'],
    idsPerCall: 50,
    page: { items: 'items' },
    reasons: ['forbidden', 'videoNotFound'],
    returns: returns<youtube_v3.Schema$CaptionListResponse>(),
  }),
  update: put('video:captions.update', '/captions', {
    query: { part: required(csv()), sync, onBehalfOf: text, onBehalfOfContentOwner },
    units: 450,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: ['youtube.force-ssl', 'youtubepartner'],
    idempotent: true,
    parts: ['id', 'snippet'],
    writable: ['snippet.isDraft'],
    requiredBody: [{ path: 'id' }],
    upload: {
      path: '/upload/youtube/v3/captions',
      mediaTypes: ['text/xml', 'application/octet-stream', '*/*'],
      maxBytes: 104857600,
      multipart: true,
      resumable: true,
    },
    reasons: ['captionNotFound', 'contentRequired', 'forbidden'],
    body: body<youtube_v3.Schema$Caption>(),
    returns: returns<youtube_v3.Schema$Caption>(),
  }),
};
