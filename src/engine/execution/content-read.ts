/** Reads of the bytes of files, for fields that show what is in them. */
import { memoize } from '../api/memoize.ts';
import { forContent } from '../api/accepted-scopes.ts';
import type { Api } from '../api/api.ts';
import type { OwnHeaders } from '../api/known-headers.ts';
import { upstreamError } from '../api/error.ts';
import { type AnyOperation, type Args, asDownload, serviceOf } from '../api/operation.ts';
import type { Freshness } from '../read/freshness.ts';
import type { MediaContent, Upstream } from '../rest/upstream.ts';
import type { Calls } from './calls.ts';

export type SomeBytes = readonly [first: number, last: number];

interface ContentReader {
  readonly context: {
    readonly freshness: Freshness;
    readonly knownHeaders: OwnHeaders;
    readonly settings: { readonly upstream: Upstream };
  };
  readonly calls: Calls;
}

interface ContentRead<O extends AnyOperation> {
  /** Returns a file. */
  readonly operation: O;
  readonly args: Args<O>;
  /** Left out: all bytes. The response can have them in any case. */
  readonly some?: SomeBytes | undefined;
}

/**
 * The reads of one execution. Nothing keeps the bytes: those of all files are much for a request.
 */
export class ContentReads {
  readonly #reader: ContentReader;
  /** Those under way, by what they read. */
  readonly #running = new Map<string, Promise<MediaContent>>();

  constructor(reader: ContentReader) {
    this.#reader = reader;
  }

  /**
   * Reads the bytes of a file: one of the reads that an execution may have under way. Fields that
   * read the same at the same time share a call.
   * @throws UpstreamError as `Calls.send` does, UPSTREAM_TOO_LARGE beyond the limit of answers
   */
  read<O extends AnyOperation>(read: ContentRead<O>): Promise<MediaContent> {
    const { operation, args, some } = read;
    const key = JSON.stringify([operation.key, args, some]);
    let running = this.#running.get(key);
    if (!running) {
      running = readContent(this.#reader, read).finally(() => this.#running.delete(key));
      this.#running.set(key, running);
    }
    return running;
  }
}

/**
 * @returns the operation as one whose answer is content: with the units and the scopes of that, and
 * the same object for each call, since what is known of a token names it
 */
const contentReadsOf = memoize((api: Api) =>
  memoize((operation: AnyOperation) => forContent(api, asDownload(operation))),
);

async function readContent<O extends AnyOperation>(
  { context: { freshness, knownHeaders, settings }, calls }: ContentReader,
  { operation: called, args, some }: ContentRead<O>,
): Promise<MediaContent> {
  const operation = contentReadsOf(settings.upstream.api)(called) as O;
  freshness.services.add(serviceOf(operation));
  freshness.addMomentary();
  const sent = knownHeaders.addTo(operation, args);
  const headers = some && { range: `bytes=${some.join('-')}` };
  await calls.reads.enter();
  try {
    if (calls.hasEnded) throw upstreamError(operation, 'UPSTREAM_TIMEOUT');
    return await calls.startMedia(operation, args, (options) =>
      settings.upstream.media.content(operation, sent, { ...options, requester: calls, headers }),
    );
  } finally {
    calls.reads.leave();
  }
}
