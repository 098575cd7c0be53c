/** What a viewer thinks of a video, and saying so. */
import { videos } from '../../upstream/video/index.ts';
import { naming } from '../error-path.ts';
import { enumeration } from '../field/enumeration.ts';
import { mutation } from '../field/mutation.ts';
import { refFrom } from '../global-id.ts';
import { Video } from './resource.ts';

export const Rating = enumeration('VideoRating', 'What somebody thinks of a video.', {
  like: 'They like it.',
  dislike: 'They do not like it.',
  none: 'They have not said, or taken back what they said.',
});

mutation('rateVideo', {
  description:
    'Says what the caller thinks of a video, or takes it back. Saying the same again changes nothing.',
  operations: [videos.rate],
  inputDescription: 'Which video, and what the caller thinks of it.',
  input: (t) => ({
    id: t.id({
      required: true,
      description: 'Which video: the global id, or that of the video service.',
    }),
    rating: t.field({
      type: Rating,
      required: true,
      description: 'What the caller thinks; `NONE` takes back what was said.',
    }),
  }),
  node: [
    'video',
    Video,
    'The video that was rated: `viewerRating` of it is what was said just now.',
  ],
  run: async ({ id, rating }, execution) => {
    const ref = refFrom(Video.resource, id);
    await naming(ref.key[0]!, execution.send(videos.rate, { id: ref.key[0]!, rating }));
    execution.invalidate();
    return { ref };
  },
});
