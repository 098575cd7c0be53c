/** Construction of caption tracks, and the videos that have some. */
import type { CaptionTrackEntity, VideoState } from '../state.ts';

/**
 * `trackKind` of captions by speech recognition: in small letters, though Google's page says `ASR`.
 * Answers of captions.list of June 2024 and later in public programs.
 */
export const speechRecognition = 'asr';

/** A time of `lastUpdated`: with five digits of the second, in the same answers. */
export const captionTime = (date: Date): string => date.toISOString().replace('Z', '00Z');

type CaptionSnippet = CaptionTrackEntity['snippet'];

/** The properties that every track sets; the others have a default. */
type CaptionProperties = Pick<CaptionSnippet, 'videoId' | 'language' | 'name' | 'audioTrackType'> &
  Partial<CaptionSnippet>;

/** Builds a track without a file. */
export const buildCaption = (id: string, properties: CaptionProperties): CaptionTrackEntity => ({
  kind: 'youtube#caption',
  id,
  snippet: {
    lastUpdated: '',
    trackKind: 'standard',
    isCC: false,
    isLarge: false,
    isEasyReader: false,
    isDraft: false,
    isAutoSynced: false,
    status: 'serving',
    ...properties,
  },
  content: '',
});

/** Whether captions are available for a video: people who watch it do not see drafts. */
export const hasCaptions = ({ captions }: Pick<VideoState, 'captions'>, videoId: string): boolean =>
  [...captions.values()].some(({ snippet }) => snippet.videoId === videoId && !snippet.isDraft);
