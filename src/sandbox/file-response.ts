/** Responses that are files instead of JSON, with entity tags and byte ranges. */
import { createHash } from 'node:crypto';
import { ApiError } from './api-error.ts';
import { conditionNotMet } from './handler.ts';

/** A file that a handler returns instead of a resource. */
export class FileResponse {
  /** MIME type. */
  readonly type: string;
  readonly bytes: Buffer;

  constructor(type: string, bytes: Buffer) {
    this.type = type;
    this.bytes = bytes;
  }
}

/** The HTTP response of a file or a range of it. */
interface FileHttpResponse {
  /** 200, or 206 for a range. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * @param headers of the request; `If-Match` and `Range` are honoured
 * @throws ApiError 412 if `If-Match` is another etag, 416 if the range is after the end
 */
export function fileHttpResponse(
  { type, bytes }: FileResponse,
  headers: Readonly<Record<string, string | undefined>>,
): FileHttpResponse {
  const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
  const { 'if-match': expected, range } = headers;
  if (expected !== undefined && expected !== '*' && expected !== etag) throw conditionNotMet();
  const common = { 'content-type': type, 'accept-ranges': 'bytes', etag };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (first === undefined) return { status: 200, headers: common, body: bytes };
  const size = bytes.length;
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
    body: bytes.subarray(start, end),
  };
}
