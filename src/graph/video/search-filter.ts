/**
 * Filter of a search, and its rules, which are checked before the call because searches have a
 * small quota of their own.
 */
import type { Execution } from '../../data/execution.ts';
import { InvalidInput } from '../../upstream/error.ts';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { upstreamId } from '../global-id.ts';
import { searchText } from '../text.ts';
import { parseRegionCode } from './language.ts';
import { Channel } from './resource.ts';
import {
  SearchVideoFilter,
  videoFilterParameters,
  videoFilterArgumentNames,
} from './search-video.ts';

export const SearchResultType = enumeration(
  'SearchResultType',
  'What a search can find.',
  {
    'youtube#channel': 'Somebody who publishes.',
    'youtube#playlist': 'A list of videos.',
    'youtube#video': 'A video, be it live or not.',
  },
  { 'youtube#channel': 'CHANNEL', 'youtube#playlist': 'PLAYLIST', 'youtube#video': 'VIDEO' },
);

const SearchOwner = enumeration(
  'SearchOwner',
  "Whose videos are searched, instead of all public ones. It needs the caller's token.",
  {
    forMine: "The caller's, private ones among them.",
    forContentOwner: 'Those of the content owner whom the header `x-content-owner` names.',
    forDeveloper: 'Those that were uploaded through this application.',
  },
  { forMine: 'CALLER', forContentOwner: 'CONTENT_OWNER', forDeveloper: 'APPLICATION' },
);

const ChannelKind = enumeration('SearchChannelType', 'Which channels a search may find.', {
  any: 'All of them.',
  show: 'Those of shows alone.',
});

const SafeSearch = enumeration(
  'SafeSearch',
  'How much of what is not for everybody a search leaves out.',
  {
    none: 'Nothing is left out.',
    moderate: 'What the country forbids, at least.',
    strict: 'Everything that is restricted, as far as upstream can tell.',
  },
);

const SearchArea = builder.inputType('SearchArea', {
  description: 'A circle on the map.',
  fields: (t) => ({
    latitude: t.float({ required: true, description: 'Degrees north of the equator, -90 to 90.' }),
    longitude: t.float({ required: true, description: 'Degrees east of Greenwich, -180 to 180.' }),
    radiusMeters: t.int({
      required: true,
      description: 'How far around that point, 1 to 1,000,000.',
    }),
  }),
});

export const SearchFilter = builder.inputType('SearchFilter', {
  description:
    'What results must fulfil. `video`, `near`, and `of` the caller or a content owner, look for videos alone.',
  fields: (t) => ({
    types: t.field({
      type: [SearchResultType],
      description: 'Only results of these types; left out, all three.',
    }),
    channelId: t.id({ description: 'Only what this channel has published.' }),
    channelType: t.field({ type: ChannelKind, description: 'Only channels of this type.' }),
    of: t.field({ type: SearchOwner, description: 'Whose videos to look through.' }),
    publishedAfter: t.field({
      type: 'DateTime',
      description: 'Only what was published at this instant or later.',
    }),
    publishedBefore: t.field({
      type: 'DateTime',
      description: 'Only what was published before this instant.',
    }),
    regionCode: t.string({
      description: 'Only what can be watched in a country, by its two letters; see `regions`.',
    }),
    relevanceLanguage: t.field({
      type: 'LanguageTag',
      description: 'What is most relevant to speakers of this language comes first.',
    }),
    safeSearch: t.field({
      type: SafeSearch,
      description: 'What to leave out; `MODERATE`, unless said.',
    }),
    topicId: t.id({
      description: 'Only what is about a topic, by its Freebase id such as `/m/04rlf` for music.',
    }),
    near: t.field({
      type: SearchArea,
      description: 'Only videos whose owners say that they were recorded there.',
    }),
    video: t.field({ type: SearchVideoFilter, description: 'What videos must be like.' }),
  }),
});

type FilterValue = typeof SearchFilter.$inferInput;

interface SearchArguments {
  readonly query?: string | null;
  readonly filter?: FilterValue | null;
  readonly order: string;
}

/** Argument of each REST parameter, for the paths of errors. */
export const searchArgumentNames = {
  q: 'query',
  ...Object.fromEntries(
    [
      'channelId',
      'channelType',
      'publishedAfter',
      'publishedBefore',
      'regionCode',
      'relevanceLanguage',
      'safeSearch',
      'topicId',
    ].map((name) => [name, `filter.${name}`]),
  ),
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
  { query, filter, order }: SearchArguments,
  { identity }: Execution,
): Record<string, unknown> {
  const { types: _, channelId, of, near, video, regionCode: region, ...plain } = filter ?? {};
  if (of === 'forContentOwner' && identity.contentOwner === undefined)
    throw new InvalidInput('filter.of', 'CONTENT_OWNER requires the header `x-content-owner`');
  const parameters = {
    q: searchText(query),
    order: order === 'relevance' ? undefined : order,
    type: typeParameter(filter ?? {}),
    channelId:
      channelId == null ? undefined : upstreamId(Channel.resource, channelId, 'filter.channelId'),
    regionCode: parseRegionCode(region, 'filter.regionCode'),
    ...plain,
    ...(of == null ? {} : { [of]: true }),
    ...(near == null ? {} : areaParameters(near)),
    ...(video == null ? {} : videoFilterParameters(video, isOwnSearch(of))),
  };
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value != null));
}

const VIDEO = 'youtube#video';

/**
 * Returns the REST parameter `type`. Filters of videos require the type video alone.
 * @throws InvalidInput for such a filter beside another type
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

/** Returns the name of a filter that finds videos only. */
function videoFilterOf({ of, near, video }: FilterValue): string | undefined {
  if (video != null) return 'video';
  if (near != null) return 'near';
  return isOwnSearch(of) ? 'of' : undefined;
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

/** Formats degrees without an exponent, to seven digits (about one centimetre). */
const formatDegrees = (degrees: number): string => degrees.toFixed(7).replace(/\.?0+$/, '');
