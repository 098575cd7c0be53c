/** How the server stops: nobody who has asked goes without an answer. */
import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';

/** All in ms. */
export interface DrainTimes {
  /** Answers go on, each asking its client to close the connection. */
  readonly farewell: number;
  /** Between two looks for connections that nobody uses any more; the first gives those just opened time to ask. */
  readonly look: number;
  /** After so long, whoever is still there is cut off. */
  readonly patience: number;
}

const times: DrainTimes = { farewell: 150, look: 50, patience: 9_500 };

/** The port closes once nobody has come for so long, in ms: who was just answered may come again at once… */
const quiet = 5;

/** …and after so long in any case. */
const longest = 500;

/** Resolves when the last connection is closed. Answers have to say `connection: close` from before this is called. */
export async function drain(
  server: Server,
  { farewell, look, patience }: DrainTimes = times,
): Promise<void> {
  const end = performance.now() + patience;
  await wait(farewell);
  const closed = await closePort(server);
  const looks = setInterval(() => {
    // After the turn's requests have been read: a connection is not idle on which one has come.
    if (performance.now() < end) setImmediate(() => server.closeIdleConnections());
    else server.closeAllConnections();
  }, look);
  await closed.promise;
  clearInterval(looks);
  server.close();
}

/**
 * What waits to be accepted when a port closes is reset, and the event loop accepts one connection a turn. So connections
 * are only taken in, which makes turns short, until no more come; when the port is closed they are served.
 * @returns what to wait for until all connections are closed
 */
async function closePort(server: Server): Promise<{ readonly promise: Promise<void> }> {
  const serve = server.rawListeners('connection') as ((socket: Socket) => void)[];
  const held: Socket[] = [];
  server.removeAllListeners('connection');
  server.on('connection', (socket) => void held.push(socket.on('error', gone)));
  const start = performance.now();
  for (
    let had = -1, last = start, now = start;
    (had < held.length || now - last < quiet) && now - start < longest;
  ) {
    if (had < held.length) last = now;
    had = held.length;
    await immediate();
    now = performance.now();
  }
  // An HTTP server's own `close` would cut connections that were opened a moment ago and have not asked yet.
  const promise = new Promise<void>((resolve) =>
    NetServer.prototype.close.call(server, () => resolve()),
  );
  server.removeAllListeners('connection');
  for (const listener of serve) server.on('connection', listener);
  for (const socket of held)
    if (!socket.destroyed) server.emit('connection', socket.off('error', gone));
  return { promise };
}

const gone = (): void => {};
