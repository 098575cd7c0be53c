/** Lists of videos, and videos as a caller sees them. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import { hasCaptions } from '../caption/track.ts';
import { throwForbidden } from '../error.ts';
import { checkRegion, parseLanguage } from '../language.ts';
import { findByIds, listResponse } from '../list-response.ts';
import { localize } from '../localization.ts';
import { advanceProcessing } from './processing.ts';
import { type VideoEntity, videoState } from '../state.ts';
import { isOwnVideo, isVisibleVideo } from './access.ts';
import { selectChart } from './chart.ts';
import { findRatings } from './rating.ts';

/** Parts that only the owner of all listed videos can request. */
const ownerParts = ['fileDetails', 'processingDetails', 'suggestions'];

/** `videos.list`: the videos with these ids, of a chart, or those that the caller has rated. */
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
  const videos = selectVideos(call);
  const isOwnerRequired = ownerParts.some((part) => parts.has(part));
  if (isOwnerRequired && !videos.every((video) => isOwnVideo(call, video)))
    throwForbidden('youtube.video');
  return listResponse(call, videos, (video) => {
    const item = serializeVideo(call, video, hl);
    advanceProcessing(video);
    return item;
  });
};

/** The videos that the parameters of a call select. */
export function selectVideos(call: ApiCall): readonly VideoEntity[] {
  const { query, simulation } = call;
  const { videos } = videoState(simulation);
  const findVisible = (id: string): VideoEntity | undefined => {
    const video = videos.get(id);
    return video && isVisibleVideo(call, video) ? video : undefined;
  };
  if (query.has('id')) return findByIds(query.list('id'), findVisible);
  if (query.has('chart')) return selectChart(call, [...videos.values()]);
  const rated = [...findRatings(call)].filter(([, rating]) => rating === query.text('myRating'));
  return findByIds(
    rated.map(([id]) => id),
    findVisible,
  );
}

/** Returns a video as the caller sees it. Some properties are for the owner only. */
export function serializeVideo(call: ApiCall, video: VideoEntity, hl?: string): object {
  const isOwner = isOwnVideo(call, video);
  const caption = String(hasCaptions(videoState(call.simulation), video.id));
  return {
    ...video,
    ...(!isOwner && { status: serializePublicStatus(video) }),
    contentDetails: {
      ...video.contentDetails,
      caption,
      ...(isOwner && { hasCustomThumbnail: video.snippet.thumbnails['maxres'] !== undefined }),
    },
    statistics: serializeStatistics(call, video, isOwner),
    snippet: { ...video.snippet, localized: localize(video.snippet, video.localizations, hl) },
    player: serializePlayer(call, video),
  };
}

/** Dislikes are for the owner only. A video with disabled comments has no comment count. */
export function serializeStatistics(
  { simulation }: ApiCall,
  { id, statistics }: VideoEntity,
  isOwner: boolean,
): Readonly<Record<string, unknown>> {
  const all = isOwner ? { dislikeCount: '0', ...statistics } : statistics;
  if (!videoState(simulation).commentsDisabled.has(id)) return all;
  const { commentCount: _, ...others }: VideoEntity['statistics'] = all;
  return others;
}

function serializePublicStatus({ status }: VideoEntity): object {
  const {
    publishAt: _,
    selfDeclaredMadeForKids: __,
    containsSyntheticMedia: ___,
    ...publicStatus
  } = status;
  return publicStatus;
}

/** The player has an aspect ratio of 16:9. Its size is part of the answer only if requested. */
function serializePlayer({ query }: ApiCall, { id }: VideoEntity): object {
  const [maxWidth, maxHeight] = [query.int('maxWidth'), query.int('maxHeight')];
  const requestedWidth = Math.min(
    maxWidth ?? Infinity,
    maxHeight === undefined ? Infinity : Math.round((maxHeight * 16) / 9),
  );
  const hasSize = Number.isFinite(requestedWidth);
  const width = hasSize ? requestedWidth : 480;
  const height = Math.round((width * 9) / 16);
  const url = `//www.video.example/embed/${id}`;
  const embedHtml = `<iframe width="${width}" height="${height}" src="${url}"></iframe>`;
  return hasSize
    ? { embedHtml, embedWidth: String(width), embedHeight: String(height) }
    : { embedHtml };
}
