/**
 * The gateway of a host, which passes requests to it by `fetch(request)`. The requests are made in
 * this process: a `POST` to its port starts them, and is answered when they have ended.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { configureHeap } from '../src/runtime.ts';
import { report } from './usage.ts';

configureHeap();
const { createOf } = await import('../src/library/create.ts');
const { gatewayConfig } = await import('./gateway-config.ts');

const [, , url, settings] = process.argv;
const gateway = await createOf(gatewayConfig(url!, settings), {});

/** What the `POST` says. */
export interface FetchLoad {
  readonly query: string;
  /** Requests that run at the same time; each of them has a token of its own. */
  readonly concurrent: number;
  readonly requests: number;
}

const server = createServer((req, res) => {
  run(req).then(
    () => res.end(),
    (error: Error) => res.writeHead(500).end(String(error)),
  );
});

/** @throws Error for a response that is not expected */
async function run(req: IncomingMessage): Promise<void> {
  const { query, concurrent, requests } = (await json(req)) as FetchLoad;
  const body = JSON.stringify({ query });
  let left = requests;
  const send = async (caller: number): Promise<void> => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: `Bearer caller-${caller}`,
      // As the servers of hosts have it.
      'content-length': String(Buffer.byteLength(body)),
    };
    while (left > 0) {
      left -= 1;
      // A request of a host comes in a turn of its own.
      await turn();
      const request = new Request('http://host/graphql', { method: 'POST', headers, body });
      const response = await gateway.fetch(request);
      const text = await response.text();
      if (!text.startsWith('{"data":')) throw new Error(text);
    }
  };
  await Promise.all(Array.from({ length: concurrent }, (_, caller) => send(caller)));
}

server.listen(0, '127.0.0.1', () => report((server.address() as AddressInfo).port));
