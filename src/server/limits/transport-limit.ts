/** Checks the request line and the headers of a GraphQL request before its body is read. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { HttpError } from '../http-error.ts';
import { supportedTypes } from '../response/media-type.ts';

const maxUrlBytes = 8 * 1024;

/**
 * Rejects a request by its URL and headers, and rewrites headers that Yoga would parse.
 * @throws HttpError 414, 415 or 406
 */
export function checkTransport({ headers, url = '' }: IncomingMessage): void {
  if (url.length > maxUrlBytes) {
    const message = `The URL has ${url.length} bytes; the limit is ${maxUrlBytes}. Send a POST.`;
    throw new HttpError(414, 'QUERY_TOO_LARGE', message);
  }
  checkContentEncoding(headers);
  // Yoga parses the URL with the host header, which may be an invalid host.
  headers.host = 'gateway';
  if (headers.accept === undefined) return;
  headers.accept = supportedTypes(headers.accept);
  if (headers.accept === '') {
    const message = 'accept: no supported media type; expected for example application/json';
    throw new HttpError(406, 'INVALID_INPUT', message);
  }
}

/** @throws HttpError 415 for a compressed body */
export function checkContentEncoding({
  'content-encoding': encoding = 'identity',
}: IncomingHttpHeaders): void {
  if (encoding.toLowerCase() === 'identity') return;
  const message = 'content-encoding: compressed bodies are not supported; expected identity';
  throw new HttpError(415, 'INVALID_INPUT', message);
}
