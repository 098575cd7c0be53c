/** Caption tracks: uploaded ones, a draft, an automatic one, and one with an unreadable file. */
import type { Simulation } from '../../simulation.ts';
import { day } from '../../time.ts';
import { buildCaption, captionTime, speechRecognition } from '../../video/caption/track.ts';
import type { CaptionTrackEntity } from '../../video/state.ts';
import { ids } from '../ids.ts';

/** Writes a SubRip file: a text every two seconds. */
const writeSrt = (...texts: readonly string[]): string =>
  texts
    .map((text, index) => {
      const [start, end] = [`00:00:0${index * 2},000`, `00:00:0${index * 2 + 1},500`];
      return `${index + 1}\n${start} --> ${end}\n${text}\n`;
    })
    .join('\n');

interface CaptionPlan {
  readonly id: string;
  readonly videoId: string;
  readonly language: string;
  readonly content: string;
  /** Properties that differ from the defaults. */
  readonly snippet?: Partial<CaptionTrackEntity['snippet']>;
}

const { trailer, makingOf, benPreview } = ids.video;

const plans: readonly CaptionPlan[] = [
  {
    id: ids.caption.english,
    videoId: trailer,
    language: 'en',
    content: writeSrt('The harbour sleeps.', 'Until the lights come on.', '[waves] ♪'),
    snippet: { isCC: true },
  },
  {
    id: ids.caption.swedish,
    videoId: trailer,
    language: 'sv',
    content: writeSrt('Hamnen sover.', 'Tills ljusen tänds – på riktigt.'),
    snippet: { name: 'Svenska 🇸🇪' },
  },
  {
    id: ids.caption.draft,
    videoId: trailer,
    language: 'ar',
    content: writeSrt('الميناء نائم.'),
    snippet: { name: 'مسودة', isDraft: true },
  },
  {
    id: ids.caption.heard,
    videoId: trailer,
    language: 'en',
    content: writeSrt('the harbor sleeps', 'until the lights come on'),
    snippet: { trackKind: speechRecognition },
  },
  {
    id: ids.caption.broken,
    videoId: trailer,
    language: 'de',
    content: 'no captions',
    snippet: { name: 'Deutsch', status: 'failed', failureReason: 'unknownFormat' },
  },
  {
    id: ids.caption.makingOf,
    videoId: makingOf,
    language: 'en',
    content: writeSrt('How it was made.'),
    snippet: { name: 'English' },
  },
  {
    id: ids.caption.ben,
    videoId: benPreview,
    language: 'en',
    content: writeSrt('Ben here.'),
    snippet: { name: 'English' },
  },
];

/** Builds the caption tracks, by id. */
export function seedCaptions(simulation: Simulation): Map<string, CaptionTrackEntity> {
  const lastUpdated = captionTime(simulation.at(-20 * day));
  const build = ({ id, videoId, language, content, snippet }: CaptionPlan): CaptionTrackEntity => ({
    ...buildCaption(id, {
      videoId,
      language,
      name: '',
      audioTrackType: 'primary',
      lastUpdated,
      ...snippet,
    }),
    content,
  });
  return new Map(plans.map((plan) => [plan.id, build(plan)]));
}
