/** Translations of titles and descriptions: the REST API's map by language as a list. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../../engine/schema/builder.ts';
import {
  type Field,
  type FieldBuilder,
  type EntityType,
} from '../../engine/schema/field/field-factory.ts';
import { separateFetch } from '../../engine/schema/field/separate-fetch.ts';
import { computed, fields } from '../../engine/schema/field/path-field.ts';
import { required } from '../../engine/schema/field/input-row.ts';
import { madeType } from '../../engine/schema/field/own-value.ts';
import { languageParameter } from '../shared/youtube/language-argument.ts';

interface Texts {
  title?: string | null;
  description?: string | null;
}

interface LocalizationValue extends Readonly<Texts> {
  readonly languageTag: string;
}

/** The map of the REST API: texts by language. */
export type Localizations = Record<string, Texts>;

const Localization = madeType<LocalizationValue>('Localization', 'VideoLocalization').rows(
  'A title and a description in one language.',
  {
    languageTag: [required('LanguageTag'), 'The tag of the language of the texts.'],
    title: ['String', 'The title in the language of the localization.'],
    description: ['String', 'The description in the language of the localization.'],
  },
);

interface Localizable {
  localizations?: Localizations | null;
}

/** Field with all translations. */
export const localizations = <Shape extends Localizable>(t: FieldBuilder<Shape>): Field =>
  computed<Localizable>(
    t,
    [Localization],
    { paths: ['localizations'], compute: listLocalizations },
    'Titles and descriptions in all available languages. Can include the default language.',
  );

const listLocalizations = ({ localizations }: Localizable): LocalizationValue[] =>
  Object.entries(localizations ?? {}).map(([languageTag, texts]) => ({ languageTag, ...texts }));

const LocalizedTexts = builder
  .objectType<{ localized?: youtube_v3.Schema$VideoLocalization }>('LocalizedTexts')
  .implement({
    description:
      'A title and a description for readers of a requested language. Contains the original texts if no translation exists.',
    fields: (t) =>
      fields(t, 'localized', {
        title: ['String', 'The title for readers of the requested language.'],
        description: ['String', 'The description for readers of the requested language.'],
      }),
  });

/**
 * Field with the texts in one language, or the original texts. A separate fetch, unless the call
 * for the entity has returned them.
 */
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
      parameters: languageParameter,
      arguments: {
        language: [required('LanguageTag'), 'Return the texts for readers of this language.'],
      },
    },
    'Title and description for readers of one language. Each further language requires a separate call.',
  );
