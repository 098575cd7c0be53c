/** A port of loopback on which no server listens. */
import { type AddressInfo, createServer } from 'node:net';

/** A port that was free a moment ago, so that connections to it are refused. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
