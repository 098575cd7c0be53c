/**
 * `liveChatMessages.list` and `streamList`: the recent history of a chat, then with each page token
 * the messages since the answer that returned it.
 */
import { ApiError } from '../../http/api-error.ts';
import { authenticate } from '../../http/auth.ts';
import { selectParts as selectAnswerParts } from '../../http/response-body.ts';
import { StreamResponse } from '../../http/stream-response.ts';
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
import { liveState } from '../state.ts';
import { serializeMessage } from './message-serializer.ts';

const defaultSize = 500;

/** Milliseconds by which a client may be early: timers are not exact. */
const timerTolerance = 5;

/** `liveChatMessages.list`. */
export const listChatMessages: Handler = (call) => {
  const { query, simulation } = call;
  parseLanguage(call);
  const chat = findVisibleChat(call, query.text('liveChatId')!, 'liveChatId');
  const size = query.int('maxResults') ?? defaultSize;
  const start = startOf(call, chat, size);
  const token = decodeToken(query.text('pageToken') ?? '');
  if (token && ageOf(simulation, token) < chat.pollingIntervalMillis - timerTolerance)
    throw new ApiError(403, 'rateLimitExceeded', {
      domain: chatDomain,
      message: 'The request was sent too soon after the previous one.',
    });
  checkNotOver(call, chat, start);
  return pageFrom(call, chat, start, size);
};

/**
 * `liveChatMessages.streamList` (page of the method, read 2026-11-28): answers of the list, one
 * after another, for one call; `maxResults` has no effect. Assumed: the tokens are those of the
 * list, the first answer comes at once, the active poll is sent again when it changes, and a token
 * that becomes invalid ends the response. The API key suffices for public chats, as for the demo in
 * gRPC (page "Streaming Live Chat", read 2026-11-30).
 */
export const streamChatMessages: Handler = (call) => {
  const { query, simulation, operation, headers } = call;
  parseLanguage(call);
  const id = query.text('liveChatId') ?? throwRequired('liveChatId');
  const first = findVisibleChat(call, id, 'liveChatId');
  let start = startOf(call, first, defaultSize);
  checkNotOver(call, first, start);
  let sentPoll: string | undefined;
  let hasAllSent = false;
  const key = query.text('key');
  const credential = key === undefined ? {} : { key };
  const next = (): object | null | undefined => {
    if (hasAllSent) return undefined;
    authenticate(simulation, operation, headers, new URLSearchParams(credential));
    const chat = findVisibleChat(call, id, 'liveChatId');
    const page = pageFrom(call, chat, start, defaultSize);
    const poll = JSON.stringify(page.activePollItem ?? null);
    if (page.items.length === 0 && poll === sentPoll) return null;
    sentPoll = poll;
    start += page.items.length;
    hasAllSent = isEnded(chat) && start === chat.messages.length;
    return selectAnswerParts(operation, page, call.parts);
  };
  return new StreamResponse({ model: liveState(simulation).chatStream, next });
};

const throwRequired = (name: string): never => {
  throw new ApiError(400, 'required', { message: `Required parameter: ${name}`, location: name });
};

/** @throws ApiError 403 if the chat has ended, and the caller has its last message */
function checkNotOver({ query }: ApiCall, chat: ChatEntity, start: number): void {
  if (isEnded(chat) && (start === chat.messages.length || !query.has('pageToken'))) throwEnded();
}

/** An answer with at most `size` messages from `start`. */
function pageFrom(call: ApiCall, chat: ChatEntity, start: number, size: number) {
  const { query, simulation } = call;
  const { messages } = chat;
  const items = messages.slice(start, start + size);
  const form = { hl: parseLanguage(call), imageSize: query.int('profileImageSize') };
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
}

/** The index of the first message of the page. @throws ApiError 400 for the page token */
function startOf({ query, simulation }: ApiCall, chat: ChatEntity, size: number): number {
  const text = query.text('pageToken');
  if (text === undefined) return Math.max(0, chat.messages.length - size);
  const token = decodeToken(text);
  if (!token || !isValidToken(simulation, chat, token))
    throwInvalidParameter(chatDomain, 'pageTokenInvalid', 'pageToken');
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
