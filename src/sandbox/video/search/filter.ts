/** Filters of a search for videos. */
import type { ApiCall } from '../../call/handler.ts';
import { hasCaptions } from '../caption/track.ts';
import { parseLocation, parseRadius } from './validation.ts';
import { type VideoEntity, videoState } from '../state.ts';

/** Whether a video matches the value of a parameter. */
type VideoFilter = (video: VideoEntity, value: string, call: ApiCall) => boolean;

/** Filters by parameter. Every video is syndicated, and none is an episode or a movie. */
const filters: Readonly<Record<string, VideoFilter>> = {
  eventType: matchesEventType,
  videoCaption: ({ id }, value, { simulation }) =>
    hasCaptions(videoState(simulation), id) === (value === 'closedCaption'),
  videoCategoryId: ({ snippet }, value) => snippet.categoryId === value,
  videoDefinition: ({ contentDetails }, value) =>
    (contentDetails['definition'] === 'hd') === (value === 'high'),
  videoDimension: ({ contentDetails }, value) => contentDetails['dimension'] === value,
  videoDuration: ({ contentDetails }, value) =>
    classifyDuration(contentDetails['duration'] as string) === value,
  videoEmbeddable: ({ status }) => status['embeddable'] === true,
  videoLicense: ({ status }, value) => status['license'] === value,
  videoPaidProductPlacement: ({ paidProductPlacementDetails }) =>
    paidProductPlacementDetails.hasPaidProductPlacement,
  videoSyndicated: () => true,
  videoType: () => false,
  topicId: matchesTopic,
  location: isInRadius,
};

/** Whether a video matches all filters of the call. */
export const matchesVideoFilters = (call: ApiCall, video: VideoEntity): boolean =>
  Object.entries(filters).every(([name, matches]) => {
    const value = call.query.text(name);
    return value === undefined || value === 'any' || matches(video, value, call);
  });

function matchesEventType({ snippet, liveStreamingDetails }: VideoEntity, value: string): boolean {
  if (value === 'none') return liveStreamingDetails === undefined;
  return value === 'completed'
    ? liveStreamingDetails?.['actualEndTime'] !== undefined
    : snippet.liveBroadcastContent === value;
}

/** Freebase ids of the topics of the seeded videos. */
const topics: Readonly<Record<string, string>> = {
  '/m/02vxn': 'Film',
  '/m/04rlf': 'Music',
  '/m/07c1v': 'Technology',
};

function matchesTopic({ topicDetails }: VideoEntity, topicId: string): boolean {
  const topic = topics[topicId];
  if (topic === undefined) return false;
  const urls = topicDetails['topicCategories'] as readonly string[];
  return urls.some((url) => url.endsWith(`/${topic}`));
}

function isInRadius({ id }: VideoEntity, _value: string, call: ApiCall): boolean {
  const location = videoState(call.simulation).recordingLocations.get(id);
  return (
    location !== undefined && metersBetween(location, parseLocation(call)!) <= parseRadius(call)!
  );
}

/**
 * Returns `short` (below 4 minutes), `medium` (up to 20) or `long`.
 * @param duration an ISO 8601 duration
 */
function classifyDuration(duration: string): string {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^P(?:0D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration) ?? [];
  const totalMinutes = Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
  if (totalMinutes < 4) return 'short';
  return totalMinutes <= 20 ? 'medium' : 'long';
}

const earthDiameter = 12_742_000;

/** Distance by the haversine formula. Places are latitude and longitude in degrees. */
function metersBetween(
  [latitude1, longitude1]: readonly [number, number],
  [latitude2, longitude2]: readonly [number, number],
): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const haversine = (degrees: number): number => Math.sin(radians(degrees) / 2) ** 2;
  const value =
    haversine(latitude2 - latitude1) +
    Math.cos(radians(latitude1)) *
      Math.cos(radians(latitude2)) *
      haversine(longitude2 - longitude1);
  return earthDiameter * Math.asin(Math.sqrt(value));
}
