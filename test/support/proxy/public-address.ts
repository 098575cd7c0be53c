/** The public address of a gateway that is about to start: passes all requests on to it. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The server behind the public URL of a gateway. */
export interface PublicAddress extends AsyncDisposable {
  readonly url: string;
  /** Sets the URL that requests are passed on to. */
  readonly leadTo: (gatewayUrl: string) => void;
}

/** Starts the server on a free port. */
export async function openPublicAddress(): Promise<PublicAddress> {
  /** Nothing listens there. */
  let target = 'http://127.0.0.1:1';
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    const passed = request(`${target}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (gatewayUrl) => {
      target = gatewayUrl;
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
