/**
 * Google Drive with one file, whose content a test can change at any moment: while it is opened,
 * and between the parts of a download.
 */
import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { httpServer } from '../http-server.ts';

interface FileRequest {
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
}

/** A running server. */
export interface FileServer {
  /** Also the base URL of the service. */
  readonly origin: string;
  /** All requests so far. */
  readonly requests: readonly FileRequest[];
  /** Behaviour that a test may change between requests. */
  readonly plan: {
    /** Called before the content is opened. */
    beforeOpen?: () => void;
    /** Called after the content is opened: the response has the content of before. */
    afterOpen?: () => void;
    /** Whether ranges are honoured. */
    ranges: boolean;
    /** Further headers of the content. */
    headers?: Readonly<Record<string, string>>;
    /** The response to every request for content. */
    rejection?: { readonly status: number; readonly reason: string };
    /** The `downloadUri` of the finished operation. */
    downloadUri?: string;
  };
  /** Metadata beside those of the content. */
  readonly metadata: Record<string, unknown>;
  /** Replaces the content by a new revision. @returns its checksum */
  readonly change: (content: Buffer) => string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The MD5 checksum of a content. */
export const checksumOf = (content: Buffer): string =>
  createHash('md5').update(content).digest('hex');

/** Starts a server on a free port of loopback. */
export async function startFileServer(first: Buffer): Promise<FileServer> {
  const requests: FileRequest[] = [];
  const plan: FileServer['plan'] = { ranges: true };
  const metadata: FileServer['metadata'] = { name: 'plan.txt', mimeType: 'text/plain' };
  let content = first;
  let revision = 1;

  const sendJson = (response: ServerResponse, value: object, status = 200): void =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(value));

  function sendContent(headers: IncomingMessage['headers'], response: ServerResponse): void {
    const { rejection } = plan;
    if (rejection)
      return sendJson(
        response,
        { error: { code: rejection.status, errors: [{ reason: rejection.reason }] } },
        rejection.status,
      );
    plan.beforeOpen?.();
    const bytes = content;
    const [, from] = /^bytes=(\d+)-$/.exec((plan.ranges && headers.range) || '') ?? [];
    const start = Number(from ?? 0);
    if (start >= bytes.length)
      return void response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
    response.writeHead(from === undefined ? 200 : 206, {
      'content-type': 'text/plain',
      'content-length': bytes.length - start,
      ...plan.headers,
      ...(from !== undefined && {
        'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}`,
      }),
    });
    response.flushHeaders();
    plan.afterOpen?.();
    response.end(bytes.subarray(start));
  }

  const server = await httpServer((request, response) => {
    const url = new URL(request.url!, 'http://localhost');
    requests.push({ url, headers: request.headers });
    const isContent =
      url.searchParams.get('alt') === 'media' || /export$|^\/results\//.test(url.pathname);
    if (isContent) return sendContent(request.headers, response);
    if (url.pathname.includes('/operations/')) {
      const { downloadUri } = plan;
      const result = { downloadUri, partialDownloadAllowed: true };
      return sendJson(response, { name: 'op-1', done: true, response: result });
    }
    const versioned = { md5Checksum: checksumOf(content), headRevisionId: `r${revision}` };
    sendJson(response, { id: 'the-file', ...versioned, ...metadata });
  });
  const origin = server.url;
  return {
    origin,
    requests,
    plan,
    metadata,
    change: (next) => {
      content = next;
      revision += 1;
      return checksumOf(next);
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}
