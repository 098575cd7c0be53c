/**
 * Limits the length of a GraphQL response, after execution and before serialisation: the data of a
 * longer one is null, with an error.
 *
 * Each event of a subscription is a response of its own. The schema has no `@defer` and `@stream`:
 * no response is delivered in parts.
 */
import {
  type ExecutionResult,
  type GraphQLError,
  type GraphQLFormattedError,
  OperationTypeNode,
  type ValidatedExecutionArgs,
} from 'graphql';
import { graphError } from '../../engine/schema/error/error.ts';
import type { TurnQueue } from '../limits/turn-queue.ts';
import { EventResult } from './event-result.ts';

/** The limit as a property of a result: it is no part of the JSON. */
export const maxBytesOfData = Symbol('maximum bytes of data');

/**
 * A result with data of at most so many bytes, as JSON in UTF-8. The executor of plans adds them up
 * while it completes the values, so that only results that may be large are walked again.
 */
export interface SizedResult extends ExecutionResult {
  readonly [maxBytesOfData]: number;
}

/** The length of any number, boolean or null. */
const maxScalarBytes = 25;

/** A UTF-16 unit is at most the escape sequence \uXXXX. */
const maxUnitBytes = 6;

/** Beside each item of a list: a comma, and null in its place. */
const itemBytes = 5;

/** @returns the maximum length of a completed leaf; infinite for one that is an object */
export function maxLeafBytes(value: unknown): number {
  if (typeof value === 'string') return maxUnitBytes * value.length + 2;
  return typeof value === 'object' ? Infinity : maxScalarBytes;
}

/** The maximum length of a list without its items. */
export const maxListBytes = (length: number): number => 2 + itemBytes * length;

/** The maximum length of an object without its values: names have no escape sequences. */
export const maxObjectBytes = (names: readonly string[]): number =>
  names.reduce((sum, { length }) => sum + length + '"":null,'.length, 2);

/** Bytes of the response beside data, errors and extensions. */
const envelopeBytes = '{"data":}'.length;
const errorsEnvelopeBytes = '"errors":[],'.length;
const extensionsEnvelopeBytes = '"extensions":,'.length;

/** Upper limit for an error with its path and extensions; more are counted exactly. */
const roughErrorBytes = 2_000;

/** Upper limit for all of a response but data and extensions. */
const maxBytesAround = ({ length }: readonly GraphQLError[]): number =>
  envelopeBytes + errorsEnvelopeBytes + extensionsEnvelopeBytes + length * roughErrorBytes;

/** Responses that are longer take several milliseconds to count and to serialise. */
const largeResponseBytes = 1024 * 1024;

/** The limit of all responses of a gateway. */
export class ResponseLimit {
  readonly #maxBytes: number;
  readonly #turns: TurnQueue;

  /**
   * @param maxBytes longest response, as JSON in UTF-8
   * @param turns large responses take turns
   */
  constructor(maxBytes: number, turns: TurnQueue) {
    this.#maxBytes = maxBytes;
    this.#turns = turns;
  }

  /**
   * Large results get a turn of the event loop each, so that other requests are served between
   * them.
   * @returns the result itself if it is short enough; a promise for large results only
   */
  apply(
    result: ExecutionResult | SizedResult,
    operation: ValidatedExecutionArgs,
  ): ExecutionResult | Promise<ExecutionResult> {
    if (maxBytesOfData in result && this.#isShort(result)) return result;
    const bounds = this.#bounds(result);
    return bounds.min > largeResponseBytes
      ? this.#applyInTurns(result, bounds, operation)
      : this.#limit(result, bounds, operation);
  }

  async #applyInTurns(
    result: ExecutionResult,
    bounds: JsonSizeBounds,
    operation: ValidatedExecutionArgs,
  ): Promise<ExecutionResult> {
    await this.#turns.next();
    const limited = this.#limit(result, bounds, operation);
    // Yoga serialises the result in this turn.
    await this.#turns.next();
    return limited;
  }

  /** Whether the execution of the result knows that it is neither large nor too long. */
  #isShort(result: SizedResult): boolean {
    const { errors = [], extensions } = result;
    const { max } = jsonSizeBounds(extensions, this.#maxBytes);
    const bytes = result[maxBytesOfData] + max + maxBytesAround(errors);
    return bytes <= Math.min(this.#maxBytes, largeResponseBytes);
  }

  /** One cheap pass, which suffices for nearly all responses. */
  #bounds({ data, errors = [], extensions }: ExecutionResult): JsonSizeBounds {
    const { min, max } = jsonSizeBounds([data, extensions], this.#maxBytes);
    return { min, max: max + maxBytesAround(errors) };
  }

  #limit(
    result: ExecutionResult,
    bounds: JsonSizeBounds,
    operation: ValidatedExecutionArgs,
  ): ExecutionResult {
    const maxBytes = this.#maxBytes;
    const { data, errors, extensions } = result;
    if (!data || bounds.max <= maxBytes) return result;
    const otherBytes = envelopeBytes + bytesOfErrors(errors) + bytesOfExtensions(extensions);
    const bytes =
      bounds.min > maxBytes ? bounds.min : otherBytes + jsonBytes(data, maxBytes - otherBytes);
    if (bytes <= maxBytes) return result;
    return {
      ...result,
      data: null,
      errors: [...(errors ?? []), tooLarge(bytes, maxBytes, operation)],
    };
  }
}

