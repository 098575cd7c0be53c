/** Languages and regions that YouTube supports. */
import { InvalidInput, showValue } from '../../upstream/error.ts';
import { builder } from '../builder.ts';
import type { AnyFieldBuilder } from '../field/field-factory.ts';
import { list } from '../field/list.ts';
import { fields, ownKey } from '../field/path-field.ts';
import { node } from '../node-interface.ts';
import { Language, Region } from './resource.ts';

/** Argument for the language of the returned texts. */
export const languageArgument = (t: AnyFieldBuilder, description: string) =>
  t.arg({ type: 'LanguageTag', description });

/**
 * Returns the code of a country in upper case.
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
    description: 'A language that the service can answer in.',
    fields: (t) => ({
      code: ownKey(t, 'Give this wherever an argument `hl` takes a language.', 'LanguageTag'),
      ...fields(t, 'snippet', {
        name: ['String', 'What it is called, in English unless `hl` said otherwise.'],
      }),
    }),
  });

  Region.implement({
    ...node,
    description: 'A country or territory for which the service has content of its own.',
    fields: (t) => ({
      code: ownKey(
        t,
        'Give this wherever an argument `regionCode` takes a country: two letters, ISO 3166-1.',
        'String',
      ),
      ...fields(t, 'snippet', {
        name: ['String', 'The name of the country, in English unless `hl` said otherwise.'],
      }),
    }),
  });

  builder.queryFields((t) => ({
    languages: list(
      t,
      Language,
      {
        arguments: {
          hl: languageArgument(
            t,
            'The language in which to name the languages; English, unless said.',
          ),
        },
      },
      'Languages in which the service can answer, for a choice of `hl`.',
    ),
    regions: list(
      t,
      Region,
      {
        arguments: {
          hl: languageArgument(
            t,
            'The language in which to name the countries; English, unless said.',
          ),
        },
      },
      'Countries that have content of their own, for a choice of `regionCode`.',
    ),
  }));
}
