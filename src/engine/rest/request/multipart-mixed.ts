/** The bodies of batches: HTTP requests and HTTP responses as parts of `multipart/mixed`. */
import type { IncomingHttpHeaders } from 'node:http';

/** An HTTP request without a body. */
interface RequestPart {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Names and values alternate. */
  readonly headers: readonly string[];
}

/** The response to one request of a batch. */
interface ResponsePart {
  /** The id of the request that it answers. */
  readonly id: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The responses of a batch, as far as they have arrived and can be read. */
interface ResponseParts {
  readonly parts: readonly ResponsePart[];
  /** Whether the body has its end. */
  readonly isComplete: boolean;
}

const lineEnd = '\r\n';
const headEnd = `${lineEnd}${lineEnd}`;

/** @param boundary text that no part contains */
export function writeRequestParts(boundary: string, parts: readonly RequestPart[]): string {
  const texts = parts.map(({ id, method, path, headers }) =>
    [
      `--${boundary}`,
      'content-type: application/http',
      `content-id: <${id}>`,
      '',
      `${method} ${path} HTTP/1.1`,
      ...headerLines(headers),
      headEnd,
    ].join(lineEnd),
  );
  return `${texts.join('')}--${boundary}--${lineEnd}`;
}

function headerLines(headers: readonly string[]): string[] {
  const lines: string[] = [];
  for (let index = 0; index < headers.length; index += 2)
    lines.push(`${headers[index]}: ${headers[index + 1]}`);
  return lines;
}

/** The boundary that a content type names; `undefined` if it is not `multipart/mixed`. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  if (contentType === undefined || !/^multipart\/mixed\s*;/i.test(contentType)) return undefined;
  const match = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType);
  return match?.[1] ?? match?.[2];
}

/**
 * Reads the responses of a batch. A part that cannot be read, that has no id, or whose end is
 * missing, is left out.
 */
export function readResponseParts(body: Buffer, boundary: string): ResponseParts {
  const delimiter = `--${boundary}`;
  const parts: ResponsePart[] = [];
  let start: number | undefined;
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + 1)) {
    const after = at + delimiter.length;
    const isAtLineStart = at === 0 || body.subarray(at - 2, at).toString('latin1') === lineEnd;
    const next = body.subarray(after, after + 2).toString('latin1');
    if (!isAtLineStart || (next !== lineEnd && next !== '--')) continue;
    const part = start === undefined ? undefined : readPart(body.subarray(start, at - 2));
    if (part !== undefined) parts.push(part);
    if (next === '--') return { parts, isComplete: true };
    start = after + lineEnd.length;
  }
  return { parts, isComplete: false };
}

function readPart(part: Buffer): ResponsePart | undefined {
  const [partHead, response] = splitHead(part);
  const id = /^<response-([\w-]+)>$/.exec(headersOf(partHead)['content-id'] ?? '')?.[1];
  if (id === undefined || response === undefined) return undefined;
  const [head, rest = Buffer.alloc(0)] = splitHead(response);
  const [statusLine = '', ...lines] = head;
  const status = Number(/^HTTP\/\d(?:\.\d)? ([2-5]\d\d)(?: |$)/.exec(statusLine)?.[1]);
  const headers = headersOf(lines);
  const length = Number(headers['content-length'] ?? rest.length);
  if (Number.isNaN(status) || !(length <= rest.length)) return undefined;
  return { id, status, headers, body: rest.subarray(0, length) };
}

/** The lines of a head and the bytes behind it; without an empty line there are none. */
function splitHead(bytes: Buffer): [lines: string[], rest: Buffer | undefined] {
  const end = bytes.indexOf(headEnd);
  const head = (end < 0 ? bytes : bytes.subarray(0, end)).toString('latin1');
  return [head.split(lineEnd), end < 0 ? undefined : bytes.subarray(end + headEnd.length)];
}

/** Headers by their names in lower case. */
const headersOf = (lines: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    lines.flatMap((line) => {
      // The value is trimmed apart: a pattern takes quadratic time for a value of many spaces.
      const [, name, value] = /^([\w-]+):(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), value!.trim()]];
    }),
  );
