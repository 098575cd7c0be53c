/**
 * Activities of channels. Uploads, additions to playlists and subscriptions are computed from the
 * stored entities; posts are stored themselves. Likes and favorites are not returned, and neither
 * are the channels of subscriptions: revision history of the YouTube Data API, 6 August 2026.
 */
import type { ApiCall, Handler } from '../call/handler.ts';
import { stableId } from '../random.ts';
import { ApiError } from '../http/api-error.ts';
import { throwIdNotFound } from './error.ts';
import { checkRegion } from './language.ts';
import { listResponse } from './list-response.ts';
import { parsePublicationFilter } from './video/publication-filter.ts';
import { type ActivityEntity, type PlaylistItemEntity, videoState } from './state.ts';
import { buildThumbnails } from './image/thumbnail.ts';

/** `activities.list`: the activities of a channel or of the caller, newest first. */
export const listActivities: Handler = (call) => {
  const { query, simulation, user } = call;
  if (query.flag('home'))
    throw new ApiError(400, 'homeParameterDeprecated', {
      domain: 'youtube.activity',
      message: 'The home parameter is deprecated.',
      location: 'parameters.home',
      locationType: 'other',
    });
  checkRegion(call);
  const isInPeriod = parsePublicationFilter(call);
  const channelId = query.text('channelId') ?? user.channelId!;
  if (!videoState(simulation).channels.has(channelId))
    throwIdNotFound('youtube.activity', 'channelNotFound', 'channelId');
  const activities = findActivities(call, channelId)
    .filter(({ publishedAt }) => isInPeriod(publishedAt))
    .toSorted((a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt));
  return listResponse(call, activities, (activity) => serializeActivity(call, activity));
};

const findActivities = (call: ApiCall, channelId: string): ActivityEntity[] => [
  ...videoState(call.simulation).activities.filter((activity) => activity.channelId === channelId),
  ...findUploads(call, channelId),
  ...findPlaylistAdditions(call, channelId),
  ...findSubscriptions(call, channelId),
];

/** Builds a computed activity. @param sourceId id of the entity that it is computed from */
const buildActivity = (
  type: string,
  sourceId: string,
  common: Pick<ActivityEntity, 'channelId' | 'publishedAt' | 'title'>,
  details?: object,
): ActivityEntity => ({
  ...common,
  id: stableId(`activity ${type} ${sourceId}`, 36),
  type,
  contentDetails: details === undefined ? {} : { [type]: details },
});

function findUploads({ simulation }: ApiCall, channelId: string): ActivityEntity[] {
  const uploads = [...videoState(simulation).videos.values()].filter(
    ({ snippet, status }) => snippet.channelId === channelId && status.privacyStatus === 'public',
  );
  return uploads.map(({ id, snippet: { publishedAt, title } }) =>
    buildActivity('upload', id, { channelId, publishedAt, title }, { videoId: id }),
  );
}

function findPlaylistAdditions({ simulation }: ApiCall, channelId: string): ActivityEntity[] {
  const { playlists, playlistItems, videos } = videoState(simulation);
  const items = [...playlists.values()]
    .filter(
      ({ snippet, status }) => snippet.channelId === channelId && status.privacyStatus === 'public',
    )
    .flatMap(({ id }) => playlistItems.get(id)!);
  const toActivity = ({ id, playlistId, videoId, addedAt }: PlaylistItemEntity): ActivityEntity => {
    const title = videos.get(videoId)?.snippet.title ?? '';
    const common = { channelId, publishedAt: addedAt, title };
    const resourceId = { kind: 'youtube#video', videoId };
    return buildActivity('playlistItem', id, common, {
      resourceId,
      playlistId,
      playlistItemId: id,
    });
  };
  return items.map(toActivity);
}

function findSubscriptions({ simulation, user }: ApiCall, channelId: string): ActivityEntity[] {
  const { subscriptions, privateSubscribers, channels } = videoState(simulation);
  if (channelId !== user.channelId && privateSubscribers.has(channelId)) return [];
  return [...subscriptions.values()]
    .filter((subscription) => subscription.channelId === channelId)
    .map(({ id, publisherId, publishedAt }) => {
      const title = channels.get(publisherId)?.snippet.title ?? '';
      return buildActivity('subscription', id, { channelId, publishedAt, title });
    });
}

function serializeActivity(
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
      // Which activities form a group is assumed.
      ...(type === 'playlistItem' ? { groupId: stableId(`group ${publishedAt}`, 20) } : {}),
    },
    contentDetails,
  };
}
