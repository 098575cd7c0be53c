/** The metadata of new videos, for all mutations that create one. */
import type { Rejected } from './fixture.ts';

/** Rejected by every write of a video's texts. */
export const rejectedTexts: Readonly<Record<string, readonly Rejected[]>> = {
  title: [
    { input: { title: 'x'.repeat(101) } },
    { input: { title: ' ' } },
    { input: { title: 'a <b> c' } },
  ],
  description: [{ input: { description: 'ä'.repeat(2501) } }],
  tags: [
    { input: { tags: ['x'.repeat(501)] } },
    { input: { tags: ['a', 'b<c'] }, path: 'tags.1' },
    // A tag with a space is sent with two quotes, which count.
    { input: { tags: Array.from({ length: 46 }, (_, at) => `t ${10 + at} xxxx`) } },
  ],
  categoryId: [{ input: { categoryId: '18' }, reason: 'invalidCategoryId' }],
};

export const german = { language: 'de', title: 'Alles', description: 'Neu erzählt' };
export const french = { language: 'fr', title: 'Tout', description: 'Raconté à neuf' };
const { language: _, ...germanTexts } = german;
const { language: __, ...frenchTexts } = french;

/** The texts as the REST API has them. */
export { frenchTexts, germanTexts };

/** Values of all fields. */
export const newVideoFields = {
  title: ['A new video', 'Another new video'],
  description: ['First text', 'Second text'],
  tags: [['one', 'two words'], ['three']],
  categoryId: ['22', '24'],
  defaultLanguage: ['en', 'sv'],
  defaultAudioLanguage: ['pt-BR', 'fi'],
  localizations: {
    values: [[german], [french]],
    stored: [{ de: germanTexts }, { fr: frenchTexts }],
    with: { defaultLanguage: 'en' },
  },
  privacyStatus: ['PRIVATE', 'UNLISTED'],
  publishAt: {
    values: ['2099-01-01T00:00:00Z', '2099-02-01T00:00:00Z'],
    with: { privacyStatus: 'PRIVATE' },
  },
  license: ['CREATIVE_COMMON', 'YOUTUBE'],
  embeddable: [false, true],
  publicStatsViewable: [false, true],
  selfDeclaredMadeForKids: [true, false],
  containsSyntheticMedia: [true, false],
  recordedAt: ['2026-01-02T03:04:05Z', '2025-01-02T03:04:05Z'],
  hasPaidProductPlacement: [true, false],
  notify: [true, false],
  stabilize: [true, false],
  autoLevels: [true, false],
} as const;

export const rejectedVideo: Readonly<Record<string, readonly Rejected[]>> = {
  ...rejectedTexts,
  localizations: [
    { input: { localizations: [german] } },
    {
      input: { localizations: [{ ...german, title: 'x'.repeat(101) }], defaultLanguage: 'en' },
      path: 'localizations.0.title',
    },
  ],
  publishAt: [
    { input: { publishAt: '2020-01-01T00:00:00Z', privacyStatus: 'PRIVATE' } },
    { input: { publishAt: '2099-01-01T00:00:00Z' } },
  ],
};

/** Fields that take any value of their type. */
export const anyVideoValues = [
  'defaultLanguage',
  'defaultAudioLanguage',
  'privacyStatus',
  'license',
  'embeddable',
  'publicStatsViewable',
  'selfDeclaredMadeForKids',
  'containsSyntheticMedia',
  'recordedAt',
  'hasPaidProductPlacement',
  'notify',
  'stabilize',
  'autoLevels',
] as const;

/** The REST API creates or changes the entity when the last byte has arrived. */
export const opensUpload = 'Opens an upload session and nothing else.';
