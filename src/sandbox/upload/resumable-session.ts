/** Resumable uploads between their beginning and their end: what was announced, and what has arrived. */
import type { HttpResponse } from '../http-response.ts';
import type { ApiRequest } from '../execute-call.ts';
import type { Route } from '../route.ts';
import { ApiError } from '../api-error.ts';
import { MediaBuilder } from './media.ts';

/** Pieces that are not the last have to be a multiple of this. */
const grain = 256 * 1024;

/** Which bytes a request carries. Without `start`: none, it asks how many are there. */
export interface ByteRange {
  readonly start?: number;
  /** The last byte; unknown where the request says neither length nor range. */
  readonly end?: number;
  readonly total?: number;
}

export class ResumableSession {
  readonly id: string;
  readonly route: Route;
  /** The request that began it: its metadata and its caller hold for the whole upload. */
  readonly begun: ApiRequest;
  readonly type: string;
  readonly content: MediaBuilder;
  /** The answer of the finished upload, given again to whoever asks. */
  reply: HttpResponse | undefined;
  #total: number | undefined;
  #turn = 0;

  constructor(
    id: string,
    route: Route,
    begun: ApiRequest,
    type: string,
    total: number | undefined,
  ) {
    this.id = id;
    this.route = route;
    this.begun = begun;
    this.type = type;
    this.content = new MediaBuilder(route.operation);
    this.#total = total;
  }

  get complete(): boolean {
    return this.content.size === this.#total;
  }

  /** `bytes=0-n` of what is there; undefined: nothing. */
  get range(): string | undefined {
    return this.content.size === 0 ? undefined : `bytes=0-${this.content.size - 1}`;
  }

  /** @throws ApiError a range that contradicts what was said before, leaves a gap, or is no whole number of grains */
  admit({ start, end, total }: ByteRange): void {
    if (total !== undefined && this.#total !== undefined && total !== this.#total)
      wrong('The total differs from what was announced.');
    if (total !== undefined && total > this.route.operation.upload!.maxBytes) throwTooLarge();
    this.#total ??= total;
    if (start === undefined) return;
    if (start > this.content.size)
      throw new ApiError(416, 'requestedRangeNotSatisfiable', {
        message: `Bytes from ${this.content.size} on are needed.`,
      });
    if (end === undefined) return;
    if (end < start || (this.#total !== undefined && end >= this.#total))
      wrong('The range does not fit.');
    if (end + 1 !== this.#total && (end + 1 - start) % grain !== 0)
      wrong(`A piece that is not the last has a multiple of ${grain} bytes.`);
  }

  /** Takes what comes, up to where it breaks off; bytes that are there already are passed over. A later request ends this one. */
  async take(
    source: AsyncIterable<Buffer>,
    { start = 0, end = Infinity }: ByteRange,
  ): Promise<void> {
    const turn = ++this.#turn;
    let at = start;
    for await (const chunk of source) {
      if (turn !== this.#turn) wrong('Another request goes on with this upload.');
      if (at + chunk.length - 1 > end) wrong('More bytes than the range says.');
      const known = Math.min(chunk.length, Math.max(0, this.content.size - at));
      if (known < chunk.length) this.content.add(chunk.subarray(known));
      at += chunk.length;
      if (at > this.route.operation.upload!.maxBytes) throwTooLarge();
    }
    if (end === Infinity) this.#total ??= at;
    else if (at - 1 < end) wrong('Fewer bytes than the range says.');
  }
}

const wrong = (message: string): never => {
  throw new ApiError(400, 'badRequest', { message });
};

export const throwTooLarge = (): never => {
  throw new ApiError(413, 'uploadTooLarge', {
    message: 'The file is larger than this operation takes.',
  });
};

export class ResumableSessions {
  readonly #all = new Map<string, ResumableSession>();
  #count = 0;

  open(route: Route, begun: ApiRequest, type: string, total: number | undefined): ResumableSession {
    const id = `upload-${(this.#count += 1)}`;
    const session = new ResumableSession(id, route, begun, type, total);
    this.#all.set(id, session);
    return session;
  }

  get(id: string): ResumableSession | undefined {
    return this.#all.get(id);
  }

  /** From here on it is gone: 404. */
  end(session: ResumableSession): void {
    this.#all.delete(session.id);
  }
}
