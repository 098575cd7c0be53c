/** Videos: who sees which, lists by id, chart and rating. */
import type { ApiCall, Handler } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { isVideoCategory } from './video-category.ts';
import { checkRegion, parseLanguage, localize } from './language.ts';
import { throwForbidden } from './error.ts';
import { findByIds, listResponse } from './list-response.ts';
import { advanceProcessing } from './processing.ts';
import { type RatingValue, type VideoEntity, videoState } from './state.ts';

export const isOwnVideo = ({ user }: ApiCall, video: VideoEntity): boolean =>
  video.snippet.channelId === user.channelId;

/** Unlisted videos are shown to whoever knows their id. */
export const isVisibleVideo = (call: ApiCall, video: VideoEntity): boolean =>
  video.status.privacyStatus !== 'private' || isOwnVideo(call, video);

/** Those that stand in lists: public ones, and the caller's own. */
export const isListedVideo = (call: ApiCall, video: VideoEntity): boolean =>
  video.status.privacyStatus === 'public' || isOwnVideo(call, video);

/** Parts that a video's owner alone may read. */
const guarded = ['fileDetails', 'processingDetails', 'suggestions'];

export const listVideos: Handler = (call) => {
  const { query, parts } = call;
  if (query.has('id') && (query.has('maxResults') || query.has('pageToken')))
    throw new ApiError(400, 'incompatibleParameters', {
      domain: 'youtube.parameter',
      location: 'parameters.',
      locationType: 'other',
    });
  checkRegion(call);
  const hl = parseLanguage(call);
  const chosen = choose(call);
  if (guarded.some((part) => parts.has(part)) && !chosen.every((video) => isOwnVideo(call, video)))
    throwForbidden('youtube.video');
  return listResponse(call, 'videoListResponse', chosen, (video) => {
    const shown = serializeVideo(call, video, hl);
    advanceProcessing(video);
    return shown;
  });
};

function choose(call: ApiCall): readonly VideoEntity[] {
  const { query, simulation } = call;
  const { videos } = videoState(simulation);
  const seen = (id: string): VideoEntity | undefined => {
    const video = videos.get(id);
    return video && isVisibleVideo(call, video) ? video : undefined;
  };
  if (query.has('id')) return findByIds(query.list('id'), seen);
  if (query.has('chart')) return chart(call, [...videos.values()]);
  const mine = ratingsOf(call);
  return findByIds([...mine.keys()], seen).filter(
    ({ id }) => mine.get(id) === query.text('myRating'),
  );
}

interface Restriction {
  readonly allowed?: readonly string[];
  readonly blocked?: readonly string[];
}

const isShownIn = ({ allowed, blocked }: Restriction = {}, region: string): boolean =>
  (allowed?.includes(region) ?? true) && !blocked?.includes(region);

function chart({ query }: ApiCall, videos: readonly VideoEntity[]): readonly VideoEntity[] {
  const category = query.text('videoCategoryId') ?? '0';
  if (category !== '0' && !isVideoCategory(category))
    throw new ApiError(400, 'videoChartNotFound', {
      domain: 'youtube.video',
      message: 'There is no chart for this category.',
      location: 'chart',
    });
  const region = query.text('regionCode')?.toUpperCase() ?? 'US';
  return videos
    .filter(
      ({ status, snippet }) =>
        status.privacyStatus === 'public' && (category === '0' || snippet.categoryId === category),
    )
    .filter(({ contentDetails }) =>
      isShownIn(contentDetails['regionRestriction'] as Restriction | undefined, region),
    )
    .toSorted(
      (a, b) =>
        Number(b.statistics.viewCount) - Number(a.statistics.viewCount) || (a.id < b.id ? -1 : 1),
    )
    .slice(0, 200);
}

/** A video as this caller sees it. */
export function serializeVideo(call: ApiCall, video: VideoEntity, hl?: string): object {
  const {
    publishAt: _,
    selfDeclaredMadeForKids: __,
    containsSyntheticMedia: ___,
    ...open
  } = video.status;
  const own = isOwnVideo(call, video);
  return {
    ...video,
    ...(own
      ? {
          contentDetails: {
            ...video.contentDetails,
            hasCustomThumbnail: video.snippet.thumbnails['maxres'] !== undefined,
          },
        }
      : {}),
    ...(own ? { statistics: { dislikeCount: '0', ...video.statistics } } : {}),
    snippet: { ...video.snippet, localized: localize(video.snippet, video.localizations, hl) },
    status: own ? video.status : open,
    player: player(call, video),
  };
}

function player({ query }: ApiCall, { id }: VideoEntity): object {
  const [most, high] = [query.int('maxWidth'), query.int('maxHeight')];
  const width = Math.min(
    most ?? Infinity,
    high === undefined ? Infinity : Math.round((high * 16) / 9),
  );
  const given = Number.isFinite(width);
  const [w, h] = given ? [width, Math.round((width * 9) / 16)] : [480, 270];
  const embedHtml = `<iframe width="${w}" height="${h}" src="//www.video.example/embed/${id}"></iframe>`;
  return given ? { embedHtml, embedWidth: String(w), embedHeight: String(h) } : { embedHtml };
}

const ratingsOf = ({ simulation, user }: ApiCall): ReadonlyMap<string, RatingValue> =>
  videoState(simulation).ratings.get(user.email) ?? new Map();

export const getRating: Handler = (call) => {
  const { videos } = videoState(call.simulation);
  const mine = ratingsOf(call);
  const seen = findByIds(call.query.list('id'), (id) => videos.get(id)).filter((video) =>
    isVisibleVideo(call, video),
  );
  return listResponse(call, 'videoGetRatingResponse', seen, ({ id }) => ({
    videoId: id,
    rating: mine.get(id) ?? 'none',
  }));
};
