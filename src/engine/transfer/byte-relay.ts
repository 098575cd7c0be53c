/**
 * Bytes that flow from a download to an upload session, part by part, without being stored. Both
 * sides can fail at any byte: the upload says how many bytes it has, and the download continues
 * there.
 */
import type { Readable } from 'node:stream';
import { isOfWay } from '../rest/call/classify-failure.ts';
import { upstreamError, UpstreamError } from '../api/error.ts';
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

/** The file that is read. */
interface RelaySource {
  /** Opens the bytes. The response may also have the whole file. @throws UpstreamError */
  readonly open: (range: ByteRange, signal: AbortSignal) => Promise<MediaResponse>;
  /** @throws an error if the file has changed: bytes of two versions must not be joined */
  readonly check: (signal: AbortSignal) => Promise<void>;
}

/** The upload session that receives the file. */
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

/** Codes of failures that can pass. */
const temporaryCodes: ReadonlySet<string> = new Set([
  'RATE_LIMITED',
  'UPSTREAM_INVALID',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
]);

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
          : await sendPart({ ...parts, onBytes }, received);
      if ('result' in progress) return progress.result;
      if (progress.received === received) throw upstreamError(target.operation, 'UPSTREAM_INVALID');
      ({ received } = progress);
      mayBeComplete = received === total;
      if (received > most) failures = 0;
      most = Math.max(most, received);
    } catch (error) {
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
  { source, target, total, signal, onBytes, partBytes = defaultPartBytes }: RelayParts,
  start: number,
): Promise<UploadProgress> {
  const range = { start, end: Math.min(total, start + partBytes) };
  // With all bytes, the session only has to say what it has made of them.
  if (range.end === start) return target.query(signal);
  const response = await source.open(range, signal);
  try {
    await source.check(signal);
    return await target.send(range, bytesOf(response, range, onBytes), signal);
  } finally {
    response.body.on('error', () => {}).destroy();
  }
}

/** The place of the first byte of a response. One without a range has the whole file. */
const firstByteOf = ({ status, headers }: MediaResponse): number =>
  status === 206 ? Number(/^bytes (\d{1,15})-/.exec(headers['content-range'] ?? '')?.[1]) : 0;

/** The bytes of the range. @throws Error for a response that does not have them */
async function* bytesOf(
  response: MediaResponse,
  { start, end }: ByteRange,
  onBytes: (count: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { body } = response;
  let at = firstByteOf(response);
  if (!(at <= start)) throw new Error('the response has another range');
  for await (const chunk of body as Readable & AsyncIterable<Buffer>) {
    const wanted = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
    at += chunk.length;
    if (wanted.length > 0) {
      yield wanted;
      onBytes(Math.min(at, end));
      addGarbage(wanted.length);
    }
    if (at >= end) return;
  }
  throw new Error('the file is shorter than its length');
}
