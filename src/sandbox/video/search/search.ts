/** Full-text search for videos, channels and playlists. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { paginate } from '../../call/page.ts';
import { ids } from '../../seed/ids.ts';
import { listResponse } from '../list-response.ts';
import { parsePublicationFilter } from '../video/publication-filter.ts';
import { matchesVideoFilters } from './filter.ts';
import { checkSearch, parseTypes } from './validation.ts';
import { type VideoEntity, videoState } from '../state.ts';
import { escapeHtml } from '../../text.ts';
import { buildThumbnails } from '../image/thumbnail.ts';
import { isOwnVideo } from '../video/access.ts';

/** Number of results that all pages together contain. */
const maxResults = 500;

/** A search result with the properties that results are sorted by. */
interface Hit {
  readonly id: { readonly kind: string } & Readonly<Record<string, string>>;
  readonly title: string;
  readonly description: string;
  readonly publishedAt: string;
  readonly channelId: string;
  readonly thumbnails: object;
  readonly liveBroadcastContent: string;
  readonly viewCount: number;
  readonly likeCount: number;
  /** Number of videos of a channel; 0 for videos and playlists. */
  readonly videoCount: number;
}

/** `search.list`. As on YouTube, the total number of results is only an estimate. */
export const listSearchResults: Handler = (call) => {
  checkSearch(call);
  const isInPeriod = parsePublicationFilter(call);
  const matchesQuery = parseQuery(call.query.text('q') ?? '');
  const requestedChannel = call.query.text('channelId');
  const hits = findHits(call).filter(
    ({ title, description, publishedAt, channelId }) =>
      matchesQuery(`${title} ${description}`) &&
      (requestedChannel === undefined || channelId === requestedChannel) &&
      isInPeriod(publishedAt),
  );
  const sorted = sortHits(call, hits).slice(0, maxResults);
  return {
    ...listResponse(call, sorted, (hit) => serializeHit(call, hit)),
    regionCode: call.query.text('regionCode') ?? 'SE',
    pageInfo: {
      totalResults: Math.min(1_000_000, Math.round(hits.length * 1.1)),
      resultsPerPage: paginate(call, sorted).size,
    },
  };
};

/**
 * Returns a test whether a text matches the query. All words must occur, in any case; `-word` must
 * not occur; of `a|b` one must occur.
 */
function parseQuery(q: string): (text: string) => boolean {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const matchesWord = (text: string, word: string): boolean =>
    word.startsWith('-') && word.length > 1
      ? !text.includes(word.slice(1))
      : word.split('|').some((alternative) => text.includes(alternative));
  return (text) => {
    const lowerCase = text.toLowerCase();
    return words.every((word) => matchesWord(lowerCase, word));
  };
}

function findHits(call: ApiCall): Hit[] {
  const types = parseTypes(call);
  return [
    ...(types.includes('video') ? findVideoHits(call) : []),
    ...(types.includes('channel') ? findChannelHits(call) : []),
    ...(types.includes('playlist') ? findPlaylistHits(call) : []),
  ];
}

function findVideoHits(call: ApiCall): Hit[] {
  const videos = [...videoState(call.simulation).videos.values()].filter(
    (video) => isSearchable(call, video) && matchesVideoFilters(call, video),
  );
  return videos.map(({ id, snippet, statistics }) => ({
    id: { kind: 'youtube#video', videoId: id },
    title: snippet.title,
    description: snippet.description,
    publishedAt: snippet.publishedAt,
    channelId: snippet.channelId,
    thumbnails: snippet.thumbnails,
    liveBroadcastContent: snippet.liveBroadcastContent,
    viewCount: Number(statistics.viewCount),
    likeCount: Number(statistics['likeCount']),
    videoCount: 0,
  }));
}

/**
 * Whether a search includes the video: public ones, the caller's own, or the content owner's. The
 * application of the call has uploaded no videos (`forDeveloper`).
 */
function isSearchable(call: ApiCall, video: VideoEntity): boolean {
  const { query } = call;
  if (query.flag('forMine')) return isOwnVideo(call, video);
  if (query.flag('forContentOwner')) return video.snippet.channelId === ids.channel.studio;
  return !query.flag('forDeveloper') && video.status.privacyStatus === 'public';
}

function findChannelHits({ simulation, query }: ApiCall): Hit[] {
  if (query.text('channelType') === 'show' || query.flag('forDeveloper')) return [];
  return [...videoState(simulation).channels.values()].map(({ id, snippet, statistics }) => ({
    id: { kind: 'youtube#channel', channelId: id },
    ...snippet,
    channelId: id,
    liveBroadcastContent: 'none',
    viewCount: Number(statistics['viewCount']),
    likeCount: 0,
    videoCount: Number(statistics['videoCount']),
  }));
}

function findPlaylistHits({ simulation, query }: ApiCall): Hit[] {
  if (query.flag('forDeveloper')) return [];
  return [...videoState(simulation).playlists.values()]
    .filter(({ status }) => status.privacyStatus === 'public')
    .map(({ id, snippet }) => ({
      id: { kind: 'youtube#playlist', playlistId: id },
      ...snippet,
      thumbnails: buildThumbnails(`pl/${id}`),
      liveBroadcastContent: 'none',
      viewCount: 0,
      likeCount: 0,
      videoCount: 0,
    }));
}

/** Sorts hits by the requested order. Relevance: hits whose title matches the query come first. */
function sortHits({ query }: ApiCall, hits: readonly Hit[]): readonly Hit[] {
  const matchesQuery = parseQuery(query.text('q') ?? '');
  const comparators: Readonly<Record<string, (a: Hit, b: Hit) => number>> = {
    date: (a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt),
    rating: (a, b) => b.likeCount - a.likeCount,
    viewCount: (a, b) => b.viewCount - a.viewCount,
    title: (a, b) => a.title.localeCompare(b.title, 'en'),
    videoCount: (a, b) => b.videoCount - a.videoCount,
    relevance: (a, b) => Number(matchesQuery(b.title)) - Number(matchesQuery(a.title)),
  };
  return hits.toSorted(comparators[query.text('order') ?? 'relevance']);
}

/** The texts of a search result are HTML, and its description is shortened. */
function serializeHit({ simulation }: ApiCall, hit: Hit): object {
  const { id, publishedAt, channelId, thumbnails, liveBroadcastContent } = hit;
  const channel = videoState(simulation).channels.get(channelId);
  return {
    kind: 'youtube#searchResult',
    id,
    snippet: {
      publishedAt,
      channelId,
      title: escapeHtml(hit.title),
      description: escapeHtml(hit.description.slice(0, 160)),
      thumbnails,
      channelTitle: escapeHtml(channel?.snippet.title ?? ''),
      liveBroadcastContent,
    },
  };
}
