/** What a successful answer says: JSON, parsed once, or nothing where nothing is due. */
import { isUtf8 } from 'node:buffer';
import type { HttpCall } from './http-call.ts';
import type { AnyOperation, PageSpec } from './operation.ts';

/** Stands for an answer that cannot be read. */
export const unreadable: unique symbol = Symbol('unreadable');

/** The answer's object, or its text where bytes are answered; `undefined` where the operation answers nothing. */
export function valueOf(
  { hasResponseBody: hasAnswer, page, download }: AnyOperation,
  { body, headers }: HttpCall,
): unknown {
  if (download === 'always') return isUtf8(body) ? body.toString() : unreadable;
  if (body.length === 0) return hasAnswer ? unreadable : undefined;
  const type = headers['content-type'];
  if (type !== undefined && !json.test(type)) return unreadable;
  const value = parse(body);
  if (value === undefined || (page !== undefined && !isPage(page, value))) return unreadable;
  return hasAnswer ? value : undefined;
}

/** What every list is read by: objects for items, a text for the way on. */
function isPage({ items, next = '' }: PageSpec, value: Readonly<Record<string, unknown>>): boolean {
  const all = value[items] ?? [];
  return Array.isArray(all) && all.every(isObject) && typeof (value[next] ?? '') === 'string';
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const json = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/** A JSON object, or `undefined`. Bytes that are no UTF-8 are no text to write back later, so they are no answer. */
export function parse(body: Buffer): Record<string, unknown> | undefined {
  if (!isUtf8(body)) return undefined;
  try {
    const value: unknown = JSON.parse(body.toString());
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
