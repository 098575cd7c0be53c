/**
 * Bytes that flow from a download to an upload session, part by part, without being stored. Both
 * sides can fail at any byte: the upload says how many bytes it has, and the download continues
 * there.
 */
import type { Readable } from 'node:stream';
import { isOfWay } from '../rest/call/classify-failure.ts';
import { temporaryCodes, upstreamError, UpstreamError } from '../api/error.ts';
import { unknownOutcome } from '../rest/call/unknown-outcome.ts';
import type { AnyOperation } from '../api/operation.ts';
import type { MediaResponse, UploadProgress } from '../rest/upstream.ts';
import type { Clock } from '../caller/clock.ts';
import { addGarbage } from './buffer-garbage.ts';

/** Bytes of a file from `start` to before `end`. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

interface RelaySource {
  /**
   * Opens the bytes up to the end. The response may also have the whole file. @throws UpstreamError
   */
  readonly open: (range: ByteRange, signal: AbortSignal) => Promise<MediaResponse>;
  /** @throws an error if the file has changed: bytes of two versions must not be joined */
  readonly check: (signal: AbortSignal) => Promise<void>;
}

interface RelayTarget {
  /** Has started the upload. */
  readonly operation: AnyOperation;
  /** Sends bytes, once. @throws UpstreamError */
  readonly send: (
    range: ByteRange,
    body: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ) => Promise<UploadProgress>;
  /** Asks what has been received. @throws UpstreamError */
  readonly query: (signal: AbortSignal) => Promise<UploadProgress>;
}

interface RelayParts {
  readonly source: RelaySource;
  readonly target: RelayTarget;
  /** Bytes of the whole file. */
  readonly total: number;
  /** Bytes that the target is known to have; undefined: it is asked. */
  readonly received: number | undefined;
  readonly signal: AbortSignal;
  /** Delay in ms before the first repetition. */
  readonly retryMs: number;
  /** Bytes of one part. Default: `defaultPartBytes`. */
  readonly partBytes?: number | undefined;
  readonly clock: Clock;
  /** Called for each chunk that is sent on, with the bytes up to its end. */
  readonly onBytes: (count: number) => void;
  /** Called when the target has confirmed bytes. @throws an error that ends the relay */
  readonly onReceived: (received: number) => Promise<void>;
}

/**
 * Bytes of one part: what is sent between two questions whether the relay may go on. A multiple of
 * 256 KiB, as resumable uploads demand of all parts but the last one.
 */
const defaultPartBytes = 32 * 1024 * 1024;

/** Consecutive failures after which a relay ends: with the usual delays, after five minutes. */
const maxFailures = 20;

/** The delay doubles with each failure, so often. */
const maxDoublings = 8;

/** A session that has other bytes than expected rejects the range; its answer says which. */
const isTemporary = (error: unknown): boolean =>
  error instanceof UpstreamError &&
  (temporaryCodes.has(error.code) || error.failure.status === 416);

/**
 * Sends the rest of a file.
 * @returns what the upload has made
 * @throws the error that cannot pass, or has not passed, with the outcome `UNKNOWN` if the target
 * may have the whole file
 */
export async function relayBytes(parts: RelayParts): Promise<Readonly<Record<string, unknown>>> {
  const downloads = new Downloads(parts);
  return relay(parts, downloads).finally(() => downloads.close());
}

async function relay(
  parts: RelayParts,
  downloads: Downloads,
): Promise<Readonly<Record<string, unknown>>> {
  const { target, total, signal, retryMs, clock, onReceived } = parts;
  let { received } = parts;
  let most = received ?? 0;
  let sent = 0;
  const onBytes = (count: number): void => {
    sent = count;
    parts.onBytes(count);
  };
  /** Whether the target may have the whole file, and so have made something of it. */
  let mayBeComplete = received === total;
  for (let failures = 0; ; ) {
    try {
      signal.throwIfAborted();
      const progress =
        received === undefined
          ? await target.query(signal)
          : await sendPart({ ...parts, onBytes }, downloads, received);
      if ('result' in progress) return progress.result;
      if (progress.received === received) throw upstreamError(target.operation, 'UPSTREAM_INVALID');
      ({ received } = progress);
      mayBeComplete = received === total;
      if (received > most) failures = 0;
      most = Math.max(most, received);
    } catch (error) {
      // What has failed can be the download, or bytes of it can be lost.
      downloads.close();
      failures += 1;
      mayBeComplete ||= sent === total && isUnanswered(error);
      sent = 0;
      if (signal.aborted || !isTemporary(error) || failures === maxFailures)
        throw mayBeComplete && error instanceof UpstreamError ? lostAnswer(error) : error;
      await clock.sleep(retryMs * 2 ** Math.min(failures, maxDoublings), signal);
      received = undefined;
      continue;
    }
    await onReceived(received);
  }
}

