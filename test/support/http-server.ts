/** HTTP servers of tests, each on a free port. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that listens. */
export interface HttpServer extends AsyncDisposable {
  readonly url: string;
  /** Closes the port and all connections. */
  close(): Promise<void>;
}

/** Starts a server. @param host of the loopback interface */
export async function httpServer(
  listener: RequestListener,
  host = '127.0.0.1',
): Promise<HttpServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  };
  const { port } = server.address() as AddressInfo;
  return { url: `http://${host}:${port}`, close, [Symbol.asyncDispose]: close };
}
