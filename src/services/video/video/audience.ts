/** The audience of a video: its statistics, and its live broadcast. */
import type { youtube_v3 } from '@googleapis/youtube';
import { valueType } from '../../../engine/schema/field/path-field.ts';

export const VideoStatistics = valueType<youtube_v3.Schema$VideoStatistics>('VideoStatistics').rows(
  'Numbers of views, ratings and comments of a video.',
  {
    viewCount:
      'The number of times that the video was viewed. A view counts from the first frame: of Shorts since 31 March 2025, of all videos since 27 August 2026.',
    likeCount: 'The number of likes. Null if the video owner hides ratings.',
    dislikeCount: 'The number of dislikes. Video owner only, null for other callers.',
    commentCount: 'The number of published comments and replies. Null if comments are disabled.',
  },
);

export const LiveStreamingDetails = valueType<youtube_v3.Schema$VideoLiveStreamingDetails>(
  'LiveStreamingDetails',
  'VideoLiveStreamingDetails',
).rows('Times and audience of the live broadcast of a video.', {
  scheduledStartAt: ['The planned start of the broadcast.', { rest: 'scheduledStartTime' }],
  scheduledEndAt: [
    'The planned end of the broadcast. Null if no end is planned.',
    { rest: 'scheduledEndTime' },
  ],
  actualStartAt: [
    'The time when the broadcast started. Null before the start.',
    { rest: 'actualStartTime' },
  ],
  actualEndAt: [
    'The time when the broadcast ended. Null before the end.',
    { rest: 'actualEndTime' },
  ],
  concurrentViewerCount: [
    'The number of current viewers. Null if the broadcast is not live or its owner hides the number.',
    { rest: 'concurrentViewers' },
  ],
});
