/** Operations of `thumbnails`: the custom thumbnail of a video. */
import type { youtube_v3 } from '@googleapis/youtube';
import { post, returns } from '../../../engine/rest/operation/operation.ts';
import { id, required, text } from '../../../engine/rest/operation/param.ts';
import * as scope from '../scope.ts';

export const thumbnails = {
  set: post('video:thumbnails.set', '/thumbnails/set', {
    query: { videoId: required(id), onBehalfOfContentOwner: text },
    units: 50,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: scope.upload,
    idempotent: true,
    page: { items: 'items' },
    upload: {
      path: '/upload/youtube/v3/thumbnails/set',
      mediaTypes: ['image/jpeg', 'image/png', 'application/octet-stream'],
      maxBytes: 2097152,
      multipart: true,
      resumable: true,
    },
    reasons: ['forbidden', 'invalidImage', 'mediaBodyRequired', 'videoNotFound'],
    returns: returns<youtube_v3.Schema$ThumbnailSetResponse>(),
  }),
};
