/**
 * The port of an HTTP server. Each listening socket accepts one connection in each turn of the
 * event loop. With one socket, new clients of a busy process would wait for seconds, and so would
 * the probes that decide whether it is alive. Therefore several sockets listen on the same port,
 * and the kernel distributes connections among them (`SO_REUSEPORT`).
 */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer, Server as NetServer } from 'node:net';
import { type Address, listen } from './listen.ts';

/** Number of listening sockets. */
const socketCount = 16;

/** Other systems do not distribute connections. */
const canShare = process.platform === 'linux';

/** The listening sockets of one server. */
export class Listener {
  readonly #server: Server;
  /** Servers that pass their connections to the HTTP server; each has a listening socket. */
  readonly #others: readonly NetServer[];

  constructor(server: Server) {
    this.#server = server;
    // As `http.Server` sets up its own connections.
    const options = { allowHalfOpen: true, noDelay: true };
    this.#others = Array.from({ length: canShare ? socketCount - 1 : 0 }, () =>
      createServer(options, (socket) => server.emit('connection', socket)),
    );
  }

  /**
   * @returns the base URL
   * @throws the error of the socket, for example with code `EADDRINUSE`
   */
  async listen({ host, port }: Address): Promise<string> {
    if (!canShare) return listen(this.#server, { host, port });
    // Sockets that share their port would share it with another gateway, too.
    if (port !== 0) await checkIsFree({ host, port });
    const url = await listen(this.#server, { host, port, reusePort: true });
    const shared = { host, port: Number(new URL(url).port), reusePort: true };
    await Promise.all(this.#others.map((other) => listen(other, shared)));
    return url;
  }

  /** Accepts no further connections. The open ones stay. */
  close(): void {
    // `http.Server.close` would also close idle connections, on which a request may be arriving.
    for (const each of this.#all) NetServer.prototype.close.call(each);
  }

  /** Resolves when the port and all connections are closed. */
  async closed(): Promise<void> {
    const listening = this.#all.filter((each) => each.listening);
    await Promise.all(listening.map((each) => once(each, 'close')));
  }

  /** The number of open connections. */
  async countConnections(): Promise<number> {
    const counts = this.#all.map(
      (each) =>
        new Promise<number>((resolve) => {
          each.getConnections((_, count) => resolve(count));
        }),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  get #all(): readonly NetServer[] {
    return [this.#server, ...this.#others];
  }
}

/** @throws the error of the socket if another process listens on the address */
async function checkIsFree(address: Address): Promise<void> {
  const probe = createServer();
  await listen(probe, address);
  await new Promise((resolve) => {
    probe.close(resolve);
  });
}
