/** Translations of titles and descriptions: the REST API's map by language as a list. */
import type { youtube_v3 } from '@googleapis/youtube';
import { noNeeds } from '../../engine/read/needs.ts';
import { builder } from '../../engine/schema/builder.ts';
import {
  type Field,
  type FieldBuilder,
  field,
  type EntityType,
} from '../../engine/schema/field/field-factory.ts';
import { separateFetch } from '../../engine/schema/field/separate-fetch.ts';
import { computed, fields } from '../../engine/schema/field/path-field.ts';
import { required } from '../../engine/schema/field/input-row.ts';
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

const Localization = builder
  .objectType<LocalizationValue>('Localization', 'VideoLocalization')
  .implement({
    description: 'A title and a description in one language.',
    fields: (t) => ({
      languageTag: field(t, {
        type: 'LanguageTag',
        nullable: false,
        description: 'The tag of the language of the texts.',
        needs: noNeeds,
        resolve: ({ languageTag }: LocalizationValue) => languageTag,
      }),
      title: field(t, {
        type: 'String',
        description: 'The title in the language of the localization.',
        needs: noNeeds,
        resolve: ({ title }: LocalizationValue) => title ?? null,
      }),
      description: field(t, {
        type: 'String',
        description: 'The description in the language of the localization.',
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
