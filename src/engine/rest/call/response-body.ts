/**
 * The body of a successful response: a JSON object, a text, or nothing, as the operation declares.
 * The cost of parsing is limited: `JSON.parse` blocks the event loop, and takes a hundred times as
 * long for small values, or for ever new property names, as for long texts.
 */
import { isUtf8 } from 'node:buffer';
import type { CallResult } from './call-outcome.ts';
import type { AnyOperation, PageSpec } from '../../api/operation.ts';

/** The result of reading a response that cannot be read. */
export const unreadable: unique symbol = Symbol('unreadable');

/** The answer of a read with `if-none-match` whose etag still holds. */
export const unmodified: unique symbol = Symbol('unmodified');

/**
 * The JSON object of a response, its text for an operation that downloads bytes, `undefined` for an
 * operation without a response body, or `unreadable`.
 */
export function readResponseBody(
  operation: AnyOperation,
  { body, headers }: Pick<CallResult, 'body' | 'headers'>,
): unknown {
  const { hasResponseBody, page } = operation;
  if (operation.download === 'always') return isUtf8(body) ? body.toString() : unreadable;
  if (body.length === 0) return hasResponseBody ? unreadable : undefined;
  const type = headers['content-type'];
  if (type !== undefined && !jsonType.test(type)) return unreadable;
  const value = parseJsonObject(body);
  if (value === undefined || (page !== undefined && !isPage(page, value))) return unreadable;
  return hasResponseBody ? value : undefined;
}

/** Maximum number of items of a list; the longest pages, of events, have 2,500. */
const maxItems = 10_000;

/**
 * Whether the items are a list that is not too long, and the page token is a string, as all code
 * that reads lists expects. `checkAnswer` checks the items.
 */
function isPage({ items, next = '' }: PageSpec, value: Readonly<Record<string, unknown>>): boolean {
  const all = value[items] ?? [];
  if (!Array.isArray(all) || all.length > maxItems) return false;
  return typeof (value[next] ?? '') === 'string';
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/**
 * A JSON object, or `undefined` for anything else. Bytes that are not UTF-8 are rejected: their
 * replacement characters would be written back by an update.
 */
export function parseJsonObject(body: Buffer): Record<string, unknown> | undefined {
  if (!isUtf8(body)) return undefined;
  try {
    const value: unknown = JSON.parse(body.toString());
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Values of smaller answers are not counted: in so few bytes they cost at most 100 ms. */
const countedBytes = 1024 * 1024;

/**
 * Maximum number of different property names. An object with names that no other one has costs
 * about 1 µs for each. Answers have some hundred, and those that apps have given to properties of
 * files and events.
 */
const maxNames = 50_000;

/** Bits of the set of names: enough that few of `maxNames` names have the same one. */
const nameBits = 1 << 20;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const backslash = 0x5c;
const openObject = 0x7b;

/** Counts the values of a JSON text, without parsing it. */
export class ValueCount {
  readonly #max: number;
  #values = 0;
  #names = 0;
  /** One bit for each hash of a name. */
  readonly #knownNames = new Uint32Array(nameBits / 32);

  /** @param max number of values: elements of lists, members of objects, and lists and objects */
  constructor(max: number) {
    this.#max = max;
  }

  /** @returns whether the text has no more values and names than allowed */
  add(text: Buffer): boolean {
    for (let at = 0; at < text.length; at += 1) {
      const byte = text[at];
      if (byte === quote) {
        const end = endOfString(text, at);
        if (text[end + 1] === colon) this.#addName(text, at, end);
        at = end;
      } else if (byte === comma || byte === openObject || byte === openList) this.#values += 1;
      if (this.#values > this.#max || this.#names > maxNames) return false;
    }
    return true;
  }

  #addName(text: Buffer, start: number, end: number): void {
    let hash = end - start;
    for (let at = start + 1; at < end; at += 1) hash = Math.imul(hash ^ text[at]!, 0x01_00_01_93);
    const bit = (hash ^ (hash >>> 15)) & (nameBits - 1);
    const mask = 1 << (bit & 31);
    if ((this.#knownNames[bit >>> 5]! & mask) !== 0) return;
    this.#knownNames[bit >>> 5]! |= mask;
    this.#names += 1;
  }
}

/** Whether the body of a response has more values or names than allowed. */
export const hasTooManyValues = (body: Buffer, max: number): boolean =>
  body.length >= countedBytes && !new ValueCount(max).add(body);

/** @returns the place of the quote that ends the string; the end of the text if there is none */
function endOfString(text: Buffer, start: number): number {
  for (let end = text.indexOf(quote, start + 1); end >= 0; end = text.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
