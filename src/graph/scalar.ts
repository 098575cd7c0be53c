/** Scalars: input is checked and handed on as it was written, output passes unlooked. */
import {
  DateTimeResolver,
  EmailAddressResolver,
  LocaleResolver,
  URLResolver,
} from 'graphql-scalars';
import { builder } from './builder.ts';
import { graphError } from './error.ts';
import { UploadedFile } from './upload/file.ts';

type Name = 'BigInt' | 'Date' | 'DateTime' | 'Duration' | 'EmailAddress' | 'LanguageTag' | 'URL';

/** @param check throws, or answers false, for what is none */
function scalar(name: Name, description: string, check: (value: string) => unknown): void {
  const parseValue = (value: unknown): string => {
    if (typeof value !== 'string' || !passes(check, value))
      throw graphError('INVALID_INPUT', `This is no ${name}.`);
    return value;
  };
  builder.scalarType(name, { description, serialize: String, parseValue });
}

function passes(check: (value: string) => unknown, value: string): boolean {
  if (value.length > 4096) return false;
  try {
    return check(value) !== false;
  } catch {
    return false;
  }
}

const calendarDay = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);

scalar(
  'BigInt',
  'A whole number of up to 64 bits, as a string both ways: JavaScript numbers end at 2^53.',
  (value) => /^-?\d{1,20}$/.test(value),
);

scalar('Date', 'A calendar day without a time, `2027-03-14`.', calendarDay);

scalar('DateTime', 'An instant as RFC 3339 with offset, `2027-03-14T09:26:53Z`.', (value) =>
  DateTimeResolver.parseValue(value),
);

scalar('Duration', 'A length of time as ISO 8601, `PT4M13S`.', (value) =>
  /^P(?=\d|T\d)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/.test(value),
);

scalar('EmailAddress', 'An e-mail address.', (value) => EmailAddressResolver.parseValue(value));

scalar('LanguageTag', 'A language as BCP 47, `pt-BR`.', (value) =>
  LocaleResolver.parseValue(value),
);

scalar('URL', 'An absolute web address.', (value) => URLResolver.parseValue(value));

builder.scalarType('JSON', {
  description: 'Any JSON value: an object, a list, a string, a number, true, false or null.',
});

builder.scalarType('Upload', {
  description:
    'A file that comes along with the request, by the GraphQL multipart request specification: the variable is null, and the `map` of the form says which file stands there. A form needs a header that a browser asks for first, `x-preflight` for one.',
  serialize: () => {
    throw graphError('INTERNAL', 'Files are only taken.');
  },
  parseValue: (value) => {
    if (value instanceof UploadedFile) return value;
    throw graphError('INVALID_INPUT', 'This is no file of the request.');
  },
});
