/** Targets of search results and activities: videos, channels and playlists. */
import type { youtube_v3 } from '@googleapis/youtube';
import type { Ref, Resource } from '../../engine/read/resource.ts';
import { polymorphicType } from '../../engine/schema/field/link.ts';
import { Channel, Playlist, Video } from './resources.ts';

export const ContentTarget = polymorphicType(
  'ContentTarget',
  [Channel, Playlist, Video],
  'The video, channel or playlist of a search result or an activity. Fields of the same name have different types: give one an alias, as in `... on Video { ownerId: channelId }` beside `... on Channel { channelId }`.',
);

type ResourceId = youtube_v3.Schema$ResourceId;

const targetResources: Readonly<
  Record<string, readonly [resource: Resource, id: keyof ResourceId]>
> = {
  'youtube#channel': [Channel.resource, 'channelId'],
  'youtube#playlist': [Playlist.resource, 'playlistId'],
  'youtube#video': [Video.resource, 'videoId'],
};

/** Returns the ref of a REST `resourceId`; null if it is absent or of an unknown kind. */
export function contentTargetRef(resourceId: ResourceId | null | undefined): Ref | null {
  const [resource, property] = targetResources[resourceId?.kind ?? ''] ?? [];
  const id = property && resourceId?.[property];
  return resource && id ? { resource, key: [id] } : null;
}
