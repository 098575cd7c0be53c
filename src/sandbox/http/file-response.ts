/** Responses that are files instead of JSON, with entity tags and byte ranges. */
import { createHash } from 'node:crypto';
import { ApiError } from './api-error.ts';
import { type Bytes, readAll, sliceOf } from '../bytes.ts';
import { conditionNotMet } from '../call/handler.ts';

interface FileOptions {
  /** Without quotes. Default: a checksum of the bytes, for small files. */
  readonly etag?: string;
  /** Whether parts can be requested. Default: true. If false, the response has no entity tag. */
  readonly acceptsRanges?: boolean;
}

/** A file that a handler returns instead of a resource. */
export class FileResponse {
  /** MIME type. */
  readonly type: string;
  readonly bytes: Bytes;
  /** Without quotes. */
  readonly etag: string | undefined;
  readonly acceptsRanges: boolean;

  constructor(type: string, bytes: Bytes, { etag, acceptsRanges = true }: FileOptions = {}) {
    this.type = type;
    this.bytes = bytes;
    this.acceptsRanges = acceptsRanges;
    if (acceptsRanges)
      this.etag = etag ?? createHash('sha1').update(readAll(bytes)).digest('base64url');
  }
}

/** The HTTP response of a file or a range of it. */
interface FileHttpResponse {
  /** 200, or 206 for a range. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Bytes;
}

/**
 * @param headers of the request; `If-Match`, `Range` and `If-Range` are honoured
 * @throws ApiError 412 if `If-Match` is another etag, 416 if the range is after the end
 */
export function fileHttpResponse(
  { type, bytes, etag: tag, acceptsRanges }: FileResponse,
  headers: Readonly<Record<string, string | undefined>>,
): FileHttpResponse {
  if (!acceptsRanges) return { status: 200, headers: { 'content-type': type }, body: bytes };
  const etag = `"${tag!}"`;
  const { 'if-match': expected, 'if-range': condition, range } = headers;
  if (expected !== undefined && expected !== '*' && expected !== etag) throw conditionNotMet();
  const common = { 'content-type': type, 'accept-ranges': 'bytes', etag };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  const isOtherVersion = condition !== undefined && condition !== etag;
  if (first === undefined || isOtherVersion) return { status: 200, headers: common, body: bytes };
  const { size } = bytes;
  const start = Number(first);
  const end = last ? Math.min(Number(last) + 1, size) : size;
  if (start >= end)
    throw new ApiError(416, 'requestedRangeNotSatisfiable', {
      message: `The file has ${size} bytes.`,
      headers: { 'content-range': `bytes */${size}` },
    });
  return {
    status: 206,
    headers: { ...common, 'content-range': `bytes ${start}-${end - 1}/${size}` },
    body: sliceOf(bytes, start, end),
  };
}
