/**
 * Operations of `channelBanners`. An image that is uploaded here gets a URL, which
 * `channels.update` makes the banner.
 */
import type { youtube_v3 } from '@googleapis/youtube';
import { body, post, returns } from '../../../engine/rest/operation/operation.ts';
import { id, notSent, text } from '../../../engine/rest/operation/param.ts';

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
