/** URLs of images. */
import { pictureUrl } from '../../picture/picture-url.ts';

/** An image of a `thumbnails` object. */
interface ThumbnailImage {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Builds the three sizes that every resource with thumbnails has.
 * @param path the path of the images' folder, for example `vi/<video id>`
 */
export const buildThumbnails = (path: string): Record<string, ThumbnailImage> => ({
  default: buildThumbnail(path, 'default', 120, 90),
  medium: buildThumbnail(path, 'mqdefault', 320, 180),
  high: buildThumbnail(path, 'hqdefault', 480, 360),
});

/** Builds one image of a `thumbnails` object. @param name its file name without extension */
export const buildThumbnail = (
  path: string,
  name: string,
  width: number,
  height: number,
): ThumbnailImage => ({ url: pictureUrl(`${path}/${name}.jpg`, width, height), width, height });

/** Builds the image of a Short. No page that was read states its width and height: assumed. */
export const buildShortThumbnail = (path: string): Pick<ThumbnailImage, 'url'> => ({
  url: pictureUrl(`${path}/shorts.jpg`, 720, 1280),
});

/** The address of a channel banner, of an assumed size. */
export const bannerUrl = (name: string): string => pictureUrl(`banner/${name}`, 2560, 1440);

/** The address of a channel's image. @param size in pixels */
export const profileImageUrl = (channelId: string, size = 88): string =>
  pictureUrl(`ch/${channelId}/s${size}.jpg`, size);
