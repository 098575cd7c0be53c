/**
 * `liveChatMessages.list`: the recent history of a chat, then with each page token the messages
 * since the page that returned it.
 */
import { ApiError } from '../../http/api-error.ts';
import type { ApiCall, Handler } from '../../call/handler.ts';
import type { Simulation } from '../../simulation.ts';
import { parseLanguage } from '../../video/language.ts';
import { throwInvalidParameter } from '../../video/error.ts';
import {
  broadcastOf,
  chatDomain,
  findVisibleChat,
  isActivePoll,
  isEnded,
  throwEnded,
} from './chat.ts';
import type { ChatEntity, ChatMessageEntity } from './entity.ts';
import { serializeMessage } from './message-serializer.ts';

const defaultSize = 500;

/** Milliseconds by which a client may be early: timers are not exact. */
const timerTolerance = 5;

/** `liveChatMessages.list`. */
export const listChatMessages: Handler = (call) => {
  const { query, simulation } = call;
  const hl = parseLanguage(call);
  const chat = findVisibleChat(call, query.text('liveChatId')!, 'liveChatId');
  const { messages } = chat;
  const size = query.int('maxResults') ?? defaultSize;
  const start = startOf(call, chat, size);
  if (isEnded(chat) && (start === messages.length || !query.has('pageToken'))) throwEnded();
  const items = messages.slice(start, start + size);
  const form = { hl, imageSize: query.int('profileImageSize') };
  const serialize = (message: ChatMessageEntity): object =>
    serializeMessage(simulation, chat, message, form);
  const poll = messages.findLast(isActivePoll);
  const offlineAt = broadcastOf(simulation, chat).snippet.actualEndTime;
  return {
    kind: 'youtube#liveChatMessageListResponse',
    pollingIntervalMillis: chat.pollingIntervalMillis,
    ...(offlineAt !== undefined && { offlineAt }),
    pageInfo: { totalResults: items.length, resultsPerPage: items.length },
    nextPageToken: encodeToken(simulation, chat, start + items.length),
    items: items.map(serialize),
    ...(poll && { activePollItem: selectParts(call, serialize(poll)) }),
  };
};

/** The index of the first message of the page. @throws ApiError 400 or 403 for the page token */
function startOf({ query, simulation }: ApiCall, chat: ChatEntity, size: number): number {
  const text = query.text('pageToken');
  if (text === undefined) return Math.max(0, chat.messages.length - size);
  const token = decodeToken(text);
  if (!token || !isValidToken(simulation, chat, token))
    throwInvalidParameter(chatDomain, 'pageTokenInvalid', 'pageToken');
  const age = ageOf(simulation, token);
  if (age < chat.pollingIntervalMillis - timerTolerance)
    throw new ApiError(403, 'rateLimitExceeded', {
      domain: chatDomain,
      message: 'The request was sent too soon after the previous one.',
    });
  return token.position;
}

/** The content of a page token. */
interface PageToken {
  readonly chatId: string;
  /** The index of the next message. */
  readonly position: number;
  /** When the token was issued, in simulated milliseconds. */
  readonly issuedAt: number;
  /** When the token was issued, as `performance.now()`. */
  readonly realTime: number;
}

function encodeToken(simulation: Simulation, { id }: ChatEntity, position: number): string {
  const times = [simulation.now().getTime(), Math.ceil(performance.now())];
  return Buffer.from(JSON.stringify([id, position, ...times])).toString('base64url');
}

/** Undefined for texts that are not tokens. */
function decodeToken(text: string): PageToken | undefined {
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(values) || values.length !== 4) return undefined;
    const [chatId, ...numbers] = values as [unknown, ...unknown[]];
    const [position, issuedAt, realTime] = numbers as [number, number, number];
    if (typeof chatId !== 'string' || !numbers.every(Number.isFinite)) return undefined;
    return Number.isInteger(position) && position >= 0
      ? { chatId, position, issuedAt, realTime }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the token belongs to the chat and is valid now. A reset ends tokens of later times. */
const isValidToken = (simulation: Simulation, chat: ChatEntity, token: PageToken): boolean =>
  token.chatId === chat.id &&
  token.position <= chat.messages.length &&
  token.issuedAt <= simulation.now().getTime() &&
  ageOf(simulation, token) <= chat.tokenLifetimeMs;

/**
 * Milliseconds since the token was issued. While the simulated clock is stopped, the time of the
 * computer counts too: a client that waits in real time is not too fast.
 */
function ageOf(simulation: Simulation, { issuedAt, realTime }: PageToken): number {
  const age = simulation.now().getTime() - issuedAt;
  return simulation.clock.speed === 0 ? age + Math.max(0, performance.now() - realTime) : age;
}

/** The parts of a message that the call names. */
const selectParts = ({ parts }: ApiCall, message: object): object =>
  Object.fromEntries(
    Object.entries(message).filter(([name]) => ['kind', 'id'].includes(name) || parts.has(name)),
  );
