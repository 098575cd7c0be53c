/** Languages and regions that YouTube supports. */
import { builder } from '../../../engine/schema/builder.ts';
import { list } from '../../../engine/schema/list/list.ts';
import { fields, ownKey } from '../../../engine/schema/field/path-field.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { languageArgument, languageParameter } from '../../shared/youtube/language-argument.ts';
import { Language, Region } from '../resources.ts';

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
            'Return the country names in this language. Default: English.',
          ),
        },
      },
      'Countries that YouTube supports as content regions.',
    ),
  }));
}
