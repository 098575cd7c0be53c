/** The playlists: one of exactly fifty, one of a hundred and twenty, one with gaps, an empty one, and a few more. */
import { stableId } from '../../random.ts';
import type {
  ChannelEntity,
  PlaylistEntity,
  PlaylistItemEntity,
  Privacy,
  VideoEntity,
} from '../../video/state.ts';
import type { Simulation } from '../../simulation.ts';
import { day, hour, rfc3339 } from '../../time.ts';
import { ids } from '../ids.ts';
import { channelNames } from './channel.ts';

type Name = Exclude<keyof typeof ids.playlist, 'missing'>;

interface Row {
  readonly title: string;
  readonly description?: string;
  readonly owner?: 'studio' | 'ben';
  readonly privacy?: Privacy;
  readonly videos: readonly string[];
}

/** Public videos by channel, the channels taking turns: five of each of ten channels stand first. */
function mixed(videos: Map<string, VideoEntity>, channels: readonly string[]): string[] {
  const open = [...videos.values()].filter(
    ({ status, snippet }) =>
      status.privacyStatus === 'public' && snippet.liveBroadcastContent === 'none',
  );
  const piles = channels.map((channel) =>
    open.filter(({ snippet }) => snippet.channelId === channel).map(({ id }) => id),
  );
  const longest = Math.max(...piles.map((pile) => pile.length));
  return Array.from({ length: longest }, (_, turn) =>
    piles.flatMap((pile) => pile.slice(turn, turn + 1)),
  ).flat();
}

function rows(videos: Map<string, VideoEntity>): Record<Name, Row> {
  const ten = channelNames
    .filter((name) => !['ben', 'umbra', 'tidal'].includes(name))
    .map((name) => ids.channel[name]);
  const everyone = channelNames.map((name) => ids.channel[name]);
  const fifty = mixed(videos, ten).slice(0, 50);
  return {
    fifty: {
      title: 'Fifty we learned from',
      description: 'Five each from ten channels.',
      videos: fifty,
    },
    long: { title: 'Reference shelf', videos: mixed(videos, everyone).slice(0, 120) },
    gone: {
      title: 'Inspiration 2019',
      description: 'Some of these did not survive.',
      videos: [
        fifty[3]!,
        ids.video.deleted,
        ids.video.strangersPrivate,
        fifty[7]!,
        ids.video.privateCut,
        ids.video.unlistedCut,
      ],
    },
    empty: { title: 'To be curated', videos: [] },
    drafts: {
      title: 'Cuts in progress',
      privacy: 'private',
      videos: [ids.video.privateCut, ids.video.scheduledCut, ids.video.unlistedCut],
    },
    localized: {
      title: 'Harbour films',
      description: 'Everything by the water.',
      videos: [ids.video.localized, ids.video.makingOf],
    },
    sorted: {
      title: 'Latest finds',
      description: 'Newest on top, whoever adds.',
      videos: [fifty[9]!, fifty[12]!, fifty[15]!],
    },
    series: {
      title: 'Northern Trades, season one',
      videos: [ids.video.trailer, ids.video.makingOf],
    },
    sequel: { title: 'Northern Trades, season two', videos: [ids.video.localized] },
    ben: {
      title: 'Music for images',
      owner: 'ben',
      videos: [ids.video.trailer, ids.video.emoji, ids.video.rtl],
    },
  };
}

export function seedPlaylists(
  simulation: Simulation,
  channels: Map<string, ChannelEntity>,
  videos: Map<string, VideoEntity>,
) {
  const playlists = new Map<string, PlaylistEntity>();
  const entries = new Map<string, PlaylistItemEntity[]>();
  for (const [name, row] of Object.entries(rows(videos)) as [Name, Row][]) {
    const id = ids.playlist[name];
    const age = simulation.random(`playlist ${name}`).int(30, 900);
    playlists.set(
      id,
      playlistOf(id, row, channels, rfc3339(simulation.at(-age * day)), name === 'localized'),
    );
    entries.set(
      id,
      row.videos.map((videoId, at) => ({
        id: `UEx${stableId(`entry ${name} ${at}`, 40)}`,
        playlistId: id,
        videoId,
        addedAt: rfc3339(simulation.at(-29 * day + at * hour)),
        contentDetails:
          name === 'localized' && at === 0
            ? { note: 'the one to open with', startAt: 'PT3S', endAt: 'PT1M30S' }
            : {},
      })),
    );
  }
  const playlistKinds = new Map([
    [ids.playlist.sorted, 'sorted' as const],
    [ids.playlist.series, 'series' as const],
    [ids.playlist.sequel, 'series' as const],
  ]);
  return { playlists, playlistItems: entries, insertedPlaylistItems: 0, playlistKinds };
}

function playlistOf(
  id: string,
  row: Row,
  channels: Map<string, ChannelEntity>,
  publishedAt: string,
  localized: boolean,
): PlaylistEntity {
  const { title, description = '', owner = 'studio', privacy = 'public' } = row;
  const channelId = ids.channel[owner];
  return {
    kind: 'youtube#playlist',
    id,
    snippet: {
      publishedAt,
      channelId,
      title,
      description,
      channelTitle: channels.get(channelId)!.snippet.title,
      ...(localized ? { defaultLanguage: 'en' } : {}),
    },
    status: { privacyStatus: privacy, podcastStatus: 'disabled' },
    ...(localized
      ? {
          localizations: {
            en: { title, description },
            sv: { title: 'Hamnfilmer', description: 'Allt vid vattnet.' },
          },
        }
      : {}),
  };
}
