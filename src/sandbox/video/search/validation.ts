/** Parameters of a search: which can be combined, and which values they accept. */
import type { ApiCall } from '../../call/handler.ts';
import type { Query } from '../../call/query.ts';
import { throwInvalidParameter } from '../error.ts';
import { checkRegion } from '../language.ts';
import type { RefusalReason } from '../../rule.ts';

/** Returns the requested resource types. Default: all three. */
export function parseTypes({ query }: ApiCall): readonly string[] {
  const types = query.list('type');
  return types.length === 0 ? ['video', 'channel', 'playlist'] : types;
}

/** Filters by properties that the caller's own videos cannot be searched by. */
const publicVideoFilters = [
  'videoDefinition',
  'videoDimension',
  'videoDuration',
  'videoEmbeddable',
  'videoLicense',
  'videoPaidProductPlacement',
  'videoSyndicated',
  'videoType',
];

/** Parameters that require `type=video`. */
const videoParameters = [
  ...publicVideoFilters,
  'eventType',
  'videoCaption',
  'videoCategoryId',
  'location',
  'locationRadius',
  'forMine',
  'forContentOwner',
];

const throwInvalid = (reason: RefusalReason, location: string): never =>
  throwInvalidParameter('youtube.search', reason, location);

const throwInvalidFilter = (name: string): never => throwInvalid('invalidSearchFilter', name);

/** Whether the parameter is set; a flag that is false is not. */
const isSet = (query: Query, name: string): boolean =>
  query.has(name) && query.text(name) !== 'false';

/** @throws ApiError for the first rule that the search violates */
export function checkSearch(call: ApiCall): void {
  checkRegion(call);
  checkCombinations(call);
  checkValues(call);
}

function checkCombinations({ query }: ApiCall): void {
  const types = query.list('type');
  const isVideoSearch = types.length === 1 && types[0] === 'video';
  const isOwnSearch = isSet(query, 'forMine') || isSet(query, 'forContentOwner');
  for (const name of videoParameters)
    if (isSet(query, name) && !isVideoSearch) throwInvalidFilter(name);
  if (query.has('location') !== query.has('locationRadius')) throwInvalidFilter('location');
  if (isSet(query, 'forContentOwner') && !query.has('onBehalfOfContentOwner'))
    throwInvalidFilter('forContentOwner');
  for (const name of publicVideoFilters)
    if (isSet(query, name) && isOwnSearch) throwInvalidFilter(name);
}

function checkValues(call: ApiCall): void {
  const { query } = call;
  if (query.has('channelId') && !/^UC[\w-]{22}$/.test(query.text('channelId')!))
    throwInvalid('invalidChannelId', 'channelId');
  if (query.has('location') && parseLocation(call) === undefined)
    throwInvalid('invalidLocation', 'location');
  if (query.has('locationRadius') && parseRadius(call) === undefined)
    throwInvalid('invalidLocation', 'locationRadius');
  const language = query.text('relevanceLanguage');
  if (language !== undefined && !/^[a-z]{2,3}(-[A-Za-z\d]{2,8})*$/.test(language))
    throwInvalid('invalidRelevanceLanguage', 'relevanceLanguage');
}

/** Returns latitude and longitude of `location`; undefined if it is absent or invalid. */
export function parseLocation({ query }: ApiCall): readonly [number, number] | undefined {
  const pattern = /^(-?\d+(?:\.\d+)?),\s*(-?\d+(?:\.\d+)?)$/;
  const match = pattern.exec(query.text('location') ?? '');
  if (!match) return undefined;
  const [latitude, longitude] = [Number(match[1]), Number(match[2])];
  return Math.abs(latitude) > 90 || Math.abs(longitude) > 180 ? undefined : [latitude, longitude];
}

const metersPerUnit: Readonly<Record<string, number>> = {
  m: 1,
  km: 1000,
  ft: 0.3048,
  mi: 1609.344,
};

/** Returns `locationRadius` in meters; undefined if it is absent, invalid or above 1000 km. */
export function parseRadius({ query }: ApiCall): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(m|km|ft|mi)$/.exec(query.text('locationRadius') ?? '');
  if (!match) return undefined;
  const meters = Number(match[1]) * metersPerUnit[match[2]!]!;
  return meters <= 1_000_000 ? meters : undefined;
}
