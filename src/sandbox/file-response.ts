/** An answer that is no JSON: a file, whole or the part that was asked for. */
import { createHash } from 'node:crypto';
import { ApiError } from './api-error.ts';

/** What a handler answers instead of a resource. */
export class FileResponse {
  readonly type: string;
  readonly bytes: Buffer;

  constructor(type: string, bytes: Buffer) {
    this.type = type;
    this.bytes = bytes;
  }
}

export interface FileHttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** @throws ApiError 412 for a condition that doesn't hold, 416 for a part that isn't there */
export function fileHttpResponse(
  { type, bytes }: FileResponse,
  headers: Readonly<Record<string, string | undefined>>,
): FileHttpResponse {
  const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
  const { 'if-match': expected, range } = headers;
  if (expected !== undefined && expected !== '*' && expected !== etag)
    throw new ApiError(412, 'conditionNotMet', {
      message: 'Precondition Failed',
      location: 'If-Match',
      locationType: 'header',
    });
  const common = { 'content-type': type, 'accept-ranges': 'bytes', etag };
  const asked = /^bytes=(\d+)-(\d*)$/.exec(range ?? '');
  if (!asked) return { status: 200, headers: common, body: bytes };
  const [start, end] = [
    Number(asked[1]),
    asked[2] === '' ? bytes.length : Math.min(Number(asked[2]) + 1, bytes.length),
  ];
  if (start >= end)
    throw new ApiError(416, 'requestedRangeNotSatisfiable', {
      message: 'Nothing is there.',
      headers: { 'content-range': `bytes */${bytes.length}` },
    });
  const part = { ...common, 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` };
  return { status: 206, headers: part, body: bytes.subarray(start, end) };
}
