/** Moderators of live chats. */
import { fields, ownKey } from '../../../engine/schema/field/path-field.ts';
import { unreadableId } from '../../../engine/schema/field/unreadable-id.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { ChannelProfile } from '../channel-profile.ts';
import { LiveChat, ChatModerator } from '../resources.ts';
import { liveChatModerators } from '../operations.ts';

export const moderatorConnection = connectionType(ChatModerator, 'moderators', {
  counted: [
    liveChatModerators.list,
    'The number of moderators, over all pages, as estimated by YouTube.',
  ],
});

export function addModerator(): void {
  ChatModerator.implement({
    description: 'A moderator of the live chats of a channel. Channel owner only.',
    fields: (t) => ({
      id: unreadableId(t, { mutations: ['removeChatModerator'] }),
      moderatorId: ownKey(t, 'The YouTube id of the role, which is not the id of the channel.'),
      ...fields(t, 'snippet', {
        liveChatId: 'The YouTube id of the live chat.',
        liveChat: [
          LiveChat,
          'The live chat that the moderator can moderate.',
          { id: 'liveChatId' },
        ],
        channelId: [
          'The YouTube id of the channel of the moderator.',
          { path: 'moderatorDetails.channelId' },
        ],
        moderatorDetails: [
          ChannelProfile,
          'The name and the picture of the moderator.',
          { path: 'moderatorDetails' },
        ],
      }),
    }),
  });
}
