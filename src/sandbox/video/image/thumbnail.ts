/** URLs of images. */

/** An image of a `thumbnails` object. */
interface ThumbnailImage {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

const urlOf = (path: string, name: string): string => `https://i.video.example/${path}/${name}.jpg`;

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
): ThumbnailImage => ({ url: urlOf(path, name), width, height });

/** Builds the image of a Short. No page that was read states its width and height. */
export const buildShortThumbnail = (path: string): Pick<ThumbnailImage, 'url'> => ({
  url: urlOf(path, 'shorts'),
});
