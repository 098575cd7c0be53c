/** Performs one request to an upload session, and records what the service has received. */
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../engine/caller/clock.ts';
import { type CallRecorder, recorded } from '../../engine/trace/call-record.ts';
import {
  callerOf,
  type UploadLock,
  type UploadRecord,
  type UploadSessions,
} from '../../engine/transfer/upload-session.ts';
import type { ErrorCode } from '../../engine/schema/error/error-code.ts';
import { catalogue } from '../../services/catalogue.ts';
import { UpstreamError } from '../../engine/api/error.ts';
import { acceptsMediaType, type AnyOperation } from '../../engine/api/operation.ts';
import type { UploadOptions, UploadProgress, Upstream } from '../../engine/rest/upstream.ts';
import { HttpError } from '../error/http-error.ts';
import type { TransferClient } from './byte-route.ts';
import { RunningPart, type RunningParts } from './running-part.ts';
import type { UploadCommand, UploadPart } from './upload-command.ts';
import { addGarbage } from '../../engine/transfer/buffer-garbage.ts';

/** A request with a file, or a file of this process with the headers of one. */
interface SentFile extends Pick<IncomingMessage, 'complete' | 'headers'> {
  destroy(error: Error): unknown;
  iterator(options: { readonly destroyOnReturn: boolean }): AsyncIterator<unknown>;
}

export interface UploadRouteParts {
  readonly uploads: UploadSessions;
  readonly upstream: Pick<Upstream, 'api' | 'media' | 'endSharing'>;
  /** Maximum wait for the next chunk of a client's body, in milliseconds. */
  readonly idleMs: number;
}

/** The advice to clients whose session cannot continue. */
export const restartAdvice = 'start again with a new upload session';

/** An error for a session that cannot continue: status 410. */
export const lostError = (
  message = `The service has lost the upload; ${restartAdvice}.`,
): HttpError => new HttpError(410, 'GONE', message);

/** A part without an answer can have been the last one: then the object exists. */
const lostErrorOf = ({ confirmed }: Pick<UploadRecord, 'confirmed'>): HttpError =>
  confirmed ? lostError() : lostError(unknownOutcome);

const unknownOutcome =
  'The service has lost the upload, and its last part had no answer: the object may have been made. Look for it before you start again with a new upload session.';

/** Statuses of a service that does not know the upload. */
const lostStatuses: ReadonlySet<number> = new Set([404, 410]);

/** Statuses of a service that rejects the file. */
const finalStatuses: ReadonlySet<number> = new Set([...lostStatuses, 400, 403, 409, 413]);

/** Temporary errors with any status: the upload can continue later. */
const temporaryCodes: ReadonlySet<ErrorCode> = new Set([
  'RATE_LIMITED',
  'QUOTA_EXCEEDED',
  'UPSTREAM_UNAVAILABLE',
]);

/** Maximum time in which a part that is sent elsewhere can end, in milliseconds. */
const lockWaitMs = 1_000;

const lockIntervalMs = 50;

interface RecordOptions {
  readonly save: (next: UploadRecord) => Promise<UploadRecord>;
  /** Statuses that end the session. */
  readonly endingStatuses: ReadonlySet<number>;
  /** Whether it is the response to a part: then every part has had one. Default: to a query. */
  readonly isPart?: boolean;
}

const conflict = (message: string): HttpError =>
  new HttpError(409, 'CONFLICT', message, { headers: { 'retry-after': '1' } });

interface UploadRequestParts extends UploadRouteParts {
  readonly running: RunningParts;
}

/** One request to an upload session. */
export class UploadSessionRequest {
  readonly #parts: UploadRequestParts;
  readonly #operation: AnyOperation;
  readonly #trace: CallRecorder | undefined;
  readonly #clock: Clock;
  #signal: AbortSignal;
  #session: UploadRecord;

  constructor(parts: UploadRequestParts, session: UploadRecord, client: TransferClient) {
    const { signal, trace, clock } = client;
    this.#parts = parts;
    this.#trace = trace;
    this.#clock = clock;
    this.#session = session;
    this.#operation = catalogue.get(session.operation)!;
    this.#signal = signal;
  }