/** Whether the target has not said that it rejects the bytes. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof UpstreamError &&
  (isOfWay(error.failure) || !String(error.failure.status).startsWith('4'));

const lostAnswer = ({ failure, cause }: UpstreamError): UpstreamError =>
  unknownOutcome(new UpstreamError({ ...failure, outcome: 'UNKNOWN' }, cause));

async function sendPart(
  { target, total, signal, onBytes, partBytes = defaultPartBytes }: RelayParts,
  downloads: Downloads,
  start: number,
): Promise<UploadProgress> {
  const range = { start, end: Math.min(total, start + partBytes) };
  // With all bytes, the session only has to say what it has made of them.
  if (range.end === start) return target.query(signal);
  const download = await downloads.for(range);
  return target.send(range, download.take(range, onBytes), signal);
}

/** The downloads of a relay, one after another: each costs quota units of its own. */
class Downloads {
  readonly #parts: RelayParts;
  #open: Download | undefined;

  constructor(parts: RelayParts) {
    this.#parts = parts;
  }

  /**
   * @returns the open download if its next byte is the first of the range, or else a new one
   * @throws UpstreamError, or that of a file that has changed: at the beginning of a download, and
   * before the last bytes are sent
   */
  async for({ start, end }: ByteRange): Promise<Download> {
    const { source, total, signal } = this.#parts;
    let download = this.#open;
    const continues = download?.at === start;
    if (!download || !continues) {
      this.close();
      download = new Download(await source.open({ start, end: total }, signal));
      this.#open = download;
    }
    if (!continues || end === total) await source.check(signal);
    return download;
  }

  close(): void {
    this.#open?.close();
    this.#open = undefined;
  }
}

/** The place of the first byte of a response. One without a range has the whole file. */
const firstByteOf = ({ status, headers }: MediaResponse): number =>
  status === 206 ? Number(/^bytes (\d{1,15})-/.exec(headers['content-range'] ?? '')?.[1]) : 0;

/** A response with the rest of a file. */
class Download {
  readonly #body: Readable;
  readonly #chunks: AsyncIterator<Buffer>;
  /** What is left of the last chunk. */
  #chunk: Buffer = Buffer.alloc(0);
  #at: number;

  constructor(response: MediaResponse) {
    // Whoever takes the bytes is told of an error.
    this.#body = response.body.on('error', () => {});
    this.#chunks = response.body[Symbol.asyncIterator]();
    this.#at = firstByteOf(response);
  }

  /** The place of the next byte. */
  get at(): number {
    return this.#at;
  }

  /** Takes the bytes of a range. @throws Error for a response that does not have them */
  async *take(
    { start, end }: ByteRange,
    onBytes: RelayParts['onBytes'],
  ): AsyncGenerator<Uint8Array, void, undefined> {
    if (!(this.#at <= start)) throw new Error('the response has another range');
    while (this.#at < end) {
      if (this.#chunk.length === 0) {
        const { done, value } = await this.#chunks.next();
        if (done) throw new Error('the file is shorter than its length');
        this.#chunk = value;
      }
      const isWanted = this.#at >= start;
      const taken = this.#chunk.subarray(0, (isWanted ? end : start) - this.#at);
      this.#chunk = this.#chunk.subarray(taken.length);
      this.#at += taken.length;
      if (!isWanted || taken.length === 0) continue;
      yield taken;
      onBytes(this.#at);
      addGarbage(taken.length);
    }
  }

  close(): void {
    this.#body.destroy();
  }
}
