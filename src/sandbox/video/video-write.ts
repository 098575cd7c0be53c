/** Deleting and rating videos. */
import type { ApiCall, Handler } from '../handler.ts';
import { liveState } from '../live/state.ts';
import { ApiError } from '../api-error.ts';
import { throwForbidden, throwNotFound } from './error.ts';
import { type RatingValue, type VideoEntity, videoState } from './state.ts';
import { isOwnVideo, isVisibleVideo } from './video.ts';

const domain = 'youtube.video';

function seen(call: ApiCall): VideoEntity {
  const video = videoState(call.simulation).videos.get(call.query.text('id')!);
  return video && isVisibleVideo(call, video)
    ? video
    : throwNotFound(domain, 'videoNotFound', 'id');
}

/** Playlists keep their entries, which show a deleted video from now on; comments and the broadcast go with it. */
export const deleteVideo: Handler = (call) => {
  const video = seen(call);
  if (!isOwnVideo(call, video)) return throwForbidden(domain);
  const { videos, comments } = videoState(call.simulation);
  videos.delete(video.id);
  for (const { id, videoId } of comments.values()) if (videoId === video.id) comments.delete(id);
  liveState(call.simulation).broadcasts.delete(video.id);
  return undefined;
};

export const rateVideo: Handler = (call) => {
  const { id } = seen(call);
  const { ratings, ratingDisabled } = videoState(call.simulation);
  if (ratingDisabled.has(id))
    throw new ApiError(403, 'videoRatingDisabled', { domain, location: 'id' });
  const { email } = call.user;
  if (!ratings.has(email)) ratings.set(email, new Map());
  const mine = ratings.get(email)!;
  const rating = call.query.text('rating') as RatingValue;
  if (rating === 'none') mine.delete(id);
  else mine.set(id, rating);
  return undefined;
};
