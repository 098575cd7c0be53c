/**
 * The same graph by Mercurius with JIT, tuned by hand: DataLoader for each request, `part` and
 * `fields` written for the measured queries, and the API of undici with the least overhead. It has
 * no limits, no costs and no retries.
 */
import DataLoader from 'dataloader';
import fastify from 'fastify';
import mercurius from 'mercurius';
import { Pool } from 'undici';
import { report } from '../usage.ts';

const pool = new Pool(process.argv[2], { connections: 512 });

class JsonHandler {
  #chunks = [];
  #resolve;
  #reject;

  constructor(resolve, reject) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onRequestStart() {}

  onResponseStart() {}

  onResponseData(_, chunk) {
    this.#chunks.push(chunk);
  }

  onResponseEnd() {
    const chunks = this.#chunks;
    const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    this.#resolve(JSON.parse(body.toString()));
  }

  onResponseError(_, error) {
    this.#reject(error);
  }
}

const get = (path, authorization) =>
  new Promise((resolve, reject) => {
    const options = { method: 'GET', path, headers: { authorization } };
    pool.dispatch(options, new JsonHandler(resolve, reject));
  });

/** Loads entities of YouTube, 50 with one call. */
const byIds = (resource, fields, token) =>
  new DataLoader(
    async (ids) => {
      const query = `part=snippet&id=${ids.join()}&fields=items(${fields})&prettyPrint=false`;
      const { items = [] } = await get(`/youtube/v3/${resource}?${query}`, token);
      const found = new Map(items.map((entity) => [entity.id, entity]));
      return ids.map((id) => found.get(id) ?? null);
    },
    { maxBatchSize: 50 },
  );

/** Loads what has no operation for several ids. */
const oneByOne = (pathOf, token) =>
  new DataLoader((ids) => Promise.all(ids.map((id) => get(pathOf(id), token))));

const threadPath = (videoId) =>
  `/youtube/v3/commentThreads?part=snippet&videoId=${videoId}&textFormat=plainText&maxResults=1&fields=items(id,snippet/topLevelComment(id,snippet/textDisplay)),nextPageToken&prettyPrint=false`;

const filePath = (id) =>
  `/drive/v3/files/${id}?supportsAllDrives=true&fields=mimeType,name&prettyPrint=false`;

const contextOf = ({ headers: { authorization: token } }) => ({
  token,
  videos: byIds('videos', 'id,snippet(channelId,title)', token),
  channels: byIds('channels', 'id,snippet/title', token),
  threads: oneByOne(threadPath, token),
  files: oneByOne(filePath, token),
});

const schema = `
  type Query {
    video(id: ID!): Video
    playlist(id: ID!): Playlist
    nodes(ids: [ID!]!): [Node]!
    calendar(id: ID!): Calendar
  }
  interface Node { id: ID! }
  type Video implements Node {
    id: ID!
    title: String
    channel: Channel
    commentThreads(first: Int): CommentThreads
  }
  type Channel { title: String }
  type CommentThreads { nodes: [CommentThread!]! }
  type CommentThread { topLevelComment: Comment }
  type Comment { text: String }
  type Playlist implements Node { id: ID!, items(first: Int): PlaylistItems }
  type PlaylistItems { nodes: [PlaylistItem!]! }
  type PlaylistItem { video: Video }
  type Calendar { events(first: Int): Events }
  type Events { nodes: [Event!]! }
  type Event { summary: String, attachments: [Attachment!] }
  type Attachment { title: String, file: File }
  type File { name: String, mimeType: String }
`;

/** The REST id: the last line of a global id. */
const restId = (id) =>
  id.startsWith('~') ? Buffer.from(id.slice(1), 'base64url').toString().split('\n').at(-1) : id;

const resolvers = {
  Query: {
    // W1 alone takes this path: the channel of the video is not selected.
    video: async (_, { id }, { token }) => {
      const query = `part=snippet&id=${id}&fields=items(id,snippet/title)&prettyPrint=false`;
      const { items = [] } = await get(`/youtube/v3/videos?${query}`, token);
      return items[0] ?? null;
    },
    playlist: (_, { id }) => ({ id }),
    nodes: (_, { ids }) => ids.map((id) => ({ id: restId(id) })),
    calendar: (_, { id }) => ({ id }),
  },
  Node: { resolveType: () => 'Playlist' },
  Playlist: {
    items: async ({ id }, { first }, { token }) => {
      const { items = [] } = await get(
        `/youtube/v3/playlistItems?part=contentDetails&playlistId=${id}&maxResults=${first}&fields=items(contentDetails/videoId,id),nextPageToken&prettyPrint=false`,
        token,
      );
      return { nodes: items };
    },
  },
  PlaylistItem: {
    video: ({ contentDetails: { videoId } }, _, { videos }) => videos.load(videoId),
  },
  Video: {
    title: ({ snippet: { title } }) => title,
    channel: ({ snippet: { channelId } }, _, { channels }) => channels.load(channelId),
    commentThreads: async ({ id }, _, { threads }) => {
      const { items } = await threads.load(id);
      return items ? { nodes: items } : null;
    },
  },
  Channel: { title: ({ snippet: { title } }) => title },
  CommentThread: { topLevelComment: ({ snippet: { topLevelComment } }) => topLevelComment },
  Comment: { text: ({ snippet: { textDisplay } }) => textDisplay },
  Calendar: {
    events: async ({ id }, { first }, { token }) => {
      const { items } = await get(
        `/calendar/v3/calendars/${encodeURIComponent(id)}/events?maxResults=${first}&singleEvents=true&fields=items(attachments(fileId,fileUrl,title),id,summary),nextPageToken&prettyPrint=false`,
        token,
      );
      return { nodes: items };
    },
  },
  Attachment: { file: ({ fileId }, _, { files }) => files.load(fileId) },
};

const app = fastify();

app.register(mercurius, { schema, resolvers, context: contextOf, jit: 1 });
await app.listen({ host: '127.0.0.1', port: 0 });
report(app.server.address().port);
