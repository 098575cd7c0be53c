/** The limit: the same fewest REST calls and the same answer, written by hand, without GraphQL. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Dispatcher, Pool } from 'undici';
import { ids } from '../src/sandbox/seed/ids.ts';
import { report } from './usage.ts';
import { workloads } from './workload.ts';

const pool = new Pool(process.argv[2]!, { connections: 512 });

/** `dispatch` is the cheapest way into undici. */
class Collector implements Dispatcher.DispatchHandler {
  readonly #chunks: Buffer[] = [];
  readonly #resolve: (value: any) => void;
  readonly #reject: (error: Error) => void;
  constructor(resolve: (value: any) => void, reject: (error: Error) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }
  onRequestStart(): void {}
  onResponseStart(): void {}
  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }
  onResponseEnd(): void {
    this.#resolve(JSON.parse((this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)).toString()));
  }
  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}
const get = (path: string, authorization: string): Promise<any> =>
  new Promise((resolve, reject) => {
    pool.dispatch({ method: 'GET', path, headers: { authorization } }, new Collector(resolve, reject));
  });
const byId = (items: readonly any[]): Map<string, any> => new Map(items.map((item) => [item.id, item]));

async function playlist(token: string): Promise<unknown> {
  const list = await get(
    `/youtube/v3/playlistItems?part=contentDetails&playlistId=${ids.playlist.fifty}&maxResults=50&fields=items(contentDetails/videoId,id),nextPageToken&prettyPrint=false`,
    token,
  );
  const videoIds = [...new Set<string>(list.items.map((item: any) => item.contentDetails.videoId))];
  const videos = byId(
    (
      await get(
        `/youtube/v3/videos?part=snippet&id=${videoIds.join(',')}&fields=items(id,snippet(channelId,title))&prettyPrint=false`,
        token,
      )
    ).items,
  );
  const channelIds = [...new Set([...videos.values()].map((video) => video.snippet.channelId))];
  const channels = byId(
    (await get(`/youtube/v3/channels?part=snippet&id=${channelIds.join(',')}&fields=items(id,snippet/title)&prettyPrint=false`, token))
      .items,
  );
  const nodes = list.items.map((item: any) => {
    const { snippet } = videos.get(item.contentDetails.videoId);
    return { video: { title: snippet.title, channel: { title: channels.get(snippet.channelId).snippet.title } } };
  });
  return { playlist: { items: { nodes } } };
}
async function events(token: string): Promise<unknown> {
  const list = await get(
    `/calendar/v3/calendars/${encodeURIComponent(ids.calendar.release)}/events?maxResults=50&singleEvents=true&fields=items(attachments(fileId,fileUrl,title),id,summary),nextPageToken&prettyPrint=false`,
    token,
  );
  const wanted = [...new Set<string>(list.items.flatMap((event: any) => event.attachments?.map((each: any) => each.fileId) ?? []))];
  const files = new Map(
    await Promise.all(
      wanted.map(
        async (id) =>
          [id, await get(`/drive/v3/files/${id}?supportsAllDrives=true&fields=mimeType,name&prettyPrint=false`, token)] as const,
      ),
    ),
  );
  const nodes = list.items.map((event: any) => ({
    summary: event.summary,
    attachments:
      event.attachments?.map((each: any) => ({
        title: each.title,
        file: { name: files.get(each.fileId).name, mimeType: files.get(each.fileId).mimeType },
      })) ?? null,
  }));
  return { calendar: { events: { nodes } } };
}
const work: Readonly<Record<string, (token: string) => Promise<unknown>>> = { W2: playlist, W4: events };

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { query } = JSON.parse(Buffer.concat(chunks).toString()) as { query: string };
    const { name } = workloads.find((workload) => workload.query === query)!;
    work[name]!(request.headers.authorization!).then(
      (data) => {
        const body = JSON.stringify({ data });
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
      },
      (error: Error) => response.writeHead(500).end(String(error)),
    );
  });
});
server.listen(0, '127.0.0.1', () => report((server.address() as AddressInfo).port));
