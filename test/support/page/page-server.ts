/** A static server of pages, on another port than the gateway. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface PageServer {
  readonly origin: string;
  /** Where a test leaves the page: `about:blank` would end the process of the tab. */
  readonly empty: string;
  close(): void;
}

const emptyPath = '/empty';

/** Serves one page at every other path than that of the empty page. */
export async function servePage(html: Buffer | string): Promise<PageServer> {
  const server = createServer(({ url }, res) => {
    res.writeHead(200, { 'content-type': 'text/html' }).end(url === emptyPath ? '' : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    empty: origin + emptyPath,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
