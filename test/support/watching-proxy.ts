/** Stands before a server and sees which requests are under way at the same time: what a recorder of calls can't tell. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** One request on its way. */
export interface Passing {
  readonly method: string;
  readonly search: URLSearchParams;
  readonly body: any;
}

export interface WatchingProxy {
  readonly url: string;
  /** For each name, the most requests of that name that were under way at once. */
  most(): Readonly<Record<string, number>>;
  /** The most requests that were under way at once, of whatever names. */
  mostOfAll(): number;
  clear(): void;
  close(): Promise<void>;
}

/**
 * @param target where it hands everything on to
 * @param nameOf what a request is about; undefined: it is none of those that are watched
 * @param holdMs how long each of those is kept, so that others could come in between
 */
export async function watchingProxy(
  target: string,
  nameOf: (passing: Passing) => string | undefined,
  holdMs: number,
): Promise<WatchingProxy> {
  const open = new Map<string, number>();
  let most: Record<string, number> = {};
  let mostOfAll = 0;
  const count = (name: string, change: 1 | -1): void => {
    open.set(name, (open.get(name) ?? 0) + change);
    most[name] = Math.max(most[name] ?? 0, open.get(name)!);
    mostOfAll = Math.max(
      mostOfAll,
      [...open.values()].reduce((a, b) => a + b, 0),
    );
  };
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await bodyOf(incoming);
    const { method = 'GET', url = '/', headers } = incoming;
    const name = nameOf({
      method,
      search: new URL(url, target).searchParams,
      body: body.length > 0 ? JSON.parse(body.toString()) : {},
    });
    if (name !== undefined) {
      count(name, 1);
      await wait(holdMs);
    }
    let under = name !== undefined;
    const over = (): void => {
      if (under) count(name!, -1);
      under = false;
    };
    const onward = request(new URL(url, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.on('end', over).pipe(outgoing);
    });
    onward.on('error', () => {
      over();
      incoming.socket.destroy();
    });
    onward.end(body);
  };
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    most: () => ({ ...most }),
    mostOfAll: () => mostOfAll,
    clear: () => {
      most = {};
      mostOfAll = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
