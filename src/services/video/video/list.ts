/** Root fields for videos, and the lists of videos of a viewer and of a channel. */
import { InvalidInput } from '../../../engine/api/error.ts';
import { playlistItems, videos } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { lookup } from '../../../engine/schema/field/lookup.ts';
import { lookupEach } from '../../../engine/schema/field/lookup-each.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { upstreamId } from '../../../engine/schema/type/global-id.ts';
import { Viewer } from '../../shared/viewer.ts';
import { parseRegionCode } from '../../shared/youtube/region-code.ts';
import { Video, VideoCategory, Channel } from '../resources.ts';
import { noChannel } from '../../shared/youtube/no-channel.ts';
import { videoConnection } from './type.ts';
import { VideoChart, VideoRating } from '../../shared/youtube/enums.ts';

export function addVideoList(): void {
  builder.queryFields((t) => ({
    video: lookup(
      t,
      Video,
      'The requested video: a global id or a YouTube id.',
      'One video. Error `NOT_FOUND` if there is no such video or the caller may not see it.',
    ),
    videos: lookupEach(
      t,
      Video,
      'The videos: global ids or YouTube ids. Maximum: 200.',
      'Videos by their ids, in the order of the ids. An entry is null if the video does not exist or the caller may not see it. The entry of an invalid id is null, too; one error names all of them.',
    ),
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
        argumentNames: {
          videoCategoryId: 'categoryId',
          // YouTube also names the chart if there is none for the category or the country.
          chart: ['categoryId', 'regionCode', 'chart'],
        },
        arguments: {
          chart: [required(VideoChart), 'Select the chart.', { default: 'mostPopular' }],
          regionCode: [
            'String',
            'Select the country of the chart. Country as an ISO 3166-1 alpha-2 code; see `regions`. Default: decided by YouTube.',
          ],
          categoryId: [
            'ID',
            'Return only videos of this category: a global id or a YouTube id. Some categories have no chart.',
          ],
        },
      },
      'Videos of a chart, in the order of the chart.',
    ),
  }));

  builder.objectFields(Viewer, (t) => ({
    ratedVideos: connection(
      t,
      videoConnection,
      {
        operation: videos.list,
        args: () => ({}),
        argumentParameters: ({ rating }) => {
          if (rating === 'none')
            throw new InvalidInput(
              'rating',
              'NONE is not allowed: YouTube lists rated videos only; expected LIKE or DISLIKE',
            );
          return { myRating: rating };
        },
        argumentNames: { myRating: 'rating' },
        forCaller: true,
        nullOnReasons: noChannel,
        arguments: {
          rating: [
            required(VideoRating),
            'Return only videos with this rating: `LIKE` or `DISLIKE`. `NONE` is rejected with `INVALID_INPUT`.',
          ],
        },
      },
      'Videos with the given rating by the caller. Null with a warning if the account has no channel.',
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
        commonPaths: ['snippet.channelId'],
        nullOnReasons: [playlistItems.list.reasons.playlistNotFound],
      },
      'Uploaded videos of the channel that the caller can see, newest first. Null with a warning if the channel has no uploads playlist.',
    ),
  );
}
