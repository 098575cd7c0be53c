/** Links from broadcasts, streams and chats to the channels that own them or take part in them. */
import { builder } from '../../engine/schema/builder.ts';
import { link } from '../../engine/schema/field/link.ts';
import { UserBannedMessage } from '../live/chat/event.ts';
import { MembershipGiftReceivedMessage } from '../live/chat/membership.ts';
import { Sponsor } from '../live/sponsor/type.ts';
import { Broadcast } from '../live/broadcast/resource.ts';
import { ChatMessage } from '../live/chat/resource.ts';
import { ChatModerator } from '../live/chat-moderator/resource.ts';
import { LiveChatBan } from '../live/chat-ban/resource.ts';
import { FanFundingEvent, SuperChatEvent } from '../live/super-chat-event/resource.ts';
import { Stream } from '../live/stream/resource.ts';
import { Channel } from '../video/channel/resource.ts';

/** The links of what viewers paid. */
function addSupporters(): void {
  builder.objectFields(SuperChatEvent, (t) => ({
    channel: link(t, Channel, 'snippet.channelId', 'The channel that received the payment.'),
    supporter: link(
      t,
      Channel,
      'snippet.supporterDetails.channelId',
      'The channel of the paying viewer. `supporterDetails` needs no further call.',
    ),
  }));
  builder.objectFields(FanFundingEvent, (t) => ({
    channel: link(t, Channel, 'snippet.channelId', 'The channel that received the donation.'),
    supporter: link(
      t,
      Channel,
      'snippet.supporterDetails.channelId',
      'The channel of the donor. `supporterDetails` needs no further call.',
    ),
  }));
  builder.objectFields(Sponsor, (t) => ({
    channel: link(t, Channel, 'snippet.channelId', 'The sponsored channel.'),
    supporter: link(
      t,
      Channel,
      'snippet.sponsorDetails.channelId',
      'The channel of the sponsor. `supporterDetails` needs no further call.',
    ),
  }));
}

/** The links of chats. */
function addChatChannels(): void {
  builder.interfaceFields(ChatMessage, (t) => ({
    author: link(
      t,
      Channel,
      'snippet.authorChannelId',
      'The channel of the author. `authorDetails` needs no further call. Null for messages without an author.',
    ),
  }));
  builder.objectFields(UserBannedMessage, (t) => ({
    bannedUser: link(
      t,
      Channel,
      'snippet.userBannedDetails.bannedUserDetails.channelId',
      'The channel of the banned viewer.',
    ),
  }));
  builder.objectFields(MembershipGiftReceivedMessage, (t) => ({
    gifter: link(
      t,
      Channel,
      'snippet.giftMembershipReceivedDetails.gifterChannelId',
      'The channel that bought the membership.',
    ),
  }));
  builder.objectFields(ChatModerator, (t) => ({
    channel: link(
      t,
      Channel,
      'snippet.moderatorDetails.channelId',
      'The channel that is the moderator. `details` needs no further call.',
    ),
  }));
  builder.objectFields(LiveChatBan, (t) => ({
    channel: link(
      t,
      Channel,
      'snippet.bannedUserDetails.channelId',
      'The channel of the banned viewer. `details` needs no further call.',
    ),
  }));
}

/** Adds the fields of this module to the schema. */
export function addLiveChannels(): void {
  builder.objectFields(Broadcast, (t) => ({
    channel: link(t, Channel, 'snippet.channelId', 'The channel that owns the broadcast.'),
  }));
  builder.objectFields(Stream, (t) => ({
    channel: link(t, Channel, 'snippet.channelId', 'The channel that owns the stream.'),
  }));
  addSupporters();
  addChatChannels();
}
