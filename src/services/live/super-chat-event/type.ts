/** Payments of viewers of live broadcasts: Super Chats, Super Stickers, and Fan Funding. */
import { fanFundingEvents, superChatEvents } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { fields, ownKey } from '../../../engine/schema/field/path-field.ts';
import { Viewer } from '../../shared/viewer.ts';
import { languageArgument } from '../../shared/youtube/language-argument.ts';
import { noChannel } from '../../shared/youtube/no-channel.ts';
import { ChannelProfile } from '../channel-profile.ts';
import { SuperSticker } from '../chat/payment.ts';
import { FanFundingEvent, SuperChatEvent } from '../resources.ts';
import { unreadableId } from '../../../engine/schema/field/unreadable-id.ts';

const superChatEventConnection = connectionType(SuperChatEvent, 'super chat events', {
  counted: [
    superChatEvents.list,
    'The number of payments of the last 30 days, over all pages, as estimated by YouTube.',
  ],
});

const fanFundingEventConnection = connectionType(FanFundingEvent, 'donations', {
  counted: [
    fanFundingEvents.list,
    'The number of donations, over all pages, as estimated by YouTube.',
  ],
});

const displayText =
  'The amount with its currency, for display. In the language of the argument `language`. REST field: `displayString`.';

function addSuperChatEvent(): void {
  SuperChatEvent.implement({
    description:
      "A Super Chat or Super Sticker in a live broadcast of the caller's channel: a payment of a viewer.",
    fields: (t) => ({
      id: unreadableId(t, { list: 'Viewer.superChatEvents' }),
      superChatEventId: ownKey(t, 'The YouTube id of the payment.'),
      ...fields(t, 'snippet', {
        channelId: 'The YouTube id of the channel that received the payment.',
        supporterDetails: [ChannelProfile, 'The name and the picture of the paying viewer.'],
        commentText: 'The text of the paying viewer. Null for a Super Sticker.',
        createdAt: 'The time of the payment.',
        amountMicros: 'The amount in millionths of the currency: 5,000,000 is 5.',
        currency: 'The currency of the payment, as an ISO 4217 code.',
        isSuperStickerEvent: 'Whether the payment is a Super Sticker. False for a Super Chat.',
        amountText: ['String', displayText, { path: 'displayString' }],
        tier: ['The tier of the amount, as in `SuperChatMessage.tier`.', { rest: 'messageType' }],
        sticker: [
          SuperSticker,
          'The picture of a Super Sticker. Null for a Super Chat.',
          { rest: 'superStickerMetadata' },
        ],
      }),
    }),
  });
}

function addFanFundingEvent(): void {
  FanFundingEvent.implement({
    description:
      "A donation to the caller's channel through Fan Funding, which YouTube has discontinued.",
    fields: (t) => ({
      id: unreadableId(t, { list: 'Viewer.fanFundingEvents' }),
      fanFundingEventId: ownKey(t, 'The YouTube id of the donation.'),
      ...fields(t, 'snippet', {
        channelId: 'The YouTube id of the channel that received the donation.',
        supporterDetails: [ChannelProfile, 'The name and the picture of the donor.'],
        commentText: 'The text of the donor. Null if the donor wrote none.',
        createdAt: 'The time of the donation.',
        amountMicros: 'The donated amount in millionths of the currency.',
        currency: 'The currency of the donation, as an ISO 4217 code.',
        amountText: ['String', displayText, { path: 'displayString' }],
      }),
    }),
  });
}

const amountArguments = {
  language: languageArgument('Return the amounts in this language. Default: English.'),
} as const;

const amountParameters = ({ language }: { readonly language?: string | null }) =>
  language == null ? {} : { hl: language };

export function addSuperChatEvents(): void {
  addSuperChatEvent();
  addFanFundingEvent();

  builder.objectFields(Viewer, (t) => ({
    superChatEvents: connection(
      t,
      superChatEventConnection,
      {
        operation: superChatEvents.list,
        args: (_, args) => amountParameters(args),
        sameForAllParents: true,
        argumentNames: { hl: 'language' },
        nullOnReasons: noChannel,
        arguments: amountArguments,
      },
      "Super Chats and Super Stickers of the last 30 days in live broadcasts of the caller's channel. Null with a warning if the caller has no channel.",
    ),
    fanFundingEvents: connection(
      t,
      fanFundingEventConnection,
      {
        operation: fanFundingEvents.list,
        args: (_, args) => amountParameters(args),
        sameForAllParents: true,
        argumentNames: { hl: 'language' },
        nullOnReasons: noChannel,
        arguments: amountArguments,
        deprecationReason:
          'YouTube has removed the operation with Fan Funding. Use `superChatEvents`.',
      },
      "Donations to the caller's channel through Fan Funding. Null with a warning if the caller has no channel.",
    ),
  }));
}
