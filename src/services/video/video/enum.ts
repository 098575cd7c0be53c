/** Enums of videos. */
import { enumeration } from '../../../engine/schema/field/enumeration.ts';

export const Rating = enumeration('VideoRating', "A user's rating of a video.", {
  like: 'A positive rating.',
  dislike: 'A negative rating.',
  none: 'No rating. As an argument: remove the rating.',
});

export const LiveBroadcastContent = enumeration(
  'LiveBroadcastContent',
  'The stage of the live broadcast of a video.',
  {
    none: 'Not a live broadcast. YouTube usually also returns this value for broadcasts that have ended.',
    upcoming: 'The broadcast has not started.',
    live: 'The broadcast is in progress.',
    completed: 'The broadcast has ended.',
  },
);

export const VideoLicense = enumeration('VideoLicense', 'The license of a YouTube video.', {
  youtube: 'The standard YouTube license.',
  creativeCommon:
    'The Creative Commons Attribution license: reuse is allowed if the author is named.',
});

export const VideoDefinition = enumeration(
  'VideoDefinition',
  'The highest picture definition of a video.',
  { sd: 'Standard definition only.', hd: 'High definition.' },
);

export const VideoDimension = enumeration(
  'VideoDimension',
  'The dimension of the picture of a video.',
  { '2d': 'Two-dimensional.', '3d': 'Three-dimensional.' },
  { '2d': 'D2', '3d': 'D3' },
);
