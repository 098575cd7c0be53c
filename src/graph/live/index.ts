/** The YouTube Live service in the graph. */
import { bindingWrites } from './binding.ts';
import { addBroadcast } from './broadcast.ts';
import { addBroadcastFeed } from './broadcast-feed.ts';
import { broadcastWrites } from './broadcast-write.ts';
import { cuepointWrites } from './cuepoint.ts';
import { addChatSubscription } from './chat-page.ts';
import { chatWrites } from './chat-write.ts';
import { addLiveChat } from './live-chat.ts';
import { addLiveChatBan } from './live-chat-ban.ts';
import { addBroadcastProgress } from './broadcast-progress.ts';
import { endBroadcast } from './end-broadcast.ts';
import { goLive } from './go-live.ts';
import { addQuery } from './query.ts';
import { addSponsor } from './sponsor.ts';
import { addStream } from './stream.ts';
import { streamWrites } from './stream-write.ts';
import { addSuperChatEvents } from './super-chat-event.ts';
import { transitionWrites } from './transition.ts';

export { liveResources } from './resource.ts';
export { transitionErrorTypes } from './transition.ts';

/** All mutations of the service. */
export const liveWrites = [
  ...transitionWrites,
  ...broadcastWrites,
  ...bindingWrites,
  ...streamWrites,
  ...cuepointWrites,
  goLive,
  endBroadcast,
  ...chatWrites,
];

/** Adds the service's types and queries to the schema. */
export function addLiveService(): void {
  addBroadcast();
  addBroadcastFeed();
  addChatSubscription();
  addLiveChat();
  addLiveChatBan();
  addBroadcastProgress();
  addQuery();
  addSponsor();
  addStream();
  addSuperChatEvents();
}
