/** Title and description in other languages, of everything that has them: upstream's map by language as a list, read and changed entry by entry. */
import type { youtube_v3 } from '@googleapis/youtube';
import { changeMap, type KeyedChange } from '../../data/write/keyed-list.ts';
import { InvalidInput } from '../../upstream/error.ts';
import { builder } from '../builder.ts';
import { type Field, type FieldBuilder, field, type ResourceRef } from '../field/field-factory.ts';
import { again } from '../field/link.ts';
import { at, computed } from '../field/table.ts';

interface Texts {
  title?: string | null;
  description?: string | null;
}

interface Entry extends Readonly<Texts> {
  readonly language: string;
}

/** Upstream's map: language to texts. */
type Localizations = Record<string, Texts>;

const Localization = builder.objectRef<Entry>('Localization').implement({
  description:
    'What something is called and says of itself in one language, as its owner translated it.',
  fields: (t) => ({
    language: field(t, {
      type: 'LanguageTag',
      nullable: false,
      description: 'Which language it is.',
      needs: {},
      resolve: ({ language }: Entry) => language,
    }),
    title: field(t, {
      type: 'String',
      description: 'The title in that language.',
      needs: {},
      resolve: ({ title }: Entry) => title ?? null,
    }),
    description: field(t, {
      type: 'String',
      description: 'The description in that language.',
      needs: {},
      resolve: ({ description }: Entry) => description ?? null,
    }),
  }),
});

interface Translated {
  localizations?: Localizations | null;
}

/** All languages at once. */
export const localizations = <Shape extends Translated>(t: FieldBuilder<Shape>): Field =>
  computed<Translated>(
    t,
    [Localization],
    ['localizations'],
    'Title and description in all languages they were translated to; the default language can be among them.',
    ({ localizations }): Entry[] =>
      Object.entries(localizations ?? {}).map(([language, texts]) => ({ language, ...texts })),
  );

const LocalizedTexts = builder
  .objectRef<{ localized?: youtube_v3.Schema$VideoLocalization }>('LocalizedTexts')
  .implement({
    description:
      'Title and description in the language asked for, or as they were written where there is no translation.',
    fields: (t) => ({
      title: at(t, 'String', 'localized.title', 'The title as readers of that language see it.'),
      description: at(
        t,
        'String',
        'localized.description',
        'The description as readers of that language see it.',
      ),
    }),
  });

/** One language, chosen by upstream: a call of its own. */
export const localized = <Shape extends { snippet?: { localized?: Texts } }>(
  t: FieldBuilder<Shape>,
  self: ResourceRef<Shape>,
): Field =>
  again(
    t,
    self,
    LocalizedTexts as never,
    'snippet',
    'Title and description for readers of another language.',
    {
      hl: t.arg({
        type: 'LanguageTag',
        required: true,
        description: 'The language of the readers.',
      }),
    },
  );

export const LocalizationInput = builder.inputType('LocalizationInput', {
  description: 'Title and description in one language.',
  fields: (t) => ({
    language: t.field({ type: 'LanguageTag', required: true, description: 'Which language.' }),
    title: t.string({ description: 'The title in it; left out, an existing one stays.' }),
    description: t.string({
      description: 'The description in it; left out, an existing one stays, null clears it.',
    }),
  }),
});

export const LocalizationChange = builder.inputType('LocalizationChange', {
  description:
    'Changes to the languages that something is translated to; those that are not named stay.',
  fields: (t) => ({
    set: t.field({ type: [LocalizationInput], description: 'Languages to add or change.' }),
    remove: t.field({ type: ['LanguageTag'], description: 'Languages to drop.' }),
    replaceAll: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Drop every language that `set` does not name.',
    }),
  }),
});

/** `merge` of a row of `changes()`: what a LocalizationChange makes of the languages that are there. None is nothing at all. */
export function changeLocalizations(
  { set, remove, replaceAll }: KeyedChange<Entry>,
  current: Localizations | null | undefined,
  argument: string,
): Localizations | undefined {
  const there = current ?? {};
  const named = spelling(Object.keys(there));
  const entries = set?.map(({ language, ...texts }) => ({
    key: named(language),
    value: { ...there[named(language)], ...given(texts) },
  }));
  const next = changeMap(there, { set: entries, remove: remove?.map(named), replaceAll }, argument);
  return Object.keys(next).length === 0 ? undefined : next;
}

/** The same for a new thing, whose input is the list of its languages. */
export const newLocalizations = (
  set: readonly Entry[],
  _: unknown,
  argument: string,
): Localizations | undefined => changeLocalizations({ set }, {}, argument);

/** Upstream takes translations of nothing but a language that it knows. */
export const untranslatable = (): InvalidInput =>
  new InvalidInput('localizations', 'they need a language to translate from: defaultLanguage');

/** `pt-br` and `pt-BR` are one language: it keeps the spelling that it has. */
function spelling(there: readonly string[]): (language: string) => string {
  const known = new Map(there.map((language) => [language.toLowerCase(), language]));
  return (language) => {
    const folded = language.toLowerCase();
    if (!known.has(folded)) known.set(folded, language);
    return known.get(folded)!;
  };
}

/** A title is never cleared; a description is, by null. */
const given = ({ title, description }: Texts): Texts => ({
  ...(title == null ? {} : { title }),
  ...(description === undefined ? {} : { description: description ?? '' }),
});

interface Translatable extends Translated {
  snippet?: (Texts & { defaultLanguage?: string | null }) | null;
}

/**
 * The entry of the default language is the title itself: left as it was, it would bring the old title back.
 * @param asked names of the arguments that the client gave
 */
export function keepInStep(
  { snippet, localizations }: Translatable,
  current: Translatable,
  asked: ReadonlySet<string>,
): void {
  const language = snippet?.defaultLanguage ?? current.snippet?.defaultLanguage;
  const entry = language ? localizations?.[language] : undefined;
  if (entry && asked.has('title') && snippet?.title) entry.title = snippet.title;
  if (entry && asked.has('description') && snippet) entry.description = snippet.description ?? '';
}
