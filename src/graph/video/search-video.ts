/** Filter for the videos of a search. */
import { InvalidInput } from '../../upstream/error.ts';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { VideoLicense } from './video-enum.ts';

const EventType = enumeration('SearchEventType', 'Which broadcasts a search finds.', {
  completed: 'Those that are over.',
  live: 'Those on air.',
  upcoming: 'Those still to come.',
  none: 'Videos that are no broadcasts.',
});

const Caption = enumeration('SearchCaption', 'Whether videos have captions.', {
  closedCaption: 'They have some.',
  none: 'They have none.',
});

const Definition = enumeration('SearchDefinition', 'How sharp the videos of a search are.', {
  standard: 'Only standard definition is there.',
  high: 'High definition is there.',
});

const Dimension = enumeration(
  'SearchDimension',
  'Whether videos are flat.',
  { '2d': 'They are flat.', '3d': 'They have depth.' },
  { '2d': 'D2', '3d': 'D3' },
);

const Duration = enumeration('SearchDuration', 'How long the videos of a search run.', {
  short: 'Less than four minutes.',
  medium: 'Four to twenty minutes.',
  long: 'More than twenty minutes.',
});

const Type = enumeration('SearchVideoType', 'What kind of film a video is.', {
  movie: 'A film.',
  episode: 'An episode of a show.',
});

export const SearchVideoFilter = builder.inputType('SearchVideoFilter', {
  description: 'What videos must be like; named at all, a search finds videos alone.',
  fields: (t) => ({
    eventType: t.field({ type: EventType, description: 'Only broadcasts at this stage.' }),
    caption: t.field({
      type: Caption,
      description: 'Only videos with captions, or only those without.',
    }),
    categoryId: t.id({ description: 'Only videos of this category; see `videoCategories`.' }),
    definition: t.field({
      type: Definition,
      description: 'Only videos of this definition; not among own ones.',
    }),
    dimension: t.field({
      type: Dimension,
      description: 'Only flat ones, or only those with depth; not among own ones.',
    }),
    duration: t.field({
      type: Duration,
      description: 'Only videos of this length; not among own ones.',
    }),
    embeddable: t.boolean({
      description: 'True: only videos that other sites may embed; not among own ones.',
    }),
    license: t.field({
      type: VideoLicense,
      description: 'Only videos under this licence; not among own ones.',
    }),
    paidProductPlacement: t.boolean({
      description: 'True: only videos for which somebody paid to be shown; not among own ones.',
    }),
    syndicated: t.boolean({
      description: 'True: only videos that can be played outside the platform; not among own ones.',
    }),
    type: t.field({ type: Type, description: 'Only films, or only episodes; not among own ones.' }),
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
