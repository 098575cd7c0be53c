/** The command of a request to an upload URL, read from its method and headers. */
import type { IncomingMessage } from 'node:http';
import type { UploadRecord } from '../../engine/transfer/upload-session.ts';
import { showValue } from '../../engine/api/error.ts';
import { HttpError } from '../error/http-error.ts';

/** A query for the number of bytes that the service has received. */
interface UploadQuery {
  readonly kind: 'query';
  /** Bytes of the whole file, if known. */
  readonly total: number | undefined;
}

/** A part of the file, or the whole file. */
export interface UploadPart {
  readonly kind: 'part';
  readonly start: number;
  /** Bytes of the request's body. */
  readonly length: number;
  /** Bytes of the whole file, if known. */
  readonly total: number | undefined;
  /** Bytes of the body that are sent on; the client sends the rest again. */
  readonly acceptedLength: number;
}

/** The command of a request; `kind` is the discriminator. */
export type UploadCommand = UploadQuery | UploadPart;

/** The services accept parts in multiples of 256 KiB; only the last part may have any length. */
const blockLength = 256 * 1024;

const invalid = (message: string): HttpError => new HttpError(400, 'INVALID_INPUT', message);

/** The facts of a session that a request must not contradict. */
type Session = Pick<UploadRecord, 'state' | 'total'>;

/**
 * @throws HttpError for headers that are invalid or contradict each other
 */
export function parseUploadCommand(
  { method, headers }: Pick<IncomingMessage, 'headers' | 'method'>,
  session: Session,
): UploadCommand {
  if (method === 'HEAD') return { kind: 'query', total: session.total ?? undefined };
  const contentLength = headers['content-length'];
  const length = contentLength === undefined ? undefined : Number(contentLength);
  const contentRange = headers['content-range'];
  if (contentRange !== undefined) return parseRange(contentRange, length, session);
  if (length !== undefined) return part(0, length, checkTotal(length, session));
  const message = 'content-length: missing; expected content-length or content-range';
  throw new HttpError(411, 'INVALID_INPUT', message);
}

function parseRange(header: string, length: number | undefined, session: Session): UploadCommand {
  const [, first, last, size] =
    /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/.exec(header) ?? [];
  if (size === undefined)
    throw invalid('content-range: not a range; expected for example "bytes 0-262143/1048576"');
  const total = size === '*' ? undefined : Number(size);
  if (first === undefined) {
    // No range names no bytes: this is how Google's clients send an empty file.
    if (total === 0 && !length) return part(0, 0, checkTotal(total, session));
    if (length) throw invalid('content-range: "bytes */..." asks for the offset and has no body');
    return { kind: 'query', total: checkTotal(total, session) };
  }
  const start = Number(first);
  const end = Number(last) + 1;
  if (end <= start || (total !== undefined && end > total))
    throw invalid(
      `content-range: ${showValue(header)} is empty or exceeds the file; expected for example "bytes 0-262143/1048576"`,
    );
  if (length !== undefined && length !== end - start)
    throw invalid(`content-length: ${length}; the content-range has ${end - start} bytes`);
  return part(start, end - start, checkTotal(total, session));
}

function part(start: number, length: number, total: number | undefined): UploadPart {
  const isLast = start + length === total;
  const acceptedLength = isLast ? length : length - (length % blockLength);
  if (acceptedLength === 0 && !isLast)
    throw invalid(
      `content-length: ${length}; expected at least ${blockLength} bytes in each part but the last`,
    );
  return { kind: 'part', start, length, total, acceptedLength };
}

/** @returns the length of the file, if the request or the session knows it */
function checkTotal(
  total: number | undefined,
  { state, total: known }: Session,
): number | undefined {
  if (total !== undefined && known !== null && total !== known)
    throw invalid(
      state === 'completed'
        ? `The file has ${total} bytes; the upload is already complete, with ${known} bytes.`
        : `The file has ${total} bytes; the upload session is for a file of ${known} bytes.`,
    );
  return total ?? known ?? undefined;
}
