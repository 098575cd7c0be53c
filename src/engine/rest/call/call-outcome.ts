/** The outcome of one HTTP call to a service. */
import type { IncomingHttpHeaders } from 'node:http';

export type CallOutcome =
  /** The whole response has arrived, with any status. */
  | 'response'
  /** The gateway gave it up while it waited for a connection. */
  | 'gaveWay'
  /** No byte of the request was written. */
  | 'notSent'
  /** The connection broke before the response began. */
  | 'connectionLost'
  /** The connection broke within the response. */
  | 'responseTruncated'
  /** The time limit of the call passed. */
  | 'timeout'
  /** The deadline of the caller passed. */
  | 'deadlineExceeded'
  /** The caller disconnected, or the call must not be sent any more. */
  | 'cancelled'
  /** The response is not valid HTTP, or has an encoding that was not requested. */
  | 'malformedResponse'
  /** The response is larger than the limit. */
  | 'responseTooLarge';

/** The result of an HTTP call that has ended. */
export interface CallResult {
  readonly outcome: CallOutcome | undefined;
  /** HTTP status; 0 where no head of a response has arrived. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The code of undici for a request whose first byte has not come in time. */
export const firstByteTimeout = 'UND_ERR_HEADERS_TIMEOUT';

/** The same for one whose next bytes have not come in time. */
export const nextBytesTimeout = 'UND_ERR_BODY_TIMEOUT';

/**
 * The outcome of a call that failed after its request was sent.
 * @param code the error code of Node or of undici
 * @param status HTTP status, 0 before the head of the response
 */
export function outcomeOfError(code: string, status: number): CallOutcome {
  if (code === firstByteTimeout || code === nextBytesTimeout) return 'timeout';
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'responseTooLarge';
  if (status > 0) return 'responseTruncated';
  return isParserError(code) ? 'malformedResponse' : 'connectionLost';
}

/** In some releases of undici the errors of the HTTP parser have a name and no code. */
const isParserError = (code: string): boolean =>
  code === 'HTTPParserError' ||
  code.startsWith('HPE_') ||
  code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
