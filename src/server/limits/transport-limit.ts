/** What is refused by the request line and headers alone, before anything is read or parsed. */
import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config.ts';
import { HttpError } from '../http-error.ts';

const maxUrlBytes = 8 * 1024;

/**
 * Headers that later parts read are made harmless here; each costs no more than its length.
 * @param underWay requests that are being worked on. @throws Refusal
 */
export function checkTransport(
  req: IncomingMessage,
  underWay: number,
  { MAX_CONCURRENT_REQUESTS }: Config,
): void {
  const { headers, url = '' } = req;
  if (underWay >= MAX_CONCURRENT_REQUESTS)
    throw new HttpError(503, 'OVERLOADED', 'Too many requests are under way.', {
      'retry-after': '1',
    });
  if (url.length > maxUrlBytes)
    throw new HttpError(414, 'QUERY_TOO_LARGE', `The address is longer than ${maxUrlBytes} bytes.`);
  const { 'content-encoding': encoding } = headers;
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new HttpError(415, 'INVALID_INPUT', 'Compressed bodies are not taken.');
  // A host that is no host would fail the parsing of the address; which host was asked for means nothing here.
  headers.host = 'gateway';
  if (headers.accept === undefined) return;
  headers.accept = knownTypes(headers.accept);
  if (headers.accept === '')
    throw new HttpError(406, 'INVALID_INPUT', 'None of the accepted media types can be answered.');
}

const known: ReadonlySet<string> = new Set([
  'application/graphql-response+json',
  'application/json',
  'text/event-stream',
  'multipart/mixed',
  'application/*',
  'text/*',
  '*/*',
]);

/** The media types that mean something here, each once and in their order: the answer to a list of thousands stays small. */
function knownTypes(accept: string): string {
  const types = accept.split(',').map((type) => type.trim());
  const kept = types.filter((type) => known.has(type.split(';')[0]!.trim().toLowerCase()));
  return [...new Set(kept)].slice(0, known.size * 2).join(', ');
}
