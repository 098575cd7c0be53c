/** Ratings of videos by the caller. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import { findByIds, listResponse } from '../list-response.ts';
import { type RatingValue, videoState } from '../state.ts';
import { findVisibleVideo, isVisibleVideo } from './access.ts';

const domain = 'youtube.video';

/** Returns the caller's ratings by video id, in the order in which they were given. */
export const findRatings = ({ simulation, user }: ApiCall): ReadonlyMap<string, RatingValue> =>
  videoState(simulation).ratings.get(user.email) ?? new Map();

/** `videos.getRating`: the caller's ratings of these videos. */
export const getRating: Handler = (call) => {
  const { videos } = videoState(call.simulation);
  const ratings = findRatings(call);
  const visible = findByIds(call.query.list('id'), (id) => videos.get(id)).filter((video) =>
    isVisibleVideo(call, video),
  );
  return listResponse(call, visible, ({ id }) => ({
    videoId: id,
    rating: ratings.get(id) ?? 'none',
  }));
};

/** `videos.rate`: sets the caller's rating; `none` removes it. */
export const rateVideo: Handler = (call) => {
  const { id } = findVisibleVideo(call, call.query.text('id')!, domain, 'id');
  const { ratings, ratingDisabled } = videoState(call.simulation);
  if (ratingDisabled.has(id))
    throw new ApiError(403, 'videoRatingDisabled', { domain, location: 'id' });
  const { email } = call.user;
  const own = ratings.get(email) ?? new Map<string, RatingValue>();
  ratings.set(email, own);
  const rating = call.query.text('rating') as RatingValue;
  if (rating === 'none') own.delete(id);
  else own.set(id, rating);
  return undefined;
};
