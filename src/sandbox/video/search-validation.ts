/** Which parameters of a search go together, and what each may say. */
import type { ApiCall } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { checkRegion } from './language.ts';

/** The kinds of results asked for; all three where none is named. */
export function parseTypes({ query }: ApiCall): readonly string[] {
  const named = query.list('type');
  return named.length === 0 ? ['video', 'channel', 'playlist'] : named;
}

/** They speak of videos, so nothing else may be asked for. */
const ofVideos = [
  'eventType',
  'videoCaption',
  'videoCategoryId',
  'videoDefinition',
  'videoDimension',
  'videoDuration',
  'videoEmbeddable',
  'videoLicense',
  'videoPaidProductPlacement',
  'videoSyndicated',
  'videoType',
  'location',
  'locationRadius',
  'forMine',
  'forContentOwner',
];

/** They do not go with a search of the caller's or a content owner's videos. */
const notOfOwn = [
  'videoDefinition',
  'videoDimension',
  'videoDuration',
  'videoEmbeddable',
  'videoLicense',
  'videoPaidProductPlacement',
  'videoSyndicated',
  'videoType',
];

const bad = (reason: string, location: string): never => {
  throw new ApiError(400, reason, { domain: 'youtube.search', location });
};

/** @throws ApiError for the first rule that the search breaks */
export function checkSearch(call: ApiCall): void {
  const { query } = call;
  const given = (name: string): boolean => query.has(name) && query.text(name) !== 'false';
  checkRegion(call);
  const [type, ...more] = query.list('type');
  const onlyVideos = type === 'video' && more.length === 0;
  for (const name of ofVideos) if (given(name) && !onlyVideos) bad('invalidSearchFilter', name);
  if (query.has('location') !== query.has('locationRadius')) bad('invalidSearchFilter', 'location');
  if (given('forContentOwner') && !query.has('onBehalfOfContentOwner'))
    bad('invalidSearchFilter', 'forContentOwner');
  const own = given('forMine') || given('forContentOwner');
  for (const name of notOfOwn) if (own && given(name)) bad('invalidSearchFilter', name);
  if (query.has('channelId') && !/^UC[\w-]{22}$/.test(query.text('channelId')!))
    bad('invalidChannelId', 'channelId');
  if (query.has('location') && parseLocation(call) === undefined)
    bad('invalidLocation', 'location');
  if (query.has('locationRadius') && parseRadius(call) === undefined)
    bad('invalidLocation', 'locationRadius');
  const language = query.text('relevanceLanguage');
  if (language !== undefined && !/^[a-z]{2,3}(-[A-Za-z\d]{2,8})*$/.test(language))
    bad('invalidRelevanceLanguage', 'relevanceLanguage');
}

/** Latitude and longitude of `location`. */
export function parseLocation({ query }: ApiCall): readonly [number, number] | undefined {
  const [, latitude, longitude] =
    /^(-?\d+(?:\.\d+)?),\s*(-?\d+(?:\.\d+)?)$/.exec(query.text('location') ?? '') ?? [];
  if (
    latitude === undefined ||
    Math.abs(Number(latitude)) > 90 ||
    Math.abs(Number(longitude)) > 180
  )
    return undefined;
  return [Number(latitude), Number(longitude)];
}

const units: Readonly<Record<string, number>> = { m: 1, km: 1000, ft: 0.3048, mi: 1609.344 };

/** `locationRadius` in metres, at most a thousand kilometres. */
export function parseRadius({ query }: ApiCall): number | undefined {
  const [, number, unit] =
    /^(\d+(?:\.\d+)?)(m|km|ft|mi)$/.exec(query.text('locationRadius') ?? '') ?? [];
  const metres = Number(number) * (units[unit ?? ''] ?? Number.NaN);
  return metres <= 1_000_000 ? metres : undefined;
}
