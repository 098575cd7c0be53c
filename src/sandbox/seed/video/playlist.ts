/** The playlists: of 50 and 120 items, empty, private, sorted, and with unavailable videos. */
import { stableId } from '../../random.ts';
import type { Simulation } from '../../simulation.ts';
import { day, hour, rfc3339 } from '../../time.ts';
import type {
  ChannelEntity,
  PlaylistEntity,
  PlaylistItemEntity,
  Privacy,
  VideoEntity,
  VideoState,
} from '../../video/state.ts';
import { ids } from '../ids.ts';
import { channelNames } from './channel-profile.ts';

type PlaylistName = Exclude<keyof typeof ids.playlist, 'missing'>;

interface PlaylistPlan {
  readonly title: string;
  readonly description?: string;
  /** Default: the studio. */
  readonly owner?: 'studio' | 'ben';
  readonly privacy?: Privacy;
  readonly videoIds: readonly string[];
}

/** Returns public videos of the channels in turn: the first of each, then the second, and so on. */
function mixChannels(videos: Map<string, VideoEntity>, channelIds: readonly string[]): string[] {
  const candidates = [...videos.values()].filter(
    ({ status, snippet }) =>
      status.privacyStatus === 'public' && snippet.liveBroadcastContent === 'none',
  );
  const idsByChannel = channelIds.map((channelId) =>
    candidates.filter(({ snippet }) => snippet.channelId === channelId).map(({ id }) => id),
  );
  const maxLength = Math.max(...idsByChannel.map((videoIds) => videoIds.length));
  const rounds = Array.from({ length: maxLength }, (_, round) =>
    idsByChannel.flatMap((videoIds) => videoIds.slice(round, round + 1)),
  );
  return rounds.flat();
}

/** The playlists by their name in `ids.playlist`. */
function planPlaylists(videos: Map<string, VideoEntity>): Record<PlaylistName, PlaylistPlan> {
  const tenChannels = channelNames
    .filter((name) => !['ben', 'umbra', 'tidal'].includes(name))
    .map((name) => ids.channel[name]);
  const allChannels = channelNames.map((name) => ids.channel[name]);
  const fifty = mixChannels(videos, tenChannels).slice(0, 50);
  return {
    fifty: {
      title: 'Fifty we learned from',
      description: 'Five each from ten channels.',
      videoIds: fifty,
    },
    long: { title: 'Reference shelf', videoIds: mixChannels(videos, allChannels).slice(0, 120) },
    gone: {
      title: 'Inspiration 2019',
      description: 'Some of these did not survive.',
      videoIds: [
        fifty[3]!,
        ids.video.deleted,
        ids.video.strangersPrivate,
        fifty[7]!,
        ids.video.privateCut,
        ids.video.unlistedCut,
      ],
    },
    empty: { title: 'To be curated', videoIds: [] },
    drafts: {
      title: 'Cuts in progress',
      privacy: 'private',
      videoIds: [ids.video.privateCut, ids.video.scheduledCut, ids.video.unlistedCut],
    },
    localized: {
      title: 'Harbour films',
      description: 'Everything by the water.',
      videoIds: [ids.video.localized, ids.video.makingOf],
    },
    sorted: {
      title: 'Latest finds',
      description: 'Newest on top, whoever adds.',
      videoIds: [fifty[9]!, fifty[12]!, fifty[15]!],
    },
    series: {
      title: 'Northern Trades, season one',
      videoIds: [ids.video.trailer, ids.video.makingOf],
    },
    sequel: { title: 'Northern Trades, season two', videoIds: [ids.video.localized] },
    ben: {
      title: 'Music for images',
      owner: 'ben',
      videoIds: [ids.video.trailer, ids.video.emoji, ids.video.rtl],
    },
  };
}

/** Builds the playlists and their items. */
export function seedPlaylists(
  simulation: Simulation,
  channels: Map<string, ChannelEntity>,
  videos: Map<string, VideoEntity>,
): Pick<VideoState, 'playlists' | 'playlistItems' | 'insertedPlaylistItems' | 'playlistKinds'> {
  const plans = Object.entries(planPlaylists(videos)) as [PlaylistName, PlaylistPlan][];
  const playlists = plans.map(([name, plan]) => buildPlaylist(simulation, channels, name, plan));
  return {
    playlists: new Map(playlists.map((playlist) => [playlist.id, playlist])),
    playlistItems: new Map(
      plans.map(([name, plan]) => [ids.playlist[name], buildItems(simulation, name, plan)]),
    ),
    insertedPlaylistItems: 0,
    playlistKinds: new Map([
      [ids.playlist.sorted, 'sorted' as const],
      [ids.playlist.series, 'series' as const],
      [ids.playlist.sequel, 'series' as const],
    ]),
  };
}

const buildItems = (
  simulation: Simulation,
  name: PlaylistName,
  { videoIds }: PlaylistPlan,
): PlaylistItemEntity[] =>
  videoIds.map((videoId, index) => ({
    id: `UEx${stableId(`entry ${name} ${index}`, 40)}`,
    playlistId: ids.playlist[name],
    videoId,
    addedAt: rfc3339(simulation.at(-29 * day + index * hour)),
    contentDetails:
      name === 'localized' && index === 0
        ? { note: 'the one to open with', startAt: 'PT3S', endAt: 'PT1M30S' }
        : {},
  }));

function buildPlaylist(
  simulation: Simulation,
  channels: Map<string, ChannelEntity>,
  name: PlaylistName,
  { title, description = '', owner = 'studio', privacy = 'public' }: PlaylistPlan,
): PlaylistEntity {
  const channelId = ids.channel[owner];
  const age = simulation.random(`playlist ${name}`).int(30, 900);
  const isLocalized = name === 'localized';
  const localizations = {
    en: { title, description },
    sv: { title: 'Hamnfilmer', description: 'Allt vid vattnet.' },
  };
  return {
    kind: 'youtube#playlist',
    id: ids.playlist[name],
    snippet: {
      publishedAt: rfc3339(simulation.at(-age * day)),
      channelId,
      title,
      description,
      channelTitle: channels.get(channelId)!.snippet.title,
      ...(isLocalized ? { defaultLanguage: 'en' } : {}),
    },
    status: { privacyStatus: privacy, podcastStatus: 'disabled' },
    ...(isLocalized ? { localizations } : {}),
  };
}
