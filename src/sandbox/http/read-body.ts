/** Reads the whole body of a request. */
import type { IncomingMessage } from 'node:http';

const maxBytes = 8 * 1024 * 1024;

/** @returns undefined if the body has more than 8 MiB */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
  }
  return size > maxBytes ? undefined : Buffer.concat(chunks).toString();
}
