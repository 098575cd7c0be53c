/** The keys of videos, and how they are read. */
import type { youtube_v3 } from '@googleapis/youtube';
import type { Resource } from '../../../engine/read/resource.ts';
import { batchRead, resource } from '../../../engine/schema/field/field-factory.ts';
import { videos } from '../operations.ts';

export const Video = resource<youtube_v3.Schema$Video>({
  name: 'Video',
  key: ['videoId'],
  sameKeyAs: 'Broadcast',
  read: batchRead(videos.list),
  choiceParameter: 'hl',
});

/** The caller's rating of a video. Not a GraphQL type: a separate fetch of the video reads it. */
export const VideoRating: Resource<youtube_v3.Schema$VideoRating> = {
  name: 'VideoRating',
  key: ['videoId'],
  read: { kind: 'batch', operation: videos.getRating, param: 'id', idPath: 'videoId' },
};
