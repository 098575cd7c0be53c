/** Reads the forms of our own pages. */
import type { IncomingMessage } from 'node:http';
import { HttpError } from '../../server/error/http-error.ts';

/** Maximum bytes of a form. */
const maxBytes = 4 * 1024;

/** @throws HttpError 413, or 400 if the client has left */
export async function readForm(req: IncomingMessage): Promise<URLSearchParams> {
  // One buffer: pieces of one byte would take much more memory.
  const body = Buffer.alloc(maxBytes);
  let length = 0;
  try {
    for await (const piece of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (length + piece.length > maxBytes)
        throw new HttpError(413, 'INVALID_INPUT', `The form has more than ${maxBytes} bytes.`);
      length += piece.copy(body, length);
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, 'INVALID_INPUT', 'The connection closed before the form had ended.');
  }
  return new URLSearchParams(body.toString('utf8', 0, length));
}
