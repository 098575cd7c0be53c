/** A static server of pages, on another port than the gateway. */
import { type HttpServer, httpServer } from '../http-server.ts';

/** Serves one page at every path. */
export const servePage = (html: Buffer | string, host?: string): Promise<HttpServer> =>
  httpServer((_, res) => {
    res.writeHead(200, { 'content-type': 'text/html' }).end(html);
  }, host);
