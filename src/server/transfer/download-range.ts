/** A byte range, cut out of a file whose service supports no ranges. */

export interface FileRange {
  readonly headers: Readonly<Record<'content-length' | 'content-range' | 'accept-ranges', string>>;
  /** @returns the bytes of the range; the body is not read beyond its end */
  readonly cut: (body: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
}

/**
 * @param header the `range` header; anything but one range of bytes is ignored, as HTTP allows
 * @param length bytes of the whole file; NaN if unknown
 * @returns undefined if the whole file is to be sent
 */
export function rangeOf(header: string | undefined, length: number): FileRange | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (!Number.isSafeInteger(length)) return undefined;
  const isSuffix = first === '';
  const start = isSuffix ? Math.max(0, length - Number(last)) : Number(first);
  const end = isSuffix || last === '' ? length : Math.min(length, Number(last) + 1);
  if (start >= end) return undefined;
  const headers = {
    'content-length': String(end - start),
    'content-range': `bytes ${start}-${end - 1}/${length}`,
    'accept-ranges': 'bytes',
  };
  return { headers, cut: (body) => slice(body, start, end) };
}

async function* slice(
  body: AsyncIterable<Uint8Array>,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let offset = 0;
  for await (const chunk of body) {
    const next = offset + chunk.length;
    if (next > start) yield chunk.subarray(Math.max(0, start - offset), Math.max(0, end - offset));
    offset = next;
    if (offset >= end) return;
  }
}
