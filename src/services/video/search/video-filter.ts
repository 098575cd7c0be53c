/** Filter for the videos of a search. */
import { InvalidInput } from '../../../engine/api/error.ts';
import { flag, inputObject } from '../../../engine/schema/field/input-row.ts';
import { upstreamId } from '../../../engine/schema/type/global-id.ts';
import { VideoCategory } from '../resources.ts';
import {
  LiveBroadcastContent,
  SearchDuration,
  SearchVideoType,
  VideoDefinition,
  VideoDimension,
  VideoLicense,
} from '../../shared/youtube/enums.ts';

const notOwn = 'Not available with `of: CALLER` or `of: CONTENT_OWNER`.';

export const SearchVideoFilter = inputObject(
  'SearchVideoFilter',
  'Conditions for the videos of a search. If given, the search returns videos only; not available with other `types` than `VIDEO`.',
  {
    liveBroadcastContent: [
      LiveBroadcastContent,
      'Return only broadcasts at this stage. `NONE` returns videos that are not broadcasts. REST parameter: `eventType`.',
    ],
    hasCaptions: [
      'Boolean',
      'Return only videos with captions if true, only videos without captions if false. REST parameter: `videoCaption`.',
    ],
    categoryId: [
      'ID',
      'Return only videos of this video category: a global id or a YouTube id; see `videoCategories`.',
    ],
    definition: [VideoDefinition, `Return only videos of this definition. ${notOwn}`],
    dimension: [VideoDimension, `Return only videos of this dimension. ${notOwn}`],
    duration: [SearchDuration, `Return only videos of this duration. ${notOwn}`],
    embeddableOnly: flag(`Return only videos that other websites can embed. ${notOwn}`),
    license: [VideoLicense, `Return only videos with this license. ${notOwn}`],
    paidProductPlacementOnly: flag(
      `Return only videos with declared paid product placement. ${notOwn}`,
    ),
    syndicatedOnly: flag(`Return only videos that can be played outside YouTube. ${notOwn}`),
    type: [SearchVideoType, `Return only movies, or only episodes of shows. ${notOwn}`],
  },
);

type FilterValue = typeof SearchVideoFilter.$inferType;
type Name = keyof FilterValue;

const parameterNames: Readonly<Record<Name, string>> = {
  liveBroadcastContent: 'eventType',
  hasCaptions: 'videoCaption',
  categoryId: 'videoCategoryId',
  definition: 'videoDefinition',
  dimension: 'videoDimension',
  duration: 'videoDuration',
  embeddableOnly: 'videoEmbeddable',
  license: 'videoLicense',
  paidProductPlacementOnly: 'videoPaidProductPlacement',
  syndicatedOnly: 'videoSyndicated',
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
const ownVideoFilters: ReadonlySet<string> = new Set([
  'liveBroadcastContent',
  'hasCaptions',
  'categoryId',
]);

/**
 * Returns the parameters of the filter.
 * @param isOwnSearch whether the caller's or a content owner's videos are searched
 * @throws InvalidInput for a filter that such a search does not accept
 */
export function videoFilterParameters(
  video: FilterValue,
  isOwnSearch: boolean,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(video).flatMap(([name, value]) => {
      if (value == null || (value === false && name !== 'hasCaptions')) return [];
      if (isOwnSearch && !ownVideoFilters.has(name))
        throw new InvalidInput(
          `filter.video.${name}`,
          `is not available with this value of filter.of; expected only ${[...ownVideoFilters].join(', ')}`,
        );
      return [[parameterNames[name as Name], parameterValue(name, value)]];
    }),
  );
}

/** Values of the search parameters that differ from those of the video resource. */
const searchValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  hasCaptions: { true: 'closedCaption', false: 'none' },
  definition: { hd: 'high', sd: 'standard' },
};

function parameterValue(name: string, value: boolean | string): string {
  if (name === 'categoryId')
    return upstreamId(VideoCategory.resource, value as string, 'filter.video.categoryId');
  return searchValues[name]?.[String(value)] ?? String(value);
}
