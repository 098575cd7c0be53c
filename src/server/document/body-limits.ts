/**
 * Counts the values and the nesting of JSON before it is parsed. Parsing cannot be interrupted, and
 * takes far longer for many small values than for long texts: 1 MB of short keys takes 150 ms.
 */
import type { GraphQLError } from 'graphql';
import type { Config } from '../../config.ts';
import { graphError } from '../../engine/schema/error/error.ts';
import { maxNesting } from './document-limit.ts';

/** Limits of the JSON of one request or message. */
export interface JsonLimits {
  /** Entries of objects and elements of lists, at any depth. */
  readonly values: number;
  /** Levels of nested lists and objects. */
  readonly nesting: number;
}

/** Limits of bodies with JSON, of messages, and of the JSON of a form. */
export interface BodyLimits {
  readonly bytes: number;
  readonly json: JsonLimits;
}

/** @returns the limits that hold for all JSON from clients */
export const bodyLimits = (config: Config): BodyLimits => ({
  bytes: config.MAX_BODY_BYTES,
  json: {
    values: config.MAX_JSON_VALUES,
    // More than the variables may have, whose own limit has the better message.
    nesting: 2 * maxNesting(config),
  },
});

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const openBrace = 0x7b;
const closeBracket = 0x5d;
const closeBrace = 0x7d;

/** Reads JSON in pieces, as they arrive. Text that is no JSON is counted as if it were. */
export class JsonMeter {
  readonly #limits: JsonLimits;
  #values = 0;
  #depth = 0;
  #isInString = false;
  /** Whether the piece before has ended with a backslash in a string. */
  #isEscaped = false;

  constructor(limits: JsonLimits) {
    this.#limits = limits;
  }

  /** @throws GraphQLError `QUERY_TOO_LARGE` or `QUERY_TOO_DEEP` with status 413 */
  add(piece: Buffer): void {
    const start = this.#isEscaped ? 1 : 0;
    if (piece.length > 0) this.#isEscaped = false;
    for (let index = start; index < piece.length; index += 1) {
      if (this.#isInString) index = this.#endOfString(piece, index);
      else this.#count(piece[index]!);
    }
  }

  /** @returns the position of the quote at the end of the string, or the end of the piece */
  #endOfString(piece: Buffer, start: number): number {
    for (let index = start; index < piece.length; index += 1) {
      const byte = piece[index];
      if (byte === backslash) {
        index += 1;
        this.#isEscaped = index === piece.length;
      } else if (byte === quote) {
        this.#isInString = false;
        return index;
      }
    }
    return piece.length;
  }

  #count(byte: number): void {
    if (byte === quote) this.#isInString = true;
    else if (byte === comma) this.#addValue();
    else if (byte === openBrace || byte === openBracket) {
      this.#addValue();
      this.#depth += 1;
      const { nesting } = this.#limits;
      if (this.#depth > nesting) throw tooMuch('QUERY_TOO_DEEP', 'Nesting of the JSON', nesting);
    } else if (byte === closeBrace || byte === closeBracket) this.#depth -= 1;
  }

  #addValue(): void {
    this.#values += 1;
    const { values } = this.#limits;
    if (this.#values > values) throw tooMuch('QUERY_TOO_LARGE', 'Values in the JSON', values);
  }
}

/** @throws GraphQLError for JSON that is too large or nested too deeply */
export const checkJson = (json: Buffer, limits: JsonLimits): void =>
  new JsonMeter(limits).add(json);

/** Counting ends at the limit: the rest may be long. */
const tooMuch = (
  code: 'QUERY_TOO_DEEP' | 'QUERY_TOO_LARGE',
  subject: string,
  limit: number,
): GraphQLError =>
  graphError(code, `${subject}: more than ${limit}, the limit. Split it into several requests.`, {
    limit,
    value: limit + 1,
    http: { status: 413, headers: { connection: 'close' } },
  });
