/**
 * The upstream process: responses of the sandbox, cached by URL, so that the gateway is measured
 * and not its upstream.
 */
import { startSandbox } from '../src/sandbox/sandbox.ts';
import { ids } from '../src/sandbox/seed/ids.ts';
import { videoState } from '../src/sandbox/video/state.ts';
import { responseOf, serveCounted, type UpstreamResponse } from './counted-server.ts';
import { start, windows, windowSize } from './workload.ts';

const sandbox = await startSandbox({ now: start });
const { playlists, playlistItems } = videoState(sandbox.simulation());

for (const { id, from } of windows) {
  playlists.set(id, { ...playlists.get(ids.playlist.long)!, id });
  const items = playlistItems.get(ids.playlist.long)!.slice(from, from + windowSize);
  const copies = items.map((item, index) => ({ ...item, id: `${id}${index}`, playlistId: id }));
  playlistItems.set(id, copies);
}

/** The sandbox sees its owner only: the measured processes may send any token. */
const headers = { authorization: 'Bearer studio-owner' };

const cache = new Map<string, UpstreamResponse>();

async function fetchFromSandbox(url: string): Promise<UpstreamResponse> {
  const fetched = await fetch(sandbox.url + url, { headers });
  const response = responseOf(Buffer.from(await fetched.arrayBuffer()), fetched.status);
  cache.set(url, response);
  return response;
}

serveCounted((url) => cache.get(url) ?? fetchFromSandbox(url));
