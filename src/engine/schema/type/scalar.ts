/**
 * Scalars: input is checked and passed on unchanged. The form of output is checked where an answer
 * enters (`answer-type.ts`), here only whether it is text at all.
 */
import {
  DateTimeResolver,
  EmailAddressResolver,
  LocaleResolver,
  URLResolver,
} from 'graphql-scalars';
import type { GraphQLError } from 'graphql';
import { showValue } from '../../api/error.ts';
import { builder } from '../builder.ts';
import { graphError, invalidValue } from '../error/error.ts';
import { UploadedFile } from '../upload/file.ts';

/** TypeScript types of the values of a scalar in JSON, for `schema/codegen-scalars.json`. */
interface ClientType {
  readonly input: string;
  readonly output: string;
}

declare module 'graphql' {
  interface GraphQLScalarTypeExtensions {
    clientType?: ClientType;
  }
}

interface ScalarSpec {
  readonly description: string;
  /** Address of the specification of the format, for `@specifiedBy`. */
  readonly specifiedBy: string;
  /** A valid value, for error messages. */
  readonly example: string;
  /** Throws, or returns false, for text that is not a value of the scalar. */
  readonly check: (value: string) => unknown;
  /** Why a text that looks like a value is none; undefined: the example says enough. */
  readonly problem?: (value: string) => string | undefined;
}

const isRealDay = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);

/** @param value a text that is no value of its scalar */
function problemOfDay(value: string): string | undefined {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0];
  return day === undefined || passes(isRealDay, day) ? undefined : 'there is no such day';
}

/** @param value a text that is no value of its scalar */
function problemOfDate(value: string): string | undefined {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(T[\d:.]+$)?/i.exec(value) ?? [];
  if (day === undefined) return undefined;
  if (!passes(isRealDay, day)) return 'there is no such day';
  return time === undefined ? undefined : 'the offset is missing';
}

/** Whether a date-time has no offset. */
export const isLocalDateTime = (value: string): boolean => /T[\d:.]+$/i.test(value);

const textScalars = {
  Date: {
    description: 'A date without a time, as an RFC 3339 `full-date`. Example: `2027-03-14`.',
    specifiedBy: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
    example: '2027-03-14',
    check: isRealDay,
    problem: problemOfDate,
  },
  DateTime: {
    description:
      'A point in time, as an RFC 3339 `date-time` with an offset. Example: `2027-03-14T09:26:53Z`.',
    specifiedBy: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
    example: '2024-01-01T00:00:00Z',
    check: (value) => DateTimeResolver.parseValue(value),
    problem: problemOfDate,
  },
  DateTimeOrLocal: {
    description:
      'A `DateTime`, or a local time: a date and a time without an offset, for a time zone that stands beside it. Examples: `2027-03-14T09:26:53Z`, `2027-03-14T09:26:53`.',
    specifiedBy: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
    example: '2024-01-01T00:00:00',
    check: (value) => DateTimeResolver.parseValue(isLocalDateTime(value) ? `${value}Z` : value),
    problem: problemOfDay,
  },
  Duration: {
    description:
      'A length of time, as an ISO 8601 duration. Example: `PT4M13S`. Arguments accept neither years nor months, whose length differs; a day has 24 hours.',
    specifiedBy: 'https://www.iso.org/standard/70907.html',
    example: 'PT4M13S',
    check: (value) =>
      /^P(?=\d|T\d)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/.test(
        value,
      ),
  },
  EmailAddress: {
    description:
      'An email address, as defined by the HTML standard. Example: `ava@studio.example`.',
    specifiedBy: 'https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address',
    example: 'ava@studio.example',
    check: (value) => EmailAddressResolver.parseValue(value),
  },
  LanguageTag: {
    description: 'A language, as a BCP 47 language tag. Example: `pt-BR`.',
    specifiedBy: 'https://www.rfc-editor.org/info/bcp47',
    example: 'pt-BR',
    check: (value) => LocaleResolver.parseValue(value),
  },
  TimeOfDay: {
    description:
      'A time by the clock of a time zone that stands beside it, as `HH:MM`; `24:00` is the end of the day. Example: `09:30`.',
    specifiedBy: 'https://www.iso.org/standard/70907.html',
    example: '09:30',
    check: (value) => /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(value),
  },
  URL: {
    description: 'An absolute URL, as in RFC 3986. Example: `https://studio.example/`.',
    specifiedBy: 'https://www.rfc-editor.org/rfc/rfc3986',
    example: 'https://studio.example/',
    check: (value) => URLResolver.parseValue(value),
  },
} satisfies Readonly<Record<string, ScalarSpec>>;

