/** Caption tracks of the studio's films: written ones, a draft, and one that the service heard by itself. */
import type { CaptionTrackEntity } from '../../video/state.ts';
import type { Simulation } from '../../simulation.ts';
import { day, rfc3339 } from '../../time.ts';
import { ids } from '../ids.ts';

type Kept = CaptionTrackEntity['snippet'];

const lines = (...texts: readonly string[]): string =>
  texts
    .map(
      (text, index) =>
        `${index + 1}\n00:00:0${index * 2},000 --> 00:00:0${index * 2 + 1},500\n${text}\n`,
    )
    .join('\n');

export function seedCaptions(simulation: Simulation): Map<string, CaptionTrackEntity> {
  const track = (
    id: string,
    videoId: string,
    language: string,
    content: string,
    rest: Partial<Kept> = {},
  ): [string, CaptionTrackEntity] => [
    id,
    {
      kind: 'youtube#caption',
      id,
      snippet: {
        videoId,
        lastUpdated: rfc3339(simulation.at(-20 * day)),
        trackKind: 'standard',
        language,
        name: '',
        audioTrackType: 'primary',
        isCC: false,
        isLarge: false,
        isEasyReader: false,
        isDraft: false,
        isAutoSynced: false,
        status: 'serving',
        ...rest,
      },
      content,
    },
  ];
  const { trailer, makingOf, benPreview } = ids.video;
  const { english, swedish, draft, heard, broken, ben, makingOf: other } = ids.caption;
  return new Map([
    track(
      english,
      trailer,
      'en',
      lines('The harbour sleeps.', 'Until the lights come on.', '[waves] ♪'),
      { isCC: true },
    ),
    track(swedish, trailer, 'sv', lines('Hamnen sover.', 'Tills ljusen tänds – på riktigt.'), {
      name: 'Svenska 🇸🇪',
    }),
    track(draft, trailer, 'ar', lines('الميناء نائم.'), { name: 'مسودة', isDraft: true }),
    track(heard, trailer, 'en', lines('the harbor sleeps', 'until the lights come on'), {
      trackKind: 'ASR',
    }),
    track(broken, trailer, 'de', 'no captions', {
      name: 'Deutsch',
      status: 'failed',
      failureReason: 'unknownFormat',
    }),
    track(other, makingOf, 'en', lines('How it was made.'), { name: 'English' }),
    track(ben, benPreview, 'en', lines('Ben here.'), { name: 'English' }),
  ]);
}
