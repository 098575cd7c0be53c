/** `liveChatBans.insert` and `delete`. Temporary bans end with the clock. */
import { ApiError } from '../http/api-error.ts';
import type { ApiCall, Handler } from '../call/handler.ts';
import { stableId } from '../random.ts';
import type { Simulation } from '../simulation.ts';
import { rfc3339 } from '../time.ts';
import {
  throwForbidden,
  throwIdNotFound,
  throwInvalidParameter,
  throwInvalidValue,
} from '../video/error.ts';
import { videoState } from '../video/state.ts';
import { addMessage, checkChatId, findInChats, findOpenChat, isModerator } from './chat/chat.ts';
import { type ChatBanEntity, type ChatEntity, isInForce } from './chat/entity.ts';
import { profileOf } from './chat/profile.ts';

const domain = 'youtube.liveChatBan';

/** The duration of a temporary ban if the call states none. */
const defaultDurationSeconds = 300;

interface SnippetBody {
  readonly liveChatId: string;
  readonly type: ChatBanEntity['type'];
  readonly banDurationSeconds?: string | number;
  readonly bannedUserDetails: { readonly channelId: string };
}

/** `liveChatBans.insert`: a new ban of a channel replaces its previous one. */
export const insertBan: Handler = (call) => {
  const { simulation, user } = call;
  const snippet = call.body['snippet'] as SnippetBody;
  checkChatId(domain, snippet.liveChatId);
  const chat = findModeratedChat(call, snippet.liveChatId, 'body.snippet.liveChatId');
  const { channelId } = snippet.bannedUserDetails;
  if (!videoState(simulation).channels.has(channelId))
    throwInvalidValue(domain, 'invalidChannelId', 'body.snippet.bannedUserDetails.channelId');
  if (isModerator(simulation, chat, channelId))
    throw new ApiError(403, 'liveChatBanInsertionNotAllowed', {
      domain,
      message: 'The owner and the moderators of a chat cannot be banned.',
    });
  const ban = newBan(simulation, chat, snippet);
  const previous = chat.bans.findIndex((other) => other.channelId === channelId);
  if (previous >= 0) chat.bans.splice(previous, 1);
  chat.bans.push(ban);
  const { type, durationSeconds } = ban;
  addMessage(simulation, chat, {
    type: 'userBannedEvent',
    authorChannelId: user.channelId!,
    details: {
      userBannedDetails: {
        bannedChannelId: channelId,
        banType: type,
        ...(durationSeconds !== undefined && { banDurationSeconds: String(durationSeconds) }),
      },
    },
  });
  return serializeBan(simulation, chat, ban);
};

function newBan(simulation: Simulation, chat: ChatEntity, snippet: SnippetBody): ChatBanEntity {
  const { type, bannedUserDetails, banDurationSeconds = defaultDurationSeconds } = snippet;
  const { channelId } = bannedUserDetails;
  const createdAt = rfc3339(simulation.now());
  const isTemporary = type === 'temporary';
  if (isTemporary && Number(banDurationSeconds) <= 0)
    throwInvalidValue(domain, 'invalid', 'body.snippet.banDurationSeconds');
  return {
    id: stableId(`ban of ${channelId} in ${chat.id}, ${chat.addedMessages}`, 32),
    channelId,
    type,
    ...(isTemporary && { durationSeconds: Number(banDurationSeconds) }),
    createdAt,
  };
}

/** `liveChatBans.delete`. */
export const deleteBan: Handler = (call) => {
  const { query, simulation } = call;
  const id = query.text('id')!;
  if (!/^[\w-]{8,}$/.test(id)) throwInvalidParameter(domain, 'invalidLiveChatBanId', 'id');
  const result = findInChats(simulation, ({ bans }) => bans, id);
  if (!result || !isInForce(result.found, simulation.now().getTime()))
    throwIdNotFound(domain, 'liveChatBanNotFound', 'id');
  const { chat, found } = result;
  findModeratedChat(call, chat.id, 'id');
  chat.bans.splice(chat.bans.indexOf(found), 1);
  return undefined;
};

/** An open chat that the caller moderates. @throws ApiError 403 or 404 */
function findModeratedChat(call: ApiCall, id: string, location: string): ChatEntity {
  const chat = findOpenChat(call, id, location);
  return isModerator(call.simulation, chat, call.user.channelId)
    ? chat
    : throwForbidden(domain, 'insufficientPermissions');
}

function serializeBan(simulation: Simulation, chat: ChatEntity, ban: ChatBanEntity): object {
  const { id, type, channelId, durationSeconds } = ban;
  return {
    kind: 'youtube#liveChatBan',
    id,
    snippet: {
      liveChatId: chat.id,
      type,
      ...(durationSeconds !== undefined && { banDurationSeconds: String(durationSeconds) }),
      bannedUserDetails: profileOf(simulation, channelId),
    },
  };
}
