/** Gateways in the servers of hosts. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import type { Clock } from '../../../src/engine/caller/clock.ts';
import { createOf } from '../../../src/library/create.ts';
import { createStudiograph } from '../../../src/library/index.ts';
import type { Studiograph, StudiographOptions } from '../../../src/library/options.ts';

const closing: (() => Promise<unknown>)[] = [];

afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

/** Creates a gateway, and closes it after the tests of the file. */
export const create = (options: StudiographOptions = {}): Promise<Studiograph> =>
  closed(createStudiograph(options));

/** Creates a gateway that decides by another clock. */
export const createBy = (
  clock: Clock,
  env: Record<string, string>,
  options: Pick<StudiographOptions, 'basePath' | 'extend'> = {},
): Promise<Studiograph> =>
  closed(createOf(readConfig({ LOG_LEVEL: 'silent', ...env }), { ...options, clock }));

async function closed(created: Promise<Studiograph>): Promise<Studiograph> {
  const gateway = await created;
  closing.push(() => gateway.close());
  return gateway;
}

/** @returns the URL of a server of the host */
export async function listen(handler: RequestListener, gateway: Studiograph): Promise<string> {
  const server: Server = createServer(handler).on('upgrade', gateway.upgrade);
  closing.push(async () => {
    server.close();
    server.closeAllConnections();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Passes requests of `node:http` to a handler of Web requests, as the servers of frameworks do. */
export const byFetch =
  ({ fetch }: Studiograph): RequestListener =>
  async (req, res) => {
    const method = req.method!;
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const left = new AbortController();
    res.once('close', () => left.abort());
    const request = new Request(`http://${req.headers.host}${req.url}`, {
      method,
      headers: req.headers as Record<string, string>,
      signal: left.signal,
      ...(hasBody && { body: Readable.toWeb(req) as never, duplex: 'half' }),
    });
    try {
      const { status, headers, body } = await fetch(request);
      res.writeHead(status, Object.fromEntries(headers));
      if (body) await pipeline(body, res);
      else res.end();
    } catch {
      res.destroy();
    }
  };
