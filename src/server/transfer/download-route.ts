/**
 * Sends files to clients that have a download URL. The service's response is passed on as it
 * arrives, no faster than the client reads.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../../engine/caller/clock.ts';
import type { Identity } from '../../engine/caller/identity.ts';
import { callerKey, Identities } from '../../engine/caller/identities.ts';
import type { Quotas } from '../../engine/cost/quota.ts';
import { Usage } from '../../engine/read/usage.ts';
import type {
  ContentVersion,
  DownloadGrant,
  DownloadLinks,
} from '../../engine/transfer/download-link.ts';
import { recorded } from '../../engine/trace/call-record.ts';
import { extensionOf } from '../../services/storage/content/file-extension.ts';
import type { ErrorCode } from '../../engine/schema/error/error-code.ts';
import { catalogue } from '../../services/catalogue.ts';
import { upstreamError } from '../../engine/api/error.ts';
import { type AnyOperation, asDownload } from '../../engine/api/operation.ts';
import type { CallOptions, MediaResponse, Upstream } from '../../engine/rest/upstream.ts';
import { HttpError, wrongMethod } from '../error/http-error.ts';
import { limitTransferTime } from '../connection/stream-timeout.ts';
import { collectingGarbage } from '../../engine/transfer/buffer-garbage.ts';
import {
  type ByteRoute,
  discard,
  disconnectSignal,
  toHttpError,
  type TransferClient,
  type TransferRequest,
} from './byte-route.ts';
import {
  etagOfFacts,
  isSameVersion,
  mayBeJoined,
  withConditions,
  withEtag,
} from './download-version.ts';
import filenamify from 'filenamify';

interface DownloadRouteParts {
  readonly downloads: DownloadLinks;
  readonly upstream: Upstream;
  readonly quotas: Quotas;
  /** See `SignInServer.restore`. Absent: there are no such callers. */
  readonly restore?: ((identity: Identity) => Promise<Identity | undefined>) | undefined;
  /** Maximum time until a file is opened, in milliseconds. */
  readonly openMs: number;
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

/** Maximum number of versions of a file that changes while it is opened. */
const maxVersions = 3;

const methods = 'GET, HEAD';

/** Serves the URLs that `DownloadLinks` creates. */
export function downloadRoute(parts: DownloadRouteParts): ByteRoute {
  return {
    prefix: '/downloads/',
    direction: 'download',
    methods,
    callerOf: (rest) => {
      const grant = parts.downloads.grantOf(rest);
      return grant && callerKey(grant.identity);
    },
    serve: async (req, res, rest, { trace, record, clock }) => {
      if (req.method !== 'GET' && req.method !== 'HEAD')
        throw wrongMethod('A download URL supports GET and HEAD.', `${methods}, OPTIONS`);
      const grant = grantAt(parts.downloads, rest, clock);
      const known = grant.identity;
      const identity = known.caller === undefined ? known : await parts.restore?.(known);
      if (!identity)
        throw new HttpError(
          401,
          'UNAUTHENTICATED',
          'The user of this download URL has signed out.',
        );
      const signal = disconnectSignal(res);
      const client = { signal, trace, record, clock };
      const download = new Download(parts, { ...grant, identity }, client);
      await download.send(req, res);
    },
  };
}

/** @throws HttpError for a URL that the gateway did not create, or that has expired */
function grantAt(downloads: DownloadLinks, rest: string, clock: Clock): DownloadGrant {
  const grant = downloads.grantOf(rest);
  if (grant === undefined)
    throw new HttpError(403, 'FORBIDDEN', 'Not a download URL; use `url` of a DownloadLink as is.');
  if (grant.expiresAt <= clock.wallTime())
    throw new HttpError(410, 'GONE', 'The download URL has expired; query a new DownloadLink.');
  return grant;
}

type DownloadClient = TransferClient & Pick<TransferRequest, 'record'>;

/** One request to a download URL. */
class Download {
  readonly #parts: DownloadRouteParts;
  readonly #grant: DownloadGrant;
  readonly #operation: AnyOperation;
  readonly #client: DownloadClient;
  readonly #usage = new Usage();

  constructor(parts: DownloadRouteParts, grant: DownloadGrant, client: DownloadClient) {
    this.#parts = parts;
    this.#grant = grant;
    this.#operation = catalogue.get(grant.operation)!;
    this.#client = client;
  }

