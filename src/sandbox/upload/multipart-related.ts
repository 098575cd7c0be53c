/** A streaming parser of `multipart/related` bodies: metadata first, then content of any length. */
import { ApiError } from '../http/api-error.ts';

/** Receives the parts while they are parsed. Parts are numbered from 0. */
interface PartHandler {
  /** Called before the content of a part. @param contentType as sent; empty if there is none */
  readonly onPart: (index: number, contentType: string) => void;
  /** Called for each piece of a part's content. */
  readonly onContent: (index: number, chunk: Buffer) => void;
}

const maxHeaderLength = 16 * 1024;

/**
 * Parses a body from a stream.
 * @param contentType the request's content type, which names the boundary
 * @throws ApiError 400 if there is no boundary, the body does not end with it, or has no content
 */
export async function parseMultipartRelated(
  source: AsyncIterable<Buffer>,
  contentType: string,
  handler: PartHandler,
): Promise<void> {
  const match = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) return throwMalformed();
  const parser = new MultipartParser(boundary, handler);
  for await (const chunk of source) parser.write(chunk);
  parser.end();
}

function throwMalformed(): never {
  throw new ApiError(400, 'badRequest', { message: 'Malformed multipart body.' });
}

class MultipartParser {
  readonly #delimiter: Buffer;
  readonly #handler: PartHandler;
  /** `header` is the part between a delimiter and the content; `end` follows the last delimiter. */
  #state: 'preamble' | 'header' | 'content' | 'end' = 'preamble';
  #part = -1;
  /** Bytes that are not parsed yet. A line break precedes every delimiter, so also the first. */
  #rest = Buffer.from('\r\n');

  constructor(boundary: string, handler: PartHandler) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
    this.#handler = handler;
  }

  write(chunk: Buffer): void {
    if (this.#state === 'end') return;
    this.#rest = Buffer.concat([this.#rest, chunk]);
    let hasParsed = true;
    while (hasParsed) hasParsed = this.#parseNext();
  }

  /** @returns false if there is nothing left to parse */
  #parseNext(): boolean {
    if (this.#state === 'end') return false;
    return this.#state === 'header' ? this.#parseHeader() : this.#parseContent();
  }

  end(): void {
    if (this.#state !== 'end' || this.#part < 2) throwMalformed();
  }

  /** Parses up to the next delimiter. @returns false if it has not arrived yet */
  #parseContent(): boolean {
    const index = this.#rest.indexOf(this.#delimiter);
    // The last bytes could be the start of a delimiter.
    const end = index < 0 ? Math.max(0, this.#rest.length - this.#delimiter.length) : index;
    if (this.#state === 'content' && end > 0)
      this.#handler.onContent(this.#part, this.#rest.subarray(0, end));
    this.#rest = this.#rest.subarray(index < 0 ? end : end + this.#delimiter.length);
    if (index < 0) return false;
    this.#state = 'header';
    this.#part += 1;
    return true;
  }

  /** Parses the header of a part. @returns false if it has not arrived completely */
  #parseHeader(): boolean {
    if (this.#rest.subarray(0, 2).toString() === '--') {
      this.#state = 'end';
      return true;
    }
    const end = this.#rest.indexOf('\r\n\r\n');
    if (end < 0 && this.#rest.length > maxHeaderLength) throwMalformed();
    if (end < 0) return false;
    const header = this.#rest.subarray(0, end).toString();
    this.#handler.onPart(this.#part, /^content-type:[ \t]*(.*)$/im.exec(header)?.[1]?.trim() ?? '');
    this.#rest = this.#rest.subarray(end + 4);
    this.#state = 'content';
    return true;
  }
}
