/** The limit: the same fewest REST calls and the same answer, written by hand, without GraphQL. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Dispatcher, Pool } from 'undici';
import { ids } from '../src/sandbox/seed/ids.ts';
import { report } from './usage.ts';
import { shelves, workloads } from './workload.ts';

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
    this.#resolve(
      JSON.parse(
        (this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)).toString(),
      ),
    );
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}

const get = (path: string, authorization: string): Promise<any> =>
  new Promise((resolve, reject) => {
    pool.dispatch(
      { method: 'GET', path, headers: { authorization } },
      new Collector(resolve, reject),
    );
  });

const list = <Item>({ items = [] }: { items?: Item[] }): Item[] => items;

const byId = (items: readonly any[]): Map<string, any> =>
  new Map(items.map((item) => [item.id, item]));

/** All things by their ids, as many to a call as upstream takes. */
async function many(
  path: string,
  wanted: ReadonlySet<string>,
  mask: string,
  token: string,
): Promise<Map<string, any>> {
  const ids = [...wanted];
  const chunks = Array.from({ length: Math.ceil(ids.length / 50) }, (_, at) =>
    ids.slice(at * 50, at * 50 + 50),
  );
  const answers = await Promise.all(
    chunks.map((chunk) =>
      get(
        `/youtube/v3/${path}?part=snippet&id=${chunk.join(',')}&fields=items(${mask})&prettyPrint=false`,
        token,
      ),
    ),
  );
  return byId(answers.flatMap(list));
}

const videosOf = (items: readonly any[], token: string): Promise<Map<string, any>> =>
  many(
    'videos',
    new Set(items.map((item) => item.contentDetails.videoId)),
    'id,snippet(channelId,title)',
    token,
  );

const channelsOf = (videos: ReadonlyMap<string, any>, token: string): Promise<Map<string, any>> =>
  many(
    'channels',
    new Set([...videos.values()].map((video) => video.snippet.channelId)),
    'id,snippet/title',
    token,
  );

const itemsOf = async (playlistId: string, token: string): Promise<any[]> =>
  list(
    await get(
      `/youtube/v3/playlistItems?part=contentDetails&playlistId=${playlistId}&maxResults=50&fields=items(contentDetails/videoId,id),nextPageToken&prettyPrint=false`,
      token,
    ),
  );

async function video(token: string): Promise<unknown> {
  const found = await many('videos', new Set([ids.video.trailer]), 'id,snippet/title', token);
  return { video: { title: found.get(ids.video.trailer).snippet.title } };
}

async function playlist(token: string): Promise<unknown> {
  const items = await itemsOf(ids.playlist.fifty, token);
  const videos = await videosOf(items, token);
  const channels = await channelsOf(videos, token);
  const nodes = items.map((item) => {
    const { snippet } = videos.get(item.contentDetails.videoId);
    return {
      video: {
        title: snippet.title,
        channel: { title: channels.get(snippet.channelId).snippet.title },
      },
    };
  });
  return { playlist: { items: { nodes } } };
}

async function playlists(token: string): Promise<unknown> {
  const all = await Promise.all(shelves.map(({ id }) => itemsOf(id, token)));
  const videos = await videosOf(all.flat(), token);
  const threadsOf = async (id: string): Promise<[string, unknown]> => {
    const { items } = await get(
      `/youtube/v3/commentThreads?part=snippet&videoId=${id}&textFormat=plainText&maxResults=1&fields=items(id,snippet/topLevelComment(id,snippet/textDisplay)),nextPageToken&prettyPrint=false`,
      token,
    );
    // Without items: comments are disabled.
    return [
      id,
      items && {
        nodes: items.map((item: any) => ({
          topLevelComment: { text: item.snippet.topLevelComment.snippet.textDisplay },
        })),
      },
    ];
  };
  const [channels, threads] = await Promise.all([
    channelsOf(videos, token),
    Promise.all([...videos.keys()].map(threadsOf)).then((pairs) => new Map(pairs)),
  ]);
  const nodes = all.map((items) => ({
    items: {
      nodes: items.map(({ contentDetails: { videoId } }) => {
        const { snippet } = videos.get(videoId);
        return {
          video: {
            title: snippet.title,
            channel: { title: channels.get(snippet.channelId).snippet.title },
            commentThreads: threads.get(videoId) ?? null,
          },
        };
      }),
    },
  }));
  return { nodes };
}

async function events(token: string): Promise<unknown> {
  const { items } = await get(
    `/calendar/v3/calendars/${encodeURIComponent(ids.calendar.release)}/events?maxResults=50&singleEvents=true&fields=items(attachments(fileId,fileUrl,title),id,summary),nextPageToken&prettyPrint=false`,
    token,
  );
  const wanted = [
    ...new Set<string>(
      items.flatMap((event: any) => event.attachments?.map((each: any) => each.fileId) ?? []),
    ),
  ];
  const files = new Map(
    await Promise.all(
      wanted.map(
        async (id) =>
          [
            id,
            await get(
              `/drive/v3/files/${id}?supportsAllDrives=true&fields=mimeType,name&prettyPrint=false`,
              token,
            ),
          ] as const,
      ),
    ),
  );
  const nodes = items.map((event: any) => ({
    summary: event.summary,
    attachments:
      event.attachments?.map((each: any) => ({
        title: each.title,
        file: { name: files.get(each.fileId).name, mimeType: files.get(each.fileId).mimeType },
      })) ?? null,
  }));
  return { calendar: { events: { nodes } } };
}

const work: Readonly<Record<string, (token: string) => Promise<unknown>>> = {
  W1: video,
  W2: playlist,
  W3: playlists,
  W4: events,
};

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { query } = JSON.parse(Buffer.concat(chunks).toString()) as { query: string };
    const { name } = workloads.find((workload) => workload.query === query)!;
    work[name]!(request.headers.authorization!).then(
      (data) => {
        const body = JSON.stringify({ data });
        response
          .writeHead(200, {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          })
          .end(body);
      },
      (error: Error) => response.writeHead(500).end(String(error)),
    );
  });
});

server.listen(0, '127.0.0.1', () => report((server.address() as AddressInfo).port));