  /**
   * @returns the session afterwards
   * @throws HttpError, UpstreamError
   */
  async run(req: SentFile, command: UploadCommand): Promise<UploadRecord> {
    const { state, reason } = this.#session;
    if (state === 'failed')
      throw reason === undefined
        ? lostErrorOf(this.#session)
        : lostError(`The service rejected the file (${reason}); ${restartAdvice}.`);
    if (state === 'completed') return this.#session;
    if (command.kind === 'query') return this.#query(command.total);
    this.#checkPart(req, command);
    return this.#sendLocked(req, command);
  }

  /**
   * Queries how much the service has received. While a part is being sent, a query would disturb
   * the upload: then the recorded state is returned.
   */
  async #query(total: number | undefined): Promise<UploadRecord> {
    const { uploads } = this.#parts;
    const previous = this.#session;
    if (await uploads.isLocked(previous.id)) return previous;
    return this.#record(this.#progress(total), {
      save: (next) => uploads.saveUnlessChanged(previous, next),
      // A query with a wrong length does not make the file invalid.
      endingStatuses:
        total === undefined || total === previous.total ? finalStatuses : lostStatuses,
    });
  }

  #progress(total: number | undefined): Promise<UploadProgress> {
    const known = total ?? this.#session.total ?? undefined;
    const { target } = this.#session;
    return this.#call(0, (options) =>
      this.#parts.upstream.media.queryProgress(this.#operation, target, known, options),
    );
  }

  /** @param bytes of the body of the request */
  #call(
    bytes: number,
    send: (options: UploadOptions) => Promise<UploadProgress>,
  ): Promise<UploadProgress> {
    const call = this.#trace?.startUploadRequest(this.#operation, bytes);
    return recorded(send({ signal: this.#signal, onAttempt: call?.onAttempt }), call);
  }

  #checkPart({ headers }: SentFile, { start, length, total }: UploadPart): void {
    const upload = this.#operation.upload!;
    const type = headers['content-type']?.split(';', 1)[0]!.trim().toLowerCase();
    if (type !== undefined && !acceptsMediaType(upload, type)) {
      const message = `content-type: expected ${upload.mediaTypes.join(', ')}`;
      throw new HttpError(415, 'INVALID_INPUT', message);
    }
    const bytes = Math.max(total ?? 0, start + length);
    if (bytes === 0 && !this.#operation.upload!.acceptsEmpty)
      throw new HttpError(400, 'INVALID_INPUT', 'The file is empty; expected at least 1 byte.');
    if (bytes <= upload.maxBytes) return;
    const message = `The file has ${bytes} bytes; the limit is ${upload.maxBytes}.`;
    throw new HttpError(413, 'INVALID_INPUT', message);
  }

  async #sendLocked(req: SentFile, part: UploadPart): Promise<UploadRecord> {
    const { uploads, running } = this.#parts;
    const { id } = this.#session;
    const lock = await this.#lock(id);
    const own = new RunningPart(req, this.#clock);
    running.set(id, own);
    this.#signal = AbortSignal.any([this.#signal, own.signal]);
    try {
      this.#session = await uploads.resume(this.#session);
      return this.#session.state === 'open'
        ? await this.#send(req, part, own, lock)
        : this.#session;
    } catch (error) {
      if (own.signal.aborted) throw conflict('A new part of this upload has replaced this one.');
      throw error;
    } finally {
      if (running.get(id) === own) running.delete(id);
      await lock.release();
    }
  }

  /**
   * Locks the session; replaces a part that is stalled in any replica.
   * @throws HttpError if another part is being sent
   */
  async #lock(id: string): Promise<UploadLock> {
    const { uploads } = this.#parts;
    let lock = await uploads.lock(id);
    if (lock === undefined) await uploads.announcePart(id);
    const end = this.#clock.now() + lockWaitMs;
    while (lock === undefined && !this.#signal.aborted && this.#clock.now() < end) {
      await this.#clock.sleep(lockIntervalMs);
      lock = await uploads.lock(id);
    }
    if (lock === undefined) throw conflict('Another part of this upload is being sent.');
    return lock;
  }

  /**
   * Sends a part to the service. A part that does not start at the service's offset is not sent:
   * the returned session states where the client has to continue.
   */
  async #send(
    req: SentFile,
    { start, length, total, acceptedLength }: UploadPart,
    own: RunningPart,
    lock: UploadLock,
  ): Promise<UploadRecord> {
    const { uploads, upstream, idleMs } = this.#parts;
    const save = (next: UploadRecord): Promise<UploadRecord> =>
      lock.isHeld() ? uploads.save(next) : Promise.resolve(next);
    const recording = { save, endingStatuses: finalStatuses };
    // The store can be behind: it may have failed while another replica sent a part.
    if (!this.#session.confirmed || start !== this.#session.received)
      await this.#record(this.#progress(undefined), recording);
    if (this.#session.state !== 'open' || start !== this.#session.received) return this.#session;
    this.#session = await save({
      ...this.#session,
      confirmed: false,
      total: total ?? this.#session.total,
    });
    const { contentType } = this.#session;
    const idle = { idleMs, clock: this.#clock };
    const body = bodyChunks(req, acceptedLength, idle, (isReading) => own.setReading(isReading));
    const chunk = { start, length: acceptedLength, total, contentType, body };
    const { target } = this.#session;
    const sent = this.#call(acceptedLength, (options) =>
      upstream.media.sendChunk(this.#operation, target, chunk, options),
    );
    const session = await this.#record(sent, { ...recording, isPart: true }).catch(
      (error: unknown) => {
        // Without the lock, another replica may have sent the same bytes.
        if (lock.isHeld() || !isRejection(error)) throw error;
        return this.#record(this.#progress(undefined), recording);
      },
    );
    if (session.state !== 'completed') return session;
    return save({ ...session, received: start + length });
  }

  /** Reads that follow a part of a file are sent: it may be the last one. */
  async #endSharingAfter(progress: Promise<UploadProgress>): Promise<UploadProgress> {
    try {
      return await progress;
    } finally {
      await this.#parts.upstream.endSharing(callerOf(this.#session));
    }
  }

  /** Records the service's response; an error that the service would repeat ends the session. */
  async #record(
    progress: Promise<UploadProgress>,
    { save, endingStatuses, isPart = false }: RecordOptions,
  ): Promise<UploadRecord> {
    try {
      this.#session = await save(
        withProgress(this.#session, await this.#endSharingAfter(progress)),
      );
      return this.#session;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const { code, reason, status = 0 } = error.failure;
      if (temporaryCodes.has(code) || !endingStatuses.has(status)) throw error;
      const isLost = lostStatuses.has(status);
      // The reason of a lost upload says nothing about the file.
      const known = isLost || reason === undefined ? {} : { reason };
      const confirmed = isPart || this.#session.confirmed;
      await save({ ...this.#session, state: 'failed', confirmed, ...known });
      if (!isLost) throw aboutBody(error);
      throw lostErrorOf({ confirmed });
    }
  }
}

/** Whether a service that knows the upload has rejected a part. */
const isRejection = (error: unknown): boolean =>
  error instanceof UpstreamError &&
  finalStatuses.has(error.failure.status ?? 0) &&
  !temporaryCodes.has(error.code);

/** A service that rejects a value and names none rejects the bytes. */
function aboutBody(error: UpstreamError): UpstreamError {
  const { code, location } = error.failure;
  if (code !== 'INVALID_INPUT' || location !== undefined) return error;
  return new UpstreamError({ ...error.failure, argument: 'body' }, error);
}

function withProgress(session: UploadRecord, progress: UploadProgress): UploadRecord {
  if ('received' in progress) return { ...session, received: progress.received, confirmed: true };
  const id = session.creates.id ?? progress.result.id;
  return {
    ...session,
    ...(typeof id === 'string' && { resultKey: [...session.creates.parentKey, id] }),
    state: 'completed',
    confirmed: true,
    received: session.total ?? session.received,
  };
}

/** How long a client may send nothing. */
interface IdleTime {
  /** Maximum wait for a chunk; then the connection is destroyed. */
  readonly idleMs: number;
  readonly clock: Clock;
}

/**
 * Yields the first `length` bytes of a body. The request stays usable when the consumer stops, so
 * that it can still be answered.
 * @param setReading called before and after each wait for the client
 * @throws Error if the body ends early
 */
export async function* bodyChunks(
  req: SentFile,
  length: number,
  { idleMs, clock }: IdleTime,
  setReading: (isReading: boolean) => void,
): AsyncGenerator<Buffer, void, undefined> {
  const chunks = req.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  /** Undefined while the service is waited for. */
  let waitsSince: number | undefined;
  const check = (): void => {
    const ms = waitsSince === undefined ? 0 : clock.now() - waitsSince;
    if (ms >= idleMs) req.destroy(new Error('the client sent nothing'));
    else timer = clock.after(idleMs - ms, check);
  };
  let timer = clock.after(idleMs, check);
  try {
    for (let remaining = length; remaining > 0; ) {
      waitsSince = clock.now();
      setReading(true);
      const { value, done } = await chunks.next();
      waitsSince = undefined;
      setReading(false);
      if (done) throw new Error('the body is shorter than announced');
      const chunk = value.length > remaining ? value.subarray(0, remaining) : value;
      remaining -= chunk.length;
      yield chunk;
      addGarbage(chunk.length);
    }
  } finally {
    timer.cancel();
    await chunks.return?.();
  }
}