  async send({ method, headers }: IncomingMessage, res: ServerResponse): Promise<void> {
    const file = await this.#openMatching(headers);
    const mayCut = file.status === 200 && mayBeJoined(file, headers['if-range']);
    const length = Number(file.headers['content-length']);
    const range = mayCut ? rangeOf(headers.range, length) : undefined;
    res.writeHead(range ? 206 : file.status, this.#headersFor(file, range));
    if (method === 'HEAD' || file.status === 304) {
      discard(file);
      return void res.end();
    }
    limitTransferTime(res, this.#parts.idleMs, this.#client.clock);
    const body = range ? range.cut(file.body) : file.body;
    // The head has been sent: an error can only be signalled by closing the connection.
    await pipeline(body, collectingGarbage, res).catch(() => res.destroy());
  }

  /** @throws HttpError for a range that the file does not have, and for an unmet condition */
  async #openMatching(headers: IncomingHttpHeaders): Promise<MediaResponse> {
    const { version } = this.#grant;
    const opened = version
      ? await this.#openVersion(version, headers)
      : await this.#openUnchanged(headers);
    const file = withConditions(opened, headers);
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
    return file;
  }

  /**
   * Opens a file whose version follows from the response. A range of a file that has changed is
   * useless to the client, and can be beyond the end: then the whole file is opened.
   */
  async #openUnchanged(headers: IncomingHttpHeaders): Promise<MediaResponse> {
    const { 'if-range': ifRange } = headers;
    const file = this.#withOwnEtag(await this.#open(pick(headers, ['range'])));
    const isRange = file.status === 206 || (file.status === 416 && ifRange !== undefined);
    if (!isRange || mayBeJoined(file, ifRange)) return file;
    discard(file);
    return this.#withOwnEtag(await this.#open({}));
  }

  /** An etag of all facts that the response states: the file at the URL of a result can change. */
  #withOwnEtag(file: MediaResponse): MediaResponse {
    const { sourceUrl, supportsRanges } = this.#grant;
    if (!supportsRanges || file.headers.etag !== undefined) return file;
    return withEtag(file, etagOfFacts(file, sourceUrl));
  }

  /**
   * Opens a file whose service does not state its version. The bytes have the version that the file
   * has both before and after it is opened.
   */
  async #openVersion(
    expected: ContentVersion,
    headers: IncomingHttpHeaders,
  ): Promise<MediaResponse> {
    let version = expected;
    for (let opened = 0; opened < maxVersions; opened += 1) {
      const etag = `"${version.etag}"`;
      const { 'if-range': ifRange = etag } = headers;
      const file = await this.#open(ifRange === etag ? pick(headers, ['range']) : {});
      const current = await this.#currentVersion(version).catch((error: unknown) => {
        discard(file);
        throw error;
      });
      if (isSameVersion(version, current)) return withEtag(file, etag);
      discard(file);
      version = current;
    }
    throw new HttpError(409, 'CONFLICT', 'The file changes at the moment; download it again.', {
      headers: { 'retry-after': '1' },
    });
  }

  async #currentVersion(version: ContentVersion): Promise<ContentVersion> {
    const { check } = version;
    if (!check) return version;
    const names = Object.keys(check.fields);
    const args = { ...check.args, fields: names.join() };
    const answer = (await this.#call(this.#operation, args, (options) =>
      this.#parts.upstream.call(this.#operation, args, options),
    )) as Readonly<Record<string, string | undefined>>;
    const fields = Object.fromEntries(names.map((name) => [name, answer[name] ?? '']));
    const etag = fields[check.etagField];
    if (!etag)
      throw toHttpError(
        this.#parts.upstream.api,
        upstreamError(this.#operation, 'UPSTREAM_INVALID'),
      );
    return { etag, check: { ...check, fields } };
  }

  #open(headers: Readonly<Record<string, string>>): Promise<MediaResponse> {
    const { args, sourceUrl } = this.#grant;
    const { media } = this.#parts.upstream;
    const operation = asDownload(this.#operation);
    return this.#call(operation, args, (options) =>
      sourceUrl === undefined
        ? media.download(operation, args, { ...options, headers })
        : media.downloadFrom(operation, sourceUrl, { ...options, headers }),
    );
  }

  /** Counts in the caller's quota like any other call. */
  async #call<T>(
    operation: AnyOperation,
    args: DownloadGrant['args'],
    send: (options: CallOptions) => Promise<T>,
  ): Promise<T> {
    const { identity } = this.#grant;
    const { signal, record } = this.#client;
    const deadline = this.#client.clock.now() + this.#parts.openMs;
    const quota = this.#parts.quotas.of(new Identities(identity));
    const key = callerKey(identity);
    const onSend = (sent: AnyOperation): void => {
      quota.spend(sent);
      this.#usage.countRequest(sent);
      record.cost = this.#usage.report();
    };
    try {
      return await quota.withCall(operation, () => {
        const call = this.#client.trace?.startCall(operation, args);
        const answer = quota.makeCall(operation, () =>
          send({ identity, callerKey: key, signal, deadline, onSend, onAttempt: call?.onAttempt }),
        );
        return recorded(answer, call);
      });
    } catch (error) {
      throw toHttpError(this.#parts.upstream.api, error);
    }
  }

  #headersFor({ headers }: MediaResponse, range: FileRange | undefined): Record<string, string> {
    const { 'content-type': type = '' } = headers;
    const fileName = this.#grant.fileName ?? `download${extensionOf(type)}`;
    return {
      ...pick(headers, responseHeaders),
      ...range?.headers,
      'content-disposition': contentDisposition(fileName),
      'cache-control': 'private, no-store',
      // The file has the gateway's origin: a browser must not execute it.
      'content-security-policy': "default-src 'none'; sandbox",
      'referrer-policy': 'no-referrer',
    };
  }
}

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

