/** Those who watch: sixty channels that publish nothing, who subscribed to whom, and the studio's paying members. */
import { stableId } from '../../random.ts';
import type {
  ChannelEntity,
  ActivityEntity,
  MemberEntity,
  MembershipLevelEntity,
  SubscriptionEntity,
  VideoState,
} from '../../video/state.ts';
import type { Simulation } from '../../simulation.ts';
import { day, rfc3339 } from '../../time.ts';
import { fanId, ids, subscriptionId, uploadsOf } from '../ids.ts';
import { channelNames, buildThumbnails } from './channel.ts';

const fans = 60;

const names = [
  'Mira',
  'Jonas',
  'Aïcha',
  'Tomáš',
  'Lin',
  'Оля',
  'Ravi',
  'Freja',
  'Noor',
  'Yuki',
] as const;

const pastimes = ['by the Lake', '& Sons', 'on Film', '"the Kite"', 'Outdoors', '🎞️'] as const;

export function seedAudience(
  simulation: Simulation,
  channels: Map<string, ChannelEntity>,
): Pick<
  VideoState,
  | 'subscriptions'
  | 'privateSubscribers'
  | 'activities'
  | 'membershipLevels'
  | 'members'
  | 'recordingLocations'
> {
  for (let number = 0; number < fans; number += 1)
    channels.set(fanId(number), fanOf(simulation, number));
  return {
    subscriptions: seedSubscriptions(simulation),
    privateSubscribers: new Set([ids.channel.harbor, fanId(7)]),
    activities: seedDeeds(simulation),
    membershipLevels: new Map([[ids.channel.studio, levels]]),
    members: new Map([[ids.channel.studio, seedMembers(simulation)]]),
    recordingLocations: new Map([
      [ids.video.trailer, [59.3251, 18.0711]],
      [ids.video.makingOf, [59.32, 18.1]],
      [ids.video.localized, [57.7, 11.97]],
    ]),
  };
}

function fanOf(simulation: Simulation, number: number): ChannelEntity {
  const id = fanId(number);
  const title = `${names[number % names.length]} ${pastimes[Math.floor(number / names.length)]}`;
  const publishedAt = rfc3339(simulation.at(-day * (400 + number)));
  return {
    kind: 'youtube#channel',
    id,
    snippet: {
      title,
      description: '',
      customUrl: `@fan-${number}`,
      publishedAt,
      thumbnails: buildThumbnails(`ch/${id}`),
    },
    contentDetails: { relatedPlaylists: { likes: '', uploads: uploadsOf(id) } },
    statistics: {
      viewCount: '0',
      subscriberCount: '0',
      hiddenSubscriberCount: false,
      videoCount: '0',
    },
    topicDetails: { topicCategories: [] },
    status: {
      privacyStatus: 'public',
      isLinked: true,
      longUploadsStatus: 'longUploadsUnspecified',
      madeForKids: false,
      selfDeclaredMadeForKids: false,
    },
    brandingSettings: { channel: { title } },
    auditDetails: {},
    contentOwnerDetails: {},
  };
}

/** Everybody watches the studio, and the studio more than fifty channels. */
function seedSubscriptions(simulation: Simulation): Map<string, SubscriptionEntity> {
  const { studio, ben, harbor, lumen, kite, sable } = ids.channel;
  const everyFan = Array.from({ length: fans }, (_, number) => fanId(number));
  const neighbours = channelNames
    .map((name) => ids.channel[name])
    .filter((id) => id !== studio && id !== sable);
  const pairs: (readonly [subscriber: string, publisher: string])[] = [
    ...[...neighbours, ...everyFan.slice(0, 48)].map((publisher) => [studio, publisher] as const),
    ...[...everyFan, lumen, harbor, ben].map((subscriber) => [subscriber, studio] as const),
    [ben, lumen],
    [harbor, kite],
  ];
  const random = simulation.random('subscriptions');
  return new Map(
    pairs.map(([channelId, publisherId], at) => {
      const id = subscriptionId(channelId, publisherId);
      const publishedAt = rfc3339(simulation.at(-day * (300 - at)));
      return [id, { id, channelId, publisherId, publishedAt, newItems: random.int(0, 6) }];
    }),
  );
}

/** Likes, and a post of the channel's own. */
function seedDeeds(simulation: Simulation): ActivityEntity[] {
  const video = (videoId: string) => ({ resourceId: { kind: 'youtube#video', videoId } });
  const rows = [
    ['like', 'مدينة لا تنام', 20, { like: video(ids.video.rtl) }],
    ['like', 'What the string felt', 4, { like: video(ids.video.emoji) }],
    [
      'channelItem',
      'Our reference shelf',
      90,
      { channelItem: { resourceId: { kind: 'youtube#playlist', playlistId: ids.playlist.long } } },
    ],
  ] as const;
  return rows.map(([type, title, age, contentDetails]) => ({
    id: stableId(`deed ${title}`, 36),
    channelId: ids.channel.studio,
    publishedAt: rfc3339(simulation.at(-age * day)),
    type,
    title,
    contentDetails,
  }));
}

const levels: readonly MembershipLevelEntity[] = [
  { id: ids.membershipLevel.deckhand, title: 'Deckhand' },
  { id: ids.membershipLevel.mate, title: 'Mate' },
  { id: ids.membershipLevel.captain, title: 'Captain & crew' },
];

/** Thirty fans, the last two of whom join only after the first and the second write. */
const seedMembers = (simulation: Simulation): MemberEntity[] =>
  Array.from({ length: 30 }, (_, number) => {
    const joins = number < 28 ? -day * (400 - 13 * number) : (number - 27) * 1000;
    return {
      channelId: fanId(number),
      levelId: levels[number % levels.length]!.id,
      memberSince: rfc3339(simulation.at(joins)),
      totalMonths: Math.max(0, Math.floor(-joins / (30 * day))),
    };
  });
