/** Translations of titles and descriptions: the REST API's map by language as a list. */
import type { youtube_v3 } from '@googleapis/youtube';
import { noNeeds } from '../../data/read/needs.ts';
import { builder } from '../builder.ts';
import { type Field, type FieldBuilder, field, type EntityType } from '../field/field-factory.ts';
import { separateFetch } from '../field/separate-fetch.ts';
import { computed, fieldAt } from '../field/path-field.ts';

interface Texts {
  title?: string | null;
  description?: string | null;
}

interface LocalizationValue extends Readonly<Texts> {
  readonly language: string;
}

/** The map of the REST API: texts by language. */
type Localizations = Record<string, Texts>;

const Localization = builder.objectRef<LocalizationValue>('Localization').implement({
  description:
    'What something is called and says of itself in one language, as its owner translated it.',
  fields: (t) => ({
    language: field(t, {
      type: 'LanguageTag',
      nullable: false,
      description: 'Which language it is.',
      needs: noNeeds,
      resolve: ({ language }: LocalizationValue) => language,
    }),
    title: field(t, {
      type: 'String',
      description: 'The title in that language.',
      needs: noNeeds,
      resolve: ({ title }: LocalizationValue) => title ?? null,
    }),
    description: field(t, {
      type: 'String',
      description: 'The description in that language.',
      needs: noNeeds,
      resolve: ({ description }: LocalizationValue) => description ?? null,
    }),
  }),
});

interface Localizable {
  localizations?: Localizations | null;
}

/** Field with all translations. */
export const localizations = <Shape extends Localizable>(t: FieldBuilder<Shape>): Field =>
  computed<Localizable>(
    t,
    [Localization],
    { paths: ['localizations'], compute: listLocalizations },
    'Title and description in all languages they were translated to; the default language can be among them.',
  );

const listLocalizations = ({ localizations }: Localizable): LocalizationValue[] =>
  Object.entries(localizations ?? {}).map(([language, texts]) => ({ language, ...texts }));

const LocalizedTexts = builder
  .objectRef<{ localized?: youtube_v3.Schema$VideoLocalization }>('LocalizedTexts')
  .implement({
    description:
      'Title and description in the language asked for, or as they were written where there is no translation.',
    fields: (t) => ({
      title: fieldAt(
        t,
        'String',
        'localized.title',
        'The title as readers of that language see it.',
      ),
      description: fieldAt(
        t,
        'String',
        'localized.description',
        'The description as readers of that language see it.',
      ),
    }),
  });

/** Field with the texts in one language, or the original texts. A separate fetch. */
export const localized = <Shape extends { snippet?: { localized?: Texts } }>(
  t: FieldBuilder<Shape>,
  self: EntityType<Shape>,
): Field =>
  separateFetch(
    t,
    LocalizedTexts,
    {
      resource: self.resource,
      path: 'snippet',
      fetch: 'always',
      arguments: {
        hl: t.arg({
          type: 'LanguageTag',
          required: true,
          description: 'The language of the readers.',
        }),
      },
    },
    'Title and description for readers of another language.',
  );
