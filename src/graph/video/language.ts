/** Languages and regions that the service knows: what to offer where a client chooses one. */
import { fields, key } from '../field/table.ts';
import { node } from '../node-interface.ts';
import { Language, Region } from './resource.ts';

Language.implement({
  ...node,
  description: 'A language that the service can answer in.',
  fields: (t) => ({
    code: key(t, -1, 'Give this wherever an argument `hl` takes a language.', 'LanguageTag'),
    ...fields(t, 'snippet', { name: ['String', 'What it is called, in English unless `hl` said otherwise.'] }),
  }),
});
Region.implement({
  ...node,
  description: 'A country or territory for which the service has content of its own.',
  fields: (t) => ({
    code: key(t, -1, 'Give this wherever an argument `regionCode` takes a country: two letters, ISO 3166-1.', 'String'),
    ...fields(t, 'snippet', { name: ['String', 'The name of the country, in English unless `hl` said otherwise.'] }),
  }),
});
