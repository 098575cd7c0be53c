/** Chat messages that were paid for. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../../../engine/schema/builder.ts';
import type { FieldBuilder } from '../../../engine/schema/field/field-factory.ts';
import { computed, fieldAt, fields } from '../../../engine/schema/field/path-field.ts';
import { messageType, type MessageShape } from './message.ts';

/** The picture of a payment. */
export const SuperSticker = builder
  .objectRef<youtube_v3.Schema$SuperStickerMetadata>('SuperSticker')
  .implement({
    description: 'The picture of a Super Sticker.',
    fields: (t) => ({
      ...fields(t, {
        stickerId: ['ID', 'The YouTube id of the picture. No REST operation accepts the id.'],
        altText: ['String', 'A description of the picture.'],
      }),
      altTextLanguage: fieldAt(
        t,
        'LanguageTag',
        'altTextLanguage',
        'The language of `altText`, as a BCP 47 code.',
      ),
    }),
  });

/** The part of a message that has an amount of money. */
type PaidPart = 'superChatDetails' | 'superStickerDetails';

const paymentFields = (t: FieldBuilder<MessageShape>, part: PaidPart) => ({
  amountMicros: fieldAt(
    t,
    'BigInt',
    `snippet.${part}.amountMicros`,
    'The amount in millionths of the currency: 1,750,000 is 1.75.',
  ),
  currency: fieldAt(
    t,
    'String',
    `snippet.${part}.currency`,
    'The currency of the amount, as an ISO 4217 code.',
  ),
  amountText: fieldAt(
    t,
    'String',
    `snippet.${part}.amountDisplayString`,
    'The amount with its currency, for display. In the language of the argument `language`. REST field: `amountDisplayString`.',
  ),
  tier: fieldAt(
    t,
    'Int',
    `snippet.${part}.tier`,
    'The tier of the amount, from 1. Higher amounts have higher tiers, which determine the colour and the duration of the display.',
  ),
});

const discontinued = 'YouTube has replaced Fan Funding by Super Chat: use `SuperChatMessage`.';

/** A duration of Google's JSON format, `3.5s`, in ISO 8601; null for any other text. */
function isoDuration(value: string | null | undefined): string | null {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(value ?? '')?.[1];
  return seconds === undefined ? null : `PT${seconds}S`;
}

/** Adds the types of this module to the schema. */
export function addPaymentMessages(): void {
  messageType('SuperChatMessage', 'A Super Chat: a text that the author paid for.', (t) => ({
    ...paymentFields(t, 'superChatDetails'),
    comment: fieldAt(
      t,
      'String',
      'snippet.superChatDetails.userComment',
      'The text of the author. REST field: `userComment`.',
    ),
  }));

  messageType(
    'SuperStickerMessage',
    'A Super Sticker: a picture that the author paid for.',
    (t) => ({
      ...paymentFields(t, 'superStickerDetails'),
      sticker: fieldAt(
        t,
        SuperSticker,
        'snippet.superStickerDetails.superStickerMetadata',
        'The picture. REST field: `superStickerMetadata`.',
      ),
    }),
  );

  messageType(
    'FanFundingMessage',
    'A donation through Fan Funding, which YouTube has discontinued.',
    (t) => ({
      amountMicros: fieldAt(t, 'BigInt', 'snippet.fanFundingEventDetails.amountMicros', {
        description: 'The amount in millionths of the currency.',
        deprecationReason: discontinued,
      }),
      currency: fieldAt(t, 'String', 'snippet.fanFundingEventDetails.currency', {
        description: 'The currency of the amount, as an ISO 4217 code.',
        deprecationReason: discontinued,
      }),
      amountText: fieldAt(t, 'String', 'snippet.fanFundingEventDetails.amountDisplayString', {
        description:
          'The amount with its currency, for display. REST field: `amountDisplayString`.',
        deprecationReason: discontinued,
      }),
      comment: fieldAt(t, 'String', 'snippet.fanFundingEventDetails.userComment', {
        description: 'The text of the author. REST field: `userComment`.',
        deprecationReason: discontinued,
      }),
    }),
  );

  messageType('GiftMessage', 'An animated gift, paid with jewels.', (t) => ({
    giftName: fieldAt(
      t,
      'String',
      'snippet.giftDetails.giftName',
      'The name of the gift, for display.',
    ),
    giftDuration: computed(
      t,
      'Duration',
      {
        paths: ['snippet.giftDetails.giftDuration'],
        compute: ({ snippet }) => isoDuration(snippet?.giftDetails?.giftDuration),
      },
      'The duration of the animation.',
    ),
    jewelCount: fieldAt(
      t,
      'Int',
      'snippet.giftDetails.jewelsAmount',
      'The price of the gift in jewels. REST field: `jewelsAmount`.',
    ),
    comboCount: fieldAt(
      t,
      'Int',
      'snippet.giftDetails.comboCount',
      'The number of times that the author sent the gift in a row.',
    ),
    hasVisualEffect: fieldAt(
      t,
      'Boolean',
      'snippet.giftDetails.hasVisualEffect',
      'Whether the gift is shown over the video, and not in the chat only.',
    ),
    giftUrl: fieldAt(
      t,
      'URL',
      'snippet.giftDetails.giftUrl',
      'The URL of the picture of the gift.',
    ),
    altText: fieldAt(t, 'String', 'snippet.giftDetails.altText', 'A description of the picture.'),
    language: fieldAt(
      t,
      'LanguageTag',
      'snippet.giftDetails.language',
      'The language of `giftName` and `altText`, as a BCP 47 code.',
    ),
  }));
}
