/** Operations of `watermarks`: the image that a channel shows in its videos. */
import type { youtube_v3 } from '@googleapis/youtube';
import { body, post } from '../../../engine/rest/operation/operation.ts';
import { id, required, text } from '../../../engine/rest/operation/param.ts';
import * as scope from '../scope.ts';

export const watermarks = {
  set: post('video:watermarks.set', '/watermarks/set', {
    query: { channelId: required(id), onBehalfOfContentOwner: text },
    units: 50,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: scope.upload,
    idempotent: true,
    writable: [
      'position.type',
      'position.cornerPosition',
      'timing.type',
      'timing.offsetMs',
      'timing.durationMs',
      'targetChannelId',
    ],
    upload: {
      path: '/upload/youtube/v3/watermarks/set',
      mediaTypes: ['image/jpeg', 'image/png', 'application/octet-stream'],
      maxBytes: 10485760,
      multipart: true,
      resumable: true,
    },
    reasons: [
      'forbidden',
      'imageFormatUnsupported',
      'imageTooTall',
      'imageTooWide',
      'mediaBodyRequired',
    ],
    body: body<youtube_v3.Schema$InvideoBranding>(),
  }),
  unset: post('video:watermarks.unset', '/watermarks/unset', {
    query: { channelId: required(id), onBehalfOfContentOwner: text },
    units: 50,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: scope.partnerWrite,
    idempotent: true,
    reasons: ['forbidden'],
  }),
};
