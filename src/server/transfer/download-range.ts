/** A part of a file whose service knows no parts: cut out of the whole on its way. */

export interface Span {
  readonly headers: Readonly<Record<'content-length' | 'content-range' | 'accept-ranges', string>>;
  /** The part's bytes; what follows it is not read. */
  readonly cut: (body: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
}

/**
 * @param range the header as the client sent it: one range of bytes, or it means nothing
 * @param length of the whole; no number where that isn't known
 * @returns undefined where the whole has to be given
 */
export function partOf(range: string | undefined, length: number): Span | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (
    first === undefined ||
    last === undefined ||
    first + last === '' ||
    !Number.isSafeInteger(length)
  )
    return undefined;
  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? length : Math.min(length, Number(last) + 1);
  if (start >= end) return undefined;
  const headers = {
    'content-length': String(end - start),
    'content-range': `bytes ${start}-${end - 1}/${length}`,
    'accept-ranges': 'bytes',
  };
  return { headers, cut: (body) => between(body, start, end) };
}

async function* between(
  body: AsyncIterable<Uint8Array>,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let at = 0;
  for await (const piece of body) {
    const next = at + piece.length;
    if (next > start) yield piece.subarray(Math.max(0, start - at), Math.max(0, end - at));
    at = next;
    if (at >= end) return;
  }
}
