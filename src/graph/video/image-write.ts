/** Pictures that are given to videos and channels. */
import type { youtube_v3 } from '@googleapis/youtube';
import { Paths } from '../../data/read/path.ts';
import { thumbnails } from '../../upstream/video/index.ts';
import { naming } from '../error-path.ts';
import { mutation } from '../field/mutation.ts';
import { refFrom } from '../global-id.ts';
import { pictureOf } from '../upload/check.ts';
import type { UploadedFile } from '../upload/file.ts';
import { Video } from './resource.ts';

mutation('setVideoThumbnail', {
  description:
    'Gives a video a picture of its own in place of one the service took from it. The channel has to be allowed to.',
  operations: [thumbnails.set],
  inputDescription: 'Which video, and its picture.',
  input: (t) => ({
    videoId: t.id({ required: true, description: 'A video of your own.' }),
    file: t.field({
      type: 'Upload',
      required: true,
      description: 'PNG or JPEG of at most 2 MB; 1280 x 720 is what the largest size shows.',
    }),
  }),
  node: ['video', Video, 'The video with its new picture.'],
  run: async ({ videoId, file }: { videoId: string; file: UploadedFile }, execution) => {
    const ref = refFrom(Video.resource, videoId, 'videoId');
    const own = ref.key[0]!;
    const sent = execution.send(
      thumbnails.set,
      { videoId: own },
      { file: pictureOf(thumbnails.set, file) },
    );
    const pictures = (await naming(own, sent)).items?.[0];
    const answer: youtube_v3.Schema$Video | null = pictures
      ? { id: own, snippet: { thumbnails: pictures } }
      : null;
    execution.invalidate(ref, answer, Paths.of('id', 'snippet.thumbnails'));
    return { ref };
  },
});
