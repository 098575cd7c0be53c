/** Full-text search over videos, channels and playlists. Its texts are HTML-escaped, its number of results is a guess. */
import type { ApiCall, Handler } from '../handler.ts';
import { paginate } from '../page.ts';
import { ids } from '../seed/ids.ts';
import { buildThumbnails } from '../seed/video/channel.ts';
import { instant } from './activity.ts';
import { listResponse } from './list-response.ts';
import { checkSearch, parseTypes } from './search-validation.ts';
import { matchesVideoFilters } from './search-filter.ts';
import { type VideoEntity, videoState } from './state.ts';
import { isOwnVideo } from './video.ts';

/** Past so many results nothing new comes. */
const most = 500;

interface Hit {
  readonly id: { readonly kind: string } & Readonly<Record<string, string>>;
  readonly title: string;
  readonly description: string;
  readonly publishedAt: string;
  readonly channelId: string;
  readonly thumbnails: object;
  readonly live: string;
  readonly views: number;
  readonly likes: number;
  /** Videos of a channel. */
  readonly size: number;
}

export const listSearchResults: Handler = (call) => {
  checkSearch(call);
  const [after, before] = [
    instant(call, 'publishedAfter', -Infinity),
    instant(call, 'publishedBefore', Infinity),
  ];
  const says = matcher(call.query.text('q') ?? '');
  const channel = call.query.text('channelId');
  const hits = hitsOf(call).filter(
    ({ title, description, publishedAt, channelId }) =>
      says(`${title} ${description}`) &&
      (channel === undefined || channelId === channel) &&
      Date.parse(publishedAt) >= after &&
      Date.parse(publishedAt) < before,
  );
  const all = ordered(call, hits).slice(0, most);
  const { size } = paginate(call, all);
  return {
    ...listResponse(call, 'searchListResponse', all, (hit) => show(call, hit)),
    regionCode: call.query.text('regionCode') ?? 'SE',
    pageInfo: {
      totalResults: Math.min(1_000_000, Math.round(hits.length * 1.1)),
      resultsPerPage: size,
    },
  };
};

/** All words must be there, in any case; `-word` must not; `a|b` is either. */
function matcher(q: string): (text: string) => boolean {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => {
    const lower = text.toLowerCase();
    return words.every((word) =>
      word.startsWith('-') && word.length > 1
        ? !lower.includes(word.slice(1))
        : word.split('|').some((each) => lower.includes(each)),
    );
  };
}

function hitsOf(call: ApiCall): Hit[] {
  const types = parseTypes(call);
  return [
    ...(types.includes('video') ? videoHits(call) : []),
    ...(types.includes('channel') ? channelHits(call) : []),
    ...(types.includes('playlist') ? playlistHits(call) : []),
  ];
}

function videoHits(call: ApiCall): Hit[] {
  const { videos } = videoState(call.simulation);
  return [...videos.values()]
    .filter((video) => isFound(call, video) && matchesVideoFilters(call, video))
    .map(({ id, snippet, statistics }) => ({
      id: { kind: 'youtube#video', videoId: id },
      title: snippet.title,
      description: snippet.description,
      publishedAt: snippet.publishedAt,
      channelId: snippet.channelId,
      thumbnails: snippet.thumbnails,
      live: snippet.liveBroadcastContent,
      views: Number(statistics.viewCount),
      likes: Number(statistics['likeCount']),
      size: 0,
    }));
}

/** Public videos, or the own ones, or those of the content owner's channel; nothing was uploaded through this application. */
function isFound(call: ApiCall, video: VideoEntity): boolean {
  const { query } = call;
  if (query.flag('forMine')) return isOwnVideo(call, video);
  if (query.flag('forContentOwner')) return video.snippet.channelId === ids.channel.studio;
  return !query.flag('forDeveloper') && video.status.privacyStatus === 'public';
}

function channelHits({ simulation, query }: ApiCall): Hit[] {
  if (query.text('channelType') === 'show' || query.flag('forDeveloper')) return [];
  return [...videoState(simulation).channels.values()].map(({ id, snippet, statistics }) => ({
    id: { kind: 'youtube#channel', channelId: id },
    ...snippet,
    channelId: id,
    live: 'none',
    views: Number(statistics['viewCount']),
    likes: 0,
    size: Number(statistics['videoCount']),
  }));
}

function playlistHits({ simulation, query }: ApiCall): Hit[] {
  if (query.flag('forDeveloper')) return [];
  return [...videoState(simulation).playlists.values()]
    .filter(({ status }) => status.privacyStatus === 'public')
    .map(({ id, snippet }) => ({
      id: { kind: 'youtube#playlist', playlistId: id },
      ...snippet,
      thumbnails: buildThumbnails(`pl/${id}`),
      live: 'none',
      views: 0,
      likes: 0,
      size: 0,
    }));
}

/** Relevance: the words in the title first. What is equal keeps its place. */
function ordered({ query }: ApiCall, hits: readonly Hit[]): readonly Hit[] {
  const inTitle = matcher(query.text('q') ?? '');
  const by: Readonly<Record<string, (a: Hit, b: Hit) => number>> = {
    date: (a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt),
    rating: (a, b) => b.likes - a.likes,
    viewCount: (a, b) => b.views - a.views,
    title: (a, b) => a.title.localeCompare(b.title, 'en'),
    videoCount: (a, b) => b.size - a.size,
    relevance: (a, b) => Number(inTitle(b.title)) - Number(inTitle(a.title)),
  };
  return hits.toSorted(by[query.text('order') ?? 'relevance']);
}

const html = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

function show(
  { simulation }: ApiCall,
  { id, title, description, publishedAt, channelId, thumbnails, live }: Hit,
): object {
  return {
    kind: 'youtube#searchResult',
    id,
    snippet: {
      publishedAt,
      channelId,
      title: html(title),
      description: html(description.slice(0, 160)),
      thumbnails,
      channelTitle: html(videoState(simulation).channels.get(channelId)?.snippet.title ?? ''),
      liveBroadcastContent: live,
    },
  };
}
