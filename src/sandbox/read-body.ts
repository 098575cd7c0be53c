/** A request's whole body, where it is short enough to be held. */
import type { IncomingMessage } from 'node:http';

/** Requests larger than this are answered 413. */
const largest = 8 * 1024 * 1024;

/** Undefined: it is too large. */
export async function textOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= largest) chunks.push(chunk);
  }
  return size > largest ? undefined : Buffer.concat(chunks).toString();
}