const pick = (headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/** Maximum length of a name. File systems have 255 bytes or characters. */
const maxLength = 200;

/**
 * A name of ASCII characters for all clients, and the full name for those that know RFC 6266. The
 * file is always saved, and never shown in the place of a page.
 * @param fileName any text: whoever shares a file has chosen it
 */
export function contentDisposition(fileName: string): string {
  const name = safeName(fileName);
  const plain = name.replaceAll(/[^\w.-]/g, '_');
  const header = `attachment; filename="${plain}"`;
  return plain === name ? header : `${header}; filename*=UTF-8''${encode(name)}`;
}

/**
 * @returns a name for the file systems of all clients, which shows what it is: without paths,
 * characters that are invisible or turn the direction of text, and dots that hide the file
 */
function safeName(fileName: string): string {
  const name = filenamify(fileName.toWellFormed(), { replacement: '_', maxLength });
  // It keeps an extension of any length.
  return name.slice(0, maxLength).toWellFormed().replace(/^\.+/, '_');
}

/** `encodeURIComponent` leaves characters unchanged that RFC 8187 reserves. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A byte range, cut out of a file whose service supports no ranges. */
interface FileRange {
  readonly headers: Readonly<Record<'content-length' | 'content-range' | 'accept-ranges', string>>;
  /** @returns the bytes of the range; the body is not read beyond its end */
  readonly cut: (body: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
}

/**
 * @param header the `range` header; anything but one range of bytes is ignored, as HTTP allows
 * @param length bytes of the whole file; NaN if unknown
 * @returns undefined if the whole file is to be sent
 */
function rangeOf(header: string | undefined, length: number): FileRange | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (!Number.isSafeInteger(length)) return undefined;
  const isSuffix = first === '';
  const start = isSuffix ? Math.max(0, length - Number(last)) : Number(first);
  const end = isSuffix || last === '' ? length : Math.min(length, Number(last) + 1);
  if (start >= end) return undefined;
  const headers = {
    'content-length': String(end - start),
    'content-range': `bytes ${start}-${end - 1}/${length}`,
    'accept-ranges': 'bytes',
  };
  return { headers, cut: (body) => slice(body, start, end) };
}

async function* slice(
  body: AsyncIterable<Uint8Array>,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let offset = 0;
  for await (const chunk of body) {
    const next = offset + chunk.length;
    if (next > start) yield chunk.subarray(Math.max(0, start - offset), Math.max(0, end - offset));
    offset = next;
    if (offset >= end) return;
  }
}
