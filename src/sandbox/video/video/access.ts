/** Which callers may see and change a video. */
import type { ApiCall } from '../../call/handler.ts';
import { throwForbidden, throwIdNotFound } from '../error.ts';
import { type VideoEntity, videoState } from '../state.ts';

/** Whether the video is on the caller's channel. */
export const isOwnVideo = ({ user }: ApiCall, video: VideoEntity): boolean =>
  video.snippet.channelId === user.channelId;

/** Whether the caller can read the video by its id: public, unlisted and own videos. */
export const isVisibleVideo = (call: ApiCall, video: VideoEntity): boolean =>
  video.status.privacyStatus !== 'private' || isOwnVideo(call, video);

/** Whether lists show the video to the caller: public and own videos. */
export const isListedVideo = (call: ApiCall, video: VideoEntity): boolean =>
  video.status.privacyStatus === 'public' || isOwnVideo(call, video);

/**
 * Returns the video with this id.
 * @throws ApiError 404 if it does not exist or the caller cannot see it
 */
export function findVisibleVideo(
  call: ApiCall,
  id: string,
  domain: string,
  location: string,
): VideoEntity {
  const video = videoState(call.simulation).videos.get(id);
  return video && isVisibleVideo(call, video)
    ? video
    : throwIdNotFound(domain, 'videoNotFound', location);
}

/**
 * Returns the caller's own video with this id.
 * @throws ApiError 404 as `findVisibleVideo`; 403 for a visible video of another channel
 */
export function findOwnVideo(
  call: ApiCall,
  id: string,
  domain: string,
  location: string,
): VideoEntity {
  const video = findVisibleVideo(call, id, domain, location);
  return isOwnVideo(call, video) ? video : throwForbidden(domain);
}
