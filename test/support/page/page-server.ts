/** A static server of pages, on another port than the gateway. */
import { bundleClient } from '../../../rolldown.config.ts';
import { type HttpServer, httpServer } from '../http-server.ts';

/** Serves one page at every path. */
export const servePage = (html: Buffer | string, host?: string): Promise<HttpServer> =>
  serve(() => ['text/html', html], host);

/** Serves an example, and the client that it imports. */
export async function serveExample(html: Buffer | string): Promise<HttpServer> {
  const client = await bundleClient();
  return serve((path) =>
    path.endsWith('.js') ? ['text/javascript', client] : ['text/html', html],
  );
}

const serve = (
  contentOf: (path: string) => readonly [type: string, content: Buffer | string],
  host?: string,
): Promise<HttpServer> =>
  httpServer(({ url }, res) => {
    const [type, content] = contentOf(url!);
    res.writeHead(200, { 'content-type': type }).end(content);
  }, host);
