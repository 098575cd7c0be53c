/** The sections of channels' home pages. */
import type { ChannelSectionEntity } from '../../video/state.ts';
import { ids } from '../ids.ts';

const { channel, channelSection, playlist } = ids;

const section = (
  id: string,
  snippet: ChannelSectionEntity['snippet'],
  contentDetails: ChannelSectionEntity['contentDetails'] = {},
): ChannelSectionEntity => ({
  id,
  channelId: id.split('.', 1)[0]!,
  snippet,
  contentDetails,
});

/** Builds the sections by channel. The studio has most types, another channel has the rest. */
export const seedChannelSections = (): Map<string, ChannelSectionEntity[]> =>
  new Map([
    [
      channel.studio,
      [
        section(channelSection.latest, { type: 'recentUploads' }),
        section(channelSection.shelf, { type: 'singlePlaylist' }, { playlists: [playlist.long] }),
        section(
          channelSection.series,
          { type: 'multiplePlaylists', title: 'Northern Trades 🛶' },
          { playlists: [playlist.series, playlist.sequel, playlist.ben] },
        ),
        section(
          channelSection.friends,
          { type: 'multipleChannels', title: 'Friends of the house' },
          { channels: [channel.harbor, channel.umbra] },
        ),
        section(channelSection.popular, { type: 'popularUploads' }),
        section(channelSection.upcoming, { type: 'upcomingEvents' }),
      ],
    ],
    [
      channel.harbor,
      [
        section(channelSection.harborAll, { type: 'allPlaylists' }),
        section(channelSection.harborSubscriptions, { type: 'subscriptions' }),
      ],
    ],
  ]);
