/** `superChatEvents.list` and `fanFundingEvents.list`: paid messages in the caller's chats. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { stableId } from '../../random.ts';
import type { Simulation } from '../../simulation.ts';
import { day } from '../../time.ts';
import { parseLanguage } from '../../video/language.ts';
import { listResponse } from '../../video/list-response.ts';
import { chatOwner, findChat } from './chat.ts';
import type { ChatEntity, ChatMessageDetails, ChatMessageEntity } from './entity.ts';
import { profileOf } from './profile.ts';
import { amountText } from './text.ts';
import { liveState } from '../state.ts';

/** How long `superChatEvents.list` returns a message, in milliseconds. */
const superChatLifetime = 30 * day;

type PaidDetails = ChatMessageDetails[string];

interface PaidMessage {
  readonly message: ChatMessageEntity;
  readonly details: PaidDetails;
}

/** `superChatEvents.list`: Super Chats and Super Stickers of the last 30 days, newest first. */
export const listSuperChatEvents: Handler = (call) => {
  const { simulation } = call;
  const hl = parseLanguage(call);
  const oldest = simulation.now().getTime() - superChatLifetime;
  const events = findPaidMessages(call, ['superChatDetails', 'superStickerDetails']).filter(
    ({ message }) => Date.parse(message.publishedAt) >= oldest,
  );
  return listResponse(call, events, ({ message, details }) => {
    const { tier, superStickerMetadata, ...rest } = details;
    return {
      id: stableId(`super chat event ${message.id}`, 40),
      snippet: {
        ...paidSnippet(call, message, rest, hl),
        messageType: tier,
        isSuperStickerEvent: superStickerMetadata !== undefined,
        ...(superStickerMetadata !== undefined && { superStickerMetadata }),
      },
    };
  });
};

/** `fanFundingEvents.list`: donations, newest first. */
export const listFanFundingEvents: Handler = (call) => {
  const hl = parseLanguage(call);
  const events = findPaidMessages(call, ['fanFundingEventDetails']);
  return listResponse(call, events, ({ message, details }) => ({
    id: stableId(`fan funding event ${message.id}`, 40),
    snippet: paidSnippet(call, message, details, hl),
  }));
};

/** The fields that Super Chats and donations have in common. */
function paidSnippet(
  { simulation, user }: ApiCall,
  { publishedAt, authorChannelId }: ChatMessageEntity,
  details: PaidDetails,
  hl: string | undefined,
): object {
  const { amountMicros, currency, userComment } = details;
  return {
    channelId: user.channelId,
    ...(authorChannelId !== undefined && {
      supporterDetails: profileOf(simulation, authorChannelId),
    }),
    ...(userComment !== undefined && { commentText: userComment }),
    createdAt: publishedAt,
    amountMicros,
    currency,
    displayString: amountText(details, hl),
  };
}

/** The messages with any of these details in the chats of the caller's channel, newest first. */
function findPaidMessages(
  { simulation, user }: ApiCall,
  names: readonly string[],
): readonly PaidMessage[] {
  return chatsOf(simulation, user.channelId!)
    .flatMap(({ messages }) => messages)
    .flatMap((message) =>
      names.flatMap((name) => {
        const details = message.details[name];
        return details ? [{ message, details }] : [];
      }),
    )
    .toSorted((a, b) => Date.parse(b.message.publishedAt) - Date.parse(a.message.publishedAt));
}

/** The chats of a channel, also those that are disabled or have ended. */
const chatsOf = (simulation: Simulation, channelId: string): readonly ChatEntity[] =>
  [...liveState(simulation).chats.keys()].flatMap((id) => {
    const chat = findChat(simulation, id);
    return chat && chatOwner(simulation, chat) === channelId ? [chat] : [];
  });
