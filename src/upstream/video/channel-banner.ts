/** First of the steps that give a channel its banner: the image goes up here, its address then into `channels.update`. */
import type { youtube_v3 } from '@googleapis/youtube';
import { body, id, notSent, post, returns, text } from '../operation.ts';

export const channelBanners = {
  insert: post('video:channelBanners.insert', '/channelBanners/insert', {
    query: {
      channelId: notSent('Has no effect: the channel comes from the access token.', id),
      onBehalfOfContentOwner: text,
      onBehalfOfContentOwnerChannel: text,
    },
    units: 50,
    bucket: 'video',
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
    // There is nothing that it could say: the image goes alone.
    body: body<youtube_v3.Schema$ChannelBannerResource | undefined>(),
    returns: returns<youtube_v3.Schema$ChannelBannerResource>(),
  }),
};
