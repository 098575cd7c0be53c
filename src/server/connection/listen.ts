/** The address of a server. */
import type { AddressInfo, Server } from 'node:net';

/** The address that a server listens on. */
export interface Address {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number | undefined;
  /** Whether other sockets can listen on the same address. */
  readonly reusePort?: boolean;
}

/**
 * @returns the base URL
 * @throws the error of the socket, for example with code `EADDRINUSE`
 */
export function listen(server: Server, address: Address): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
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
