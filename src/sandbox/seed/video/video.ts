/** The videos: a studio's back catalogue, its neighbours' uploads, and the special ones that have names. */
import type { ChannelEntity, VideoEntity } from '../../video/state.ts';
import type { Simulation } from '../../simulation.ts';
import { day, hour, rfc3339 } from '../../time.ts';
import { ids, videoId } from '../ids.ts';
import { type ChannelName, channelNames, buildThumbnails, channelProfiles } from './channel.ts';
import { broadcasts } from '../live/broadcast.ts';
import type { VideoPlan } from './video-plan.ts';
import { addVideoDetails, buildFileStreams } from './video-detail.ts';

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

/** How many ordinary uploads each channel has beside the named ones. */
const uploads = (channel: ChannelName): number => (channel === 'studio' ? 34 : 8);

function clips(simulation: Simulation, channel: ChannelName): VideoPlan[] {
  const random = simulation.random(`videos ${channel}`);
  const { series, category } = channelProfiles[channel];
  return Array.from({ length: uploads(channel) }, (_, index) => ({
    id: videoId(`${channel} ${index}`),
    channel,
    title: `${series[index % series.length]} ${Math.floor(index / series.length) + 1}: ${subjects[(index * 5 + random.int(0, 4)) % subjects.length]}`,
    age: 14 + index * (channel === 'studio' ? 9 : 23) + random.int(0, 6),
    categoryId: category,
    tags: [random.pick(tags), random.pick(tags)].filter((tag, at, all) => all.indexOf(tag) === at),
    seconds: random.int(55, 3100),
  }));
}

const special = (simulation: Simulation): VideoPlan[] => [
  {
    id: ids.video.trailer,
    channel: 'studio',
    title: 'Northlight: the trailer',
    age: 40,
    tags: ['trailer', 'documentary'],
    seconds: 94,
  },
  {
    id: ids.video.makingOf,
    channel: 'studio',
    title: 'Making of "The Last Ferry": director & crew',
    age: 33,
    tags: ['making of'],
    seconds: 1260,
  },
  {
    id: ids.video.rtl,
    channel: 'umbra',
    title: 'مدينة لا تنام: القاهرة في الثالثة فجرا',
    description: 'فيلم قصير. צולם בלילה אחד.',
    age: 21,
    seconds: 611,
  },
  {
    id: ids.video.emoji,
    channel: 'kite',
    title: '🪁 300 m up 🌬️👩‍🚀 — what the string felt 🇳🇱',
    description: 'Zero-width joiners and flags:\n👨‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
    age: 5,
    seconds: 402,
  },
  {
    id: ids.video.privateCut,
    channel: 'studio',
    title: 'Last Ferry, rough cut 3',
    age: 3,
    privacy: 'private',
    tags: ['internal'],
    seconds: 2970,
  },
  {
    id: ids.video.scheduledCut,
    channel: 'studio',
    title: 'Last Ferry, final',
    age: 1,
    privacy: 'private',
    seconds: 2890,
    extra: { publishAt: rfc3339(simulation.at(9 * day)) },
  },
  {
    id: ids.video.unlistedCut,
    channel: 'studio',
    title: 'Last Ferry, for the festival',
    age: 2,
    privacy: 'unlisted',
    seconds: 2890,
  },
  {
    id: ids.video.commentsOff,
    channel: 'studio',
    title: 'A statement on the harbour accident',
    age: 60,
    seconds: 130,
    categoryId: '25',
  },
  {
    id: ids.video.busyThread,
    channel: 'studio',
    title: 'Which microphone for snow?',
    age: 18,
    tags: ['sound', 'field recording'],
    seconds: 845,
  },
  {
    id: ids.video.localized,
    channel: 'studio',
    title: 'Hands of the Harbour',
    description: 'Six people, six trades, one quay.',
    age: 75,
    tags: ['harbour', 'craft', 'documentary'],
    seconds: 1810,
    extra: {
      snippet: { defaultLanguage: 'en', defaultAudioLanguage: 'sv' },
      localizations: {
        en: { title: 'Hands of the Harbour', description: 'Six people, six trades, one quay.' },
        sv: { title: 'Hamnens händer', description: 'Sex människor, sex yrken, en kaj.' },
        de: { title: 'Hände des Hafens', description: 'Sechs Menschen, sechs Berufe, ein Kai.' },
      },
    },
  },
  {
    id: ids.video.processing,
    channel: 'studio',
    title: 'Night ferry, raw',
    age: 0,
    privacy: 'private',
    seconds: 5400,
  },
  {
    id: ids.video.failedUpload,
    channel: 'studio',
    title: 'scan_0042.tif',
    age: 4,
    privacy: 'private',
    seconds: 0,
  },
  {
    id: ids.video.rejectedUpload,
    channel: 'studio',
    title: 'Harbour, with the radio on',
    age: 6,
    privacy: 'private',
    seconds: 212,
  },
  {
    id: ids.video.strangersPrivate,
    channel: 'harbor',
    title: 'Engine room (do not publish)',
    age: 8,
    privacy: 'private',
    seconds: 77,
  },
];

