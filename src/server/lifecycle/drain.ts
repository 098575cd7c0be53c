/** Stops the server so that every request that reaches it is answered. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { RequestGate } from './request-gate.ts';

/** All in milliseconds. */
export interface DrainTimes {
  /** Time in which responses announce `connection: close` while the port is still open. */
  readonly announce: number;
  /** Interval at which idle connections are closed. */
  readonly check: number;
  /** Maximum time, after which all remaining connections are closed. */
  readonly max: number;
}

/** Connections that do not count as connections of the HTTP server. */
interface UpgradedConnections {
  /** Closes each connection when its running operations have ended. */
  end(): void;
  /** Closes all connections immediately. */
  terminate(): void;
}

/** The connections of a server. */
interface Connections {
  readonly server: Server;
  readonly webSockets: UpgradedConnections;
}

/** The parts of a server that are drained. */
interface DrainTarget extends Connections {
  readonly gate: RequestGate;
  /** Called after the port is closed, because subscriptions do not end on their own. */
  readonly endSubscriptions?: (() => void) | undefined;
}

const defaultTimes: DrainTimes = { announce: 150, check: 50, max: 9_500 };

/** The port is closed when no connection has been opened for this time, in milliseconds. */
const quietMs = 10;

/** Maximum time before the port is closed, in milliseconds. */
const maxQuietWaitMs = 500;

/**
 * Closes the port and waits until all connections are closed. The request handler has to send
 * `connection: close` from before the call.
 */
export async function drain(
  { server, gate, webSockets, endSubscriptions }: DrainTarget,
  { announce, check, max }: DrainTimes = defaultTimes,
): Promise<void> {
  const end = performance.now() + max;
  await wait(announce);
  const closed = once(server, 'close');
  await closePort(server, gate);
  endSubscriptions?.();
  webSockets.end();
  const timer = setInterval(() => {
    // After the turn's requests have been read: their connections are not idle any more.
    if (performance.now() < end) setImmediate(() => server.closeIdleConnections());
    else closeConnections({ server, webSockets });
  }, check);
  await closed;
  clearInterval(timer);
  // Stops the timers of `http.Server`.
  server.close();
}

/** Closes the port, if it is open, and all connections; resolves when the last one is closed. */
export function closeNow(connections: Connections): Promise<void> {
  return new Promise((resolve) => {
    connections.server.close(() => resolve());
    closeConnections(connections);
  });
}

function closeConnections({ server, webSockets }: Connections): void {
  server.closeAllConnections();
  webSockets.terminate();
}

/**
 * The kernel resets connections that wait to be accepted when a port is closed, and the event loop
 * accepts one connection per turn. Requests wait until no more connections arrive: turns
 * are short, and clients that wait for a response open no further connections.
 */
async function closePort(server: Server, gate: RequestGate): Promise<void> {
  let connections = 0;
  const count = (): void => void (connections += 1);
  server.on('connection', count);
  gate.close();
  const start = performance.now();
  let known = connections;
  let lastArrival = start;
  for (let now = start; now - lastArrival < quietMs && now - start < maxQuietWaitMs; ) {
    await nextTurn();
    now = performance.now();
    if (connections > known) lastArrival = now;
    known = connections;
  }
  server.removeListener('connection', count);
  // `http.Server.close` would also close idle connections, on which a request may be arriving.
  NetServer.prototype.close.call(server);
  gate.open();
}