/** @param bytes of the response, or a number above the limit at which counting ended */
function tooLarge(
  bytes: number,
  maxBytes: number,
  { operation }: ValidatedExecutionArgs,
): GraphQLError {
  const done =
    operation.operation === OperationTypeNode.MUTATION ? ' The mutation was executed.' : '';
  return graphError(
    'QUERY_TOO_LARGE',
    `The response has at least ${bytes} bytes; the limit is ${maxBytes}. Request fewer items.${done}`,
    { limit: maxBytes, value: bytes },
  );
}

/**
 * Upper limit for the bytes of an error without path and extensions: a message, two locations and
 * the request id.
 */
const maxErrorBytes = 500;

/** @returns at least the length of an error as JSON */
const errorSize = ({ path, extensions }: GraphQLError): number =>
  maxErrorBytes + jsonBytes([path, extensions], Number.POSITIVE_INFINITY);

function bytesOfErrors(errors: readonly GraphQLError[] | undefined): number {
  if (errors === undefined) return 0;
  return errors.reduce((sum, error) => sum + errorSize(error) + 1, errorsEnvelopeBytes);
}

const bytesOfExtensions = (extensions: object | undefined): number =>
  extensions === undefined
    ? 0
    : extensionsEnvelopeBytes + jsonBytes(extensions, Number.POSITIVE_INFINITY);

/** Bounds of the length of a value as JSON. */
interface JsonSizeBounds {
  readonly min: number;
  readonly max: number;
}

/**
 * Estimates the length of a value as JSON. Cheap, since no character is read.
 * @param stopAt the estimate ends when the lower bound exceeds this number
 */
function jsonSizeBounds(value: unknown, stopAt: number): JsonSizeBounds {
  const estimate = new Estimate(stopAt);
  estimate.add(value);
  const { bytes, characters } = estimate;
  // A UTF-16 unit is at least one byte, and at most the escape sequence \uXXXX.
  return { min: bytes + characters, max: bytes + 6 * characters };
}

class Estimate {
  /** Bytes of everything but the content of strings. */
  bytes = 0;
  /** UTF-16 units in strings and names. */
  characters = 0;
  readonly #stopAt: number;

  constructor(stopAt: number) {
    this.#stopAt = stopAt;
  }

  add(value: unknown): void {
    if (typeof value === 'string') {
      this.bytes += 2;
      this.characters += value.length;
    } else if (typeof value !== 'object' || value === null) this.bytes += String(value).length;
    else if (Array.isArray(value)) this.#addList(value);
    else this.#addObject(value);
  }

  #addList(list: readonly unknown[]): void {
    this.bytes += listBytes(list);
    for (const element of list) {
      if (this.bytes + this.characters > this.#stopAt) return;
      this.add(element ?? null);
    }
  }

  #addObject(object: object): void {
    let isEmpty = true;
    this.bytes += 1;
    for (const name in object) {
      if (this.bytes + this.characters > this.#stopAt) return;
      const value = (object as Readonly<Record<string, unknown>>)[name];
      if (value === undefined) continue;
      isEmpty = false;
      // Quotes, a colon, and a comma or the closing brace.
      this.bytes += 4;
      this.characters += name.length;
      this.add(value);
    }
    if (isEmpty) this.bytes += 1;
  }
}

/**
 * The exact length of a value as JSON.
 * @param stopAt counting ends when the length exceeds this number
 * @returns the length, or a number above `stopAt`
 */
function jsonBytes(value: unknown, stopAt: number): number {
  if (typeof value === 'string') return stringBytes(value, stopAt);
  if (typeof value !== 'object' || value === null) return String(value).length;
  return Array.isArray(value) ? countList(value, stopAt) : countObject(value, stopAt);
}

/** Bytes of the brackets of a list, and of a comma after each element but the last. */
const listBytes = ({ length }: readonly unknown[]): number => (length === 0 ? 2 : length + 1);

function countList(list: readonly unknown[], stopAt: number): number {
  let bytes = listBytes(list);
  for (const element of list) {
    if (bytes > stopAt) return bytes;
    // Undefined is serialised as null in a list.
    bytes += jsonBytes(element ?? null, stopAt - bytes);
  }
  return bytes;
}

function countObject(object: object, stopAt: number): number {
  let bytes = 1;
  for (const name in object) {
    if (bytes > stopAt) return bytes;
    const value = (object as Readonly<Record<string, unknown>>)[name];
    // Undefined is omitted from an object. Two bytes: a colon, and a comma or the closing brace.
    if (value !== undefined)
      bytes += stringBytes(name, stopAt) + 2 + jsonBytes(value, stopAt - bytes);
  }
  return bytes === 1 ? 2 : bytes;
}

/** ASCII without the characters that JSON escapes: control characters, quote, backslash. */
const plainText = /^[ !#-[\]-\x7f]*$/;

/** @returns bytes of a string as JSON with its quotes, or a number above `stopAt` */
function stringBytes(text: string, stopAt: number): number {
  const minBytes = text.length + 2;
  if (minBytes > stopAt || plainText.test(text)) return minBytes;
  return Buffer.byteLength(JSON.stringify(text));
}

/** @returns the error as it is sent, without what is meant for the HTTP response */
export function sentError(error: GraphQLError): GraphQLFormattedError {
  const { extensions, ...rest } = error.toJSON();
  const { http: _, ...visible } = extensions ?? {};
  return { ...rest, extensions: visible };
}

/** @param result with formatted errors; subscribers share the JSON of an event without errors */
export function jsonOf(result: ExecutionResult): string {
  if (result instanceof EventResult) return result.json;
  const { errors } = result;
  return JSON.stringify(errors ? { ...result, errors: errors.map(sentError) } : result);
}
