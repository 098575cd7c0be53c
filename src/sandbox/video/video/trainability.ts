/** Who may train models on a video. */
import type { Handler } from '../../call/handler.ts';
import { ids } from '../../seed/ids.ts';
import { findVisibleVideo } from './access.ts';

/** By video id. The owner of any other video permits nobody. */
const permittedParties: Readonly<Record<string, readonly string[]>> = {
  [ids.video.trailer]: ['all'],
  [ids.video.emoji]: ['Breakwater Research', 'Dry Dock Labs'],
};

/**
 * `videoTrainability.get` (discovery document youtube v3, revision 20260924). Assumed: callers read
 * it of each video that they see, and any other is refused as in `videos.rate`.
 */
export const getTrainability: Handler = (call) => {
  const { id } = findVisibleVideo(call, call.query.text('id')!, 'youtube.video', 'id');
  return {
    kind: 'youtube#videoTrainability',
    videoId: id,
    permitted: permittedParties[id] ?? ['none'],
  };
};
