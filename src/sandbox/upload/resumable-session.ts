/** Resumable uploads between their first and their last request. */
import { ApiError } from '../http/api-error.ts';
import type { ApiRequest } from '../call/execute-call.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { Route } from '../http/route.ts';
import { day } from '../time.ts';
import { MediaBuilder, throwTooLarge } from './media.ts';

/** The length of every chunk but the last must be a multiple of this. */
const chunkGranularity = 256 * 1024;

/** The bytes that a request contains. Without `start`: none, the request asks for the status. */
export interface ContentRange {
  readonly start?: number;
  /** Position of the last byte; absent if the request has neither a length nor a range. */
  readonly end?: number;
  /** Size of the whole file; absent if the client does not know it yet. */
  readonly total?: number;
}

interface SessionOptions {
  readonly route: Route;
  /** The first request. Its metadata and its caller are those of the whole upload. */
  readonly startRequest: ApiRequest;
  /** Declared MIME type of the content. */
  readonly mediaType: string;
  /** Declared size in bytes; absent: unknown. */
  readonly total?: number | undefined;
  /** The simulated time of the first request. */
  readonly startedAt: Date;
}

/** How long a session accepts content, in simulated milliseconds. */
const lifetime = 7 * day;

/** One resumable upload. */
export class ResumableSession {
  readonly id: string;
  readonly route: Route;
  readonly startRequest: ApiRequest;
  readonly mediaType: string;
  readonly startedAt: Date;
  readonly content: MediaBuilder;
  /** The response of the completed upload. Later requests receive it again. */
  response: HttpResponse | undefined;
  readonly #maxBytes: number;
  #total: number | undefined;
  #requestCount = 0;

  constructor(id: string, { route, startRequest, mediaType, total, startedAt }: SessionOptions) {
    this.id = id;
    this.route = route;
    this.startRequest = startRequest;
    this.mediaType = mediaType;
    this.startedAt = startedAt;
    this.content = new MediaBuilder(route.operation);
    this.#maxBytes = route.operation.upload!.maxBytes;
    this.#total = total;
  }

  get isComplete(): boolean {
    return this.content.size === this.#total;
  }

  /** The received bytes as the header `Range` names them; undefined: none. */
  get receivedRange(): string | undefined {
    return this.content.size === 0 ? undefined : `bytes=0-${this.content.size - 1}`;
  }

  /**
   * Checks the range of a request before its bytes are read. Only a valid one declares the total.
   * @throws ApiError 400 for a range that contradicts an earlier request or has an invalid length;
   * 413 for a file that is too large; 416 for a range that leaves a gap
   */
  checkRange({ start, end, total }: ContentRange): void {
    if (total !== undefined && this.#total !== undefined && total !== this.#total)
      throwBadRequest('The total differs from the size that an earlier request declared.');
    if (total !== undefined && total > this.#maxBytes) throwTooLarge();
    const size = this.#total ?? total;
    if (start !== undefined) this.#checkPositions(start, end, size);
    this.#total = size;
  }

  /** @param size of the whole file; undefined: unknown */
  #checkPositions(start: number, end: number | undefined, size: number | undefined): void {
    if (start > this.content.size)
      throw new ApiError(416, 'requestedRangeNotSatisfiable', {
        message: `The next byte must be byte ${this.content.size}.`,
      });
    if (end === undefined) return;
    if (end < start || (size !== undefined && end >= size))
      throwBadRequest('The Content-Range is not within the total.');
    if (end + 1 !== size && (end + 1 - start) % chunkGranularity !== 0)
      throwBadRequest(`Only the last chunk may have a length that is not a multiple of \
${chunkGranularity} bytes.`);
  }

  /**
   * Reads the bytes of a request, which may break off. Skips bytes that were received before.
   * @throws ApiError 400 if another request continues the upload, or if the number of bytes differs
   * from the range; 413 for a file that is too large
   */
  async receive(
    source: AsyncIterable<Buffer>,
    { start = 0, end = Infinity }: ContentRange,
  ): Promise<void> {
    const request = ++this.#requestCount;
    let position = start;
    for await (const chunk of source) {
      if (request !== this.#requestCount) throwBadRequest('Another request continues this upload.');
      if (position + chunk.length - 1 > end)
        throwBadRequest('The body has more bytes than its Content-Range states.');
      const skipped = Math.min(chunk.length, Math.max(0, this.content.size - position));
      if (skipped < chunk.length) this.content.append(chunk.subarray(skipped));
      position += chunk.length;
    }
    if (end === Infinity) this.#total ??= position;
    else if (position - 1 < end)
      throwBadRequest('The body has fewer bytes than its Content-Range states.');
  }
}

function throwBadRequest(message: string): never {
  throw new ApiError(400, 'badRequest', { message });
}

/** The resumable uploads of a sandbox. */
export class ResumableSessions {
  readonly #sessions = new Map<string, ResumableSession>();
  #count = 0;

  start(options: SessionOptions): ResumableSession {
    const id = `upload-${(this.#count += 1)}`;
    const session = new ResumableSession(id, options);
    this.#sessions.set(id, session);
    return session;
  }

  /** The upload with an id; undefined if there is none or it has expired. @param now simulated */
  get(id: string, now: Date): ResumableSession | undefined {
    const session = this.#sessions.get(id);
    const isAlive = session && now.getTime() - session.startedAt.getTime() < lifetime;
    return isAlive ? session : undefined;
  }

  /** Ends an upload that failed. Later requests receive 404. */
  end(session: ResumableSession): void {
    this.#sessions.delete(session.id);
  }
}
