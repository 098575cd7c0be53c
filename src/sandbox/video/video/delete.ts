/** Deletion of videos. */
import type { Handler } from '../../call/handler.ts';
import { liveState } from '../../live/state.ts';
import { videoState } from '../state.ts';
import { findOwnVideo } from './access.ts';

/** `videos.delete`: deletes a video, its comments and its broadcast. Playlists keep their items. */
export const deleteVideo: Handler = (call) => {
  const video = findOwnVideo(call, call.query.text('id')!, 'youtube.video', 'id');
  const { videos, comments } = videoState(call.simulation);
  videos.delete(video.id);
  for (const { id, videoId } of comments.values()) if (videoId === video.id) comments.delete(id);
  liveState(call.simulation).broadcasts.delete(video.id);
  return undefined;
};