/** The maximum length of a value, in UTF-16 units. */
const maxLength = 4096;

function passes(check: ScalarSpec['check'], value: string): boolean {
  if (value.length > maxLength) return false;
  try {
    return check(value) !== false;
  } catch {
    return false;
  }
}

const stringType: ClientType = { input: 'string', output: 'string' };

/** The limits of signed and unsigned integers of 64 bits together. */
const minInteger = -(2n ** 63n);
const maxInteger = 2n ** 64n - 1n;

function addTextScalar(name: keyof typeof textScalars): void {
  const { description, example, specifiedBy, check, problem } = textScalars[name] as ScalarSpec;
  const article = name === 'EmailAddress' ? 'an' : 'a';
  builder.scalarType(name, {
    description,
    specifiedByURL: specifiedBy,
    extensions: { clientType: stringType },
    serialize: textOutput(name),
    parseValue: (value) => {
      if (typeof value === 'string' && passes(check, value)) return value;
      const reason = typeof value === 'string' ? problem?.(value) : undefined;
      const subject = `${article} ${name}${reason === undefined ? '' : `: ${reason}`}`;
      throw notA(subject, value, `for example ${example}`);
    },
  });
}

/** Returns a function that passes text on. @throws an error of the executor for anything else */
const textOutput =
  (name: string) =>
  (value: unknown): string => {
    if (typeof value === 'string') return value;
    throw invalidValue(`${showValue(value)} is not the text of a ${name}.`);
  };

const bigIntOutput = textOutput('BigInt');

/** @param name with its article, and the reason if it is known */
const notA = (name: string, value: unknown, expected: string): GraphQLError =>
  graphError('INVALID_INPUT', `${showValue(value)} is not ${name}; expected ${expected}`);

/**
 * @returns the integer as a decimal string
 * @throws GraphQLError for a value that is no integer of 64 bits, or is inexact as a number
 */
function parseBigInt(value: unknown): string {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return String(value);
    if (Number.isInteger(value))
      throw graphError(
        'INVALID_INPUT',
        `${value} is not exact as a number, whose limits are -(2^53 - 1) and 2^53 - 1; expected a string, for example "9007199254740993"`,
      );
  }
  if (typeof value === 'string' && /^-?\d{1,20}$/.test(value)) {
    const integer = BigInt(value);
    if (integer >= minInteger && integer <= maxInteger) return value;
  }
  throw notA('a BigInt', value, 'an integer of 64 bits, for example "42" or 42');
}

/** Adds all scalars of the schema. */
export function addScalars(): void {
  for (const name of Object.keys(textScalars)) addTextScalar(name as keyof typeof textScalars);
  builder.scalarType('BigInt', {
    description:
      'An integer of 64 bits. Output: a decimal string, because JavaScript numbers are exact only up to 2^53 - 1. Input: a decimal string, or a number up to 2^53 - 1.',
    extensions: { clientType: { input: 'string | number', output: 'string' } },
    serialize: (value) => (typeof value === 'number' ? String(value) : bigIntOutput(value)),
    parseValue: parseBigInt,
  });
  builder.scalarType('JSON', {
    description: 'Any JSON value: an object, a list, a string, a number, true, false or null.',
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
    extensions: { clientType: { input: 'unknown', output: 'unknown' } },
  });
  builder.scalarType('Upload', {
    description:
      'A file in the request, sent as described by the GraphQL multipart request specification. Input only. A multipart request needs a header that triggers a CORS preflight, for example `x-preflight`.',
    specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
    extensions: { clientType: { input: 'Blob', output: 'never' } },
    serialize: () => {
      throw graphError('INTERNAL', 'An Upload is an input value only.');
    },
    parseValue: (value) => {
      if (value instanceof UploadedFile) return value;
      throw notA('a file', value, 'a file of a multipart request');
    },
  });
}
