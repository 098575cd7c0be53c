/** Operations of images: `thumbnails` of videos, `channelBanners` and `watermarks`. */
import type { youtube_v3 } from '@googleapis/youtube';
import { body, post, returns } from '../../../engine/rest/operation/operation.ts';
import { id, notSent, required, text } from '../../../engine/rest/operation/param.ts';
import * as scope from '../scope.ts';

/** The custom thumbnail of a video. */
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
      // 2 MB until 14 September 2026: revision history of the YouTube Data API.
      maxBytes: 52428800,
      multipart: true,
      resumable: true,
    },
    reasons: ['forbidden', 'invalidImage', 'mediaBodyRequired', 'videoNotFound'],
    returns: returns<youtube_v3.Schema$ThumbnailSetResponse>(),
  }),
};

/** An image that is uploaded here gets a URL, which `channels.update` makes the banner. */
export const channelBanners = {
  insert: post('video:channelBanners.insert', '/channelBanners/insert', {
    query: {
      channelId: notSent('Has no effect: the channel comes from the access token.', id),
      onBehalfOfContentOwner: text,
      onBehalfOfContentOwnerChannel: text,
    },
    units: 50,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: ['youtube', 'youtube.force-ssl', 'youtube.upload'],
    idempotent: false,
    upload: {
      path: '/upload/youtube/v3/channelBanners/insert',
      mediaTypes: ['image/jpeg', 'image/png', 'application/octet-stream'],
      maxBytes: 6291456,
      multipart: true,
      resumable: true,
    },
    // The body has no writable property: only the image is sent.
    reasons: ['bannerAlbumFull', 'mediaBodyRequired'],
    body: body<youtube_v3.Schema$ChannelBannerResource | undefined>(),
    returns: returns<youtube_v3.Schema$ChannelBannerResource>(),
  }),
};

/** The image that a channel shows in its videos. */
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
