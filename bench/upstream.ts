/**
 * The upstream process: responses of the sandbox, cached by URL, so that the gateway is measured
 * and not its upstream.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox } from '../src/sandbox/sandbox.ts';
import { ids } from '../src/sandbox/seed/ids.ts';
import { videoState } from '../src/sandbox/video/state.ts';
import { start, windows, windowSize } from './workload.ts';

const sandbox = await startSandbox({ now: start });
const { playlists, playlistItems } = videoState(sandbox.simulation());

for (const { id, from } of windows) {
  playlists.set(id, { ...playlists.get(ids.playlist.long)!, id });
  const items = playlistItems.get(ids.playlist.long)!.slice(from, from + windowSize);
  const copies = items.map((item, index) => ({ ...item, id: `${id}${index}`, playlistId: id }));
  playlistItems.set(id, copies);
}

interface CachedResponse {
  readonly status: number;
  readonly body: Buffer;
}

const cache = new Map<string, CachedResponse>();
let calls = 0;
let bytes = 0;

async function fetchFromSandbox(url: string, authorization: string): Promise<CachedResponse> {
  const response = await fetch(sandbox.url + url, { headers: { authorization } });
  const cached = { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  cache.set(url, cached);
  return cached;
}

const server = createServer((request, response) => {
  const url = request.url!;
  const send = ({ status, body }: CachedResponse): void => {
    calls += 1;
    bytes += body.length;
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    response.writeHead(status, headers).end(body);
  };
  const cached = cache.get(url);
  if (cached) return send(cached);
  const { authorization = '' } = request.headers;
  fetchFromSandbox(url, authorization).then(send, () => response.destroy());
});

server.keepAliveTimeout = 60_000;

server.listen(0, '127.0.0.1', () =>
  process.send!({ port: (server.address() as AddressInfo).port }),
);

process.on('message', () => {
  process.send!({ calls, bytes });
  calls = 0;
  bytes = 0;
});

process.on('disconnect', () => process.exit(0));
