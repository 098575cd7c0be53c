/** Construction of caption tracks. */
import type { CaptionTrackEntity } from './state.ts';

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
