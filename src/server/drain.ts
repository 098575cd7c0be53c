/** How the server stops: nobody who has asked goes without an answer. */
import type { Server } from 'node:http';

/** Long enough for clients with open connections to be told to close them, in ms. */
const farewellMs = 200;
/** After which whoever is still there is cut off, in ms. */
const patienceMs = 9_500;

/**
 * For a moment answers go on, each asking its client to close the connection; then nothing new is taken, idle
 * connections are closed, and what is under way ends.
 */
export async function drain(server: Server): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, farewellMs));
  await new Promise<void>((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), patienceMs - farewellMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
