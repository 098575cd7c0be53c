/**
 * Receives the answer of a sign-in on this computer (RFC 8252, 7.3). The browser is sent to the
 * sign-in by a page of this server: other users of the computer see the address that a browser is
 * started with, and nobody but the first who asks gets the address behind it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A sign-in that is waited for. */
interface Loopback extends AsyncDisposable {
  /** Where the user is sent back to. */
  readonly redirectUri: string;
  /** Leads once to the address of `begin`. */
  readonly startUrl: string;
  /** @param accepts whether an answer is that of this sign-in */
  begin(address: string, accepts: (answer: URL) => boolean): Promise<URL>;
}

/** Listens on a free port of the loopback interface. */
export async function listenOnLoopback(): Promise<Loopback> {
  let start: string | undefined;
  let accepts: (answer: URL) => boolean = () => false;
  const answer = Promise.withResolvers<URL>();
  const serve = (req: IncomingMessage, res: ServerResponse): void => {
    const url = new URL(req.url ?? '/', origin);
    if (url.pathname === '/' && start !== undefined) {
      res.writeHead(303, { ...headers, location: start }).end();
      start = undefined;
      return;
    }
    if (url.pathname !== '/callback') return sendPage(res, 404, 'There is nothing here.');
    if (!accepts(url)) return sendPage(res, 400, 'This is not the answer to a running sign-in.');
    accepts = () => false;
    res.once('close', () => answer.resolve(url));
    sendPage(res, 200, 'The sign-in has ended. Close this page, and go back to the terminal.');
  };
  const server = createServer(serve);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    redirectUri: `${origin}/callback`,
    startUrl: `${origin}/`,
    begin: (address, isAnswer) => {
      start = address;
      accepts = isAnswer;
      return answer.promise;
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Browsers open connections that they may need later.
        server.closeAllConnections();
      }),
  };
}

const headers = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  connection: 'close',
};

function sendPage(res: ServerResponse, status: number, text: string): void {
  const type = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
  res.writeHead(status, { ...headers, ...type }).end(`${text}\n`);
}
