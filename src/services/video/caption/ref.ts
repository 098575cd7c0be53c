/**
 * Arguments that name a caption track. Its key is compound: captions can only be read per video.
 */
import { refInput } from '../../../engine/schema/field/ref-input.ts';
import { Caption, Video } from '../resources.ts';

/** Names one caption track: `by: { id }` or `by: { key: { videoId, captionId } }`. */
export const CaptionRef = refInput(Caption, {
  videoId: {
    description: 'The video of the caption track: a global id or a YouTube id.',
    resource: Video,
  },
  captionId: { description: 'The YouTube id of the caption track.' },
});
