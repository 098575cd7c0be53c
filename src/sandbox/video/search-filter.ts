/** Which videos the filters of a search let through. */
import type { ApiCall } from '../handler.ts';
import { parseRadius, parseLocation } from './search-validation.ts';
import { type VideoEntity, videoState } from './state.ts';

type Test = (video: VideoEntity, value: string, call: ApiCall) => boolean;

const filters: Readonly<Record<string, Test>> = {
  eventType: ({ snippet, liveStreamingDetails: live }, value) => {
    if (value === 'none') return live === undefined;
    return value === 'completed'
      ? live?.['actualEndTime'] !== undefined
      : snippet.liveBroadcastContent === value;
  },
  videoCaption: ({ contentDetails }, value) =>
    (contentDetails['caption'] === 'true') === (value === 'closedCaption'),
  videoCategoryId: ({ snippet }, value) => snippet.categoryId === value,
  videoDefinition: ({ contentDetails }, value) =>
    (contentDetails['definition'] === 'hd') === (value === 'high'),
  videoDimension: ({ contentDetails }, value) => contentDetails['dimension'] === value,
  videoDuration: ({ contentDetails }, value) =>
    lengthOf(contentDetails['duration'] as string) === value,
  videoEmbeddable: ({ status }) => status['embeddable'] === true,
  videoLicense: ({ status }, value) => status['license'] === value,
  videoPaidProductPlacement: ({ paidProductPlacementDetails }) =>
    paidProductPlacementDetails.hasPaidProductPlacement,
  videoSyndicated: () => true,
  videoType: () => false,
  topicId: ({ topicDetails }, value) =>
    topics[value] !== undefined &&
    (topicDetails['topicCategories'] as readonly string[]).some((url) =>
      url.endsWith(`/${topics[value]}`),
    ),
  location: ({ id }, _, call) => {
    const place = videoState(call.simulation).recordingLocations.get(id);
    return place !== undefined && distance(place, parseLocation(call)!) <= parseRadius(call)!;
  },
};

/** The old numbers of the topics that the seeded videos are about. */
const topics: Readonly<Record<string, string>> = {
  '/m/02vxn': 'Film',
  '/m/04rlf': 'Music',
  '/m/07c1v': 'Technology',
};

export const matchesVideoFilters = (call: ApiCall, video: VideoEntity): boolean =>
  Object.entries(filters).every(([name, test]) => {
    const value = call.query.text(name);
    return value === undefined || value === 'any' || test(video, value, call);
  });

/** Below four minutes, up to twenty, above. */
function lengthOf(duration: string): string {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^P(?:0D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration) ?? [];
  const length = Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
  if (length < 4) return 'short';
  return length <= 20 ? 'medium' : 'long';
}

/** Metres between two places, on a sphere. */
function distance(
  [lat1, long1]: readonly [number, number],
  [lat2, long2]: readonly [number, number],
): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half = (degrees: number): number => Math.sin(radians(degrees) / 2) ** 2;
  const chord =
    half(lat2 - lat1) + Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * half(long2 - long1);
  return 12_742_000 * Math.asin(Math.sqrt(chord));
}
