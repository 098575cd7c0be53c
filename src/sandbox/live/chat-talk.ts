/** Chats in which viewers talk while the clock advances. */
import type { Simulation } from '../simulation.ts';
import { rfc3339 } from '../time.ts';
import { fanId } from '../seed/entity-id.ts';
import { stableId } from '../random.ts';
import type { ChatEntity, ChatMessageDetails, ChatMessageEntity } from './chat-entity.ts';

/** Milliseconds between two messages. */
const interval = 5000;

/** Messages that a chat nobody has read for a long time gets at most. */
const maxMessages = 100;

const sentences = [
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
 * Adds what the viewers have said since the last call.
 * @param endedAt when the broadcast has ended
 */
export function hearTalk(
  simulation: Simulation,
  chat: ChatEntity,
  endedAt: string | undefined,
): void {
  if (chat.talkedUntil === undefined) return;
  const now = simulation.now().getTime();
  const end = endedAt === undefined ? now : Math.min(now, Date.parse(endedAt));
  const count = Math.floor((end - chat.talkedUntil) / interval);
  if (count <= 0) return;
  for (let left = Math.min(count, maxMessages); left > 0; left -= 1) {
    const time = chat.talkedUntil + (count - left + 1) * interval;
    chat.messages.push(messageAt(time, simulation.start.getTime()));
  }
  chat.talkedUntil += count * interval;
}

/** The message of an instant. @param start of the simulation */
function messageAt(time: number, start: number): ChatMessageEntity {
  const number = Math.floor((time - start) / interval);
  const superChat: ChatMessageDetails = {
    superChatDetails: { amountMicros: '5000000', currency: 'EUR', userComment: '🎣', tier: 2 },
  };
  const isPaid = number % 12 === 0;
  const text = sentences[number % sentences.length]!;
  return {
    id: `LCC.${stableId(`talk ${number}`, 40)}`,
    type: isPaid ? 'superChatEvent' : 'textMessageEvent',
    publishedAt: rfc3339(new Date(time)),
    authorChannelId: fanId((number * 7) % 60),
    details: isPaid ? superChat : { textMessageDetails: { messageText: text } },
  };
}
