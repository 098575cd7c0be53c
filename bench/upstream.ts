/**
 * The upstream process: responses of the sandbox, cached by URL, so that the gateway is measured
 * and not its upstream.
 */
import { startSandbox } from '../src/sandbox/sandbox.ts';
import { ids } from '../src/sandbox/seed/ids.ts';
import { videoState } from '../src/sandbox/video/state.ts';
import { serveCounted } from './counted-server.ts';
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

async function fetchFromSandbox(url: string, authorization: string): Promise<CachedResponse> {
  const response = await fetch(sandbox.url + url, { headers: { authorization } });
  const cached = { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  cache.set(url, cached);
  return cached;
}

serveCounted((request, send, response) => {
  const url = request.url!;
  const sendCached = ({ status, body }: CachedResponse): void => send(body, status);
  const cached = cache.get(url);
  if (cached) return sendCached(cached);
  const { authorization = '' } = request.headers;
  fetchFromSandbox(url, authorization).then(sendCached, () => response.destroy());
});
