/** The seeded live chats: one with messages of all types, one that has ended, one disabled. */
import {
  type ChatBanEntity,
  type ChatEntity,
  type ChatMessageEntity,
  type ChatModeratorEntity,
  emptyChat,
} from '../../live/chat/entity.ts';
import type { Simulation } from '../../simulation.ts';
import { day, minute, rfc3339 } from '../../time.ts';
import { chatModeratorId, fanId, ids } from '../ids.ts';
import { archivedMessages, nightMessages } from './chat-message.ts';

/** Builds the chats of all seeded broadcasts, by id. */
export function seedChats(simulation: Simulation): Map<string, ChatEntity> {
  const names = Object.keys(ids.broadcast) as (keyof typeof ids.broadcast)[];
  const chats = names.map((name) => emptyChat(ids.chat[name], ids.broadcast[name]));
  const byId = new Map(chats.map((chat) => [chat.id, chat]));
  const night = byId.get(ids.chat.nightShift)!;
  night.messages.push(...nightMessages(simulation));
  night.moderators.push(...moderatorsOf(night.id));
  night.bans.push(...seedBans(simulation));
  night.viewerMessagesUntil = simulation.at(minute).getTime();
  const isOld = (message: ChatMessageEntity): boolean =>
    message.publishedAt < rfc3339(simulation.at(-40 * day));
  const archived = archivedMessages(simulation);
  byId.get(ids.chat.winterGala)!.messages.push(...archived.filter(isOld));
  byId.get(ids.chat.retrospective)!.messages.push(...archived.filter((message) => !isOld(message)));
  byId.get(ids.chat.townhall)!.isDisabled = true;
  return byId;
}

/** Ben and two fans. */
const moderatorsOf = (chatId: string): ChatModeratorEntity[] =>
  [ids.channel.ben, fanId(3), fanId(12)].map((channelId) => ({
    id: chatModeratorId(chatId, channelId),
    channelId,
  }));

/** Fan 14 is banned for two hours, fan 15 permanently. */
const seedBans = (simulation: Simulation): ChatBanEntity[] => [
  {
    id: ids.chatBan.temporary,
    channelId: fanId(14),
    type: 'temporary',
    durationSeconds: 7200,
    createdAt: rfc3339(simulation.at(-3 * minute)),
  },
  {
    id: ids.chatBan.permanent,
    channelId: fanId(15),
    type: 'permanent',
    createdAt: rfc3339(simulation.at(-2 * minute)),
  },
];
