/** Thumbnails of videos, channels and playlists. */
import type { youtube_v3 } from '@googleapis/youtube';
import { noNeeds } from '../../data/read/needs.ts';
import { getter } from '../../data/read/path.ts';
import { builder } from '../builder.ts';
import { type Field, type FieldBuilder, field } from '../field/field-factory.ts';
import { enumeration } from '../field/enumeration.ts';

const sizes = {
  default: 'The smallest: 120 pixels wide for videos, 88 for channels.',
  medium: '320 pixels wide for videos, 240 for channels.',
  high: '480 pixels wide for videos, 800 for channels.',
  standard: '640 pixels wide; not all videos have it.',
  maxres: '1280 pixels wide; not all videos have it.',
  fhd: '1920 pixels wide; few videos have it.',
  qhd: '2560 pixels wide; few videos have it.',
  uhd: '3840 pixels wide; few videos have it.',
} as const;

const ThumbnailSize = enumeration(
  'ThumbnailSize',
  'A size in which upstream keeps a thumbnail.',
  sizes,
);

interface ThumbnailValue extends youtube_v3.Schema$Thumbnail {
  readonly size: keyof typeof sizes;
}

const Thumbnail = builder.objectRef<ThumbnailValue>('Thumbnail').implement({
  description: 'One size of a thumbnail.',
  fields: (t) => ({
    size: t.field({
      type: ThumbnailSize,
      description: 'Which size this is.',
      extensions: { needs: noNeeds },
      resolve: ({ size }) => size,
    }),
    url: t.field({
      type: 'URL',
      nullable: true,
      description: 'Where the picture lies; public, needs no token.',
      extensions: { needs: noNeeds },
      resolve: ({ url }) => url ?? null,
    }),
    width: t.int({
      nullable: true,
      description: 'In pixels; not known for all pictures.',
      extensions: { needs: noNeeds },
      resolve: ({ width }) => width ?? null,
    }),
    height: t.int({
      nullable: true,
      description: 'Pixels from top to bottom; not known for all pictures.',
      extensions: { needs: noNeeds },
      resolve: ({ height }) => height ?? null,
    }),
  }),
});

type ThumbnailMap = youtube_v3.Schema$ThumbnailDetails | undefined;

/** A value with thumbnails: a resource, or a part of one. */
type WithThumbnails =
  | { readonly snippet?: { readonly thumbnails?: ThumbnailMap } }
  | { readonly thumbnails?: ThumbnailMap };

type ThumbnailsBySize = Readonly<Record<string, youtube_v3.Schema$Thumbnail>>;

const thumbnailGetter = (path: string): ((value: unknown) => ThumbnailsBySize | undefined) =>
  getter(path) as (value: unknown) => ThumbnailsBySize | undefined;

/** Field with all sizes, smallest first. */
export function thumbnails<Shape extends WithThumbnails>(
  t: FieldBuilder<Shape>,
  path = 'snippet.thumbnails',
): Field {
  const read = thumbnailGetter(path);
  return field(t, {
    type: [Thumbnail],
    nullable: { list: true, items: false },
    description: 'The picture that stands for it, in every size there is, smallest first.',
    needs: { kind: 'paths', paths: [path] },
    resolve: (value: Shape) => {
      const found = read(value);
      return found
        ? Object.keys(sizes).flatMap((size) => (found[size] ? [{ ...found[size], size }] : []))
        : null;
    },
  });
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
      'The picture that stands for it, in one size; null where it was not made in that size.',
    args: {
      size: t.arg({ type: ThumbnailSize, required: true, description: 'Which of the sizes.' }),
    },
    needs: { kind: 'paths', paths: [path] },
    resolve: (value: Shape, { size }: { size: string }) => {
      const found = read(value)?.[size];
      return found ? { ...found, size } : null;
    },
  });
}
