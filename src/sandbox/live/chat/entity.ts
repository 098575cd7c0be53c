/** The stored data of live chats. */

/** Fields of `snippet` that only messages of one type have, for example `textMessageDetails`. */
export type ChatMessageDetails = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A message of a live chat. */
export interface ChatMessageEntity {
  readonly id: string;
  /** `snippet.type`, for example `textMessageEvent`; also types that YouTube does not document. */
  type: string;
  readonly publishedAt: string;
  /** The channel that wrote or caused the message; absent for messages of the chat itself. */
  authorChannelId?: string;
  /** Amounts without `amountDisplayString`, which depends on the language of the call. */
  details: ChatMessageDetails;
}

/** A channel that moderates a chat. */
export interface ChatModeratorEntity {
  readonly id: string;
  readonly channelId: string;
}

/** A channel that cannot write in a chat. */
export interface ChatBanEntity {
  readonly id: string;
  readonly channelId: string;
  readonly type: 'permanent' | 'temporary';
  /** Only of temporary bans. */
  readonly durationSeconds?: number;
  readonly createdAt: string;
}

/** Whether a ban applies. @param time in milliseconds since 1970 */
export const isInForce = (
  { createdAt, durationSeconds = Infinity }: ChatBanEntity,
  time: number,
): boolean => time < Date.parse(createdAt) + durationSeconds * 1000;

/** Whether a channel cannot write in a chat. @param time in milliseconds since 1970 */
export const isBanned = ({ bans }: ChatEntity, channelId: string, time: number): boolean =>
  bans.some((ban) => ban.channelId === channelId && isInForce(ban, time));

/** The chat of a broadcast. */
export interface ChatEntity {
  /** `liveChatId`. */
  readonly id: string;
  /** Id of the broadcast and its video. */
  readonly broadcastId: string;
  /** All messages, oldest first. Deleted messages stay as tombstones. */
  readonly messages: ChatMessageEntity[];
  /** The number of messages added after the seed, from which new ids are made. */
  addedMessages: number;
  readonly moderators: ChatModeratorEntity[];
  readonly bans: ChatBanEntity[];
  /** Milliseconds that a client has to wait between two polls. */
  pollingIntervalMillis: number;
  /** Milliseconds for which a page token is valid. */
  tokenLifetimeMs: number;
  /** Whether the owner has disabled the chat. */
  isDisabled: boolean;
  /**
   * The time until which `messages` contains what the viewers write, in milliseconds since 1970.
   * Absent: the viewers write nothing.
   */
  viewerMessagesUntil?: number;
}

/** A chat without messages. */
export const emptyChat = (id: string, broadcastId: string): ChatEntity => ({
  id,
  broadcastId,
  messages: [],
  addedMessages: 0,
  moderators: [],
  bans: [],
  pollingIntervalMillis: 2000,
  tokenLifetimeMs: 3_600_000,
  isDisabled: false,
});
