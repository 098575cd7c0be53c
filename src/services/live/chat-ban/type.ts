/** Bans from live chats: only the write that creates a ban returns it. */
import { liveChatBans } from '../operations.ts';
import { durationAt } from '../../../engine/schema/type/duration.ts';
import { fields, ownKey } from '../../../engine/schema/field/path-field.ts';
import { ChannelProfile } from '../channel-profile.ts';
import { LiveChat, LiveChatBan } from '../resources.ts';
import { unreadableId } from '../../../engine/schema/field/unreadable-id.ts';

export function addLiveChatBan(): void {
  LiveChatBan.implement({
    description:
      'A ban of a viewer from the live chats of a channel. YouTube does not list bans: store the id to remove the ban later.',
    fields: (t) => ({
      id: unreadableId(t, { mutations: ['unbanChatUser'] }),
      banId: ownKey(t, 'The YouTube id of the ban.'),
      ...fields(t, 'snippet', {
        type: 'The kind of the ban: temporary or permanent.',
        liveChatId: 'The YouTube id of the live chat.',
        liveChat: [LiveChat, 'The live chat that the ban was made in.', { id: 'liveChatId' }],
        channelId: [
          'The YouTube id of the channel of the banned viewer.',
          { path: 'bannedUserDetails.channelId' },
        ],
        bannedUserDetails: [
          ChannelProfile,
          'The name and the picture of the banned viewer.',
          { path: 'bannedUserDetails' },
        ],
      }),
      duration: durationAt(
        t,
        'snippet.banDurationSeconds',
        { unit: 's', operation: liveChatBans.insert },
        'The duration of a temporary ban. Null for a permanent ban. REST field: `banDurationSeconds`.',
      ),
    }),
  });
}
