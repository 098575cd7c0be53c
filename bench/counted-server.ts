/** The HTTP server of an upstream process. It counts what it serves and reports the counts. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { messageOf, onMessage } from './http-message.ts';

/** A response that can be sent any number of times. */
export interface UpstreamResponse {
  readonly message: Buffer;
  readonly bodyBytes: number;
}

/** The counts of an upstream process since its previous report; CPU time since its start. */
export interface Served {
  readonly calls: number;
  /** Of bodies. */
  readonly bytes: number;
  /** Connections that were opened. */
  readonly connections: number;
  readonly cpuMs: number;
}

/** A message of the parent process: a request of the report, or a new delay. */
export type UpstreamMessage = 'report' | { readonly delayMs: number };

export function responseOf(body: Buffer | string, status = 200): UpstreamResponse {
  const lines = [
    `HTTP/1.1 ${status} Status`,
    'content-type: application/json',
    'keep-alive: timeout=60',
  ];
  return { message: messageOf(lines, body), bodyBytes: Buffer.byteLength(body) };
}

/**
 * Listens on a free port, which it sends to the parent process. Each message of the parent is
 * answered with what was served since the previous one.
 * @param respond receives the path and the query string of a request
 * @param initialDelayMs time before each response
 */
export function serveCounted(
  respond: (url: string) => UpstreamResponse | Promise<UpstreamResponse>,
  initialDelayMs = 0,
): void {
  let delayMs = initialDelayMs;
  let served = { calls: 0, bytes: 0, connections: 0 };
  const send = (socket: Socket, { message, bodyBytes }: UpstreamResponse): void => {
    served.calls += 1;
    served.bytes += bodyBytes;
    socket.write(message);
  };
  const sendDelayed = (socket: Socket, response: UpstreamResponse): void => {
    if (delayMs === 0) send(socket, response);
    else setTimeout(send, delayMs, socket, response);
  };
  const server = createServer({ noDelay: true }, (socket) => {
    served.connections += 1;
    // The measured process may close connections at any time.
    socket.on('error', () => socket.destroy());
    onMessage(socket, (head) => {
      const url = head.slice(head.indexOf(' ') + 1, head.indexOf(' HTTP/'));
      const response = respond(url);
      if (!(response instanceof Promise)) return sendDelayed(socket, response);
      const fail = (error: unknown): UpstreamResponse => responseOf(String(error), 500);
      void response.catch(fail).then((each) => sendDelayed(socket, each));
    });
  });
  server.listen(0, '127.0.0.1', () =>
    process.send!({ port: (server.address() as AddressInfo).port }),
  );
  process.on('message', (message: UpstreamMessage) => {
    if (message !== 'report') ({ delayMs } = message);
    const { user, system } = process.cpuUsage();
    process.send!({ ...served, cpuMs: (user + system) / 1000 } satisfies Served);
    served = { calls: 0, bytes: 0, connections: 0 };
  });
  process.on('disconnect', () => process.exit(0));
}
