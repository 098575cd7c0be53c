/** Root fields for videos, and the lists of videos of a viewer and of a channel. */
import type { Ref } from '../../data/read/resource.ts';
import { videos, playlistItems } from '../../upstream/video/index.ts';
import { builder } from '../builder.ts';
import { connection } from '../field/connection.ts';
import { field } from '../field/field-factory.ts';
import { enumeration } from '../field/enumeration.ts';
import { loadEach, lookup } from '../field/lookup.ts';
import { refFrom, upstreamId } from '../global-id.ts';
import { Viewer } from '../link/viewer.ts';
import { parseRegionCode } from './language.ts';
import { Rating } from './video-enum.ts';
import { noChannel, Video, VideoCategory, Channel } from './resource.ts';
import { videoConnection } from './video.ts';

const VideoChart = enumeration('VideoChart', 'A list of videos that upstream puts together.', {
  mostPopular: 'What is watched most at the moment.',
});

const videoRef = (id: string, argument: string): Ref => refFrom(Video.resource, id, argument);

/** Adds the types and fields of this module to the schema. */
export function addVideoQuery(): void {
  builder.queryFields((t) => ({
    video: lookup(t, Video, 'Its global id, or the `v` of a watch address.', 'A video by its id.'),
    videos: field(t, {
      type: [Video],
      nullable: { list: false, items: true },
      description:
        'Many videos, in the order of the ids; null in place of one that is not there or not shown to the caller.',
      args: {
        ids: t.arg.idList({
          required: true,
          description: 'Global ids, or ids of the video service; at most 200.',
        }),
      },
      needs: {
        kind: 'calls',
        costOf: ({ ids }: { readonly ids: readonly string[] }) => ({
          calls: [],
          loads: [{ resources: [Video.resource], count: ids.length }],
          values: 0,
        }),
      },
      operations: [Video.resource.read.operation],
      resolve: (_, { ids }: { ids: string[] }, context, info) =>
        loadEach(context, ids, info, videoRef),
    }),
    videoChart: connection(
      t,
      videoConnection,
      {
        operation: videos.list,
        args: (_, { chart, regionCode: code, categoryId }) => ({
          chart,
          ...(code == null ? {} : { regionCode: parseRegionCode(code) }),
          ...(categoryId == null
            ? {}
            : { videoCategoryId: upstreamId(VideoCategory.resource, categoryId, 'categoryId') }),
        }),
        argumentNames: { videoCategoryId: 'categoryId' },
        arguments: {
          chart: t.arg({
            type: VideoChart,
            required: true,
            defaultValue: 'mostPopular',
            description: 'Which of the charts.',
          }),
          regionCode: t.arg.string({
            description:
              "The country whose chart it is, by its two letters; the caller's, unless said.",
          }),
          categoryId: t.arg.id({
            description: 'Only videos filed under this: not every category has a chart.',
          }),
        },
      },
      'Videos of a chart, the first of it first.',
    ),
  }));

  builder.objectFields(Viewer, (t) => ({
    ratedVideos: connection(
      t,
      videoConnection,
      {
        operation: videos.list,
        args: (_, { rating }) => ({ myRating: rating }),
        argumentNames: { myRating: 'rating' },
        nullOnReasons: noChannel,
        arguments: {
          rating: t.arg({
            type: Rating,
            required: true,
            description: 'What the caller thinks of them.',
          }),
        },
      },
      'Videos that the caller has rated so; null with a warning for an account without a channel.',
    ),
  }));

  // The uploads playlist lists the videos of a channel; its items are only pointers.
  builder.objectField(Channel, 'videos', (t) =>
    connection(
      t,
      videoConnection,
      {
        operation: playlistItems.list,
        paths: ['contentDetails.relatedPlaylists.uploads'],
        args: ({ contentDetails }) => {
          const uploads = contentDetails?.relatedPlaylists?.uploads as string | undefined;
          return uploads ? { playlistId: uploads } : null;
        },
        pointerPath: 'contentDetails.videoId',
        nullOnReasons: [playlistItems.list.reasons.playlistNotFound],
      },
      'Videos that the channel has uploaded, newest first: those that the caller may see; null with a warning where upstream has no list of them yet.',
    ),
  );
}
