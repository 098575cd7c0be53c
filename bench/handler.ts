/**
 * The reference: the same REST calls and the same responses, written by hand, without GraphQL. It
 * shows the maximum speed of the gateway.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Dispatcher, Pool } from 'undici';
import { ids } from '../src/sandbox/seed/ids.ts';
import { report } from './usage.ts';
import { windows, workloads } from './workload.ts';

/** JSON of any shape: a hand-written handler does not check it. */
type Json = any;

const pool = new Pool(process.argv[2]!, { connections: 512 });

/** Receives a response; `dispatch` is the undici API with the least overhead. */
class JsonHandler implements Dispatcher.DispatchHandler {
  readonly #chunks: Buffer[] = [];
  readonly #resolve: (value: Json) => void;
  readonly #reject: (error: Error) => void;

  constructor(resolve: (value: Json) => void, reject: (error: Error) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onRequestStart(): void {}

  onResponseStart(): void {}

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const body = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    this.#resolve(JSON.parse(body.toString()));
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}

const get = (path: string, authorization: string): Promise<Json> =>
  new Promise((resolve, reject) => {
    const options = { method: 'GET', path, headers: { authorization } } as const;
    pool.dispatch(options, new JsonHandler(resolve, reject));
  });

const itemsIn = <Item>({ items = [] }: { items?: Item[] }): Item[] => items;

interface ResourceQuery {
  readonly resource: 'videos' | 'channels';
  readonly ids: ReadonlySet<string>;
  readonly fields: string;
}

const idsPerCall = 50;

/** @returns the entities by id, from as few calls as possible */
async function getMany(
  { resource, ids, fields }: ResourceQuery,
  token: string,
): Promise<Map<string, Json>> {
  const all = [...ids];
  const responses = await Promise.all(
    Array.from({ length: Math.ceil(all.length / idsPerCall) }, (_, call) => {
      const id = all.slice(call * idsPerCall, (call + 1) * idsPerCall).join(',');
      const query = `part=snippet&id=${id}&fields=items(${fields})&prettyPrint=false`;
      return get(`/youtube/v3/${resource}?${query}`, token);
    }),
  );
  return new Map(responses.flatMap(itemsIn).map((entity: Json) => [entity.id, entity]));
}

const videosOf = (items: readonly Json[], token: string): Promise<Map<string, Json>> => {
  const videoIds = new Set(items.map((item) => item.contentDetails.videoId as string));
  return getMany(
    { resource: 'videos', ids: videoIds, fields: 'id,snippet(channelId,title)' },
    token,
  );
};

const channelsOf = (videos: ReadonlyMap<string, Json>, token: string) => {
  const channelIds = new Set(
    [...videos.values()].map((video) => video.snippet.channelId as string),
  );
  return getMany({ resource: 'channels', ids: channelIds, fields: 'id,snippet/title' }, token);
};

const playlistItems = async (playlistId: string, token: string): Promise<Json[]> =>
  itemsIn(
    await get(
      `/youtube/v3/playlistItems?part=contentDetails&playlistId=${playlistId}&maxResults=50&fields=items(contentDetails/videoId,id),nextPageToken&prettyPrint=false`,
      token,
    ),
  );

async function answerVideo(token: string): Promise<unknown> {
  const query = {
    resource: 'videos',
    ids: new Set([ids.video.trailer]),
    fields: 'id,snippet/title',
  };
  const found = await getMany(query as ResourceQuery, token);
  return { video: { title: found.get(ids.video.trailer).snippet.title } };
}

async function answerPlaylist(token: string): Promise<unknown> {
  const items = await playlistItems(ids.playlist.fifty, token);
  const videos = await videosOf(items, token);
  const channels = await channelsOf(videos, token);
  const nodes = items.map((item) => {
    const { title, channelId } = videos.get(item.contentDetails.videoId).snippet;
    return { video: { title, channel: { title: channels.get(channelId).snippet.title } } };
  });
  return { playlist: { items: { nodes } } };
}

/** @returns the top comment of a video; null if comments are disabled */
async function topComment(videoId: string, token: string): Promise<unknown> {
  const { items } = await get(
    `/youtube/v3/commentThreads?part=snippet&videoId=${videoId}&textFormat=plainText&maxResults=1&fields=items(id,snippet/topLevelComment(id,snippet/textDisplay)),nextPageToken&prettyPrint=false`,
    token,
  );
  if (!items) return null;
  const nodes = items.map((item: Json) => ({
    topLevelComment: { text: item.snippet.topLevelComment.snippet.textDisplay },
  }));
  return { nodes };
}

async function topComments(
  videoIds: readonly string[],
  token: string,
): Promise<Map<string, unknown>> {
  const comments = await Promise.all(videoIds.map((id) => topComment(id, token)));
  return new Map(videoIds.map((id, index) => [id, comments[index]]));
}

async function answerPlaylists(token: string): Promise<unknown> {
  const all = await Promise.all(windows.map(({ id }) => playlistItems(id, token)));
  const videos = await videosOf(all.flat(), token);
  const [channels, comments] = await Promise.all([
    channelsOf(videos, token),
    topComments([...videos.keys()], token),
  ]);
  const videoNode = ({ contentDetails: { videoId } }: Json): object => {
    const { title, channelId } = videos.get(videoId).snippet;
    const channel = { title: channels.get(channelId).snippet.title };
    return { video: { title, channel, commentThreads: comments.get(videoId) ?? null } };
  };
  return { nodes: all.map((items) => ({ items: { nodes: items.map(videoNode) } })) };
}

/** @returns the file by id */
async function getFile(id: string, token: string): Promise<readonly [string, Json]> {
  const query = 'supportsAllDrives=true&fields=mimeType,name&prettyPrint=false';
  return [id, await get(`/drive/v3/files/${id}?${query}`, token)];
}

async function answerEvents(token: string): Promise<unknown> {
  const { items } = await get(
    `/calendar/v3/calendars/${encodeURIComponent(ids.calendar.release)}/events?maxResults=50&singleEvents=true&fields=items(attachments(fileId,fileUrl,title),id,summary),nextPageToken&prettyPrint=false`,
    token,
  );
  const attachments = items.flatMap((event: Json) => event.attachments ?? []);
  const fileIds = new Set<string>(attachments.map(({ fileId }: Json) => fileId));
  const files = new Map(await Promise.all([...fileIds].map((id) => getFile(id, token))));
  const attachmentNode = ({ title, fileId }: Json): object => {
    const { name, mimeType } = files.get(fileId);
    return { title, file: { name, mimeType } };
  };
  const nodes = items.map((event: Json) => ({
    summary: event.summary,
    attachments: event.attachments?.map(attachmentNode) ?? null,
  }));
  return { calendar: { events: { nodes } } };
}

/** By the name of the workload. */
const answers: Readonly<Record<string, (token: string) => Promise<unknown>>> = {
  W1: answerVideo,
  W2: answerPlaylist,
  W3: answerPlaylists,
  W4: answerEvents,
};

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { query } = JSON.parse(Buffer.concat(chunks).toString()) as { query: string };
    const { name } = workloads.find((workload) => workload.query === query)!;
    const send = (data: unknown): void => {
      const body = JSON.stringify({ data });
      const length = Buffer.byteLength(body);
      const headers = { 'content-type': 'application/json', 'content-length': length };
      response.writeHead(200, headers).end(body);
    };
    answers[name]!(request.headers.authorization!).then(send, (error: Error) =>
      response.writeHead(500).end(String(error)),
    );
  });
});

server.listen(0, '127.0.0.1', () => report((server.address() as AddressInfo).port));
