/** Filter for the videos of a search. */
import { InvalidInput } from '../../upstream/error.ts';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { VideoLicense } from './video-enum.ts';

const EventType = enumeration(
  'SearchEventType',
  'The stage of the live broadcasts that a search finds.',
  {
    completed: 'Completed broadcasts.',
    live: 'Current broadcasts.',
    upcoming: 'Upcoming broadcasts.',
    none: 'Videos that are not broadcasts.',
  },
);

const Caption = enumeration(
  'SearchCaption',
  'The presence of captions on the videos that a search finds.',
  {
    closedCaption: 'Videos with captions.',
    none: 'Videos without captions.',
  },
);

const Definition = enumeration(
  'SearchDefinition',
  'The picture definition of the videos that a search finds.',
  {
    standard: 'Not available in high definition.',
    high: 'High definition is also available.',
  },
);

const Dimension = enumeration(
  'SearchDimension',
  'The dimension of the videos that a search finds.',
  { '2d': 'Two-dimensional videos.', '3d': 'Three-dimensional videos.' },
  { '2d': 'D2', '3d': 'D3' },
);

const Duration = enumeration('SearchDuration', 'The duration of the videos that a search finds.', {
  short: 'Shorter than 4 minutes.',
  medium: '4 to 20 minutes.',
  long: 'Longer than 20 minutes.',
});

const Type = enumeration('SearchVideoType', 'The kind of videos that a search finds.', {
  movie: 'Feature films.',
  episode: 'Episodes of shows.',
});

export const SearchVideoFilter = builder.inputType('SearchVideoFilter', {
  description: 'Conditions for the videos of a search. If given, the search returns videos only.',
  fields: (t) => ({
    eventType: t.field({
      type: EventType,
      description:
        'Return only broadcasts at this stage. `NONE` returns videos that are not broadcasts.',
    }),
    caption: t.field({
      type: Caption,
      description: 'Return only videos with captions, or only videos without captions.',
    }),
    categoryId: t.id({
      description: 'Return only videos of this video category. REST id; see `videoCategories`.',
    }),
    definition: t.field({
      type: Definition,
      description:
        'Return only videos of this definition. Not available with `of: CALLER` and `of: CONTENT_OWNER`.',
    }),
    dimension: t.field({
      type: Dimension,
      description:
        'Return only videos of this dimension. Not available with `of: CALLER` and `of: CONTENT_OWNER`.',
    }),
    duration: t.field({
      type: Duration,
      description:
        'Return only videos of this duration. Not available with `of: CALLER` and `of: CONTENT_OWNER`.',
    }),
    embeddable: t.boolean({
      description:
        'Return only videos that other websites can embed. Not available with `of: CALLER` and `of: CONTENT_OWNER`.',
    }),
    license: t.field({
      type: VideoLicense,
      description:
        'Return only videos with this license. Not available with `of: CALLER` and `of: CONTENT_OWNER`.',
    }),
    paidProductPlacement: t.boolean({
      description:
        'Return only videos with declared paid product placement. Not available with `of: CALLER` and `of: CONTENT_OWNER`.',
    }),
    syndicated: t.boolean({
      description:
        'Return only videos that can be played outside YouTube. Not available with `of: CALLER` and `of: CONTENT_OWNER`.',
    }),
    type: t.field({
      type: Type,
      description:
        'Return only movies, or only episodes of shows. Not available with `of: CALLER` and `of: CONTENT_OWNER`.',
    }),
  }),
});

type FilterValue = typeof SearchVideoFilter.$inferInput;
type Name = keyof FilterValue;

const parameterNames: Readonly<Record<Name, string>> = {
  eventType: 'eventType',
  caption: 'videoCaption',
  categoryId: 'videoCategoryId',
  definition: 'videoDefinition',
  dimension: 'videoDimension',
  duration: 'videoDuration',
  embeddable: 'videoEmbeddable',
  license: 'videoLicense',
  paidProductPlacement: 'videoPaidProductPlacement',
  syndicated: 'videoSyndicated',
  type: 'videoType',
};

/** Argument of each REST parameter, for the paths of errors. */
export const videoFilterArgumentNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(parameterNames).map(([name, parameter]) => [parameter, `filter.video.${name}`]),
);

/**
 * Filters that a search of the caller's or a content owner's videos accepts. YouTube rejects the
 * others.
 */
const ownVideoFilters: ReadonlySet<string> = new Set(['eventType', 'caption', 'categoryId']);

/**
 * Returns the parameters of the filter.
 * @param isOwnSearch whether the caller's or a content owner's videos are searched
 * @throws InvalidInput for a filter that such a search does not accept
 */
export function videoFilterParameters(
  video: FilterValue,
  isOwnSearch: boolean,
): Record<string, string> {
  const entries = Object.entries(video).filter(([, value]) => value != null && value !== false);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (isOwnSearch && !ownVideoFilters.has(name))
        throw new InvalidInput(
          `filter.video.${name}`,
          'is not available for videos of the caller or of a content owner',
        );
      return [parameterNames[name as Name], String(value)];
    }),
  );
}
