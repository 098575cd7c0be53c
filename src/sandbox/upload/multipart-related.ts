/** `multipart/related`, read as it streams in: metadata first, then content of any length. */
import { ApiError } from '../api-error.ts';

export interface PartReader {
  /** A part's head; the next bytes are its content. @param type its MIME type, as written */
  head(index: number, type: string): void;
  bytes(index: number, chunk: Buffer): void;
}

const longestHead = 16 * 1024;

const malformed = (): never => {
  throw new ApiError(400, 'badRequest', { message: 'Malformed multipart body.' });
};

/** @throws ApiError the body has no such boundary, or ends before its last one */
export async function parseMultipartRelated(
  source: AsyncIterable<Buffer>,
  contentType: string,
  reader: PartReader,
): Promise<void> {
  const boundary = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(contentType);
  if (!boundary) return malformed();
  const delimiter = Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`);
  // The first boundary has no line before it.
  let rest = Buffer.from('\r\n');
  let index = -1;
  let inside = false;
  let ended = false;
  for await (const chunk of source) {
    if (ended) continue;
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      if (inside || index < 0) {
        const at = rest.indexOf(delimiter);
        const sure = at < 0 ? Math.max(0, rest.length - delimiter.length) : at;
        if (index >= 0 && sure > 0) reader.bytes(index, rest.subarray(0, sure));
        rest = rest.subarray(at < 0 ? sure : at + delimiter.length);
        if (at < 0) break;
        inside = false;
        index += 1;
      }
      if (rest.length >= 2 && rest.subarray(0, 2).toString() === '--') {
        ended = true;
        break;
      }
      const end = rest.indexOf('\r\n\r\n');
      if (end < 0 && rest.length > longestHead) malformed();
      if (end < 0) break;
      reader.head(
        index,
        /^content-type:[ \t]*(.*)$/im.exec(rest.subarray(0, end).toString())?.[1]?.trim() ?? '',
      );
      rest = rest.subarray(end + 4);
      inside = true;
    }
  }
  if (!ended) malformed();
}
