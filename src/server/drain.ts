/** How the server stops: nobody who has asked goes without an answer. */
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
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

/** Resolves when the last connection is closed. Answers have to say `connection: close` from before this is called. */
export async function drain(server: Server, { farewell, look, patience }: DrainTimes = times): Promise<void> {
  const end = performance.now() + patience;
  await wait(farewell);
  // Right after the event loop has taken in what was waiting to be accepted: what waits when a port closes is reset.
  await immediate();
  // An HTTP server's own `close` would cut connections that were opened a moment ago and have not asked yet.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  const looks = setInterval(() => {
    if (performance.now() < end) server.closeIdleConnections();
    else server.closeAllConnections();
  }, look);
  await closed;
  clearInterval(looks);
  server.close();
}
