/** The live service's handlers, by operation key. */
import type { Handlers } from '../handler.ts';
import { listBroadcasts } from './broadcast.ts';
import { deleteBroadcast, insertBroadcast, updateBroadcast } from './broadcast-write.ts';
import { listStreams } from './stream.ts';
import { bind, transition } from './transition.ts';

export const liveHandlers: Handlers = {
  'live:liveBroadcasts.bind': bind,
  'live:liveBroadcasts.delete': deleteBroadcast,
  'live:liveBroadcasts.insert': insertBroadcast,
  'live:liveBroadcasts.list': listBroadcasts,
  'live:liveBroadcasts.transition': transition,
  'live:liveBroadcasts.update': updateBroadcast,
  'live:liveStreams.list': listStreams,
};
