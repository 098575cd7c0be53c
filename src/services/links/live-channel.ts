/** Links from broadcasts, streams and chats to the channels that own them or take part in them. */
import { builder } from '../../engine/schema/builder.ts';
import { fields } from '../../engine/schema/field/path-field.ts';
import { UserBannedMessage } from '../live/chat/event.ts';
import { MembershipGiftReceivedMessage } from '../live/chat/membership.ts';
import { Sponsor } from '../live/sponsor/type.ts';
import {
  Broadcast,
  ChatMessage,
  ChatModerator,
  LiveChatBan,
  FanFundingEvent,
  SuperChatEvent,
  Stream,
} from '../live/resources.ts';
import { Channel } from '../video/resources.ts';

/** The links of what viewers paid. */
function addSupporters(): void {
  builder.objectFields(SuperChatEvent, (t) =>
    fields(t, 'snippet', {
      channel: [Channel, 'The channel that received the payment.', { id: 'channelId' }],
      supporter: [
        Channel,
        'The channel of the paying viewer. `supporterDetails` needs no further call.',
        { id: 'supporterDetails.channelId' },
      ],
    }),
  );
  builder.objectFields(FanFundingEvent, (t) =>
    fields(t, 'snippet', {
      channel: [Channel, 'The channel that received the donation.', { id: 'channelId' }],
      supporter: [
        Channel,
        'The channel of the donor. `supporterDetails` needs no further call.',
        { id: 'supporterDetails.channelId' },
      ],
    }),
  );
  builder.objectFields(Sponsor, (t) =>
    fields(t, 'snippet', {
      channel: [Channel, 'The sponsored channel.', { id: 'channelId' }],
      supporter: [
        Channel,
        'The channel of the sponsor. `supporterDetails` needs no further call.',
        { id: 'sponsorDetails.channelId' },
      ],
    }),
  );
}

/** The links of chats. */
function addChatChannels(): void {
  builder.interfaceFields(ChatMessage, (t) =>
    fields(t, {
      author: [
        Channel,
        'The channel of the author. `authorDetails` needs no further call. Null for messages without an author.',
        { id: 'snippet.authorChannelId' },
      ],
    }),
  );
  builder.objectFields(UserBannedMessage, (t) =>
    fields(t, {
      bannedUser: [
        Channel,
        'The channel of the banned viewer.',
        { id: 'snippet.userBannedDetails.bannedUserDetails.channelId' },
      ],
    }),
  );
  builder.objectFields(MembershipGiftReceivedMessage, (t) =>
    fields(t, {
      gifter: [
        Channel,
        'The channel that bought the membership.',
        { id: 'snippet.giftMembershipReceivedDetails.gifterChannelId' },
      ],
    }),
  );
  builder.objectFields(ChatModerator, (t) =>
    fields(t, {
      channel: [
        Channel,
        'The channel that is the moderator. `details` needs no further call.',
        { id: 'snippet.moderatorDetails.channelId' },
      ],
    }),
  );
  builder.objectFields(LiveChatBan, (t) =>
    fields(t, {
      channel: [
        Channel,
        'The channel of the banned viewer. `details` needs no further call.',
        { id: 'snippet.bannedUserDetails.channelId' },
      ],
    }),
  );
}

export function addLiveChannels(): void {
  builder.objectFields(Broadcast, (t) =>
    fields(t, {
      channel: [Channel, 'The channel that owns the broadcast.', { id: 'snippet.channelId' }],
    }),
  );
  builder.objectFields(Stream, (t) =>
    fields(t, {
      channel: [Channel, 'The channel that owns the stream.', { id: 'snippet.channelId' }],
    }),
  );
  addSupporters();
  addChatChannels();
}
