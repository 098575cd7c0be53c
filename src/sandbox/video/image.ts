/** Pictures that are given to videos and channels. What is an image is told by its first bytes, whatever its type says. */
import type { ApiCall, Handler } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { buildThumbnails } from '../seed/video/channel.ts';
import type { Media } from '../upload/media.ts';
import { throwForbidden, throwNotFound } from './error.ts';
import { type VideoEntity, videoState } from './state.ts';
import { isOwnVideo, isVisibleVideo } from './video.ts';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff]);

const isImage = ({ bytes }: Media): boolean =>
  [png, jpeg].some((mark) => bytes.subarray(0, mark.length).equals(mark));

/** The image of a call that has to bring one. */
function imageOf({ media }: ApiCall, domain: string, reason: string): Media {
  if (!media || media.size === 0)
    throw new ApiError(400, 'mediaBodyRequired', {
      domain,
      message: 'The request must include the image.',
    });
  if (!isImage(media))
    throw new ApiError(400, reason, { domain, message: 'The image format is not supported.' });
  return media;
}

/** Addresses of a picture follow from what is seen on it. */
const nameOf = ({ sha256 }: Media): string => sha256.slice(0, 16);

export function checkThumbnailTarget(call: ApiCall): void {
  illustrated(call);
}

function illustrated(call: ApiCall): VideoEntity {
  const video = videoState(call.simulation).videos.get(call.query.text('videoId')!);
  if (!video || !isVisibleVideo(call, video))
    return throwNotFound('youtube.thumbnail', 'videoNotFound', 'videoId');
  return isOwnVideo(call, video) ? video : throwForbidden('youtube.thumbnail');
}

export const setThumbnail: Handler = (call) => {
  const video = illustrated(call);
  const path = `vi/${video.id}/${nameOf(imageOf(call, 'youtube.thumbnail', 'invalidImage'))}`;
  const standard = {
    url: `https://i.video.example/${path}/sddefault.jpg`,
    width: 640,
    height: 480,
  };
  const maxres = {
    url: `https://i.video.example/${path}/maxresdefault.jpg`,
    width: 1280,
    height: 720,
  };
  video.snippet.thumbnails = { ...buildThumbnails(path), standard, maxres };
  return { kind: 'youtube#thumbnailSetResponse', items: [video.snippet.thumbnails] };
};

/** A channel's pictures are its owner's to change. */
export function checkOwnChannel({ query, user }: ApiCall): void {
  if (query.has('channelId') && query.text('channelId') !== user.channelId)
    throwForbidden('youtube.channel');
}

export const insertBanner: Handler = (call) => {
  const image = imageOf(call, 'youtube.channelBanner', 'invalidImage');
  return {
    kind: 'youtube#channelBannerResource',
    url: `https://i.video.example/banner/${nameOf(image)}`,
  };
};

export const setWatermark: Handler = (call) => {
  const { sha256 } = imageOf(call, 'youtube.watermark', 'imageFormatUnsupported');
  const { watermarks } = videoState(call.simulation);
  watermarks.set(call.query.text('channelId')!, { ...structuredClone(call.body), sha256 });
  return undefined;
};

export const unsetWatermark: Handler = ({ query, simulation }) => {
  videoState(simulation).watermarks.delete(query.text('channelId')!);
  return undefined;
};
