/** The address of an HTTP server. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The address that a server listens on. */
interface Address {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number | undefined;
}

/**
 * @returns the base URL
 * @throws the error of the socket, for example with code `EADDRINUSE`
 */
export function listen(server: Server, { host, port }: Address): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve(baseUrlOf(server)!);
    });
  });
}

/** @returns undefined while the server does not listen */
export function baseUrlOf(server: Server): string | undefined {
  const bound = server.address() as AddressInfo | null;
  if (bound === null) return undefined;
  const host = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return `http://${host}:${bound.port}`;
}
