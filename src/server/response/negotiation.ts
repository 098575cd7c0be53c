/**
 * The media type and the encoding of a response, as the headers `accept` and `accept-encoding` (RFC
 * 9110, 12.5) want them.
 *
 * Compresses bodies of more than 1 KB if the client accepts it. The size of a compressed body can
 * reveal a secret only to somebody who makes a browser send requests in another user's name; here
 * tokens are in a header, which other pages cannot set. Streams have no length and are sent
 * unchanged, event by event. Uploads and downloads do not come here.
 *
 * Turns large bodies into buffers: for a string Node reserves three bytes per character until the
 * client has received it; a buffer is written as it is.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { TurnQueue } from '../limits/turn-queue.ts';
import {
  type GraphqlHttpRequest,
  type HttpPlugin,
  setHeaders,
} from '../connection/server-request.ts';

/** Maximum bytes of a body that is never compressed: it nearly fits into one packet. */
const maxPlainBytes = 1024;

/** Minimum bytes of a body for which the saved memory of a buffer is worth its time. */
const minLargeBytes = 1024 * 1024;

/**
 * Maximum number of bodies in compression. Each takes memory and a thread, which name resolution
 * needs, too. Beyond that, responses are not compressed.
 */
const maxConcurrent = 16;

type Encoding = 'br' | 'gzip';

type Body = Buffer<ArrayBuffer>;

const [compressGzip, compressBrotli] = [promisify(gzip), promisify(brotliCompress)];

/** Fast levels: JSON of 200 KB takes about 5 ms and becomes a quarter as long or less. */
const encoders: Readonly<Record<Encoding, (body: Buffer) => Promise<Body>>> = {
  br: (body) =>
    compressBrotli(body, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: 3,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => compressGzip(body, { level: 4 }),
};

/** Preferred ones first. */
const encodings: readonly Encoding[] = ['br', 'gzip'];

/** A body as it is sent. */
export interface EncodedBody {
  readonly body: string | Body;
  /** Bytes. */
  readonly length: number;
  /** The header `content-encoding`; undefined for a body that is not compressed. */
  readonly encoding?: Encoding | undefined;
}

/** Encodes the bodies of all responses. */
export class ResponseEncoding {
  readonly #turns: TurnQueue;
  /** Bodies in compression, on the threads of Node. */
  #compressing = 0;

  /** @param turns making a large buffer takes a turn */
  constructor(turns: TurnQueue) {
    this.#turns = turns;
  }

  /** @returns the body as it is sent; a promise for one that is compressed or large */
  encode(text: string, request: GraphqlHttpRequest): EncodedBody | Promise<EncodedBody> {
    const length = Buffer.byteLength(text);
    if (length <= maxPlainBytes) return { body: text, length };
    const encoding = preferredEncoding(request.req.headers['accept-encoding']);
    if (encoding === undefined && length < minLargeBytes) return { body: text, length };
    return this.#encodeLarge(text, length, encoding);
  }

  async #encodeLarge(
    text: string,
    length: number,
    encoding: Encoding | undefined,
  ): Promise<EncodedBody> {
    if (length >= minLargeBytes) await this.#turns.next();
    const plain = Buffer.from(text);
    if (encoding === undefined || this.#compressing >= maxConcurrent)
      return { body: plain, length };
    this.#compressing += 1;
    try {
      const body = await encoders[encoding](plain);
      return { body, length: body.length, encoding };
    } finally {
      this.#compressing -= 1;
    }
  }
}

/** Plugin: encodes the bodies of Yoga's responses. */
export const useResponseEncoding = (encoding: ResponseEncoding): HttpPlugin => ({
  onResponse(payload) {
    const { response, fetchAPI, serverContext } = payload;
    const length = Number(response.headers.get('content-length') ?? 0);
    serverContext.serverRequest.place.endTurn();
    if (length <= maxPlainBytes) return undefined;
    const replace = async (): Promise<void> => {
      const { status, statusText, headers } = response;
      const text = await response.text();
      const encoded = await encoding.encode(text, serverContext.serverRequest);
      setHeaders(serverContext.serverRequest);
      if (encoded.encoding) headers.set('content-encoding', encoded.encoding);
      headers.set('content-length', String(encoded.length));
      payload.setResponse(new fetchAPI.Response(encoded.body, { status, statusText, headers }));
    };
    return replace();
  },
});

/** Maximum number of elements of the header that are read; clients send about five. */
const maxElements = 20;

/**
 * @param header the `accept-encoding` header
 * @returns the accepted encoding with the greatest weight; undefined for `identity`
 */
export function preferredEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined;
  const weights = weightsOf(header);
  const others = weights.get('*') ?? 0;
  let preferred: Encoding | undefined;
  // A supported encoding is preferred to `identity` unless the client gives that more weight.
  let greatest = weights.get('identity') ?? 0;
  for (const encoding of encodings) {
    const weight = weights.get(encoding) ?? others;
    const isBetter = preferred === undefined ? weight >= greatest : weight > greatest;
    if (weight === 0 || !isBetter) continue;
    preferred = encoding;
    greatest = weight;
  }
  return preferred;
}

/** @returns the weight of each encoding, 0 to 1; an encoding with an invalid weight has 0 */
function weightsOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const element of header.toLowerCase().split(',', maxElements)) {
    const [name, ...params] = element.split(';').map((part) => part.trim());
    weights.set(name!, weightOf(params));
  }
  return weights;
}

function weightOf(params: readonly string[]): number {
  const [, weight] = params.map((param) => /^q\s*=\s*(.*)$/.exec(param)).find(Boolean) ?? [];
  if (weight === undefined) return 1;
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
}

/** Bounds the memory of each cache. */
const maxKnown = 100;

const mediaTypes: ReadonlySet<string> = new Set([
  'application/graphql-response+json',
  'application/json',
  'text/event-stream',
  'multipart/mixed',
  'application/*',
  'text/*',
  '*/*',
]);

/**
 * @param accept the header of a request
 * @returns its supported media types, each once and in order. A header with thousands of types then
 * costs Yoga little, and the response stays short
 */
export const supportedTypes = remembered((accept) => {
  const types = accept.split(',').map((type) => type.trim());
  const supported = types.filter((type) =>
    mediaTypes.has(type.split(';')[0]!.trim().toLowerCase()),
  );
  return [...new Set(supported)].slice(0, mediaTypes.size * 2).join(', ');
});

const firstJsonType = remembered(findJsonType);

/**
 * Chooses the media type of a JSON response, as Yoga does.
 * @returns undefined if the client accepts none
 */
export const jsonTypeFor = (accept: string | undefined): string | undefined =>
  accept === undefined ? 'application/json' : firstJsonType(accept);

/** @returns the function with a cache of its results */
function remembered<Result>(read: (header: string) => Result): (header: string) => Result {
  const known = new Map<string, Result>();
  return (header) => {
    if (known.has(header)) return known.get(header)!;
    const result = read(header);
    if (known.size < maxKnown) known.set(header, result);
    return result;
  };
}

/** The first type in the header decides; weights are ignored. */
function findJsonType(accept: string): string | undefined {
  for (const each of accept.replace(/\s/g, '').toLowerCase().split(',')) {
    const [type, ...parameters] = each.split(';');
    const charset = parameters.find((parameter) => parameter.includes('charset='));
    if (charset !== undefined && charset !== 'charset=utf-8') continue;
    if (type === 'application/graphql-response+json') return type;
    if (type === 'application/json' || type === 'application/*' || type === '*/*')
      return 'application/json';
  }
  return undefined;
}
