/** Thumbnails of videos, channels, playlists and broadcasts. */
import type { youtube_v3 } from '@googleapis/youtube';
import { getter } from '../../../engine/read/path.ts';
import {
  type Field,
  type FieldBuilder,
  field,
} from '../../../engine/schema/field/field-factory.ts';
import { enumeration } from '../../../engine/schema/field/enumeration.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { madeType } from '../../../engine/schema/field/own-value.ts';

const sizes = {
  default: 'The smallest size: 120 pixels wide for videos, 88 for channels.',
  medium: '320 pixels wide for videos, 240 for channels.',
  high: '480 pixels wide for videos, 800 for channels.',
  standard: '640 pixels wide. Not available for all videos.',
  maxres: '1,280 pixels wide. Not available for all videos.',
  fhd: '1,920 pixels wide. Available for few videos.',
  qhd: '2,560 pixels wide. Available for few videos.',
  uhd: '3,840 pixels wide. Available for few videos.',
  shortsAspectRatio:
    'In the aspect ratio of Shorts. Available for Shorts with a custom thumbnail, since 3 November 2026.',
} as const;

const ThumbnailSize = enumeration('ThumbnailSize', 'The size of a YouTube thumbnail.', sizes);

interface ThumbnailValue extends youtube_v3.Schema$Thumbnail {
  readonly size: keyof typeof sizes;
}

const Thumbnail = madeType<ThumbnailValue>('Thumbnail').rows('A thumbnail image in one size.', {
  size: [ThumbnailSize, 'The size of the image.'],
  url: ['URL', 'The public URL of the image.'],
  width: ['Int', 'The width of the image. Pixels. Null if unknown.'],
  height: ['Int', 'The height of the image. Pixels. Null if unknown.'],
});

type ThumbnailMap = youtube_v3.Schema$ThumbnailDetails | undefined;

/** A value with thumbnails: a resource, or a part of one. */
type WithThumbnails =
  | { readonly snippet?: { readonly thumbnails?: ThumbnailMap } }
  | { readonly thumbnails?: ThumbnailMap };

type ThumbnailsBySize = Readonly<Record<string, youtube_v3.Schema$Thumbnail>>;

const thumbnailGetter = (path: string): ((value: unknown) => ThumbnailsBySize | undefined) =>
  getter(path) as (value: unknown) => ThumbnailsBySize | undefined;

/** Field with all sizes, smallest first, then the one of Shorts. */
export function thumbnails<Shape extends WithThumbnails>(
  t: FieldBuilder<Shape>,
  path = 'snippet.thumbnails',
): Field {
  const read = thumbnailGetter(path);
  return field(t, {
    type: [Thumbnail],
    nullable: { list: true, items: false },
    description: 'Thumbnails in all available sizes, smallest first, then the one of Shorts.',
    needs: { kind: 'paths', paths: [path] },
    resolve: (value: Shape) => {
      const available = read(value);
      return available
        ? sizeNames.flatMap((size) => (available[size] ? [{ ...available[size], size }] : []))
        : null;
    },
  });
}

/** The sizes, smallest first, then the one of Shorts. */
const sizeNames = Object.keys(sizes);

/**
 * The requested size, or the nearest available one: of two equally near ones, the larger. That of
 * Shorts, which has another aspect ratio, is near to no other.
 */
function nearest(available: ThumbnailsBySize, size: string): ThumbnailValue | null {
  const requested = sizeNames.indexOf(size);
  const [found] = sizeNames
    .map((name, index) => ({ name, index, distance: Math.abs(index - requested) }))
    .filter(({ name }) => available[name] && (name === size || name !== 'shortsAspectRatio'))
    .toSorted((a, b) => a.distance - b.distance || b.index - a.index);
  return found ? { ...available[found.name], size: found.name as ThumbnailValue['size'] } : null;
}

/** Field with one size. */
export function thumbnail<Shape extends WithThumbnails>(
  t: FieldBuilder<Shape>,
  path = 'snippet.thumbnails',
): Field {
  const read = thumbnailGetter(path);
  return field(t, {
    type: Thumbnail,
    description:
      'The thumbnail in one size, or in the nearest available size. Null if the object has no thumbnails.',
    args: {
      size: [
        required(ThumbnailSize),
        'Select the size. If two other sizes are equally near, the larger one is returned.',
        { default: 'high' },
      ],
    },
    needs: { kind: 'paths', paths: [path] },
    resolve: (value: Shape, { size }: { size: string }) => {
      const available = read(value);
      return available ? nearest(available, size) : null;
    },
  });
}
