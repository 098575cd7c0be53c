/** Control of chats by tests, beside the API: messages of all types, and limits. */
import { isObject } from '../json.ts';
import { sampleMessage } from '../seed/live/chat-message.ts';
import { fanId } from '../seed/entity-id.ts';
import type { Simulation } from '../simulation.ts';
import { addMessage, findChat, isEnded } from './chat.ts';
import type { ChatEntity, ChatMessageDetails } from './chat-entity.ts';

/** A message that a test posts. */
export interface ChatMessageDraft {
  /** `snippet.type`, also one that YouTube does not have. Default: `textMessageEvent`. */
  readonly type?: string;
  /** `snippet.textMessageDetails.messageText`. */
  readonly text?: string;
  /** Channel id. Default: a viewer, if messages of the type have an author. */
  readonly author?: string;
  /** Fields of `snippet`, for example `superChatDetails`. Default: those of a seeded message. */
  readonly details?: ChatMessageDetails;
  /** Simulated milliseconds until the message is published. Default: 0, at once. */
  readonly afterMs?: number;
}

/** The limits of a chat that tests can set. */
export interface ChatSettings {
  /** Milliseconds that a client has to wait between two polls. */
  readonly pollingIntervalMillis?: number;
  /** Milliseconds for which a page token is valid. */
  readonly tokenLifetimeMs?: number;
  readonly isDisabled?: boolean;
}

/** The number of viewers who write what tests post. */
const viewers = 60;

/**
 * Posts messages in a chat. Messages of later are dropped if the chat has ended by then.
 * @returns the ids of the messages that are published at once; undefined if there is no such chat,
 *   or if it has ended
 */
export function postChatMessages(
  simulation: Simulation,
  chatId: string,
  drafts: readonly ChatMessageDraft[],
): readonly string[] | undefined {
  const chat = findChat(simulation, chatId);
  if (!chat || isEnded(chat)) return undefined;
  const posted: string[] = [];
  for (const draft of drafts) {
    const { afterMs = 0 } = draft;
    if (afterMs === 0) posted.push(addMessage(simulation, chat, messageOf(chat, draft)).id);
    else simulation.clock.after(afterMs, () => postLater(simulation, chatId, draft));
  }
  return posted;
}

function postLater(simulation: Simulation, chatId: string, draft: ChatMessageDraft): void {
  const chat = findChat(simulation, chatId);
  if (chat && !isEnded(chat)) addMessage(simulation, chat, messageOf(chat, draft));
}

function messageOf(
  { addedMessages }: ChatEntity,
  { type = 'textMessageEvent', text, author, details }: ChatMessageDraft,
): Parameters<typeof addMessage>[2] {
  const sample = sampleMessage(type);
  const authorChannelId = author ?? (sample.hasAuthor ? fanId(addedMessages % viewers) : undefined);
  return {
    type,
    ...(authorChannelId !== undefined && { authorChannelId }),
    details:
      text === undefined
        ? (details ?? sample.details)
        : { textMessageDetails: { messageText: text } },
  };
}

/** Sets limits of a chat. @returns whether the chat exists */
export function setChat(simulation: Simulation, chatId: string, settings: ChatSettings): boolean {
  const chat = findChat(simulation, chatId);
  if (chat) Object.assign(chat, settings);
  return chat !== undefined;
}

/** The response of a control route of chats. */
interface ChatControlResponse {
  readonly status: number;
  readonly body?: unknown;
}

/** `POST chats/{id}` and `POST chats/{id}/messages`; undefined for other paths. */
export function controlChat(
  simulation: Simulation,
  path: string,
  body: Readonly<Record<string, unknown>>,
): ChatControlResponse | undefined {
  const [, encodedId, isPost] = /^chats\/([^/]+)(\/messages)?$/.exec(path) ?? [];
  if (encodedId === undefined) return undefined;
  const chatId = decodeURIComponent(encodedId);
  const problem = isPost === undefined ? settingsProblem(body) : messagesProblem(body['messages']);
  if (problem !== undefined) return { status: 400, body: { error: problem } };
  const ids =
    isPost && postChatMessages(simulation, chatId, body['messages'] as ChatMessageDraft[]);
  if (ids) return { status: 200, body: { ids } };
  if (isPost === undefined && setChat(simulation, chatId, body)) return { status: 204 };
  return { status: 404, body: { error: `${chatId}: unknown chat, or one that has ended` } };
}

const settingTypes: Readonly<Record<keyof ChatSettings, 'number' | 'boolean'>> = {
  pollingIntervalMillis: 'number',
  tokenLifetimeMs: 'number',
  isDisabled: 'boolean',
};

const draftTypes: Readonly<Record<keyof ChatMessageDraft, 'string' | 'number' | 'object'>> = {
  type: 'string',
  text: 'string',
  author: 'string',
  details: 'object',
  afterMs: 'number',
};

const settingsProblem = (body: Readonly<Record<string, unknown>>): string | undefined =>
  typeProblem(settingTypes, body);

function messagesProblem(messages: unknown): string | undefined {
  if (!Array.isArray(messages)) return 'messages: missing; expected a list of messages';
  return messages
    .map((message: unknown) =>
      isObject(message) ? typeProblem(draftTypes, message) : 'messages: expected a list of objects',
    )
    .find((problem) => problem !== undefined);
}

/** Says which field is unknown or has a value of another type; undefined if there is none. */
function typeProblem(
  types: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  for (const [name, value] of Object.entries(values)) {
    const type = Object.hasOwn(types, name) ? types[name]! : undefined;
    const isValid =
      type === 'object' ? isObject(value) : typeof value === type && !isNegative(value);
    if (!isValid) return `${name}: ${JSON.stringify(value)}; expected ${expectation(types, type)}`;
  }
  return undefined;
}

const isNegative = (value: unknown): boolean => typeof value === 'number' && !(value >= 0);

function expectation(types: Readonly<Record<string, string>>, type: string | undefined): string {
  if (type === undefined) return `one of the fields ${Object.keys(types).join(', ')}`;
  return type === 'number' ? 'a number of at least 0' : `a value of type ${type}`;
}
