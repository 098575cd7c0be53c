/** What a request to an upload session asks, as its headers say it. */
import type { IncomingMessage } from 'node:http';
import { HttpError } from '../http-error.ts';

export type Asked =
  | { readonly how: 'state'; readonly total: number | undefined }
  | {
      readonly how: 'piece';
      readonly start: number;
      readonly length: number;
      /** Bytes of the whole file, where they are known. */
      readonly total: number | undefined;
      /** So many of them can be passed on; the client is told what was kept, and sends the rest again. */
      readonly taken: number;
    };

/** Upstream takes pieces in multiples of this; only the last one may be any length. */
const block = 256 * 1024;
const bad = (message: string): HttpError => new HttpError(400, 'INVALID_INPUT', message);

/** @param known length of the file that the session was opened for. @throws Refusal for headers that contradict each other */
export function askedOf({ method, headers }: IncomingMessage, known: number | null): Asked {
  const length = lengthOf(headers['content-length']);
  const range = headers['content-range'];
  if (method === 'HEAD') return { how: 'state', total: known ?? undefined };
  if (range === undefined) return piece(0, needed(length), needed(length), known);
  const [, first, last, size] =
    /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/.exec(range) ?? [];
  if (size === undefined) throw bad('The header content-range is none.');
  const total = size === '*' ? undefined : Number(size);
  if (first === undefined) {
    if (length) throw bad('A question for the offset has no body.');
    return { how: 'state', total: checked(total, known) };
  }
  const [start, end] = [Number(first), Number(last) + 1];
  if (end <= start || (total !== undefined && end > total))
    throw bad('The header content-range contradicts itself.');
  if (length !== undefined && length !== end - start)
    throw bad('The headers content-length and content-range contradict each other.');
  return piece(start, end - start, total, known);
}

function piece(
  start: number,
  length: number,
  total: number | undefined,
  known: number | null,
): Asked {
  if (length === 0) throw bad('A file has at least one byte.');
  const whole = checked(total, known);
  const isLast = start + length === whole;
  const taken = isLast ? length : length - (length % block);
  if (taken === 0 && !isLast)
    throw bad(`A piece that is not the last has at least ${block} bytes.`);
  return { how: 'piece', start, length, total: whole, taken };
}

function checked(total: number | undefined, known: number | null): number | undefined {
  if (total !== undefined && known !== null && total !== known)
    throw bad(`The session was opened for ${known} bytes.`);
  return total ?? known ?? undefined;
}

function lengthOf(value: string | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

function needed(length: number | undefined): number {
  if (length === undefined)
    throw new HttpError(
      411,
      'INVALID_INPUT',
      'The length is needed: as content-length, or by a content-range.',
    );
  return length;
}
