/** A TCP proxy between a client and a server that delays, swallows and cuts what they send. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A running proxy. */
export interface TcpProxy {
  readonly port: number;
  /** Number of connections that clients have opened so far. */
  readonly connections: number;
  /** Milliseconds by which bytes of the server arrive later. Those still delayed arrive now. */
  delay(ms: number): void;
  /** Passes no byte on to the client until `pass`, while connections stay open. */
  swallow(): void;
  /** Passes everything on again. Bytes that were swallowed are lost. */
  pass(): void;
  /** Resets all connections; new ones are possible. */
  cut(): void;
  close(): Promise<void>;
}

/** Starts a proxy on a free port of loopback. @param target port of the server */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const fault = { delayMs: 0, isSwallowing: false };
  let connections = 0;
  const held = new Map<NodeJS.Timeout, () => void>();
  const hold = (write: () => void): void => {
    const timer = setTimeout(() => {
      held.delete(timer);
      write();
    }, fault.delayMs);
    held.set(timer, write);
  };
  const server = createServer((client) => {
    connections += 1;
    const upstream = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (chunk) => upstream.write(chunk));
    upstream.on('data', (chunk) => {
      if (fault.isSwallowing) return;
      if (fault.delayMs === 0) client.write(chunk);
      else hold(() => client.write(chunk));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    delay: (ms) => {
      fault.delayMs = ms;
      for (const [timer, write] of held) {
        clearTimeout(timer);
        write();
      }
      held.clear();
    },
    swallow: () => {
      fault.isSwallowing = true;
    },
    pass: () => {
      fault.isSwallowing = false;
    },
    cut,
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
