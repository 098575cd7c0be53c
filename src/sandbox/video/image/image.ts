/** Uploads of images: thumbnails, channel banners and watermarks. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Media } from '../../upload/media.ts';
import { throwForbidden } from '../error.ts';
import { type VideoEntity, videoState } from '../state.ts';
import { bannerUrl, buildShortThumbnail, buildThumbnail, buildThumbnails } from './thumbnail.ts';
import { findOwnVideo } from '../video/access.ts';
import type { RefusalReason } from '../../rule.ts';

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff]);

/** Whether the content is an image, whatever its declared type. */
const isImage = ({ bytes }: Media): boolean =>
  [pngSignature, jpegSignature].some((signature) =>
    bytes.subarray(0, signature.length).equals(signature),
  );

/**
 * Returns the uploaded image.
 * @param formatReason the reason of the error for a file that is not an image
 * @throws ApiError 400 if there is no file, or it is not an image
 */
export function readImage({ media }: ApiCall, domain: string, formatReason: RefusalReason): Media {
  if (!media || media.size === 0)
    throw new ApiError(400, 'mediaBodyRequired', {
      domain,
      message: 'The request must include the image.',
    });
  if (!isImage(media))
    throw new ApiError(400, formatReason, {
      domain,
      message: 'The image format is not supported.',
    });
  return media;
}

/** File name of an image. Equal images have equal names. */
const imageName = ({ sha256 }: Media): string => sha256.slice(0, 16);

const findThumbnailVideo = (call: ApiCall): VideoEntity =>
  findOwnVideo(call, call.query.text('videoId')!, 'youtube.thumbnail', 'videoId');

/** Checks that `thumbnails.set` names one of the caller's videos. */
export function checkThumbnailTarget(call: ApiCall): void {
  findThumbnailVideo(call);
}

/**
 * `thumbnails.set`: replaces the thumbnails of a video in all sizes. That of a Short may not be
 * applied before the processing has succeeded (page of the method and revision history of the
 * YouTube Data API, 3 November 2026). Assumed: it never is, and the call succeeds. No flag of the
 * API names a Short: here it is a video whose thumbnails have the size of Shorts.
 */
export const setThumbnail: Handler = (call) => {
  const video = findThumbnailVideo(call);
  const image = readImage(call, 'youtube.thumbnail', 'invalidImage');
  const path = `vi/${video.id}/${imageName(image)}`;
  const isShort = 'shortsAspectRatio' in video.snippet.thumbnails;
  if (!isShort || video.processingDetails['processingStatus'] === 'succeeded')
    video.snippet.thumbnails = {
      ...buildThumbnails(path),
      standard: buildThumbnail(path, 'sddefault', 640, 480),
      maxres: buildThumbnail(path, 'maxresdefault', 1280, 720),
      ...(isShort && { shortsAspectRatio: buildShortThumbnail(path) }),
    };
  return { kind: 'youtube#thumbnailSetResponse', items: [video.snippet.thumbnails] };
};

/** Checks that the call's `channelId`, if there is one, is the caller's channel. */
export function checkOwnChannel({ query, user }: ApiCall): void {
  if (query.has('channelId') && query.text('channelId') !== user.channelId)
    throwForbidden('youtube.channel');
}

/** `channelBanners.insert`: returns the URL for the branding settings of a channel. */
export const insertBanner: Handler = (call) => {
  const image = readImage(call, 'youtube.channelBanner', 'invalidImage');
  return {
    kind: 'youtube#channelBannerResource',
    url: bannerUrl(imageName(image)),
  };
};

/** `watermarks.set`: stores the request body and the image's hash. */
export const setWatermark: Handler = (call) => {
  const { sha256 } = readImage(call, 'youtube.watermark', 'imageFormatUnsupported');
  const { watermarks } = videoState(call.simulation);
  watermarks.set(call.query.text('channelId')!, { ...structuredClone(call.body), sha256 });
  return undefined;
};

/** `watermarks.unset`. */
export const unsetWatermark: Handler = ({ query, simulation }) => {
  videoState(simulation).watermarks.delete(query.text('channelId')!);
  return undefined;
};
