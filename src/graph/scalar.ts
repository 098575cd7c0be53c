/** Scalars: input is checked and passed on unchanged, output is not checked. */
import {
  DateTimeResolver,
  EmailAddressResolver,
  LocaleResolver,
  URLResolver,
} from 'graphql-scalars';
import { builder } from './builder.ts';
import { graphError } from './error.ts';
import { UploadedFile } from './upload/file.ts';

interface ScalarSpec {
  readonly description: string;
  /** A valid value, for error messages. */
  readonly example: string;
  /** Throws, or returns false, for text that is not a value of the scalar. */
  readonly check: (value: string) => unknown;
}

const isCalendarDay = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);

const textScalars = {
  BigInt: {
    description:
      'A 64-bit integer. Output: a decimal string, because JavaScript numbers are exact only up to 2^53 - 1. Input: a decimal string.',
    example: '"42"',
    check: (value) => /^-?\d{1,20}$/.test(value),
  },
  Date: {
    description:
      'A calendar date without a time, as an RFC 3339 `full-date`. Example: `2027-03-14`.',
    example: '2027-03-14',
    check: isCalendarDay,
  },
  DateTime: {
    description:
      'A point in time, as an RFC 3339 `date-time` with an offset. Example: `2027-03-14T09:26:53Z`.',
    example: '2024-01-01T00:00:00Z',
    check: (value) => DateTimeResolver.parseValue(value),
  },
  Duration: {
    description: 'A duration, as an ISO 8601 duration. Example: `PT4M13S`.',
    example: 'PT4M13S',
    check: (value) =>
      /^P(?=\d|T\d)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/.test(value),
  },
  EmailAddress: {
    description: 'An e-mail address, as an RFC 5322 `addr-spec`. Example: `ava@studio.example`.',
    example: 'ava@studio.example',
    check: (value) => EmailAddressResolver.parseValue(value),
  },
  LanguageTag: {
    description: 'A language, as a BCP 47 language tag. Example: `pt-BR`.',
    example: 'pt-BR',
    check: (value) => LocaleResolver.parseValue(value),
  },
  URL: {
    description: 'An absolute URL, as in RFC 3986. Example: `https://studio.example/`.',
    example: 'https://studio.example/',
    check: (value) => URLResolver.parseValue(value),
  },
} satisfies Readonly<Record<string, ScalarSpec>>;

/** The maximum length of a value. */
const maxLength = 4096;

function passes(check: ScalarSpec['check'], value: string): boolean {
  if (value.length > maxLength) return false;
  try {
    return check(value) !== false;
  } catch {
    return false;
  }
}

/** Long values are shortened in error messages. */
const shortened = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
};

/** Adds all scalars of the schema. */
export function addScalars(): void {
  for (const [name, { description, example, check }] of Object.entries(textScalars)) {
    const parseValue = (value: unknown): string => {
      if (typeof value === 'string' && passes(check, value)) return value;
      const problem = `${shortened(value)} is not a ${name}; expected for example ${example}`;
      throw graphError('INVALID_INPUT', problem);
    };
    const config = { description, serialize: String, parseValue };
    builder.scalarType(name as keyof typeof textScalars, config);
  }
  builder.scalarType('JSON', {
    description: 'Any JSON value: an object, a list, a string, a number, true, false or null.',
  });
  builder.scalarType('Upload', {
    description:
      'A file in the request, sent as described by the GraphQL multipart request specification. Input only. A multipart request needs a header that triggers a CORS preflight, for example `x-preflight`.',
    serialize: () => {
      throw graphError('INTERNAL', 'An Upload is an input value only.');
    },
    parseValue: (value) => {
      if (value instanceof UploadedFile) return value;
      throw graphError('INVALID_INPUT', 'expected a file of the multipart request');
    },
  });
}
