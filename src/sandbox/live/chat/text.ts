/** Texts of chats in the language of a call: amounts of money, and what a message displays. */
import type { ChatMessageEntity } from './entity.ts';

/** An amount of money, for example `$5.00`. @param micros millionths of the unit of the currency */
export const moneyText = (micros: string, currency: string, hl = 'en-US'): string =>
  new Intl.NumberFormat(hl, { style: 'currency', currency }).format(Number(micros) / 1_000_000);

/**
 * The amount of money in the details of a message, as text.
 * @param hl language. Default: English
 * @returns undefined if the details have no amount
 */
export function amountText(
  { amountMicros, currency }: Readonly<Record<string, unknown>>,
  hl?: string,
): string | undefined {
  return typeof amountMicros === 'string' && typeof currency === 'string'
    ? moneyText(amountMicros, currency, hl)
    : undefined;
}

/** The values from which the text of a message is made. */
interface MessageParts {
  /** The author's name. */
  readonly name: string;
  /** The name of the other channel that the message is about. */
  readonly otherName: string;
  /** A text or a number of the message's details. */
  readonly value: (name: string) => string | undefined;
  /** The amount of money, as text. */
  readonly money: string;
}

type Text = (parts: MessageParts) => string;

const quoted = (comment: string | undefined): string =>
  comment === undefined ? '' : `: "${comment}"`;

/** The text by message type. Types without an entry display nothing. */
const english: Readonly<Record<string, Text>> = {
  textMessageEvent: ({ value }) => value('messageText') ?? '',
  superChatEvent: ({ name, money, value }) =>
    `${money} from ${name}${quoted(value('userComment'))}`,
  superStickerEvent: ({ name, money }) => `${money} from ${name}`,
  fanFundingEvent: ({ name, money, value }) =>
    `${money} from ${name}${quoted(value('userComment'))}`,
  newSponsorEvent: ({ name }) => `Welcome ${name}!`,
  memberMilestoneChatEvent: ({ value }) =>
    value('userComment') ?? `Member for ${value('memberMonth')} months`,
  membershipGiftingEvent: ({ name, value }) =>
    `${name} gifted ${value('giftMembershipsCount')} memberships`,
  giftMembershipReceivedEvent: ({ name, otherName }) =>
    `${name} received a gift membership by ${otherName}`,
  giftEvent: ({ name, value }) =>
    `${name} sent ${value('giftName')} for ${value('jewelsAmount')} Jewels`,
  pollEvent: ({ name }) => `${name} started a poll`,
  userBannedEvent: ({ name, otherName }) => `${name} banned ${otherName}`,
  sponsorOnlyModeStartedEvent: () => 'Members-only mode is on',
  sponsorOnlyModeEndedEvent: () => 'Members-only mode is off',
};

const swedish: typeof english = {
  ...english,
  newSponsorEvent: ({ name }) => `Välkommen ${name}!`,
  superChatEvent: ({ name, money, value }) =>
    `${money} från ${name}${quoted(value('userComment'))}`,
  superStickerEvent: ({ name, money }) => `${money} från ${name}`,
  sponsorOnlyModeStartedEvent: () => 'Läget för endast medlemmar är på',
  sponsorOnlyModeEndedEvent: () => 'Läget för endast medlemmar är av',
};

/**
 * The text that a message displays; undefined for messages that display nothing.
 * @param hl language. Default: English
 */
export function displayText(
  { type }: ChatMessageEntity,
  parts: MessageParts,
  hl = 'en',
): string | undefined {
  const texts = hl.split('-')[0] === 'sv' ? swedish : english;
  return Object.hasOwn(texts, type) ? texts[type]!(parts) : undefined;
}
