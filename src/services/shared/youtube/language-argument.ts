/** The argument for the language of texts that YouTube translates. */
import type { AnyFieldBuilder } from '../../../engine/schema/field/field-factory.ts';

/** The REST parameter of the argument `language`. */
export const languageParameter = { language: 'hl' } as const;

/** Argument for the language of the returned texts. */
export const languageArgument = (t: AnyFieldBuilder, description: string) =>
  t.arg({ type: 'LanguageTag', description });
