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

interface CachedResponse {
  readonly response: UpstreamResponse;
  readonly status: number;
  readonly body: Buffer;
}

const cache = new Map<string, CachedResponse>();

async function fetchFromSandbox(url: string): Promise<CachedResponse> {
  const fetched = await fetch(sandbox.url + url, { headers });
  const { status } = fetched;
  const body = Buffer.from(await fetched.arrayBuffer());
  const cached = { response: responseOf(body, status), status, body };
  cache.set(url, cached);
  return cached;
}

/** The answers to the requests of a batch, as one body. */
async function answerBatch(batch: Buffer): Promise<UpstreamResponse> {
  const requests = batch.toString().matchAll(/content-id: <(.+)>\r\n\r\nGET (\S+) /g);
  const parts = [];
  for (const [, id, url] of requests) {
    const { status, body } = cache.get(url!) ?? (await fetchFromSandbox(url!));
    const heads =
      `--b\r\ncontent-type: application/http\r\ncontent-id: <response-${id}>\r\n\r\n` +
      `HTTP/1.1 ${status} Status\r\ncontent-type: application/json\r\n\r\n`;
    parts.push(Buffer.from(heads), body, Buffer.from('\r\n'));
  }
  const body = Buffer.concat([...parts, Buffer.from('--b--\r\n')]);
  return responseOf(body, 200, 'multipart/mixed; boundary=b');
}

serveCounted(({ url, body }) => {
  const cached = cache.get(url);
  if (cached) return cached.response;
  if (url.startsWith('/batch/')) return answerBatch(body);
  return fetchFromSandbox(url).then(({ response }) => response);
});
