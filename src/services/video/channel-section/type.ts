/** Sections of a channel's home page. */
import { channelSections } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { list } from '../../../engine/schema/list/list.ts';
import { computed, fields, ownKey } from '../../../engine/schema/field/path-field.ts';
import { Viewer } from '../../shared/viewer.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { Channel, ChannelSection, Playlist } from '../resources.ts';
import { noChannel } from '../../shared/youtube/no-channel.ts';

/** Maximum number of sections: Google documents ten, but channels have up to twelve. */
const maxSections = 12;
const sectionKey = ({ id }: { readonly id: string }): readonly string[] => [id];

export function addChannelSection(): void {
  ChannelSection.implement({
    ...node,
    description: "A section of a channel's home page.",
    fields: (t) => ({
      sectionId: ownKey(t, 'The YouTube id of the section.'),
      ...fields(t, 'snippet', {
        channelId: 'The YouTube id of the channel whose home page contains the section.',
        title:
          'The title of the section. Null unless `type` is `MULTIPLE_PLAYLISTS` or `MULTIPLE_CHANNELS`.',
        position: 'The position on the page. The first section has position 0.',
        type: 'The kind of content of the section.',
        channel: [
          Channel,
          'The channel whose home page contains the section.',
          { id: 'channelId' },
        ],
      }),
      playlistIds: computed(
        t,
        ['ID'],
        {
          paths: ['contentDetails.playlists'],
          compute: ({ contentDetails }) => contentDetails?.playlists ?? [],
        },
        'YouTube ids of the playlists of the section, in display order. Empty if the section has none.',
      ),
      channelIds: computed(
        t,
        ['ID'],
        {
          paths: ['contentDetails.channels'],
          compute: ({ contentDetails }) => contentDetails?.channels ?? [],
        },
        'YouTube ids of the channels of the section, in display order. Empty if the section has none.',
      ),
      ...fields(t, 'contentDetails', {
        playlists: [
          [Playlist],
          'The playlists of the section, in display order. An entry is null if the playlist no longer exists.',
          { ids: 'playlists', maxItems: 100, defaultFirst: 20 },
        ],
        channels: [
          [Channel],
          'The channels of the section, in display order. An entry is null if the channel no longer exists.',
          { ids: 'channels', maxItems: 100, defaultFirst: 20 },
        ],
      }),
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
      'Sections of the home page, from top to bottom. An owner can create at most 10.',
    ),
  );

  builder.objectField(Viewer, 'channelSections', (t) =>
    list(
      t,
      ChannelSection,
      {
        operation: channelSections.list,
        args: () => ({ mine: true }),
        forCaller: true,
        keyOf: sectionKey,
        maxItems: maxSections,
        nullOnReasons: noChannel,
      },
      "Sections of the home page of the caller's channel. Null with a warning if the account has no channel.",
    ),
  );
}
