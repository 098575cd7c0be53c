/** Messages that the viewers of a chat write while the clock advances. */
import type { Simulation } from '../../simulation.ts';
import { rfc3339 } from '../../time.ts';
import { fanId } from '../../seed/entity-id.ts';
import { stableId } from '../../random.ts';
import {
  type ChatEntity,
  type ChatMessageDetails,
  type ChatMessageEntity,
  isBanned,
} from './entity.ts';

/** Milliseconds between two messages. */
const interval = 5000;

/** The maximum number of messages added at once, for a chat that has not been read for long. */
const maxMessages = 100;

/** Fans 0 to 11 write, unless they are banned. */
const writers = 12;

const texts = [
  'The fog is lifting over the breakwater.',
  'Is that the 21:40 ferry?',
  'Kaunis ilta! 🌅',
  'مساء الخير من طرابلس',
  'Which lens is this?',
  'こんばんは 👋',
  'Somebody left a lamp on in the boathouse.',
  'Første gang her – hei alle sammen!',
];

/**
 * Adds the messages that the viewers have written since the previous call.
 * @param endedAt when the broadcast has ended
 */
export function addViewerMessages(
  simulation: Simulation,
  chat: ChatEntity,
  endedAt: string | undefined,
): void {
  if (chat.viewerMessagesUntil === undefined) return;
  const now = simulation.now().getTime();
  const end = endedAt === undefined ? now : Math.min(now, Date.parse(endedAt));
  const count = Math.floor((end - chat.viewerMessagesUntil) / interval);
  if (count <= 0) return;
  for (let left = Math.min(count, maxMessages); left > 0; left -= 1) {
    const time = chat.viewerMessagesUntil + (count - left + 1) * interval;
    const message = messageAt(time, simulation.start.getTime());
    if (!isBanned(chat, message.authorChannelId, time)) chat.messages.push(message);
  }
  chat.viewerMessagesUntil += count * interval;
}

/** A message with its author. @param time of the message @param start of the simulation */
function messageAt(
  time: number,
  start: number,
): ChatMessageEntity & { readonly authorChannelId: string } {
  const number = Math.floor((time - start) / interval);
  const superChat: ChatMessageDetails = {
    superChatDetails: { amountMicros: '5000000', currency: 'EUR', userComment: '🎣', tier: 2 },
  };
  const isPaid = number % 12 === 0;
  const text = texts[number % texts.length]!;
  return {
    id: `LCC.${stableId(`viewer message ${number}`, 40)}`,
    type: isPaid ? 'superChatEvent' : 'textMessageEvent',
    publishedAt: rfc3339(new Date(time)),
    authorChannelId: fanId((number * 7) % writers),
    details: isPaid ? superChat : { textMessageDetails: { messageText: text } },
  };
}
