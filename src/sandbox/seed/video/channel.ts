/** The channels: the studio's, Ben's and those of eleven neighbours. */
import type { ChannelEntity } from '../../video/state.ts';
import type { Simulation } from '../../simulation.ts';
import { day, rfc3339 } from '../../time.ts';
import { ids, uploadsOf } from '../ids.ts';

export type ChannelName = Exclude<keyof typeof ids.channel, 'missing'>;

interface Profile {
  readonly title: string;
  readonly handle: string;
  /** Legacy user name. */
  readonly username?: string;
  readonly about: string;
  readonly country: string;
  readonly topic: string;
  /** Names of its series: titles are made of them. */
  readonly series: readonly string[];
  readonly category: string;
}

const profile = (
  title: string,
  handle: string,
  country: string,
  topic: string,
  category: string,
  about: string,
  ...series: string[]
): Profile => ({
  title,
  handle,
  country,
  topic,
  category,
  about,
  series,
});

export const channelProfiles: Readonly<Record<ChannelName, Profile>> = {
  studio: {
    ...profile(
      'Northlight Studio',
      'northlightstudio',
      'SE',
      'Film',
      '1',
      'Short documentaries from the north, and how we make them.',
      'Field Notes',
      'Northern Trades',
      'Behind the Lens',
    ),
    username: 'northlight',
  },
  ben: profile(
    'Ben Okafor',
    'benokafor',
    'GB',
    'Music',
    '10',
    'Scores and sound design for film.',
    'Score Diary',
    'One Mic',
  ),
  harbor: profile(
    'Harbor & Hull',
    'harborandhull',
    'NO',
    'Tourism',
    '19',
    'Wooden boats, cold water.',
    'Dry Dock',
    'Tide Table',
  ),
  orchard: profile(
    'The Slow Orchard',
    'sloworchard',
    'DE',
    'Food',
    '26',
    'Apples, bees and patience.',
    'Grafting Days',
    'Cellar Talk',
  ),
  cinder: profile(
    'Cinder Kitchen',
    'cinderkitchen',
    'MX',
    'Food',
    '26',
    'Cooking over open fire.',
    'Ember Basics',
    'Smoke School',
  ),
  kite: profile(
    'Kite Lab',
    'kitelab',
    'NL',
    'Technology',
    '28',
    'Wind, sensors and string.',
    'Bench Test',
    'Lift & Drag',
  ),
  lumen: {
    ...profile(
      'Lumen Lighting Lessons',
      'lumenlessons',
      'US',
      'Film',
      '27',
      'Light for small crews.',
      'One Lamp',
      'Gaffer Hour',
    ),
    username: 'lumenlessons',
  },
  meridian: profile(
    'Meridian Maps',
    'meridianmaps',
    'FR',
    'Knowledge',
    '27',
    'Geography with scissors and glue.',
    'Borderline',
    'Scale Model',
  ),
  pinewood: profile(
    'Pinewood Radio',
    'pinewoodradio',
    'FI',
    'Music',
    '10',
    'Sessions recorded in a sauna.',
    'Sauna Session',
    'Tape Loop',
  ),
  quarry: profile(
    'Quarry Climbing Club',
    'quarryclimbs',
    'CZ',
    'Sport',
    '17',
    'Grit, chalk and long falls.',
    'First Ascent',
    'Rope Talk',
  ),
  sable: profile(
    'Sable Type',
    'sabletype',
    'IT',
    'Knowledge',
    '27',
    'Letterforms, metal and ink.',
    'Specimen',
    'Press Check',
  ),
  tidal: profile(
    'Tidal Physics',
    'tidalphysics',
    'IN',
    'Knowledge',
    '28',
    'Waves explained by waves.',
    'Wave Packet',
    'Back of the Napkin',
  ),
  umbra: profile(
    'استوديو ظل',
    'umbrastudio',
    'EG',
    'Film',
    '1',
    'أفلام قصيرة عن المدينة ليلا.',
    'City at Night',
    'Rooftop',
  ),
};

/** Those whose business the studio's content owner does. */
const managed: ReadonlySet<ChannelName> = new Set(['studio', 'harbor', 'lumen', 'umbra']);
export const channelNames = Object.keys(channelProfiles) as ChannelName[];

/** Three sizes of a picture, as every resource that has pictures shows them. */
export const buildThumbnails = (
  path: string,
): Record<string, { url: string; width: number; height: number }> => ({
  default: { url: `https://i.video.example/${path}/default.jpg`, width: 120, height: 90 },
  medium: { url: `https://i.video.example/${path}/mqdefault.jpg`, width: 320, height: 180 },
  high: { url: `https://i.video.example/${path}/hqdefault.jpg`, width: 480, height: 360 },
});

export function seedChannels(simulation: Simulation): Map<string, ChannelEntity> {
  return new Map(channelNames.map((name) => [ids.channel[name], channelOf(simulation, name)]));
}

function channelOf(simulation: Simulation, name: ChannelName): ChannelEntity {
  const { title, handle, about, country, topic } = channelProfiles[name];
  const random = simulation.random(`channel ${name}`);
  const id = ids.channel[name];
  const defaultLanguage = name === 'umbra' ? 'ar' : 'en';
  return {
    kind: 'youtube#channel',
    id,
    snippet: {
      title,
      description: about,
      customUrl: `@${handle}`,
      publishedAt: rfc3339(simulation.at(-day * random.int(1500, 4000))),
      thumbnails: buildThumbnails(`ch/${id}`),
      country,
      defaultLanguage,
    },
    contentDetails: { relatedPlaylists: { likes: '', uploads: uploadsOf(id) } },
    statistics: {
      viewCount: String(random.int(90_000, 40_000_000)),
      subscriberCount: String(random.int(12, 900) * 1000),
      hiddenSubscriberCount: name === 'sable',
      commentCount: '0',
    },
    topicDetails: { topicCategories: [`https://en.wikipedia.org/wiki/${topic}`] },
    status: {
      privacyStatus: 'public',
      isLinked: true,
      longUploadsStatus: 'allowed',
      madeForKids: false,
      selfDeclaredMadeForKids: false,
    },
    brandingSettings: {
      channel: {
        title,
        description: about,
        keywords: `${topic.toLowerCase()} ${handle} "made by hand"`,
        country,
        defaultLanguage,
        ...(name === 'studio'
          ? { unsubscribedTrailer: ids.video.trailer, trackingAnalyticsAccountId: 'G-NORTHLIGHT' }
          : {}),
      },
      image: { bannerExternalUrl: `https://i.video.example/banner/${id}` },
    },
    ...(name === 'studio'
      ? {
          localizations: {
            sv: { title: 'Norrljus Studio', description: 'Korta dokumentärer från norr.' },
          },
        }
      : {}),
    auditDetails: {
      communityGuidelinesGoodStanding: true,
      copyrightStrikesGoodStanding: true,
      contentIdClaimsGoodStanding: true,
    },
    contentOwnerDetails: managed.has(name)
      ? { contentOwner: ids.contentOwner, timeLinked: rfc3339(simulation.at(-day * 700)) }
      : {},
  };
}
