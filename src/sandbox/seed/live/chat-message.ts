/** The messages of the seeded live chats. */
import type { ChatMessageDetails, ChatMessageEntity } from '../../live/chat/entity.ts';
import type { Simulation } from '../../simulation.ts';
import { day, minute, rfc3339 } from '../../time.ts';
import { chatMessageId, fanId, ids } from '../ids.ts';

/** A message of the chat `nightShift`, published in the last minutes before the start instant. */
interface MessageRow {
  readonly type: string;
  /** Number of a fan, or the id of a channel. Absent: a message of the chat itself. */
  readonly author?: number | string;
  readonly details?: ChatMessageDetails;
}

const text = (author: number | string, messageText: string): MessageRow => ({
  type: 'textMessageEvent',
  author,
  details: { textMessageDetails: { messageText } },
});

const { studio, ben } = ids.channel;

const rows: Readonly<Record<Exclude<keyof typeof ids.chatMessage, 'missing'>, MessageRow>> = {
  text: text(0, 'Good evening from the ferry pier'),
  unicode: text(5, 'مساء الخير – 今晩は 👩‍🚀 <b>&amp;</b>'),
  owner: text(studio, 'Welcome to the night shift. The camera moves at nine.'),
  superChat: {
    type: 'superChatEvent',
    author: 1,
    details: {
      superChatDetails: {
        amountMicros: '10000000',
        currency: 'USD',
        userComment: 'For the lighthouse fund',
        tier: 3,
      },
    },
  },
  silentSuperChat: {
    type: 'superChatEvent',
    author: 6,
    details: { superChatDetails: { amountMicros: '20000000', currency: 'SEK', tier: 1 } },
  },
  superSticker: {
    type: 'superStickerEvent',
    author: 2,
    details: {
      superStickerDetails: {
        amountMicros: '1990000',
        currency: 'EUR',
        tier: 2,
        superStickerMetadata: {
          stickerId: 'seagull_01',
          altText: 'A seagull that waves',
          altTextLanguage: 'en',
        },
      },
    },
  },
  newMember: {
    type: 'newSponsorEvent',
    author: 27,
    details: { newSponsorDetails: { memberLevelName: 'Deckhand', isUpgrade: false } },
  },
  upgrade: {
    type: 'newSponsorEvent',
    author: 10,
    details: { newSponsorDetails: { memberLevelName: 'Mate', isUpgrade: true } },
  },
  milestone: {
    type: 'memberMilestoneChatEvent',
    author: 8,
    details: {
      memberMilestoneChatDetails: {
        memberLevelName: 'Captain & crew',
        memberMonth: 9,
        userComment: 'Nine months on deck',
      },
    },
  },
  gifting: {
    type: 'membershipGiftingEvent',
    author: 4,
    details: {
      membershipGiftingDetails: { giftMembershipsCount: 5, giftMembershipsLevelName: 'Deckhand' },
    },
  },
  giftReceived: {
    type: 'giftMembershipReceivedEvent',
    author: 9,
    details: {
      giftMembershipReceivedDetails: {
        memberLevelName: 'Deckhand',
        gifterChannelId: fanId(4),
        associatedMembershipGiftingMessageId: ids.chatMessage.gifting,
      },
    },
  },
  poll: {
    type: 'pollEvent',
    author: studio,
    details: {
      pollDetails: {
        metadata: {
          questionText: 'Which camera next?',
          options: [
            { optionText: 'Breakwater', tally: '41' },
            { optionText: 'Dry dock', tally: '17' },
          ],
        },
        status: 'active',
      },
    },
  },
  gift: {
    type: 'giftEvent',
    author: 7,
    details: {
      giftDetails: {
        giftName: 'Lantern',
        giftDuration: '3.5s',
        jewelsAmount: 30,
        giftUrl: 'https://i.video.example/gift/lantern.webp',
        altText: 'A lantern that lights up',
        language: 'en',
        hasVisualEffect: true,
        comboCount: 2,
      },
    },
  },
  fanFunding: {
    type: 'fanFundingEvent',
    author: 11,
    details: {
      fanFundingEventDetails: {
        amountMicros: '3000000',
        currency: 'GBP',
        userComment: 'A coffee for the crew',
      },
    },
  },
  tombstone: { type: 'tombstone' },
  retractedTombstone: { type: 'tombstone' },
  temporaryBan: {
    type: 'userBannedEvent',
    author: ben,
    details: {
      userBannedDetails: {
        bannedChannelId: fanId(14),
        banType: 'temporary',
        banDurationSeconds: '7200',
      },
    },
  },
  permanentBan: {
    type: 'userBannedEvent',
    author: studio,
    details: { userBannedDetails: { bannedChannelId: fanId(15), banType: 'permanent' } },
  },
  membersOnlyStarted: { type: 'sponsorOnlyModeStartedEvent' },
  membersOnlyEnded: { type: 'sponsorOnlyModeEndedEvent' },
  last: text(16, 'Is the fog signal on tonight?'),
};

/** Messages of all types but the end, oldest first. */
export function nightMessages(simulation: Simulation): ChatMessageEntity[] {
  const names = Object.keys(rows) as (keyof typeof rows)[];
  return names.map((name, index) =>
    buildMessage(ids.chatMessage[name], rows[name], {
      publishedAt: rfc3339(simulation.at((index - names.length) * 30_000)),
    }),
  );
}

/** The details of a seeded message of a type; of unknown types empty, with an author. */
export function sampleMessage(type: string): {
  readonly details: ChatMessageDetails;
  readonly hasAuthor: boolean;
} {
  if (type === 'chatEndedEvent') return { details: {}, hasAuthor: false };
  const row = Object.values(rows).find((other) => other.type === type);
  return {
    details: structuredClone(row?.details ?? {}),
    hasAuthor: row === undefined || row.author !== undefined,
  };
}

function buildMessage(
  id: string,
  { type, author, details = {} }: MessageRow,
  { publishedAt }: Pick<ChatMessageEntity, 'publishedAt'>,
): ChatMessageEntity {
  const authorChannelId = typeof author === 'number' ? fanId(author) : author;
  return {
    id,
    type,
    publishedAt,
    ...(authorChannelId !== undefined && { authorChannelId }),
    details: structuredClone(details),
  };
}

/** Paid messages of the completed broadcasts: age in days at the start instant, and content. */
const archivedRows: readonly (readonly [age: number, name: keyof typeof rows])[] = [
  [77, 'superChat'],
  [77, 'superSticker'],
  [77, 'fanFunding'],
  [29.99, 'superChat'],
  [29.99, 'fanFunding'],
  [29.98, 'superChat'],
  [29.98, 'superSticker'],
  [29.97, 'silentSuperChat'],
  [29.97, 'fanFunding'],
  [29.96, 'superChat'],
];

/** Builds the paid messages of the completed broadcasts, oldest first. */
export const archivedMessages = (simulation: Simulation): ChatMessageEntity[] =>
  archivedRows.map(([age, name], index) =>
    buildMessage(
      chatMessageId(`archived ${index}`),
      { ...rows[name], author: 20 + index },
      { publishedAt: rfc3339(simulation.at(-age * day + index * minute)) },
    ),
  );
