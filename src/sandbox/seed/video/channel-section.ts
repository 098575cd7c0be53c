/** What stands on the home pages of channels: most of the kinds that there are on the studio's. */
import type { ChannelSectionEntity } from '../../video/state.ts';
import { ids } from '../ids.ts';

const { channel, channelSection, playlist } = ids;

const row = (
  id: string,
  snippet: ChannelSectionEntity['snippet'],
  contentDetails: ChannelSectionEntity['contentDetails'] = {},
): ChannelSectionEntity => ({
  id,
  channelId: id.split('.', 1)[0]!,
  snippet,
  contentDetails,
});

export const seedSections = (): Map<string, ChannelSectionEntity[]> =>
  new Map([
    [
      channel.studio,
      [
        row(channelSection.latest, { type: 'recentUploads' }),
        row(channelSection.shelf, { type: 'singlePlaylist' }, { playlists: [playlist.long] }),
        row(
          channelSection.series,
          { type: 'multiplePlaylists', title: 'Northern Trades 🛶' },
          { playlists: [playlist.series, playlist.sequel, playlist.ben] },
        ),
        row(
          channelSection.friends,
          { type: 'multipleChannels', title: 'Friends of the house' },
          { channels: [channel.harbor, channel.umbra] },
        ),
        row(channelSection.popular, { type: 'popularUploads' }),
        row(channelSection.upcoming, { type: 'upcomingEvents' }),
      ],
    ],
    [
      channel.harbor,
      [
        row(channelSection.harborAll, { type: 'allPlaylists' }),
        row(channelSection.harborSubscriptions, { type: 'subscriptions' }),
      ],
    ],
  ]);
