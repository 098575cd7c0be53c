/** A static server of pages, on another port than the gateway. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface PageServer {
  readonly origin: string;
  close(): void;
}

/** Serves one page at every path. */
export async function servePage(html: Buffer | string): Promise<PageServer> {
  const server = createServer((_, res) => {
    res.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
