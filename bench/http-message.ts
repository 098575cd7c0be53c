/**
 * HTTP/1.1 messages on sockets. The client and the upstream of the benchmark use them instead of
 * `node:http`, which would take more CPU than the process that is measured between them.
 */
import type { Socket } from 'node:net';

const headEnd = '\r\n\r\n';

/**
 * Calls back for each message that a socket receives. A message without `content-length` has no
 * body; chunked bodies are not supported.
 *
 * @param callback receives the first line with the headers, and the body
 */
export function onMessage(socket: Socket, callback: (head: string, body: Buffer) => void): void {
  let received: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    for (;;) {
      const headLength = received.indexOf(headEnd);
      if (headLength < 0) return;
      const head = received.toString('latin1', 0, headLength);
      const bodyStart = headLength + headEnd.length;
      const messageEnd = bodyStart + contentLength(head);
      if (received.length < messageEnd) return;
      const body = received.subarray(bodyStart, messageEnd);
      received = received.subarray(messageEnd);
      callback(head, body);
    }
  });
}

/** @throws Error if the body is chunked */
function contentLength(head: string): number {
  const match = /^content-length: *(\d+)/im.exec(head);
  if (match) return Number(match[1]);
  if (/^transfer-encoding:/im.test(head)) throw new Error(`A chunked body: ${head}`);
  return 0;
}

/** @param lines the first line and the headers, without `content-length` */
export function messageOf(lines: readonly string[], body: Buffer | string): Buffer {
  const bytes = Buffer.from(body);
  const head = [...lines, `content-length: ${bytes.length}`].join('\r\n') + headEnd;
  return Buffer.concat([Buffer.from(head), bytes]);
}
