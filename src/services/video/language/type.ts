/** Languages and regions that YouTube supports. */
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { list } from '../../../engine/schema/list/list.ts';
import { fields, ownKey } from '../../../engine/schema/field/path-field.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { languageArgument, languageParameter } from '../../shared/youtube/language-argument.ts';
import { Language, Region } from '../resources.ts';

/**
 * Returns the code of a country in upper case; undefined if none is given.
 * @throws InvalidInput if it is not an ISO 3166-1 code
 */
export function parseRegionCode(
  code: string | null | undefined,
  argument = 'regionCode',
): string | undefined {
  if (code == null) return undefined;
  const region = code.toUpperCase();
  if (
    !/^[A-Za-z]{2}$/.test(code) ||
    nonCountryCodes.has(region) ||
    regionNames.of(region) === undefined
  )
    throw new InvalidInput(
      argument,
      `${showValue(code)} is not a country; expected two letters, for example SE`,
    );
  return region;
}

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Codes that have a display name but are not countries. */
const nonCountryCodes: ReadonlySet<string> = new Set(['ZZ', 'XA', 'XB', 'QO', 'EU', 'EZ', 'UN']);

/** Adds the types and fields of this module to the schema. */
export function addLanguage(): void {
  Language.implement({
    ...node,
    description: 'A display language of YouTube.',
    fields: (t) => ({
      code: ownKey(t, 'The BCP 47 code of the language.', 'LanguageTag'),
      ...fields(t, 'snippet', {
        name: 'The name of the language. In English, or in the requested language.',
      }),
    }),
  });

  Region.implement({
    ...node,
    description: 'A country or territory that YouTube supports as a content region.',
    fields: (t) => ({
      code: ownKey(t, 'The ISO 3166-1 alpha-2 code of the country.', 'String'),
      ...fields(t, 'snippet', {
        name: 'The name of the country. In English, or in the requested language.',
      }),
    }),
  });

  builder.queryFields((t) => ({
    languages: list(
      t,
      Language,
      {
        parameters: languageParameter,
        arguments: {
          language: languageArgument(
            t,
            'Return the language names in this language. Default: English.',
          ),
        },
      },
      'Display languages of YouTube.',
    ),
    regions: list(
      t,
      Region,
      {
        parameters: languageParameter,
        arguments: {
          language: languageArgument(
            t,
            'Return the country names in this language. Default: English.',
          ),
        },
      },
      'Countries that YouTube supports as content regions.',
    ),
  }));
}
