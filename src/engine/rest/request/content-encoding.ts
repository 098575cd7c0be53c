/** The header `Content-Encoding` of a response. Requests accept no encoding. */
import type { IncomingHttpHeaders } from 'node:http';
import type { CallOutcome } from '../call/call-outcome.ts';

/** Maximum number of encodings: more of them would exhaust memory. */
const maxEncodings = 5;

/**
 * Why a response cannot be read; undefined if it can. The status of an error is more important than
 * its body.
 */
export function encodingProblem(
  status: number,
  headers: IncomingHttpHeaders,
): CallOutcome | undefined {
  const encoding: string | string[] | undefined = headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity' || status >= 300) return undefined;
  const layers = [encoding].flat().join().split(',').length;
  return layers > maxEncodings ? 'responseTooLarge' : 'malformedResponse';
}
