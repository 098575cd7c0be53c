/** Ratings of videos. */
import { enumeration } from '../field/enumeration.ts';

export const Rating = enumeration('VideoRating', 'What somebody thinks of a video.', {
  like: 'They like it.',
  dislike: 'They do not like it.',
  none: 'They have not said, or taken back what they said.',
});
