/**
 * The upstream process: responses of the sandbox, cached by URL, so that the gateway is measured
 * and not its upstream.
 */
import type { IncomingMessage } from 'node:http';
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

const answer = async (url: string, authorization: string): Promise<CachedResponse> =>
  cache.get(url) ?? (await fetchFromSandbox(url, authorization));

/** The answers to the requests of a batch, as one body. */
async function answerBatch(request: IncomingMessage, authorization: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const requests = Buffer.concat(chunks)
    .toString()
    .matchAll(/content-id: <(.+)>\r\n\r\nGET (\S+) /g);
  const parts = [];
  for (const [, id, url] of requests) {
    const { status, body } = await answer(url!, authorization);
    const heads =
      `--b\r\ncontent-type: application/http\r\ncontent-id: <response-${id}>\r\n\r\n` +
      `HTTP/1.1 ${status} Status\r\ncontent-type: application/json\r\n\r\n`;
    parts.push(Buffer.from(heads), body, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('--b--\r\n')]);
}

serveCounted((request, send, response) => {
  const url = request.url!;
  const { authorization = '' } = request.headers;
  const sendCached = ({ status, body }: CachedResponse): void => send(body, status);
  const cached = cache.get(url);
  if (cached) return sendCached(cached);
  const sent = url.startsWith('/batch/')
    ? answerBatch(request, authorization).then((body) =>
        send(body, 200, 'multipart/mixed; boundary=b'),
      )
    : fetchFromSandbox(url, authorization).then(sendCached);
  sent.catch(() => response.destroy());
});
