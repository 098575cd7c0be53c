/** Access to live chats: lookup, permissions, new messages and the end. */
import { ApiError } from '../../http/api-error.ts';
import type { ApiCall } from '../../call/handler.ts';
import { stableId } from '../../random.ts';
import type { Simulation } from '../../simulation.ts';
import { rfc3339 } from '../../time.ts';
import { throwForbidden, throwIdNotFound, throwInvalidValue } from '../../video/error.ts';
import { isVisibleVideo } from '../../video/video/access.ts';
import type { VideoEntity } from '../../video/state.ts';
import { type ChatEntity, type ChatMessageEntity, emptyChat } from './entity.ts';
import { addViewerMessages } from './viewer-message.ts';
import { type BroadcastEntity, liveState, videoOf } from '../state.ts';

/** The domain of errors about chats. */
export const chatDomain = 'youtube.liveChat';

/** The broadcast of a chat. */
export const broadcastOf = (simulation: Simulation, { broadcastId }: ChatEntity): BroadcastEntity =>
  liveState(simulation).broadcasts.get(broadcastId)!;

/** The channel whose broadcast has the chat. */
export const chatOwner = (simulation: Simulation, chat: ChatEntity): string =>
  chatVideo(simulation, chat).snippet.channelId;

const chatVideo = (simulation: Simulation, chat: ChatEntity): VideoEntity =>
  videoOf(simulation, broadcastOf(simulation, chat));

/** Whether the channel may delete messages and ban: the owner, and the moderators of the chat. */
export const isModerator = (
  simulation: Simulation,
  chat: ChatEntity,
  channelId: string | undefined,
): boolean =>
  channelId === chatOwner(simulation, chat) ||
  chat.moderators.some((moderator) => moderator.channelId === channelId);

/** The chat with this id, with all messages until now; undefined if no broadcast has it. */
export function findChat(simulation: Simulation, id: string): ChatEntity | undefined {
  const { broadcasts, chats } = liveState(simulation);
  const broadcast = [...broadcasts.values()].find(({ snippet }) => snippet.liveChatId === id);
  if (!broadcast) return undefined;
  const existing = chats.get(id);
  const chat = existing ?? emptyChat(id, broadcast.id);
  if (!existing) chats.set(id, chat);
  if (isEnded(chat)) return chat;
  addViewerMessages(simulation, chat, broadcast.snippet.actualEndTime);
  endChat(chat, broadcast);
  return chat;
}

/** Adds the last message if the broadcast has ended. */
export function endChat(chat: ChatEntity, { lifeCycleStatus, snippet }: BroadcastEntity): void {
  if (lifeCycleStatus !== 'complete') return;
  const publishedAt = snippet.actualEndTime ?? snippet.scheduledStartTime;
  chat.messages.push({
    id: nextMessageId(chat),
    type: 'chatEndedEvent',
    publishedAt,
    details: {},
  });
}

/** Whether the last message of the chat says that it has ended. */
export const isEnded = ({ messages }: ChatEntity): boolean =>
  messages.at(-1)?.type === 'chatEndedEvent';

function nextMessageId(chat: ChatEntity): string {
  chat.addedMessages += 1;
  return `LCC.${stableId(`message ${chat.addedMessages} of ${chat.id}`, 40)}`;
}

/** Adds a message now. */
export function addMessage(
  simulation: Simulation,
  chat: ChatEntity,
  message: Pick<ChatMessageEntity, 'type' | 'authorChannelId' | 'details'>,
): ChatMessageEntity {
  const { type, authorChannelId, details } = message;
  const added: ChatMessageEntity = {
    id: nextMessageId(chat),
    type,
    publishedAt: rfc3339(simulation.now()),
    ...(authorChannelId !== undefined && { authorChannelId }),
    details,
  };
  if (isActivePoll(added)) closePolls(chat);
  chat.messages.push(added);
  return added;
}

/** Whether viewers can vote. */
export const isActivePoll = ({ details }: ChatMessageEntity): boolean =>
  details['pollDetails']?.['status'] === 'active';

/** Closes all polls: a chat has at most one active poll. */
const closePolls = ({ messages }: ChatEntity): void =>
  messages.filter(isActivePoll).forEach(closePoll);

/** Ends the votes of a poll. */
export function closePoll(poll: ChatMessageEntity): void {
  const { pollDetails, ...rest } = poll.details;
  poll.details = { ...rest, pollDetails: { ...pollDetails, status: 'closed' } };
}

/**
 * The chat that the call names.
 * @param location where the call names it, for the error
 * @throws ApiError 404 for an unknown id, 403 if the chat is disabled or the video is not visible
 */
export function findVisibleChat(call: ApiCall, id: string, location: string): ChatEntity {
  const { simulation } = call;
  const chat = findChat(simulation, id);
  if (!chat) throwIdNotFound(chatDomain, 'liveChatNotFound', location);
  if (!isVisibleVideo(call, chatVideo(simulation, chat))) throwForbidden(chatDomain);
  if (chat.isDisabled)
    throw new ApiError(403, 'liveChatDisabled', {
      domain: chatDomain,
      message: 'Live chat is not enabled for the specified broadcast.',
      location,
    });
  return chat;
}

/** Checks that a text has the form of the id of a chat. @throws ApiError 400 */
export function checkChatId(domain: string, id: string): void {
  if (!/^[\w-]{8,}$/.test(id))
    throwInvalidValue(domain, 'invalidLiveChatId', 'body.snippet.liveChatId');
}

/**
 * The chat that the call names, if it is open.
 * @throws ApiError as `findVisibleChat`, and 403 if its broadcast has ended
 */
export function findOpenChat(call: ApiCall, id: string, location: string): ChatEntity {
  const chat = findVisibleChat(call, id, location);
  return isEnded(chat) ? throwEnded() : chat;
}

/**
 * Finds something that chats contain by its own id.
 * @returns the chat and the element; undefined for unknown ids
 */
export function findInChats<T extends { readonly id: string }>(
  simulation: Simulation,
  elementsOf: (chat: ChatEntity) => readonly T[],
  id: string,
): { readonly chat: ChatEntity; readonly found: T } | undefined {
  for (const chatId of liveState(simulation).chats.keys()) {
    const chat = findChat(simulation, chatId);
    const found = chat && elementsOf(chat).find((element) => element.id === id);
    if (found) return { chat, found };
  }
  return undefined;
}

/** The error for a chat whose broadcast has ended. */
export function throwEnded(): never {
  throw new ApiError(403, 'liveChatEnded', {
    domain: chatDomain,
    message: 'The specified live chat is no longer live.',
  });
}
