/** Control of chats by tests: messages of all types, and limits. */
import {
  type ControlResponse,
  errorResponse,
  isDuration,
  noContent,
  notDuration,
  unknownField,
} from '../../http/control-response.ts';
import { defaultStreamModel, streamForms } from '../../http/stream-response.ts';
import { isObject } from '../../json.ts';
import { liveState } from '../state.ts';
import { sampleMessage } from '../../seed/live/chat-message.ts';
import { fanId } from '../../seed/entity-id.ts';
import type { Simulation } from '../../simulation.ts';
import { addMessage, findChat, isEnded } from './chat.ts';
import type { ChatEntity, ChatMessageDetails } from './entity.ts';

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
 * Posts messages in a chat, now or later. A message is dropped if the chat has ended by then.
 * @returns the ids of the messages that are posted now; undefined if the chat does not exist or has
 *   ended
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
    if (afterMs === 0) posted.push(...post(simulation, chatId, draft));
    else simulation.clock.after(afterMs, () => void post(simulation, chatId, draft));
  }
  return posted;
}

/** Posts a message now, unless the chat has ended. @returns its id, if it was posted */
function post(simulation: Simulation, chatId: string, draft: ChatMessageDraft): string[] {
  const chat = findChat(simulation, chatId);
  return chat && !isEnded(chat) ? [addMessage(simulation, chat, messageOf(chat, draft)).id] : [];
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

/** The fields of `POST chat-stream`. */
export const streamModelFields = Object.keys(defaultStreamModel);

/**
 * `POST chat-stream`: how `liveChatMessages.streamList` answers. Streams that are open keep their
 * form.
 */
export function controlChatStream(
  simulation: Simulation,
  body: Readonly<Record<string, unknown>>,
): ControlResponse {
  for (const [name, value] of Object.entries(body)) {
    if (name !== 'form' && !isDuration(value)) return notDuration(name, value);
    if (name === 'form' && !streamForms.some((form) => form === value))
      return errorResponse(400, `form: expected one of ${streamForms.join(', ')}`);
  }
  Object.assign(liveState(simulation).chatStream, body);
  return noContent;
}

/** `POST chats/{id}` and `POST chats/{id}/messages`; undefined for other paths. */
export function controlChat(
  simulation: Simulation,
  path: string,
  body: Readonly<Record<string, unknown>>,
): ControlResponse | undefined {
  const [, chatId, messagesPath] = /^chats\/([^/]+)(\/messages)?$/.exec(path) ?? [];
  if (chatId === undefined) return undefined;
  if (messagesPath === undefined) return updateSettings(simulation, chatId, body);
  return unknownField(body, ['messages']) ?? postMessages(simulation, chatId, body['messages']);
}

function updateSettings(
  simulation: Simulation,
  chatId: string,
  settings: Readonly<Record<string, unknown>>,
): ControlResponse {
  const problem = problemOf(settingTypes, settings);
  if (problem !== undefined) return problem;
  return setChat(simulation, chatId, settings)
    ? noContent
    : errorResponse(404, `${chatId}: unknown chat`);
}

function postMessages(simulation: Simulation, chatId: string, messages: unknown): ControlResponse {
  const problem = messagesProblem(messages);
  if (problem !== undefined) return problem;
  const ids = postChatMessages(simulation, chatId, messages as ChatMessageDraft[]);
  return ids
    ? { status: 200, body: { ids } }
    : errorResponse(404, `${chatId}: unknown chat, or one that has ended`);
}

const settingTypes: Readonly<Record<keyof ChatSettings, 'number' | 'boolean'>> = {
  pollingIntervalMillis: 'number',
  tokenLifetimeMs: 'number',
  isDisabled: 'boolean',
};

const draftTypes: Readonly<Record<keyof ChatMessageDraft, 'string' | 'number' | 'objects'>> = {
  type: 'string',
  text: 'string',
  author: 'string',
  details: 'objects',
  afterMs: 'number',
};

function messagesProblem(messages: unknown): ControlResponse | undefined {
  if (!Array.isArray(messages))
    return errorResponse(400, 'messages: missing; expected a list of messages');
  return messages
    .map((message: unknown) =>
      isObject(message)
        ? problemOf(draftTypes, message)
        : errorResponse(400, 'messages: expected a list of objects'),
    )
    .find((problem) => problem !== undefined);
}

/** The error for a field that is unknown or has another type; undefined if there is none. */
function problemOf(
  types: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>>,
): ControlResponse | undefined {
  const unknown = unknownField(values, Object.keys(types));
  if (unknown) return unknown;
  const wrong = Object.entries(values).find(([name, value]) => !hasType(value, types[name]!));
  if (!wrong) return undefined;
  const [name, value] = wrong;
  const expected = expectations[types[name]!] ?? `a value of type ${types[name]}`;
  return errorResponse(400, `${name}: ${JSON.stringify(value)}; expected ${expected}`);
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'objects') return isObject(value) && Object.values(value).every(isObject);
  return typeof value === type && !(typeof value === 'number' && value < 0);
}

const expectations: Readonly<Record<string, string>> = {
  objects: 'an object of objects',
  number: 'a number of at least 0',
};
