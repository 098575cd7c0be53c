/** The operations of the live service that the sandbox implements. */
import type { HandlerEntry, Handlers } from '../call/handler.ts';
import { listBroadcasts } from './broadcast/broadcast.ts';
import { deleteBroadcast, insertBroadcast, updateBroadcast } from './broadcast/write.ts';
import { chatHandlers } from './chat/handlers.ts';
import { insertCuepoint, insertLegacyCuepoint } from './cuepoint.ts';
import { listStreams } from './stream/stream.ts';
import { deleteStream, insertStream, updateStream } from './stream/write.ts';
import { bind, transition } from './broadcast/transition.ts';

/** The reasons that YouTube documents for missing fields of broadcasts. */
const missingReasons: HandlerEntry['missingReasons'] = {
  id: 'idRequired',
  'snippet.title': 'titleRequired',
  'snippet.scheduledStartTime': 'scheduledStartTimeRequired',
  'status.privacyStatus': 'privacyStatusRequired',
  'contentDetails.monitorStream.enableMonitorStream': 'enableMonitorStreamRequired',
  'contentDetails.monitorStream.broadcastStreamDelayMs': 'broadcastStreamDelayMsRequired',
};

/** The reasons that YouTube documents for missing fields of streams. */
const missingStreamReasons: HandlerEntry['missingReasons'] = {
  'snippet.title': 'titleRequired',
  'cdn.ingestionType': 'ingestionTypeRequired',
  'cdn.format|cdn.resolution': 'resolutionRequired',
  'cdn.format|cdn.frameRate': 'frameRateRequired',
};

/** By operation key. */
export const liveHandlers: Handlers = {
  ...chatHandlers,
  'live:liveBroadcasts.bind': bind,
  'live:liveBroadcasts.cuepoint': insertCuepoint,
  'live:liveBroadcasts.delete': deleteBroadcast,
  'live:liveBroadcasts.insert': { handle: insertBroadcast, missingReasons },
  'live:liveBroadcasts.list': listBroadcasts,
  'live:liveBroadcasts.transition': transition,
  'live:liveBroadcasts.update': { handle: updateBroadcast, missingReasons },
  'live:liveCuepoints.insert': insertLegacyCuepoint,
  'live:liveStreams.delete': deleteStream,
  'live:liveStreams.insert': { handle: insertStream, missingReasons: missingStreamReasons },
  'live:liveStreams.list': listStreams,
  'live:liveStreams.update': { handle: updateStream, missingReasons: missingStreamReasons },
};
