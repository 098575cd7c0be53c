/**
 * Filter of a search, and its rules, which are checked before the call because searches have a
 * small quota of their own.
 */
import type { Execution } from '../../../engine/execution/execution.ts';
import { InvalidInput } from '../../../engine/api/error.ts';
import { search } from '../operations.ts';
import { inputObject, required } from '../../../engine/schema/field/input-row.ts';
import { upstreamId } from '../../../engine/schema/type/global-id.ts';
import { searchText } from '../../../engine/schema/type/text.ts';
import {
  checkTimeRange,
  TimeRangeInput,
  type WindowArguments,
} from '../../../engine/schema/type/time-window.ts';
import { parseRegionCode } from '../../shared/youtube/region-code.ts';
import { Channel } from '../resources.ts';
import {
  SearchVideoFilter,
  videoFilterParameters,
  videoFilterArgumentNames,
} from './video-filter.ts';
import {
  SafeSearch,
  SearchChannelType,
  SearchOwner,
  SearchResultType,
} from '../../shared/youtube/enums.ts';

const SearchAreaInput = inputObject('SearchAreaInput', 'A geographic circle.', {
  latitude: [required('Float'), 'The latitude of the center. Degrees, -90 to 90.'],
  longitude: [required('Float'), 'The longitude of the center. Degrees, -180 to 180.'],
  radiusMeters: [required('Int'), 'The radius of the circle. Meters, 1 to 1,000,000.'],
});

export const SearchFilter = inputObject(
  'SearchFilter',
  'Conditions for search results. `video`, `near`, `of: CALLER` or `of: CONTENT_OWNER` restricts the search to videos: `types` must then be omitted or `[VIDEO]`, anything else is `INVALID_INPUT`.',
  {
    types: [
      [SearchResultType],
      'Return only results of these types. Default: all types, or `[VIDEO]` if another condition restricts the search to videos.',
    ],
    channelId: [
      'ID',
      'Return only results published by this channel: a global id or a YouTube id.',
    ],
    channelType: [SearchChannelType, 'Return only channels of this kind.'],
    of: [
      SearchOwner,
      'Search only the videos of this owner. `CALLER` and `CONTENT_OWNER` are not available with other `types` than `VIDEO`.',
    ],
    publishedAt: [
      TimeRangeInput,
      'Return only results published in this range of time. YouTube documents both limits as inclusive: a result published exactly at `to` may be returned.',
    ],
    regionCode: [
      'String',
      'Return only videos that can be watched in this country. Country as an ISO 3166-1 alpha-2 code; see `regions`.',
    ],
    relevanceLanguage: [
      'LanguageTag',
      'Prefer results that are relevant to speakers of this language.',
    ],
    safeSearch: [SafeSearch, 'Exclude restricted content. Default: `MODERATE`.'],
    topicId: [
      'ID',
      'Return only results about this topic. Freebase id, for example `/m/04rlf` for music.',
    ],
    near: [SearchAreaInput, 'Return only videos with a recording location in this area.'],
    video: [SearchVideoFilter, 'Return only videos with these properties.'],
  },
);

type FilterValue = typeof SearchFilter.$inferType;

interface SearchArguments {
  readonly search?: string | null;
  readonly filter?: FilterValue | null;
  readonly orderBy: string;
}

/** Argument of each REST parameter, for the paths of errors. */
export const searchArgumentNames = {
  q: 'search',
  order: 'orderBy',
  ...Object.fromEntries(
    ['channelId', 'channelType', 'regionCode', 'relevanceLanguage', 'safeSearch', 'topicId'].map(
      (name) => [name, `filter.${name}`],
    ),
  ),
  publishedAfter: 'filter.publishedAt.from',
  publishedBefore: 'filter.publishedAt.to',
  type: 'filter.types',
  location: 'filter.near',
  locationRadius: 'filter.near',
  forMine: 'filter.of',
  forContentOwner: 'filter.of',
  forDeveloper: 'filter.of',
  ...videoFilterArgumentNames,
} as const;

/**
 * Returns the parameters of a search.
 * @throws InvalidInput for the first argument that YouTube would reject
 */
export function searchParameters(
  { search: text, filter, orderBy }: SearchArguments,
  { identities }: Execution,
): Record<string, unknown> {
  const { types: _, channelId, of, publishedAt, near, video, regionCode, ...plain } = filter ?? {};
  if (of === 'forContentOwner' && identities.of(search.list).onBehalfOf === undefined)
    throw new InvalidInput(
      'filter.of',
      'CONTENT_OWNER needs a content owner; send the header x-content-owner',
    );
  const parameters = {
    q: searchText(text),
    order: orderBy === 'relevance' ? undefined : orderBy,
    type: typeParameter(filter ?? {}),
    channelId:
      channelId == null ? undefined : upstreamId(Channel.resource, channelId, 'filter.channelId'),
    regionCode: parseRegionCode(regionCode, 'filter.regionCode'),
    ...(publishedAt == null ? {} : publishedParameters(publishedAt)),
    ...plain,
    ...(of == null ? {} : { [of]: true }),
    ...(near == null ? {} : areaParameters(near)),
    ...(video == null ? {} : videoFilterParameters(video, isOwnSearch(of))),
  };
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value != null));
}

const VIDEO = 'youtube#video';

/**
 * Returns the REST parameter `type`. A filter that only videos have requires the type video alone.
 * @throws InvalidInput for an empty list of types, and for such a filter with another type
 */
function typeParameter(filter: FilterValue): readonly string[] | undefined {
  const { types } = filter;
  if (types?.length === 0)
    throw new InvalidInput('filter.types', 'expected at least one type, got none');
  const videoFilter = videoFilterOf(filter);
  if (videoFilter !== undefined && types?.some((type) => type !== VIDEO))
    throw new InvalidInput(
      `filter.${videoFilter}`,
      'finds videos only; expected `types: [VIDEO]`, or no types',
    );
  const requested = videoFilter === undefined ? types : [VIDEO];
  return requested == null
    ? undefined
    : [...new Set(requested)].map((type) => type.replace('youtube#', ''));
}

/** Whether a search is restricted to videos of the caller or of a content owner. */
const isOwnSearch = (of: FilterValue['of']): boolean =>
  of === 'forMine' || of === 'forContentOwner';

/** Returns the name of the first filter that only videos have; undefined if there is none. */
function videoFilterOf({ of, near, video }: FilterValue): string | undefined {
  if (video != null) return 'video';
  if (near != null) return 'near';
  return isOwnSearch(of) ? 'of' : undefined;
}

function publishedParameters(range: WindowArguments): Record<string, unknown> {
  checkTimeRange(range, 'filter.publishedAt');
  return { publishedAfter: range.from, publishedBefore: range.to };
}

function areaParameters({
  latitude,
  longitude,
  radiusMeters,
}: NonNullable<FilterValue['near']>): Record<string, string> {
  checkRange('latitude', latitude, -90, 90);
  checkRange('longitude', longitude, -180, 180);
  checkRange('radiusMeters', radiusMeters, 1, 1_000_000);
  return {
    location: `${formatDegrees(latitude)},${formatDegrees(longitude)}`,
    locationRadius: `${radiusMeters}m`,
  };
}

function checkRange(name: string, value: number, min: number, max: number): void {
  if (!(value >= min && value <= max))
    throw new InvalidInput(
      `filter.near.${name}`,
      `${value} is out of range; expected a number from ${min} to ${max}`,
    );
}

/** Formats degrees without an exponent, to seven digits (about one centimeter). */
const formatDegrees = (degrees: number): string => degrees.toFixed(7).replace(/\.?0+$/, '');
