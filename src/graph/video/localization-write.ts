/**
 * Writes of titles and descriptions in other languages: the REST map by language as a keyed list.
 */
import { changeMap, type KeyedChange } from '../../data/write/keyed-list.ts';
import { InvalidInput, showValue } from '../../upstream/error.ts';
import { builder } from '../builder.ts';
import { checkText } from '../text.ts';
import type { Localizations } from './localization.ts';

interface Texts {
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
}

interface Entry extends Texts {
  readonly language: string;
}

/**
 * Checks the texts of one language.
 * @param place the path of the texts in the input, with a dot at the end
 * @throws InvalidInput for the first text that is not allowed
 */
type CheckTexts = (texts: Texts, place: string) => void;

export const LocalizationInput = builder.inputType('LocalizationInput', {
  description: 'Input for a title and a description in one language.',
  fields: (t) => ({
    language: t.field({
      type: 'LanguageTag',
      required: true,
      description: 'The language to add or change.',
    }),
    title: t.string({
      description:
        'The title in this language. Required for a new language. If omitted or null, the existing title is kept.',
    }),
    description: t.string({
      description:
        'The description in this language. If omitted, the existing description is kept. Null clears the description.',
    }),
  }),
});

export const LocalizationChange = builder.inputType('LocalizationChange', {
  description: 'Changes to localizations. Languages that are not named are kept.',
  fields: (t) => ({
    set: t.field({ type: [LocalizationInput], description: 'Localizations to add or change.' }),
    remove: t.field({
      type: ['LanguageTag'],
      description: 'Languages whose localizations are removed.',
    }),
    replaceAll: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Whether all languages that `set` does not name are removed.',
    }),
  }),
});

/** Returns a check of the length of texts, in characters. A title must not be blank. */
export const textLimits =
  (maxTitle: number, maxDescription: number): CheckTexts =>
  ({ title, description }, place) => {
    if (title != null) checkText(`${place}title`, title, { maxLength: maxTitle, notBlank: true });
    if (description != null)
      checkText(`${place}description`, description, { maxLength: maxDescription });
  };

const checkEntries = (
  entries: readonly Texts[] | null | undefined,
  argument: string,
  check: CheckTexts,
): void => entries?.forEach((entry, index) => check(entry, `${argument}.${index}.`));

/** @throws InvalidInput for a language that is given twice, in any spelling */
function checkLanguages(entries: readonly Entry[], argument: string): void {
  const languages = entries.map(({ language }) => language.toLowerCase());
  const second = languages.findIndex((language, index) => languages.indexOf(language) < index);
  if (second !== -1)
    throw new InvalidInput(
      `${argument}.${second}.language`,
      `${showValue(entries[second]!.language)} is given twice; expected each language once`,
    );
}

/** Row options for the languages of a new entity. */
export const newLocalizations = (check: CheckTexts) => ({
  check: (entries: readonly Entry[], argument: string) => {
    checkEntries(entries, argument, check);
    checkLanguages(entries, argument);
  },
  convert: (set: readonly Entry[], argument: string) => changedMap({ set }, {}, argument),
});

/** Row options for changes to the languages of an entity. */
export const changedLocalizations = (check: CheckTexts) => ({
  check: (change: KeyedChange<Entry>, argument: string) => {
    checkEntries(change.set, `${argument}.set`, check);
    // Finds languages that are named twice before any call.
    changedMap(change, {}, argument);
  },
  merge: (change: KeyedChange<Entry>, current: unknown, argument: string) =>
    changedMap(change, (current ?? {}) as Localizations, argument),
});

/** Returns the map after a change; undefined if no language is left. */
function changedMap(
  { set, remove, replaceAll }: KeyedChange<Entry>,
  current: Localizations,
  argument: string,
): Localizations | undefined {
  const spelling = currentSpelling(Object.keys(current));
  const entries = set?.map(({ language, ...texts }) => ({
    key: spelling(language),
    value: { ...current[spelling(language)], ...writtenTexts(texts) },
  }));
  const change = { set: entries, remove: remove?.map(spelling), replaceAll };
  const next = changeMap(current, change, argument);
  return Object.keys(next).length === 0 ? undefined : next;
}

/**
 * Returns the spelling of a language in the current map: `pt-BR` for `pt-br`, for example. A
 * language that the map does not have keeps the first spelling of the input.
 */
function currentSpelling(languages: readonly string[]): (language: string) => string {
  const known = new Map(languages.map((language) => [language.toLowerCase(), language]));
  return (language) => {
    const folded = language.toLowerCase();
    if (!known.has(folded)) known.set(folded, language);
    return known.get(folded)!;
  };
}

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
  readonly localizations?: readonly unknown[] | null;
  readonly defaultLanguage?: string | null;
}

/** @throws InvalidInput for localizations of a new entity without a default language */
export function requireDefaultLanguage({ localizations, defaultLanguage }: NewEntity): void {
  if (localizations && localizations.length > 0 && defaultLanguage == null)
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
