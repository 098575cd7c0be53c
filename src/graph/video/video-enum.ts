/** Enums that several types of YouTube share. */
import { enumeration } from '../field/enumeration.ts';

export const Rating = enumeration('VideoRating', 'What somebody thinks of a video.', {
  like: 'They like it.',
  dislike: 'They do not like it.',
  none: 'They have not said, or taken back what they said.',
});

export const PrivacyStatus = enumeration('PrivacyStatus', 'Who may watch or see it.', {
  public: 'Everybody, and it turns up in search and lists.',
  unlisted: 'Everybody who has the link.',
  private: 'Only its owner and those the owner has invited.',
});

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
