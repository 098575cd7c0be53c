/** `liveChatModerators.list`, `insert` and `delete`, for the owner of a chat. */
import { ApiError } from '../http/api-error.ts';
import type { ApiCall, Handler } from '../call/handler.ts';
import { chatModeratorId } from '../seed/entity-id.ts';
import type { Simulation } from '../simulation.ts';
import { throwForbidden, throwIdNotFound } from '../video/error.ts';
import { listResponse } from '../video/list-response.ts';
import { videoState } from '../video/state.ts';
import { chatOwner, findInChats, findVisibleChat } from './chat/chat.ts';
import type { ChatEntity, ChatModeratorEntity } from './chat/entity.ts';
import { profileOf } from './chat/profile.ts';

const domain = 'youtube.liveChatModerator';

/** A chat of the caller's channel. @throws ApiError 403 or 404 */
function findOwnChat(call: ApiCall, id: string, location: string): ChatEntity {
  const chat = findVisibleChat(call, id, location);
  return chatOwner(call.simulation, chat) === call.user.channelId ? chat : throwForbidden(domain);
}

/** `liveChatModerators.list`. */
export const listModerators: Handler = (call) => {
  const chat = findOwnChat(call, call.query.text('liveChatId')!, 'liveChatId');
  return listResponse(call, chat.moderators, (moderator) =>
    serializeModerator(call.simulation, chat, moderator),
  );
};

/** `liveChatModerators.insert`: a channel that moderates the chat already stays a moderator. */
export const insertModerator: Handler = (call) => {
  const { body, simulation, user } = call;
  const { liveChatId, moderatorDetails } = body['snippet'] as {
    readonly liveChatId: string;
    readonly moderatorDetails: { readonly channelId: string };
  };
  const chat = findOwnChat(call, liveChatId, 'body.snippet.liveChatId');
  const { channelId } = moderatorDetails;
  const location = 'body.snippet.moderatorDetails.channelId';
  if (!videoState(simulation).channels.has(channelId))
    throwIdNotFound(domain, 'liveChatUserNotFound', location);
  if (channelId === user.channelId)
    throw new ApiError(403, 'modificationNotAllowed', {
      domain,
      message: 'The owner of the chat cannot be a moderator.',
      location,
    });
  const moderator = { id: chatModeratorId(chat.id, channelId), channelId };
  if (!chat.moderators.some(({ id }) => id === moderator.id)) chat.moderators.push(moderator);
  return serializeModerator(simulation, chat, moderator);
};

/** `liveChatModerators.delete`. */
export const deleteModerator: Handler = (call) => {
  const { query, simulation } = call;
  const result = findInChats(simulation, ({ moderators }) => moderators, query.text('id')!);
  if (!result) throwIdNotFound(domain, 'liveChatModeratorNotFound', 'id');
  const { chat, found } = result;
  findOwnChat(call, chat.id, 'id');
  chat.moderators.splice(chat.moderators.indexOf(found), 1);
  return undefined;
};

const serializeModerator = (
  simulation: Simulation,
  { id: liveChatId }: ChatEntity,
  { id, channelId }: ChatModeratorEntity,
): object => ({
  kind: 'youtube#liveChatModerator',
  id,
  snippet: { liveChatId, moderatorDetails: profileOf(simulation, channelId) },
});
