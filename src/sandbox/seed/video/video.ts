/** The videos: named ones, those of the broadcasts, and generated uploads of every channel. */
import type { Random } from '../../random.ts';
import type { Simulation } from '../../simulation.ts';
import { day, hour, rfc3339 } from '../../time.ts';
import type { ChannelEntity, VideoEntity } from '../../video/state.ts';
import { buildThumbnails } from '../../video/image/thumbnail.ts';
import { ids, videoId } from '../ids.ts';
import { broadcastPlans } from '../live/broadcast-plan.ts';
import { type ChannelName, channelNames, channelProfiles } from './channel-profile.ts';
import { planNamedVideos } from './named-video.ts';
import { addVideoDetails, buildFileDetails } from './video-detail.ts';
import type { VideoPlan } from './video-plan.ts';

const subjects = [
  'the Boat Builder',
  'Winter Light',
  'a Door without Nails',
  'Forty Kilometres of Rope',
  'the Last Ferry',
  'Rust and Paint',
  'Three Lenses',
  'Snow on the Microphone',
  'an Hour of Rain',
  'Cheap Tools, Good Hands',
  'What the Map Leaves Out',
  'Bread at 4 a.m.',
  'Fog, Twice',
  'the Quiet Engine',
] as const;

const tags = [
  'documentary',
  'craft',
  'nordic',
  'how it is made',
  'short film',
  'field recording',
  'night',
  '4k',
  'interview',
] as const;

/** Plans the generated uploads of a channel: the studio has more, and more often. */
function planUploads(simulation: Simulation, channel: ChannelName): VideoPlan[] {
  const random = simulation.random(`videos ${channel}`);
  const { series, categoryId } = channelProfiles[channel];
  const [count, daysBetween] = channel === 'studio' ? [34, 9] : [8, 23];
  return Array.from({ length: count }, (_, index) => {
    const episode = Math.floor(index / series.length) + 1;
    const subject = subjects[(index * 5 + random.int(0, 4)) % subjects.length];
    return {
      id: videoId(`${channel} ${index}`),
      channel,
      title: `${series[index % series.length]} ${episode}: ${subject}`,
      age: 14 + index * daysBetween + random.int(0, 6),
      categoryId,
      tags: [...new Set([random.pick(tags), random.pick(tags)])],
      seconds: random.int(55, 3100),
    };
  });
}

/** Returns the plans of all videos. */
const planVideos = (simulation: Simulation): readonly VideoPlan[] => [
  ...planNamedVideos(simulation),
  ...broadcastPlans(simulation).map(({ video }) => video),
  ...channelNames.flatMap((channel) => planUploads(simulation, channel)),
];

/** Builds all videos by id, and sets the video counts of the channels. */
export function seedVideos(
  simulation: Simulation,
  channels: Map<string, ChannelEntity>,
): Map<string, VideoEntity> {
  const all = planVideos(simulation).map((plan) => buildVideo(simulation, plan));
  const videos = new Map(all.map((video) => [video.id, video]));
  for (const plan of broadcastPlans(simulation)) {
    const video = videos.get(plan.video.id)!;
    video.liveStreamingDetails = { ...plan.liveStreamingDetails };
    video.snippet.liveBroadcastContent = plan.liveBroadcastContent;
  }
  addVideoDetails(videos);
  for (const channel of channels.values()) {
    const published = all.filter(
      ({ snippet, status }) =>
        snippet.channelId === channel.id && status.privacyStatus === 'public',
    );
    channel.statistics['videoCount'] = String(published.length);
  }
  return videos;
}

/** Formats a duration as ISO 8601, for example `PT1M30S`. Zero is `P0D`, as on YouTube. */
export function formatDuration(seconds: number): string {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const text = `${h ? `${h}H` : ''}${m ? `${m}M` : ''}${s ? `${s}S` : ''}`;
  return text === '' ? 'P0D' : `PT${text}`;
}

/**
 * Builds a video as YouTube stores it after the upload. The random numbers depend on its id only.
 * They are drawn in the order of the lines below.
 */
export function buildVideo(simulation: Simulation, plan: VideoPlan): VideoEntity {
  const random = simulation.random(`video ${plan.id}`);
  const { seconds = 600, privacy = 'public', extra = {} } = plan;
  const publishedAt = simulation.at(-plan.age * day - random.int(0, 20) * hour);
  const hasAudience = privacy === 'public' && seconds > 0;
  const views = hasAudience ? random.int(900, 750_000) : random.int(0, 40);
  return {
    kind: 'youtube#video',
    id: plan.id,
    snippet: buildSnippet(plan, rfc3339(publishedAt)),
    contentDetails: buildContentDetails(random, seconds),
    status: buildStatus(random, plan),
    statistics: {
      viewCount: String(views),
      likeCount: String(Math.floor(views / random.int(12, 60))),
      favoriteCount: '0',
      commentCount: '0',
    },
    topicDetails: {
      topicCategories: [`https://en.wikipedia.org/wiki/${channelProfiles[plan.channel].topic}`],
    },
    recordingDetails: { recordingDate: rfc3339(new Date(publishedAt.getTime() - 6 * day)) },
    paidProductPlacementDetails: { hasPaidProductPlacement: random.next() < 0.05 },
    ...(extra.localizations ? { localizations: structuredClone(extra.localizations) } : {}),
    fileDetails: buildFileDetails(random, plan.id, seconds),
    processingDetails: {
      processingStatus: 'succeeded',
      fileDetailsAvailability: 'available',
      thumbnailsAvailability: 'available',
    },
    suggestions: {
      processingHints: ['hdVideo'],
      tagSuggestions: [{ tag: 'harbour', categoryRestricts: [] }],
    },
    ...(random.next() < 0.1 && { brandPartner: { channelId: ids.channel.lumen } }),
  };
}

function buildSnippet(
  { id, channel, title, description, tags: planned, categoryId, extra }: VideoPlan,
  publishedAt: string,
): VideoEntity['snippet'] {
  const { title: channelTitle, categoryId: defaultCategory } = channelProfiles[channel];
  return {
    publishedAt,
    channelId: ids.channel[channel],
    title,
    description:
      description ?? `${title}.\n\nFilmed by ${channelTitle}. More at https://studio.example/${id}`,
    thumbnails: buildThumbnails(`vi/${id}`),
    channelTitle,
    ...(planned ? { tags: [...planned] } : {}),
    categoryId: categoryId ?? defaultCategory,
    liveBroadcastContent: 'none',
    defaultLanguage: channel === 'umbra' ? 'ar' : 'en',
    ...extra?.snippet,
  };
}

const buildContentDetails = (random: Random, seconds: number): VideoEntity['contentDetails'] => ({
  duration: formatDuration(seconds),
  dimension: '2d',
  definition: 'hd',
  licensedContent: random.next() < 0.5,
  contentRating: {},
  projection: 'rectangular',
});

const buildStatus = (
  random: Random,
  { privacy = 'public', extra }: VideoPlan,
): VideoEntity['status'] => ({
  uploadStatus: 'processed',
  privacyStatus: privacy,
  license: random.next() < 0.15 ? 'creativeCommon' : 'youtube',
  embeddable: true,
  publicStatsViewable: true,
  madeForKids: false,
  selfDeclaredMadeForKids: false,
  containsSyntheticMedia: false,
  ...(extra?.publishAt === undefined ? {} : { publishAt: extra.publishAt }),
});