/** Every video of the seed, before it becomes a resource. */
export const videoPlans = (simulation: Simulation): readonly VideoPlan[] => [
  ...special(simulation),
  ...broadcasts(simulation).map(({ plan }) => plan),
  ...channelNames.flatMap((channel) => clips(simulation, channel)),
];

export function seedVideos(
  simulation: Simulation,
  channels: Map<string, ChannelEntity>,
): Map<string, VideoEntity> {
  const videos = new Map(
    videoPlans(simulation).map((plan) => [plan.id, buildVideo(simulation, plan)]),
  );
  for (const { plan, streaming, content } of broadcasts(simulation)) {
    const video = videos.get(plan.id)!;
    video.liveStreamingDetails = { ...streaming };
    video.snippet.liveBroadcastContent = content;
  }
  addVideoDetails(videos);
  for (const channel of channels.values()) {
    const open = [...videos.values()].filter(
      ({ snippet, status }) =>
        snippet.channelId === channel.id && status.privacyStatus === 'public',
    );
    channel.statistics['videoCount'] = String(open.length);
  }
  return videos;
}

/** ISO 8601: hours, minutes and seconds, as short as it goes. */
export function formatDuration(seconds: number): string {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const text = `${h ? `${h}H` : ''}${m ? `${m}M` : ''}${s ? `${s}S` : ''}`;
  return text === '' ? 'P0D' : `PT${text}`;
}

/** A video as the service would hold it after its upload. */
export function buildVideo(simulation: Simulation, plan: VideoPlan): VideoEntity {
  const random = simulation.random(`video ${plan.id}`);
  const { title: channelTitle, topic, category } = channelProfiles[plan.channel];
  const { seconds = 600, privacy = 'public', extra = {} } = plan;
  const published = simulation.at(-plan.age * day - random.int(0, 20) * hour);
  const views = privacy === 'public' && seconds > 0 ? random.int(900, 750_000) : random.int(0, 40);
  return {
    kind: 'youtube#video',
    id: plan.id,
    snippet: {
      publishedAt: rfc3339(published),
      channelId: ids.channel[plan.channel],
      title: plan.title,
      description:
        plan.description ??
        `${plan.title}.\n\nFilmed by ${channelTitle}. More at https://studio.example/${plan.id}`,
      thumbnails: buildThumbnails(`vi/${plan.id}`),
      channelTitle,
      ...(plan.tags ? { tags: [...plan.tags] } : {}),
      categoryId: plan.categoryId ?? category,
      liveBroadcastContent: 'none',
      defaultLanguage: plan.channel === 'umbra' ? 'ar' : 'en',
      ...extra.snippet,
    },
    contentDetails: {
      duration: formatDuration(seconds),
      dimension: '2d',
      definition: 'hd',
      caption: String(random.next() < 0.4),
      licensedContent: random.next() < 0.5,
      contentRating: {},
      projection: 'rectangular',
    },
    status: {
      uploadStatus: 'processed',
      privacyStatus: privacy,
      license: random.next() < 0.15 ? 'creativeCommon' : 'youtube',
      embeddable: true,
      publicStatsViewable: true,
      madeForKids: false,
      selfDeclaredMadeForKids: false,
      containsSyntheticMedia: false,
      ...(extra.publishAt === undefined ? {} : { publishAt: extra.publishAt }),
    },
    statistics: {
      viewCount: String(views),
      likeCount: String(Math.floor(views / random.int(12, 60))),
      favoriteCount: '0',
      commentCount: '0',
    },
    topicDetails: { topicCategories: [`https://en.wikipedia.org/wiki/${topic}`] },
    recordingDetails: { recordingDate: rfc3339(new Date(published.getTime() - 6 * day)) },
    paidProductPlacementDetails: { hasPaidProductPlacement: random.next() < 0.05 },
    ...(extra.localizations ? { localizations: structuredClone(extra.localizations) } : {}),
    fileDetails: {
      fileName: `${plan.id}.mov`,
      fileSize: String(seconds * 1_900_000),
      fileType: 'video',
      container: 'mov',
      durationMs: String(seconds * 1000),
      ...buildFileStreams(random),
    },
    processingDetails: {
      processingStatus: 'succeeded',
      fileDetailsAvailability: 'available',
      thumbnailsAvailability: 'available',
    },
    suggestions: {
      processingHints: ['hdVideo'],
      tagSuggestions: [{ tag: 'harbour', categoryRestricts: [] }],
    },
  };
}
