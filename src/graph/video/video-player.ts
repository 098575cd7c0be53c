/** The embedded player of a video. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../builder.ts';
import { separateFetch } from '../field/separate-fetch.ts';
import { computed, fields } from '../field/path-field.ts';
import { Video } from './resource.ts';

const parsePixels = (value: string | null | undefined): number | null =>
  value == null ? null : Number(value);

const VideoPlayer = builder.objectRef<youtube_v3.Schema$VideoPlayer>('VideoPlayer').implement({
  description: 'A player that shows a video within a page.',
  fields: (t) => ({
    ...fields(t, {
      embedHtml: ['String', 'An `<iframe>`: HTML of upstream, to be taken as it is or not at all.'],
    }),
    embedWidth: computed(
      t,
      'Int',
      { paths: ['embedWidth'], compute: ({ embedWidth }) => parsePixels(embedWidth) },
      'Pixels from left to right; null unless a size was asked for.',
    ),
    embedHeight: computed(
      t,
      'Int',
      { paths: ['embedHeight'], compute: ({ embedHeight }) => parsePixels(embedHeight) },
      'Pixels from top to bottom; null unless a size was asked for.',
    ),
  }),
});

/** Adds the types and fields of this module to the schema. */
export function addVideoPlayer(): void {
  builder.objectField(Video, 'player', (t) =>
    separateFetch(
      t,
      VideoPlayer,
      {
        resource: Video.resource,
        path: 'player',
        fetch: 'ifArgumentsGiven',
        arguments: {
          maxWidth: t.arg.int({ description: 'The widest it may be, 72 to 8192 pixels.' }),
          maxHeight: t.arg.int({ description: 'The highest it may be, 72 to 8192 pixels.' }),
        },
      },
      'What to put into a page to show it; as large as asked for, in the shape of the picture.',
    ),
  );
}
