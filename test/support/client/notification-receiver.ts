/** A server on loopback that receives the notifications of watch channels. */
import { type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type HttpServer, httpServer } from '../http-server.ts';

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
  let server: HttpServer;
  let address = '';
  beforeAll(async () => {
    server = await httpServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', headers } = request;
        received.push({ method, headers, body: Buffer.concat(chunks).toString() });
        response.writeHead(statuses.shift() ?? 204, { location: address }).end();
      });
    });
    address = `${server.url}/receiver`;
  });
  beforeEach(() => {
    received.length = 0;
    statuses.length = 0;
  });
  afterAll(() => server.close());
  return {
    get address() {
      return address;
    },
    received,
    respondWith: (...next) => void statuses.push(...next),
  };
}
