/**
 * Where clients write their files: `PUT` at the address of an upload session, whole or in pieces. Bytes pass through and
 * are never kept; how far they have come upstream says, never the client.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { UploadRecord, UploadSessions } from '../../data/transfer/upload-session.ts';
import type { ErrorCode } from '../../graph/error.ts';
import { globalId } from '../../graph/global-id.ts';
import { catalogue } from '../../upstream/catalogue.ts';
import { UpstreamError } from '../../upstream/error.ts';
import { type AnyOperation, acceptsMediaType } from '../../upstream/operation.ts';
import type { MediaClient, UploadProgress } from '../../upstream/upstream.ts';
import { type ByteRoute, linger, refusalOf } from './byte-route.ts';
import { HttpError } from '../http-error.ts';
import { type Asked, askedOf } from './upload-range.ts';
import { piecesOf } from './upload-body.ts';

export interface UploadParts {
  readonly uploads: UploadSessions;
  readonly streams: MediaClient;
  /** Longest wait for the next piece of a client's body. */
  readonly idleMs: number;
}

const restart = 'begin again with a new session';

const gone = (message = `The upload is lost: ${restart}.`): HttpError =>
  new HttpError(410, 'GONE', message);

export function uploadRoute(parts: UploadParts): ByteRoute {
  return {
    prefix: '/uploads/',
    cors: {
      methods: 'PUT, HEAD',
      sent: 'content-type, content-range, x-request-id',
      readable: 'range, retry-after, x-request-id',
    },
    serve: async (req, res, rest) => {
      const upload = await uploadAt(parts.uploads, rest);
      if (req.method !== 'PUT' && req.method !== 'HEAD')
        throw new HttpError(405, 'INVALID_INPUT', 'An upload takes PUT and HEAD.', {
          allow: 'PUT, HEAD, OPTIONS',
        });
      if ((req.headers['content-encoding'] ?? 'identity') !== 'identity')
        throw new HttpError(415, 'INVALID_INPUT', 'Compressed bodies are not taken.');
      const asked = askedOf(req, upload.total);
      const left = new AbortController();
      res.once('close', () => left.abort());
      try {
        tell(req, res, await new Course(parts, upload, left.signal).run(req, asked));
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
}

/** @throws Refusal for an address that is none of ours, has expired, or of which nothing is known any more */
async function uploadAt(uploads: UploadSessions, rest: string): Promise<UploadRecord> {
  const [id = '', search] = rest.split('?', 2);
  const query = new URLSearchParams(search);
  const expires = query.get('expires') ?? '';
  if (!uploads.isUrl(id, expires, query.get('signature') ?? ''))
    throw new HttpError(
      403,
      'FORBIDDEN',
      'This is no address of an upload: take it as `uploadUrl` gives it.',
    );
  if (Number(expires) <= Date.now()) throw gone(`The address has expired: ${restart}.`);
  const upload = await uploads.find(id);
  if (upload === undefined)
    throw new HttpError(404, 'NOT_FOUND', `The upload is not known (any more): ${restart}.`);
  return upload;
}

/** 308 and how far it has come, in the manner of resumable uploads everywhere; 200 and what was made. */
function tell(
  req: IncomingMessage,
  res: ServerResponse,
  { state, received, creates, resultKey }: UploadRecord,
): void {
  res.setHeader('cache-control', 'no-store');
  if (!req.complete) res.setHeader('connection', 'close');
  if (state === 'open') {
    res.writeHead(308, {
      'content-length': '0',
      ...(received > 0 && { range: `bytes=0-${received - 1}` }),
    });
    return linger(req, res, '');
  }
  const made = resultKey === undefined ? null : globalId(creates.type, resultKey);
  const body = JSON.stringify({
    state: 'COMPLETED',
    receivedBytes: String(received),
    result: made,
  });
  res.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  linger(req, res, req.method === 'HEAD' ? '' : body);
}

/** One request to an upload. */
class Course {
  readonly #parts: UploadParts;
  readonly #operation: AnyOperation;
  readonly #target: string;
  readonly #left: AbortSignal;
  #upload: UploadRecord;

  constructor(parts: UploadParts, upload: UploadRecord, left: AbortSignal) {
    const target = parts.uploads.targetOf(upload);
    if (target === undefined) throw gone();
    this.#parts = parts;
    this.#upload = upload;
    this.#operation = catalogue.get(upload.operation)!;
    this.#target = target;
    this.#left = left;
  }

  /** @returns the session as it is afterwards */
  async run(req: IncomingMessage, asked: Asked): Promise<UploadRecord> {
    if (this.#upload.state === 'failed')
      throw gone(
        `The upload has failed (${this.#upload.reason ?? 'no reason known'}): ${restart}.`,
      );
    if (this.#upload.state === 'completed') return this.#upload;
    if (asked.how === 'state') return this.#state(asked.total);
    this.#check(req, asked);
    const { uploads } = this.#parts;
    const release = await uploads.lock(this.#upload.id);
    if (release === undefined)
      throw new HttpError(409, 'CONFLICT', 'Another piece of this upload is on its way.', {
        'retry-after': '1',
      });
    try {
      this.#upload = (await uploads.find(this.#upload.id)) ?? this.#upload;
      return this.#upload.state === 'open' ? await this.#put(req, asked) : this.#upload;
    } finally {
      await release();
    }
  }

  /** While a piece is on its way upstream can't be asked without disturbing it: then the answer is what was known before. */
  async #state(total: number | undefined): Promise<UploadRecord> {
    const { uploads } = this.#parts;
    const before = this.#upload;
    if (await uploads.isLocked(before.id)) return before;
    // A length that only this question names may be wrong, which is no fault of the file.
    const later = (now: UploadRecord): Promise<UploadRecord> =>
      uploads.saveUnlessChanged(before, now);
    return this.#settle(
      this.#kept(total),
      later,
      total === undefined || total === before.total ? final : lost,
    );
  }

  #kept(total: number | undefined): Promise<UploadProgress> {
    return this.#parts.streams.queryProgress(
      this.#operation,
      this.#target,
      total ?? this.#upload.total ?? undefined,
      this.#left,
    );
  }

  #check(req: IncomingMessage, { start, length, total }: Extract<Asked, { how: 'piece' }>): void {
    const { upload } = this.#operation;
    const type = req.headers['content-type']?.split(';', 1)[0]!.trim().toLowerCase();
    if (type !== undefined && !acceptsMediaType(upload!, type))
      throw new HttpError(
        415,
        'INVALID_INPUT',
        `Files of this type are not taken here, but ${upload!.mediaTypes.join(', ')}.`,
      );
    if (Math.max(total ?? 0, start + length) > upload!.maxBytes)
      throw new HttpError(
        413,
        'INVALID_INPUT',
        `At most ${upload!.maxBytes} bytes are taken here.`,
      );
  }

  /** A piece that begins elsewhere than where upstream has got to is not sent: the answer says where to go on. */
  async #put(
    req: IncomingMessage,
    { start, length, total, taken }: Extract<Asked, { how: 'piece' }>,
  ): Promise<UploadRecord> {
    const { uploads, streams, idleMs } = this.#parts;
    if (!this.#upload.confirmed) await this.#settle(this.#kept(undefined));
    if (this.#upload.state !== 'open' || start !== this.#upload.received) return this.#upload;
    this.#upload = await uploads.save({
      ...this.#upload,
      confirmed: false,
      total: total ?? this.#upload.total,
    });
    const { contentType } = this.#upload;
    const piece = { start, length: taken, total, contentType, body: piecesOf(req, taken, idleMs) };
    const settled = await this.#settle(
      streams.sendChunk(this.#operation, this.#target, piece, this.#left),
    );
    return settled.state === 'completed'
      ? uploads.save({ ...settled, received: start + length })
      : settled;
  }

  /** Writes down what upstream says; what it refuses for good is the end of the session. @param ends statuses that are */
  async #settle(
    said: Promise<UploadProgress>,
    save = (now: UploadRecord) => this.#parts.uploads.save(now),
    ends = final,
  ): Promise<UploadRecord> {
    try {
      const kept = await said;
      const next =
        'result' in kept
          ? completed(this.#upload, kept.result)
          : { ...this.#upload, received: kept.received, confirmed: true };
      return (this.#upload = await save(next));
    } catch (error) {
      if (
        !(error instanceof UpstreamError) ||
        passing.has(error.failure.code) ||
        !ends.has(error.failure.status ?? 0)
      )
        throw error;
      const { reason, status } = error.failure;
      await save({ ...this.#upload, state: 'failed', ...(reason !== undefined && { reason }) });
      throw lost.has(status ?? 0) ? gone() : error;
    }
  }
}

const lost: ReadonlySet<number> = new Set([404, 410]);
const final: ReadonlySet<number> = new Set([...lost, 400, 403, 409, 413]);

/** Refusals of this moment, whatever their status: what was kept stays, and the upload can go on. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'RATE_LIMITED',
  'QUOTA_EXCEEDED',
  'UPSTREAM_UNAVAILABLE',
]);

function completed(upload: UploadRecord, made: Readonly<Record<string, unknown>>): UploadRecord {
  const { id } = made;
  const result = typeof id === 'string' ? { resultKey: [...upload.creates.parentKey, id] } : {};
  return {
    ...upload,
    ...result,
    state: 'completed',
    confirmed: true,
    received: upload.total ?? upload.received,
  };
}
