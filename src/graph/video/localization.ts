/** A video's title and description in other languages: upstream's map by language as a list, read and changed entry by entry. */
import type { youtube_v3 } from '@googleapis/youtube';
import { changeMap, type KeyedChange } from '../../data/keyed-list.ts';
import { builder } from '../builder.ts';
import type { Field, FieldBuilder } from '../field/door.ts';
import { computed } from '../field/table.ts';

interface Localization {
  readonly language: string;
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
}
const VideoLocalization = builder.objectRef<Localization>('VideoLocalization').implement({
  description: 'What a video is called and says of itself in one language.',
  fields: (t) => ({
    language: t.expose('language', {
      type: 'LanguageTag',
      nullable: false,
      description: 'Which language it is.',
      extensions: { needs: {} },
    }),
    title: t.exposeString('title', { nullable: true, description: 'The title in that language.', extensions: { needs: {} } }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'The description in that language.',
      extensions: { needs: {} },
    }),
  }),
});
export const localizations = (t: FieldBuilder<youtube_v3.Schema$Video>): Field =>
  computed(
    t,
    [VideoLocalization],
    ['localizations'],
    'Title and description in all languages they were translated to; the default language can be among them.',
    ({ localizations }): Localization[] => Object.entries(localizations ?? {}).map(([language, texts]) => ({ language, ...texts })),
  );

const VideoLocalizationInput = builder.inputType('VideoLocalizationInput', {
  description: 'Title and description of a video in one language.',
  fields: (t) => ({
    language: t.field({ type: 'LanguageTag', required: true, description: 'Which language.' }),
    title: t.string({ description: 'The title in it; left out, an existing one stays.' }),
    description: t.string({ description: 'The description in it; left out, an existing one stays.' }),
  }),
});
export const VideoLocalizationChange = builder.inputType('VideoLocalizationChange', {
  description: 'Changes to the languages of a video; those that are not named stay.',
  fields: (t) => ({
    set: t.field({ type: [VideoLocalizationInput], description: 'Languages to add or change.' }),
    remove: t.field({ type: ['LanguageTag'], description: 'Languages to drop.' }),
    replaceAll: t.boolean({ required: true, defaultValue: false, description: 'Drop every language that `set` does not name.' }),
  }),
});

type Localizations = Record<string, youtube_v3.Schema$VideoLocalization>;
export function changeLocalizations(
  { set, remove, replaceAll }: KeyedChange<Localization>,
  current: Localizations = {},
  argument: string,
): Localizations {
  const entries = set?.map(({ language, ...value }) => ({ key: language, value: { ...current[language], ...given(value) } }));
  return changeMap(current, { set: entries, remove, replaceAll }, argument);
}
const given = (value: object): object => Object.fromEntries(Object.entries(value).filter(([, each]) => each != null));
