/** Bytes of a service for whoever has their address: the answer is passed on as it comes, no faster than the client reads. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { DownloadLinks, DownloadGrant } from '../../data/transfer/download-link.ts';
import type { Quotas } from '../../data/cost/quota.ts';
import type { ErrorCode } from '../../graph/error.ts';
import { catalogue } from '../../upstream/catalogue.ts';
import type { MediaClient, MediaResponse } from '../../upstream/upstream.ts';
import { type ByteRoute, refusalOf } from './byte-route.ts';
import { partOf, type Span } from './download-range.ts';
import { passed } from './garbage.ts';
import { HttpError } from '../http-error.ts';

export interface DownloadParts {
  readonly downloads: DownloadLinks;
  readonly streams: MediaClient;
  readonly quotas: Quotas;
  /** Longest time in which nothing moves. */
  readonly idleMs: number;
}

async function* counted(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of pieces) {
    yield piece;
    passed(piece.length);
  }
}

/** Headers of upstream's answer that go on; every other one stays here. */
const kept = [
  'content-type',
  'content-length',
  'content-range',
  'accept-ranges',
  'etag',
  'last-modified',
] as const;

/** What the caller may say of which part it wants. */
const asked = ['range', 'if-match', 'if-none-match'] as const;

export function downloadRoute(parts: DownloadParts): ByteRoute {
  return {
    prefix: '/downloads/',
    cors: {
      methods: 'GET, HEAD',
      sent: 'range, if-range, if-match, if-none-match, x-request-id',
      readable:
        'content-length, content-range, accept-ranges, content-disposition, etag, retry-after, x-request-id',
    },
    serve: async (req, res, rest) => {
      if (req.method !== 'GET' && req.method !== 'HEAD')
        throw new HttpError(405, 'INVALID_INPUT', 'A download takes GET and HEAD.', {
          allow: 'GET, HEAD, OPTIONS',
        });
      const sealed = parts.downloads.decode(rest);
      if (sealed === undefined)
        throw new HttpError(
          403,
          'FORBIDDEN',
          'This is no address of a download: take it as `url` gives it.',
        );
      if (sealed.expiresAt <= Date.now())
        throw new HttpError(410, 'GONE', 'The address has expired: ask for a new one.');
      await pass(req, res, parts, sealed);
    },
  };
}

async function pass(
  req: IncomingMessage,
  res: ServerResponse,
  parts: DownloadParts,
  sealed: DownloadGrant,
): Promise<void> {
  const left = new AbortController();
  res.once('close', () => left.abort());
  const download = await asIfOne(req, parts, sealed, left.signal);
  const { range } = req.headers;
  const cut = download.status === 200 && isSame(download, req.headers['if-range']);
  const span = cut ? partOf(range, Number(download.headers['content-length'])) : undefined;
  res.writeHead(span ? 206 : download.status, headersOf(download, sealed, span));
  if (req.method === 'HEAD' || download.status === 304) {
    download.body.on('error', () => {}).destroy();
    return void res.end();
  }
  res.setTimeout(parts.idleMs, () => res.destroy());
  // What breaks off midway can't be told any more: the connection ends, and the client sees that bytes are missing.
  await pipeline(span ? span.cut(download.body) : download.body, counted, res).catch(() =>
    res.destroy(),
  );
}

/** A part goes on with what the client has only if it is of the same file: of another one it gets the whole. */
async function asIfOne(
  req: IncomingMessage,
  parts: DownloadParts,
  sealed: DownloadGrant,
  signal: AbortSignal,
): Promise<MediaResponse> {
  const download = await ask(req.headers, parts, sealed, signal);
  if (download.status === 416)
    throw refused(download, 416, 'INVALID_INPUT', 'The file has no such part.');
  if (download.status === 412)
    throw refused(download, 412, 'CONFLICT', 'The file is not the one that was expected.');
  if (download.status !== 206 || isSame(download, req.headers['if-range'])) return download;
  download.body.on('error', () => {}).destroy();
  const { range: _, ...whole } = req.headers;
  return ask(whole, parts, sealed, signal);
}

/** @param condition the header `if-range`: an etag, or when the file last changed */
const isSame = ({ headers }: MediaResponse, condition: string | string[] | undefined): boolean =>
  condition === undefined ||
  (condition === headers.etag && !condition.startsWith('W/')) ||
  condition === headers['last-modified'];

/** What upstream says of it in its own words stays here. */
function refused(
  { headers, body }: MediaResponse,
  status: number,
  code: ErrorCode,
  message: string,
): HttpError {
  body.on('error', () => {}).destroy();
  const { 'content-range': length = '' } = headers;
  return new HttpError(
    status,
    code,
    message,
    /^bytes \*\/\d{1,15}$/.test(length) ? { 'content-range': length } : {},
  );
}

/** It costs the caller what the call costs, like any other. */
async function ask(
  given: IncomingHttpHeaders,
  { streams, quotas, idleMs }: DownloadParts,
  { operation: key, args, identity }: DownloadGrant,
  signal: AbortSignal,
): Promise<MediaResponse> {
  const operation = catalogue.get(key)!;
  const headers: Record<string, string> = {};
  for (const name of asked) if (given[name] !== undefined) headers[name] = given[name];
  const options = { identity, headers, signal, deadline: performance.now() + idleMs };
  try {
    return await quotas
      .of(identity)
      .once(operation, (onSend) => streams.download(operation, args, { ...options, onSend }));
  } catch (error) {
    throw refusalOf(error);
  }
}

function headersOf(
  { headers }: MediaResponse,
  { fileName }: DownloadGrant,
  span: Span | undefined,
): Record<string, string> {
  return {
    ...pick(headers),
    ...span?.headers,
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'private, no-store',
    // Whatever it is, it is not run: it comes from the gateway's own origin.
    'content-security-policy': "default-src 'none'; sandbox",
    'referrer-policy': 'no-referrer',
  };
}

function pick(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    kept.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
}
