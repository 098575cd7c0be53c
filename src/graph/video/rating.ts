/** What a viewer thinks of a video or comment. */
import { enumeration } from '../field/enumeration.ts';

export const Rating = enumeration('Rating', 'What somebody thinks of a video or comment.', {
  like: 'They like it.',
  dislike: 'They do not like it.',
  none: 'They have not said, or taken back what they said.',
});
