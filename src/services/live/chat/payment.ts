/** Chat messages that were paid for. */
import type { youtube_v3 } from '@googleapis/youtube';
import { computed, fields, valueType } from '../../../engine/schema/field/path-field.ts';
import { messageType } from './message.ts';

/** The picture of a payment. */
export const SuperSticker = valueType<youtube_v3.Schema$SuperStickerMetadata>(
  'SuperSticker',
  'SuperStickerMetadata',
).rows('The picture of a Super Sticker.', {
  stickerId: 'The YouTube id of the picture. No REST operation accepts the id.',
  altText: 'A description of the picture.',
  altTextLanguage: ['LanguageTag', 'The language of `altText`, as a BCP 47 code.'],
});

/** The rows of the parts of messages that have an amount of money. */
const paymentRows = {
  amountMicros: 'The amount in millionths of the currency: 1,750,000 is 1.75.',
  currency: 'The currency of the amount, as an ISO 4217 code.',
  amountText: [
    'The amount with its currency, for display. In the language of the argument `language`.',
    { rest: 'amountDisplayString' },
  ],
  tier: 'The tier of the amount, from 1. Higher amounts have higher tiers, which determine the color and the duration of the display.',
} as const;

const discontinued = 'YouTube has replaced Fan Funding by Super Chat: use `SuperChatMessage`.';

/** A duration of Google's JSON format, `3.5s`, in ISO 8601; null for any other text. */
function isoDuration(value: string | null | undefined): string | null {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(value ?? '')?.[1];
  return seconds === undefined ? null : `PT${seconds}S`;
}

export function addPaymentMessages(): void {
  messageType('SuperChatMessage', 'A Super Chat: a text that the author paid for.', (t) =>
    fields(t, 'snippet.superChatDetails', {
      ...paymentRows,
      commentText: ['The text of the author.', { rest: 'userComment' }],
    }),
  );

  messageType('SuperStickerMessage', 'A Super Sticker: a picture that the author paid for.', (t) =>
    fields(t, 'snippet.superStickerDetails', {
      ...paymentRows,
      sticker: [SuperSticker, 'The picture.', { rest: 'superStickerMetadata' }],
    }),
  );

  messageType(
    'FanFundingMessage',
    'A donation through Fan Funding, which YouTube has discontinued.',
    (t) =>
      fields(t, 'snippet.fanFundingEventDetails', {
        amountMicros: ['The amount in millionths of the currency.', { deprecated: discontinued }],
        currency: [
          'The currency of the amount, as an ISO 4217 code.',
          { deprecated: discontinued },
        ],
        amountText: [
          'The amount with its currency, for display.',
          { rest: 'amountDisplayString', deprecated: discontinued },
        ],
        commentText: ['The text of the author.', { rest: 'userComment', deprecated: discontinued }],
      }),
  );

  messageType('GiftMessage', 'An animated gift, paid with jewels.', (t) => ({
    ...fields(t, 'snippet.giftDetails', {
      giftName: 'The name of the gift, for display.',
      jewelCount: ['The price of the gift in jewels.', { rest: 'jewelsAmount' }],
      comboCount: 'The number of times that the author sent the gift in a row.',
      hasVisualEffect: 'Whether the gift is shown over the video, and not in the chat only.',
      giftUrl: ['URL', 'The URL of the picture of the gift.'],
      altText: 'A description of the picture.',
      languageTag: [
        'LanguageTag',
        'The tag of the language of `giftName` and `altText`.',
        { rest: 'language' },
      ],
    }),
    giftDuration: computed(
      t,
      'Duration',
      {
        paths: ['snippet.giftDetails.giftDuration'],
        compute: ({ snippet }) => isoDuration(snippet?.giftDetails?.giftDuration),
      },
      'The duration of the animation.',
    ),
  }));
}
