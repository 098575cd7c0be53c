/** Enums of videos. */
import { enumeration } from '../field/enumeration.ts';

export const LiveBroadcastContent = enumeration(
  'LiveBroadcastContent',
  'Whether a video is, will be or was a live broadcast.',
  {
    none: 'It is no broadcast; most often it says so of one that is over, too.',
    upcoming: 'It is going to be broadcast.',
    live: 'It is on air.',
    completed: 'The broadcast is over. Do not wait for it: `actualEndTime` tells for certain.',
  },
);

export const VideoLicense = enumeration('VideoLicense', 'What others may do with a video.', {
  youtube: "The platform's standard licence.",
  creativeCommon: 'Creative Commons attribution: others may use it and name the author.',
});
