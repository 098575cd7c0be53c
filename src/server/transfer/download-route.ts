/**
 * Sends files to clients that have a download URL. The service's response is passed on as it
 * arrives, no faster than the client reads.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Quotas } from '../../data/cost/quota.ts';
import type { DownloadGrant, DownloadLinks } from '../../data/transfer/download-link.ts';
import type { ErrorCode } from '../../graph/error.ts';
import { catalogue } from '../../upstream/catalogue.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import type { MediaClient, MediaResponse } from '../../upstream/upstream.ts';
import { HttpError } from '../http-error.ts';
import { addGarbage } from './buffer-garbage.ts';
import { type ByteRoute, disconnectSignal, toHttpError } from './byte-route.ts';
import { type FileRange, rangeOf } from './download-range.ts';

/** The dependencies of downloads. */
interface DownloadRouteParts {
  readonly downloads: DownloadLinks;
  readonly media: MediaClient;
  readonly quotas: Quotas;
  /** Maximum time without any byte, in milliseconds. */
  readonly idleMs: number;
}

/** Headers of the service's response that are passed on; all others are dropped. */
const responseHeaders = [
  'content-type',
  'content-length',
  'content-range',
  'accept-ranges',
  'etag',
  'last-modified',
] as const;

/** Headers of the client's request that are passed on. */
const requestHeaders = ['range', 'if-match', 'if-none-match'] as const;

const methods = 'GET, HEAD';

/** Serves the URLs that `DownloadLinks` creates. */
export function downloadRoute(parts: DownloadRouteParts): ByteRoute {
  return {
    prefix: '/downloads/',
    methods,
    serve: async (req, res, rest) => {
      if (req.method !== 'GET' && req.method !== 'HEAD')
        throw new HttpError(405, 'INVALID_INPUT', 'A download URL supports GET and HEAD.', {
          headers: { allow: `${methods}, OPTIONS` },
        });
      const download = new Download(parts, grantOf(parts.downloads, rest), disconnectSignal(res));
      await download.send(req, res);
    },
  };
}

/** @throws HttpError for a URL that the gateway did not create, or that has expired */
function grantOf(downloads: DownloadLinks, token: string): DownloadGrant {
  const grant = downloads.decode(token);
  if (grant === undefined)
    throw new HttpError(403, 'FORBIDDEN', 'Not a download URL; use `url` of a DownloadLink as is.');
  if (grant.expiresAt <= Date.now())
    throw new HttpError(410, 'GONE', 'The download URL has expired; query a new DownloadLink.');
  return grant;
}

/** One request to a download URL. */
class Download {
  readonly #parts: DownloadRouteParts;
  readonly #grant: DownloadGrant;
  readonly #signal: AbortSignal;

  /** @param signal aborts when the client disconnects */
  constructor(parts: DownloadRouteParts, grant: DownloadGrant, signal: AbortSignal) {
    this.#parts = parts;
    this.#grant = grant;
    this.#signal = signal;
  }

  async send({ method, headers }: IncomingMessage, res: ServerResponse): Promise<void> {
    const file = await this.#fetchMatching(headers);
    const mayCut = file.status === 200 && isUnchanged(file, headers['if-range']);
    const length = Number(file.headers['content-length']);
    const range = mayCut ? rangeOf(headers.range, length) : undefined;
    res.writeHead(range ? 206 : file.status, this.#headersFor(file, range));
    if (method === 'HEAD' || file.status === 304) {
      discard(file);
      return void res.end();
    }
    res.setTimeout(this.#parts.idleMs, () => res.destroy());
    const body = range ? range.cut(file.body) : file.body;
    // The head has been sent: an error can only be signalled by closing the connection.
    await pipeline(body, collectingGarbage, res).catch(() => res.destroy());
  }

  /**
   * Fetches the file. A range of a file that has changed is useless to the client: then the whole
   * file is fetched.
   */
  async #fetchMatching(headers: IncomingHttpHeaders): Promise<MediaResponse> {
    const file = await this.#fetch(headers);
    if (file.status === 416)
      throw rejection(
        file,
        416,
        'INVALID_INPUT',
        'range: the file has no such range; expected a start below its length',
      );
    if (file.status === 412)
      throw rejection(
        file,
        412,
        'CONFLICT',
        'if-match: the file has another etag; download it without if-match',
      );
    if (file.status !== 206 || isUnchanged(file, headers['if-range'])) return file;
    discard(file);
    const { range: _, ...withoutRange } = headers;
    return this.#fetch(withoutRange);
  }

  /** Counts in the caller's quota like any other call. */
  async #fetch(clientHeaders: IncomingHttpHeaders): Promise<MediaResponse> {
    const { media, quotas, idleMs } = this.#parts;
    const { operation: operationKey, args, identity } = this.#grant;
    const operation = catalogue.get(operationKey)!;
    const headers = pick(clientHeaders, requestHeaders);
    const deadline = performance.now() + idleMs;
    const quota = quotas.of(identity);
    const onSend = (sent: AnyOperation): void => quota.spend(sent);
    const options = { identity, headers, signal: this.#signal, deadline, onSend };
    try {
      await quota.reserveCall(operation);
      return await quota.pass(operation, () => media.download(operation, args, options));
    } catch (error) {
      throw toHttpError(error);
    } finally {
      quota.settle();
    }
  }

  #headersFor({ headers }: MediaResponse, range: FileRange | undefined): Record<string, string> {
    return {
      ...pick(headers, responseHeaders),
      ...range?.headers,
      'content-disposition': `attachment; filename="${this.#grant.fileName}"`,
      'cache-control': 'private, no-store',
      // The file has the gateway's origin: a browser must not execute it.
      'content-security-policy': "default-src 'none'; sandbox",
      'referrer-policy': 'no-referrer',
    };
  }
}

/** @param ifRange the `if-range` header: an etag, or the time of the last change */
const isUnchanged = ({ headers }: MediaResponse, ifRange: string | string[] | undefined): boolean =>
  ifRange === undefined ||
  (ifRange === headers.etag && !ifRange.startsWith('W/')) ||
  ifRange === headers['last-modified'];

/** The service's own error text is not passed on. */
function rejection(
  file: MediaResponse,
  status: number,
  code: ErrorCode,
  message: string,
): HttpError {
  discard(file);
  const { 'content-range': range = '' } = file.headers;
  const isLength = /^bytes \*\/\d{1,15}$/.test(range);
  return new HttpError(
    status,
    code,
    message,
    isLength ? { headers: { 'content-range': range } } : {},
  );
}

/** An unread body keeps its connection open. */
function discard({ body }: MediaResponse): void {
  body.on('error', () => {}).destroy();
}

function pick(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') picked[name] = value;
  }
  return picked;
}

async function* collectingGarbage(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of chunks) {
    yield chunk;
    addGarbage(chunk.length);
  }
}
