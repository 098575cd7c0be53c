/**
 * Writes of titles and descriptions in other languages: the REST map by language as a keyed list.
 */
import { InvalidInput } from '../../engine/api/error.ts';
import { inputObject, required } from '../../engine/schema/field/input-row.ts';
import {
  keyedList,
  type ListRules,
  listChangeType,
} from '../../engine/schema/write/list-change.ts';
import { newOrChanged } from '../../engine/schema/write/write-input.ts';
import { checkText } from '../../engine/schema/type/text.ts';
import type { Localizations } from './localization.ts';

interface Texts {
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
}

export interface LocalizationEntry extends Texts {
  readonly languageTag: string;
}

/**
 * Checks the texts of one language.
 * @param place the path of the texts in the input, with a dot at the end
 * @throws InvalidInput for the first text that is not allowed
 */
type CheckTexts = (texts: Texts, place: string) => void;

const LocalizationInput = inputObject(
  'LocalizationInput',
  'Input for a title and a description in one language.',
  {
    languageTag: [required('LanguageTag'), 'The language to add or change.'],
    title: [
      'String',
      'The title in this language. Required for a new language. If omitted or null, the existing title is kept.',
    ],
    description: [
      'String',
      'The description in this language. If omitted, the existing description is kept. Null clears the description.',
    ],
  },
);

const LocalizationChangesInput = listChangeType('LocalizationChangesInput', {
  entry: LocalizationInput,
  key: 'LanguageTag',
  many: 'localizations',
  one: 'localization',
  keys: 'language',
});

/** Returns a check of the length of texts, in characters. A title must not be blank. */
export const textLimits =
  (maxTitle: number, maxDescription: number): CheckTexts =>
  ({ title, description }, place) => {
    if (title != null) checkText(`${place}title`, title, { maxLength: maxTitle, notBlank: true });
    if (description != null)
      checkText(`${place}description`, description, { maxLength: maxDescription });
  };

type Localization = Localizations[string] & { readonly languageTag: string };

/** The localizations of an entity. Languages differ by more than letter case. */
const localizationList = (check: CheckTexts): ListRules<Localization, LocalizationEntry> => ({
  one: 'language',
  many: 'languages',
  keyField: 'languageTag',
  keyOf: ({ languageTag }) => languageTag.toLowerCase(),
  inputKeyOf: ({ languageTag }) => languageTag.toLowerCase(),
  removedKeyOf: (language) => language.toLowerCase(),
  check: (entry, argument) => check(entry, `${argument}.`),
  // The spelling of a language stays: `pt-BR` for `pt-br`, for example.
  merge: ({ languageTag, ...texts }, current) => ({
    languageTag,
    ...current,
    ...writtenTexts(texts),
  }),
});

/** The REST map of localizations. */
const mapForm = {
  entriesOf: (map: unknown): Localization[] =>
    Object.entries((map ?? {}) as Localizations).map(([languageTag, texts]) => ({
      languageTag,
      ...texts,
    })),
  /** Undefined for no language: the API removes the map. */
  valueOf: (entries: readonly Localization[]): Localizations | undefined =>
    entries.length === 0
      ? undefined
      : Object.fromEntries(entries.map(({ languageTag, ...texts }) => [languageTag, texts])),
};

/** The row of the texts in other languages. @param one the entity, in the text for clients */
export const localizationRow = (
  one: string,
  check: CheckTexts,
  removal = 'Null removes all localizations.',
) =>
  [
    newOrChanged([LocalizationInput], LocalizationChangesInput),
    'localizations',
    'Titles and descriptions in other languages.',
    {
      ...keyedList(localizationList(check), mapForm),
      ifNew: 'Requires `defaultLanguage`.',
      ifChanged: `Requires a default language, in the input or on the ${one}. ${removal}`,
    },
  ] as const;

/** The texts that are written: null keeps a title and clears a description. */
const writtenTexts = ({ title, description }: Texts): Localizations[string] => ({
  ...(title == null ? {} : { title }),
  ...(description === undefined ? {} : { description: description ?? '' }),
});

/** The error for localizations without a default language, which the API does not accept. */
export const missingDefaultLanguage = (): InvalidInput =>
  new InvalidInput(
    'localizations',
    'localizations need a default language; expected a defaultLanguage too',
  );

interface NewEntity {
  readonly localizations?: object | null;
  readonly defaultLanguage?: string | null;
}

/** @throws InvalidInput for localizations of a new entity without a default language */
export function requireDefaultLanguage({ localizations, defaultLanguage }: NewEntity): void {
  if (Array.isArray(localizations) && localizations.length > 0 && defaultLanguage == null)
    throw missingDefaultLanguage();
}

interface Translatable {
  snippet?: (Texts & { defaultLanguage?: string | null }) | null;
  localizations?: Localizations | null;
}

/**
 * Updates the localization of the default language, which repeats the entity's own texts. Without
 * this, the API would restore the old title.
 */
export function syncDefaultLanguage(
  { snippet, localizations }: Translatable,
  current: Translatable,
  input: object,
): void {
  const language = snippet?.defaultLanguage ?? current.snippet?.defaultLanguage;
  const entry = language ? localizations?.[language] : undefined;
  if (!entry || !snippet) return;
  if ('title' in input && snippet.title) entry.title = snippet.title;
  if ('description' in input) entry.description = snippet.description ?? '';
}
