/** Sections of a channel's home page. */
import { channelSections } from '../../upstream/video/index.ts';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { link } from '../field/link.ts';
import { list } from '../field/list.ts';
import { fieldAt, fields, ownKey } from '../field/path-field.ts';
import { Viewer } from '../link/viewer.ts';
import { node } from '../node-interface.ts';
import { Channel, ChannelSection, noChannel, Playlist } from './resource.ts';

export const ChannelSectionType = enumeration(
  'ChannelSectionType',
  'What a section of a home page shows.',
  {
    singlePlaylist: 'The videos of one playlist.',
    multiplePlaylists: 'Several playlists, under a title.',
    popularUploads: 'The uploads that are watched most.',
    recentUploads: 'The latest uploads.',
    likes: 'Videos that the channel likes.',
    allPlaylists: 'Every playlist that the owner has made.',
    likedPlaylists: 'Playlists that the channel likes.',
    recentPosts: 'What it posted lately.',
    recentActivity: 'What it did lately.',
    liveEvents: 'Broadcasts that are on air.',
    upcomingEvents: 'Broadcasts to come.',
    completedEvents: 'Broadcasts that are over.',
    multipleChannels: 'Other channels, under a title.',
    postedVideos: 'Films it has told its subscribers of.',
    postedPlaylists: 'Lists it has told its subscribers of.',
    subscriptions: 'Channels it has subscribed to; the service makes and changes it alone.',
  },
);

/** Maximum number of sections: Google documents ten, but channels have up to twelve. */
const maxSections = 12;
const sectionKey = ({ id }: { readonly id: string }): readonly string[] => [id];

/** Adds the types and fields of this module to the schema. */
export function addChannelSection(): void {
  ChannelSection.implement({
    ...node,
    description: 'A shelf of the home page of a channel.',
    fields: (t) => ({
      sectionId: ownKey(t, "The video service's own id: the channel's, a dot, and some letters."),
      ...fields(t, 'snippet', {
        title: [
          'String',
          'What stands above it: of several playlists or channels alone, any other is called after its type.',
        ],
        position: ['Int', 'Its place on the page, counted from zero at the top.'],
      }),
      type: fieldAt(t, ChannelSectionType, 'snippet.type', 'What it shows.'),
      channel: link(t, Channel, 'snippet.channelId', 'The channel on whose page it stands.'),
      playlists: link(
        t,
        [Playlist],
        { path: 'contentDetails.playlists', maxItems: 100 },
        'The playlists it is made of, in their order; null in place of one that is gone.',
      ),
      channels: link(
        t,
        [Channel],
        { path: 'contentDetails.channels', maxItems: 100 },
        'The channels it is made of, in their order; null in place of one that is gone.',
      ),
    }),
  });

  builder.objectField(Channel, 'sections', (t) =>
    list(
      t,
      ChannelSection,
      {
        operation: channelSections.list,
        keyOf: sectionKey,
        maxItems: maxSections,
      },
      'What its home page shows, from top to bottom; an owner can add ten sections.',
    ),
  );

  builder.objectField(Viewer, 'channelSections', (t) =>
    list(
      t,
      ChannelSection,
      {
        operation: channelSections.list,
        args: () => ({ mine: true }),
        keyOf: sectionKey,
        maxItems: maxSections,
        nullOnReasons: noChannel,
      },
      "What the home page of the caller's own channel shows; null with a warning for an account that has none.",
    ),
  );
}
