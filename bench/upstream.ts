/** The upstream process: the sandbox's own answers from memory, so that what is measured is the gateway and not its upstream. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox } from '../src/sandbox/sandbox.ts';
import { ids } from '../src/sandbox/seed/ids.ts';
import { videoState } from '../src/sandbox/video/state.ts';
import { shelfSize, shelves, start } from './workload.ts';

const sandbox = await startSandbox({ now: start });
const { playlists, playlistItems } = videoState(sandbox.simulation());

for (const { id, from } of shelves) {
  playlists.set(id, { ...playlists.get(ids.playlist.long)!, id });
  const window = playlistItems.get(ids.playlist.long)!.slice(from, from + shelfSize);
  playlistItems.set(
    id,
    window.map((entry, at) => ({ ...entry, id: `${id}${at}`, playlistId: id })),
  );
}

interface Kept {
  readonly status: number;
  readonly body: Buffer;
}

const kept = new Map<string, Kept>();
let calls = 0;
let bytes = 0;

async function answerTo(url: string, authorization: string): Promise<Kept> {
  const response = await fetch(sandbox.url + url, { headers: { authorization } });
  const answer = { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  kept.set(url, answer);
  return answer;
}

const server = createServer((request, response) => {
  const url = request.url!;
  const send = ({ status, body }: Kept): void => {
    calls += 1;
    bytes += body.length;
    response
      .writeHead(status, { 'content-type': 'application/json', 'content-length': body.length })
      .end(body);
  };
  const known = kept.get(url);
  if (known) return send(known);
  answerTo(url, request.headers.authorization ?? '').then(send, () => response.destroy());
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
