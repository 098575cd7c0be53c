/** An HTTP proxy in front of a sandbox that knows more access tokens, and delays those of some. */
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { httpServer } from '../http-server.ts';

/** A request that has arrived at the proxy. */
interface ProxiedCall {
  /** The token as the gateway sent it. */
  readonly token: string;
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
}

export interface TokenProxy {
  readonly url: string;
  /** In the order of arrival. */
  readonly calls: ProxiedCall[];
  /** Passes on no such call until the returned function is called. */
  hold(isHeld: (call: ProxiedCall) => boolean): () => void;
  close(): Promise<void>;
}

/**
 * @param targetUrl address of the sandbox
 * @param originalOf the token of the sandbox that a token stands for
 */
export async function startTokenProxy(
  targetUrl: string,
  originalOf: (token: string) => string = (token) => token,
): Promise<TokenProxy> {
  const calls: ProxiedCall[] = [];
  let isHeld: (call: ProxiedCall) => boolean = () => false;
  let released = Promise.resolve();
  const pass = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const body = await buffer(req);
    const { method = 'GET', headers } = req;
    const url = new URL(req.url ?? '/', targetUrl);
    const token = headers.authorization?.slice('Bearer '.length) ?? '';
    const call = { token, method, path: url.pathname };
    calls.push(call);
    if (isHeld(call)) await released;
    const sent = {
      ...headers,
      ...(token !== '' && { authorization: `Bearer ${originalOf(token)}` }),
    };
    const forwarded = request(url, { method, headers: sent }, (response) => {
      res.writeHead(response.statusCode!, response.headers);
      response.pipe(res);
    });
    forwarded.on('error', () => req.socket.destroy());
    forwarded.end(body);
  };
  const server = await httpServer((req, res) => void pass(req, res));
  return {
    url: server.url,
    calls,
    hold: (isHeldNow) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      isHeld = isHeldNow;
      released = promise;
      return resolve;
    },
    close: () => server.close(),
  };
}
