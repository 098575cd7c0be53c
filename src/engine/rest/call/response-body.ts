/**
 * The body of a successful response: a JSON object, a text, or nothing, as the operation declares.
 */
import { isUtf8 } from 'node:buffer';
import type { CallResult } from './call-outcome.ts';
import type { AnyOperation, PageSpec } from '../operation/operation.ts';

/** The result of reading a response that cannot be read. */
export const unreadable: unique symbol = Symbol('unreadable');

/**
 * The JSON object of a response, its text for an operation that downloads bytes, `undefined` for an
 * operation without a response body, or `unreadable`.
 */
export function readResponseBody(operation: AnyOperation, { body, headers }: CallResult): unknown {
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
