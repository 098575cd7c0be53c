/** The YouTube Live service in the graph. */
import { broadcastWrites } from './broadcast/write/write.ts';
import { addBroadcast } from './broadcast/type.ts';
import { addBroadcastFeed } from './broadcast/feed.ts';
import { cuepointWrites } from './cuepoint/write.ts';
import { addChatSubscription } from './chat/feed.ts';
import { chatWrites } from './chat/write.ts';
import { addLiveChat } from './chat/type.ts';
import { addLiveChatBan } from './chat-ban/type.ts';
import { broadcastWorkflow } from './go-live/declaration.ts';
import { endBroadcast } from './go-live/end-broadcast.ts';
import { goLive } from './go-live/go-live.ts';
import { chatBanWrites } from './chat-ban/write.ts';
import { chatModeratorWrites } from './chat-moderator/write.ts';
import { addModerator } from './chat-moderator/type.ts';
import { addSponsor } from './sponsor/type.ts';
import { addStream } from './stream/type.ts';
import { streamWrites } from './stream/write.ts';
import { addSuperChatEvents } from './super-chat-event/type.ts';
import { transitionWrites } from './broadcast/write/transition.ts';

export { liveResources } from './resources.ts';
export { transitionErrorTypes } from './broadcast/write/transition.ts';

export const liveWrites = [
  ...transitionWrites,
  ...broadcastWrites,
  ...streamWrites,
  ...cuepointWrites,
  goLive,
  endBroadcast,
  ...chatWrites,
  ...chatBanWrites,
  ...chatModeratorWrites,
];

export function addLiveService(): void {
  addBroadcast();
  addBroadcastFeed();
  addChatSubscription();
  addLiveChat();
  addLiveChatBan();
  broadcastWorkflow.add();
  addModerator();
  addSponsor();
  addStream();
  addSuperChatEvents();
}
