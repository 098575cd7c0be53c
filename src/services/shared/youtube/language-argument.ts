/** The argument for the language of texts that YouTube translates. */

/** The REST parameter of the argument `language`. */
export const languageParameter = { language: 'hl' } as const;

/** Argument for the language of the returned texts. */
export const languageArgument = (description: string) => ['LanguageTag', description] as const;
