/** Viewers: sixty channels without videos, all subscriptions, and the studio's paying members. */
import { stableId } from '../../random.ts';
import type { Simulation } from '../../simulation.ts';
import { day, rfc3339 } from '../../time.ts';
import type {
  ActivityEntity,
  ChannelEntity,
  MemberEntity,
  MembershipLevelEntity,
  SubscriptionEntity,
  VideoState,
} from '../../video/state.ts';
import { buildThumbnails } from '../../video/image/thumbnail.ts';
import { fanId, ids, subscriptionId, uploadsOf } from '../ids.ts';
import { buildChannelStatus } from './channel.ts';
import { channelNames } from './channel-profile.ts';

const fanCount = 60;

const firstNames = [
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

const titleEndings = ['by the Lake', '& Sons', 'on Film', '"the Kite"', 'Outdoors', '🎞️'] as const;

/** Adds the fans' channels to `channels`, and returns everything that concerns viewers. */
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
  for (let number = 0; number < fanCount; number += 1)
    channels.set(fanId(number), buildFanChannel(simulation, number));
  return {
    subscriptions: seedSubscriptions(simulation),
    privateSubscribers: new Set([ids.channel.harbor, fanId(7)]),
    activities: seedActivities(simulation),
    membershipLevels: new Map([[ids.channel.studio, levels]]),
    members: new Map([[ids.channel.studio, seedMembers(simulation)]]),
    recordingLocations: new Map([
      [ids.video.trailer, [59.3251, 18.0711]],
      [ids.video.makingOf, [59.32, 18.1]],
      [ids.video.localized, [57.7, 11.97]],
    ]),
  };
}

/** The channel of a person without videos. @param number makes id, title and handle */
export function buildFanChannel(simulation: Simulation, number: number): ChannelEntity {
  const id = fanId(number);
  const firstName = firstNames[number % firstNames.length];
  const title = `${firstName} ${titleEndings[Math.floor(number / firstNames.length)]}`;
  return {
    kind: 'youtube#channel',
    id,
    snippet: {
      title,
      description: '',
      customUrl: `@fan-${number}`,
      publishedAt: rfc3339(simulation.at(-day * (400 + number))),
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
    status: buildChannelStatus('longUploadsUnspecified'),
    brandingSettings: { channel: { title } },
    auditDetails: {},
    contentOwnerDetails: {},
  };
}

/** All fans subscribe to the studio; the studio subscribes to more than fifty channels. */
function seedSubscriptions(simulation: Simulation): Map<string, SubscriptionEntity> {
  const { studio, ben, harbor, lumen, kite, sable } = ids.channel;
  const fans = Array.from({ length: fanCount }, (_, number) => fanId(number));
  const otherChannels = channelNames
    .map((name) => ids.channel[name])
    .filter((id) => id !== studio && id !== sable);
  const pairs: (readonly [subscriber: string, publisher: string])[] = [
    ...[...otherChannels, ...fans.slice(0, 48)].map((publisher) => [studio, publisher] as const),
    ...[...fans, lumen, harbor, ben].map((subscriber) => [subscriber, studio] as const),
    [ben, lumen],
    [harbor, kite],
  ];
  const random = simulation.random('subscriptions');
  return new Map(
    pairs.map(([channelId, publisherId], index) => {
      const id = subscriptionId(channelId, publisherId);
      const publishedAt = rfc3339(simulation.at(-day * (300 - index)));
      return [id, { id, channelId, publisherId, publishedAt, newItems: random.int(0, 6) }];
    }),
  );
}

/** A post of the studio. */
function seedActivities(simulation: Simulation): ActivityEntity[] {
  const post = {
    channelItem: { resourceId: { kind: 'youtube#playlist', playlistId: ids.playlist.long } },
  };
  const rows = [{ type: 'channelItem', title: 'Our reference shelf', age: 90, details: post }];
  return rows.map(({ type, title, age, details }) => ({
    id: stableId(`deed ${title}`, 36),
    channelId: ids.channel.studio,
    publishedAt: rfc3339(simulation.at(-age * day)),
    type,
    title,
    contentDetails: { ...details },
  }));
}

const levels: readonly MembershipLevelEntity[] = [
  { id: ids.membershipLevel.deckhand, title: 'Deckhand' },
  { id: ids.membershipLevel.mate, title: 'Mate' },
  { id: ids.membershipLevel.captain, title: 'Captain & crew' },
];

/** Thirty fans. The last two join after the first and after the second write. */
const seedMembers = (simulation: Simulation): MemberEntity[] =>
  Array.from({ length: 30 }, (_, number) => {
    const joinedAt = number < 28 ? -day * (400 - 13 * number) : (number - 27) * 1000;
    return {
      channelId: fanId(number),
      levelId: levels[number % levels.length]!.id,
      memberSince: rfc3339(simulation.at(joinedAt)),
      totalMonths: Math.max(0, Math.floor(-joinedAt / (30 * day))),
    };
  });
