/** A server on loopback that receives the notifications of watch channels. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/** A notification that arrived. */
interface ReceivedNotification {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface NotificationReceiver {
  readonly address: string;
  /** Since the start of the test. */
  readonly received: readonly ReceivedNotification[];
  /** The statuses of the next responses, which redirect to the receiver; afterwards it is 204. */
  respondWith(...statuses: readonly number[]): void;
}

/** Starts a receiver before the tests of the file, empties it before each, closes it after all. */
export function useReceiver(): NotificationReceiver {
  const received: ReceivedNotification[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', headers } = request;
      received.push({ method, headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(statuses.shift() ?? 204, { location: address }).end();
    });
  });
  let address = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/receiver`;
  });
  beforeEach(() => {
    received.length = 0;
    statuses.length = 0;
  });
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return {
    get address() {
      return address;
    },
    received,
    respondWith: (...next) => void statuses.push(...next),
  };
}
