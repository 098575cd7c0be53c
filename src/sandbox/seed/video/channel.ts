/** Construction of the seeded channels. */
import type { Simulation } from '../../simulation.ts';
import { day, rfc3339 } from '../../time.ts';
import type { ChannelEntity } from '../../video/state.ts';
import { bannerUrl, buildThumbnails } from '../../video/image/thumbnail.ts';
import { ids, uploadsOf } from '../ids.ts';
import { type ChannelName, channelNames, channelProfiles } from './channel-profile.ts';

/** The channels that the studio's content owner manages. */
const managedChannels: ReadonlySet<ChannelName> = new Set(['studio', 'harbor', 'lumen', 'umbra']);

/** Builds the channels that publish videos, by id. Their video counts are set with the videos. */
export const seedChannels = (simulation: Simulation): Map<string, ChannelEntity> =>
  new Map(channelNames.map((name) => [ids.channel[name], buildChannel(simulation, name)]));

function buildChannel(simulation: Simulation, name: ChannelName): ChannelEntity {
  const { title, handle, description, country, topic } = channelProfiles[name];
  const random = simulation.random(`channel ${name}`);
  const id = ids.channel[name];
  const defaultLanguage = name === 'umbra' ? 'ar' : 'en';
  return {
    kind: 'youtube#channel',
    id,
    snippet: {
      title,
      description,
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
    status: buildChannelStatus('allowed'),
    brandingSettings: {
      channel: {
        title,
        description,
        keywords: `${topic.toLowerCase()} ${handle} "made by hand"`,
        country,
        defaultLanguage,
        ...(name === 'studio' ? studioBranding : {}),
      },
      image: { bannerExternalUrl: bannerUrl(id) },
      ...(name === 'studio' && { watch: { ...studioWatchPage } }),
    },
    ...(name === 'studio' ? { localizations: structuredClone(studioLocalizations) } : {}),
    auditDetails: {
      communityGuidelinesGoodStanding: true,
      copyrightStrikesGoodStanding: true,
      contentIdClaimsGoodStanding: true,
    },
    contentOwnerDetails: managedChannels.has(name)
      ? { contentOwner: ids.contentOwner, timeLinked: rfc3339(simulation.at(-day * 700)) }
      : {},
  };
}

const studioBranding = {
  unsubscribedTrailer: ids.video.trailer,
  trackingAnalyticsAccountId: 'G-NORTHLIGHT',
};

const studioWatchPage = {
  textColor: '#ffffff',
  backgroundColor: '#0b1f2a',
  featuredPlaylistId: ids.playlist.fifty,
};

const studioLocalizations = {
  sv: { title: 'Norrljus Studio', description: 'Korta dokumentärer från norr.' },
};

/** Builds the status of a public channel. */
export const buildChannelStatus = (longUploadsStatus: string): ChannelEntity['status'] => ({
  privacyStatus: 'public',
  isLinked: true,
  longUploadsStatus,
  madeForKids: false,
  selfDeclaredMadeForKids: false,
});
