/** What channels did: made of their uploads, playlists and subscriptions as they stand, and of the few deeds kept by themselves. */
import type { ApiCall, Handler } from '../handler.ts';
import { stableId } from '../random.ts';
import { ApiError } from '../api-error.ts';
import { buildThumbnails } from '../seed/video/channel.ts';
import { checkRegion } from './language.ts';
import { throwNotFound } from './error.ts';
import { listResponse } from './list-response.ts';
import { type ActivityEntity, videoState } from './state.ts';

export const listActivities: Handler = (call) => {
  const { query, simulation } = call;
  if (query.flag('home'))
    throw new ApiError(400, 'homeParameterDeprecated', {
      domain: 'youtube.activity',
      message: 'The home parameter is deprecated.',
      location: 'parameters.home',
      locationType: 'other',
    });
  checkRegion(call);
  const [after, before] = [
    instant(call, 'publishedAfter', -Infinity),
    instant(call, 'publishedBefore', Infinity),
  ];
  const { channels } = videoState(simulation);
  const channelId = query.text('channelId') ?? call.user.channelId!;
  if (!channels.has(channelId))
    return throwNotFound('youtube.activity', 'channelNotFound', 'channelId');
  const all = deedsOf(call, channelId)
    .filter(
      ({ publishedAt }) => Date.parse(publishedAt) >= after && Date.parse(publishedAt) < before,
    )
    .toSorted((a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt));
  return listResponse(call, 'activityListResponse', all, (deed) => show(call, deed));
};

/** A date of the query. Refuses what is none. */
export function instant({ query }: ApiCall, name: string, absent: number): number {
  const text = query.text(name);
  if (text === undefined) return absent;
  const value = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(value))
    throw new ApiError(400, 'invalidParameter', {
      message: `Invalid value '${text}'`,
      location: name,
    });
  return value;
}

function deedsOf({ simulation, user }: ApiCall, channelId: string): ActivityEntity[] {
  const {
    videos,
    playlists,
    playlistItems,
    subscriptions,
    privateSubscribers,
    channels,
    activities,
  } = videoState(simulation);
  const deed = (
    type: string,
    of: string,
    publishedAt: string,
    title: string,
    detail: object,
  ): ActivityEntity => ({
    id: stableId(`activity ${type} ${of}`, 36),
    channelId,
    publishedAt,
    type,
    title,
    contentDetails: { [type]: detail },
  });
  const uploads = [...videos.values()].filter(
    ({ snippet, status }) => snippet.channelId === channelId && status.privacyStatus === 'public',
  );
  const lists = [...playlists.values()].filter(
    ({ snippet, status }) => snippet.channelId === channelId && status.privacyStatus === 'public',
  );
  const shown = channelId === user.channelId || !privateSubscribers.has(channelId);
  const followed = shown
    ? [...subscriptions.values()].filter((each) => each.channelId === channelId)
    : [];
  return [
    ...activities.filter((each) => each.channelId === channelId),
    ...uploads.map(({ id, snippet }) =>
      deed('upload', id, snippet.publishedAt, snippet.title, { videoId: id }),
    ),
    ...lists.flatMap(({ id: playlistId }) =>
      playlistItems.get(playlistId)!.map(({ id, videoId, addedAt }) => {
        const resourceId = { kind: 'youtube#video', videoId };
        return deed('playlistItem', id, addedAt, videos.get(videoId)?.snippet.title ?? '', {
          resourceId,
          playlistId,
          playlistItemId: id,
        });
      }),
    ),
    ...followed.map(({ id, publisherId, publishedAt }) => {
      const resourceId = { kind: 'youtube#channel', channelId: publisherId };
      return deed('subscription', id, publishedAt, channels.get(publisherId)?.snippet.title ?? '', {
        resourceId,
      });
    }),
  ];
}

function show(
  { simulation }: ApiCall,
  { id, channelId, publishedAt, type, title, contentDetails }: ActivityEntity,
): object {
  const { snippet } = videoState(simulation).channels.get(channelId)!;
  return {
    kind: 'youtube#activity',
    id,
    snippet: {
      publishedAt,
      channelId,
      title,
      description: '',
      thumbnails: buildThumbnails(`activity/${id}`),
      channelTitle: snippet.title,
      type,
      ...(type === 'like' ? { groupId: stableId(`group ${publishedAt}`, 20) } : {}),
    },
    contentDetails,
  };
}
