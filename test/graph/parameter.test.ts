import { describe, expect, it } from 'vitest';
import { globalId } from '../../src/graph/global-id.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { videoState } from '../../src/sandbox/video/state.ts';
import { catalogue } from '../../src/upstream/catalogue.ts';
import { readExamples } from '../../src/server/example.ts';
import { type Document, further } from '../contract/further/index.ts';
import { start } from '../support/sandbox.ts';
import { type Call, useStudio } from '../support/studio.ts';

const studio = useStudio();

const owner = {
  'x-content-owner': ids.contentOwner,
  'x-content-owner-channel': ids.channel.studio,
};

const channel = 'onBehalfOfContentOwnerChannel';

const textOf = (document: Document): string =>
  typeof document === 'string' ? document : document.query;

const sentBy = (document: Document) =>
  typeof document === 'string'
    ? studio.query(document, {}, 'studio-owner', owner)
    : studio.upload(document.query, document.variables, document.files, 'studio-owner', owner);

describe('the content owner of a request', () => {
  const read = `{
    viewer { channel { title } channelSections { type } subscriptions(first: 1) { nodes { title } } playlists(first: 1) { nodes { title } } broadcasts(first: 1) { nodes { title } } streams(first: 1) { nodes { title } } }
    playlist(id: "${ids.playlist.fifty}") { title items(first: 1) { nodes { video { title } } } }
    node(id: "${globalId('Caption', [ids.video.trailer, ids.caption.english])}") { ... on Caption { text } }
  }`;
  const write = `mutation {
    updateVideo(input: { id: "${ids.video.trailer}", title: "On behalf" }) { errors { code } }
    transitionBroadcast(input: { id: "${ids.broadcast.direct}", to: LIVE }) { errors { code } }
    updateChannel(input: { id: "${ids.channel.harbor}", selfDeclaredMadeForKids: true }) { errors { code } }
    createChannelSection(input: { type: RECENT_UPLOADS }) { errors { code } }
    updateChannelSection(input: { id: "${ids.channelSection.harborAll}", position: 1 }) { errors { code } }
    deleteChannelSection(input: { id: "${ids.channelSection.harborAll}" }) { errors { code } }
    deletePlaylist(input: { id: "${ids.playlist.empty}" }) { errors { code } }
  }`;
  it('goes along with every call that takes one, reads and writes alike, and with no other', async () => {
    const writes = [...(await readExamples()), ...further].filter((document) =>
      /^\s*mutation\b/m.test(textOf(document)),
    );
    const calls: Call[] = [];
    for (const document of [read, write, ...writes]) {
      studio.sandbox.reset(start);
      const { errors } = await sentBy(document);
      expect({ document: textOf(document), errors }).toEqual({
        document: textOf(document),
        errors: undefined,
      });
      calls.push(...studio.calls());
    }
    expect(new Set(calls.map(({ operation }) => operation)).size).toBeGreaterThan(30);
    for (const { operation, query } of calls) {
      const takes = catalogue.get(operation)!.query;
      // Captions have a newer name for it beside the old one.
      const owned = ['onBehalfOf', 'onBehalfOfContentOwner'].find((name) => name in takes);
      const expected = {
        ...(owned && { [owned]: [ids.contentOwner] }),
        ...(channel in takes && { [channel]: [ids.channel.studio] }),
      };
      const sent = Object.fromEntries(
        Object.entries(query).filter(([name]) => name.startsWith('onBehalfOf')),
      );
      expect({ operation, sent }).toEqual({ operation, sent: expected });
    }
  });
  it('is absent where the request names none', async () => {
    await studio.query(read);
    for (const { query } of studio.calls())
      expect(query).not.toHaveProperty('onBehalfOfContentOwner');
  });
});

describe('things of lists', () => {
  it('can be read again by their ids, many with one call', async () => {
    const [item] = videoState(studio.sandbox.world()).entries.get(ids.playlist.fifty)!;
    const reply = [...videoState(studio.sandbox.world()).comments.values()].find(
      ({ id, threadId }) => id !== threadId,
    )!;
    const nodes = [
      globalId('PlaylistItem', [item!.id]),
      globalId('CommentThread', [ids.commentThread.busy]),
      globalId('Comment', [reply.id]),
    ];
    const { data, errors } = await studio.query(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename ... on PlaylistItem { position } ... on CommentThread { totalReplyCount } ... on Comment { text } } }',
      { ids: nodes },
    );
    expect(errors).toBeUndefined();
    expect(data.nodes).toEqual([
      { __typename: 'PlaylistItem', position: 0 },
      { __typename: 'CommentThread', totalReplyCount: 12 },
      { __typename: 'Comment', text: reply.text },
    ]);
    expect(studio.operations()).toEqual([
      'video:commentThreads.list',
      'video:comments.list',
      'video:playlistItems.list',
    ]);
  });
});

/** A field that lists, below which parent, and what tells its items apart. */
const lists: readonly [name: string, document: (args: string) => string, operation: string][] = [
  [
    'calendars',
    (args) =>
      `{ viewer { list: calendars(${args}) { nodes { calendarId } pageInfo { hasNextPage endCursor } } } }`,
    'calendar:calendarList.list',
  ],
  [
    'streams',
    (args) =>
      `{ viewer { list: streams(${args}) { nodes { streamId } pageInfo { hasNextPage endCursor } } } }`,
    'live:liveStreams.list',
  ],
  [
    'broadcasts',
    (args) =>
      `{ viewer { list: broadcasts(${args}) { nodes { broadcastId } pageInfo { hasNextPage endCursor } } } }`,
    'live:liveBroadcasts.list',
  ],
  [
    'playlists of a channel',
    (args) =>
      `{ channel(by: { id: "${ids.channel.studio}" }) { list: playlists(${args}) { nodes { playlistId } pageInfo { hasNextPage endCursor } } } }`,
    'video:playlists.list',
  ],
  [
    'comment threads',
    (args) =>
      `{ video(id: "${ids.video.trailer}") { list: commentThreads(${args}) { nodes { threadId } pageInfo { hasNextPage endCursor } } } }`,
    'video:commentThreads.list',
  ],
  [
    'replies',
    (args) =>
      `{ node(id: "${globalId('CommentThread', [ids.commentThread.busy])}") { ... on CommentThread { list: replies(${args}) { nodes { commentId } pageInfo { hasNextPage endCursor } } } } }`,
    'video:comments.list',
  ],
  [
    'subscriptions',
    (args) =>
      `{ viewer { list: subscriptions(${args}) { nodes { subscriptionId } pageInfo { hasNextPage endCursor } } } }`,
    'video:subscriptions.list',
  ],
  [
    'subscribers',
    (args) =>
      `{ viewer { list: subscribers(${args}) { nodes { subscriptionId } pageInfo { hasNextPage endCursor } } } }`,
    'video:subscriptions.list',
  ],
  [
    'activities',
    (args) =>
      `{ viewer { list: activities(${args}) { nodes { activityId } pageInfo { hasNextPage endCursor } } } }`,
    'video:activities.list',
  ],
  [
    'activities of a channel',
    (args) =>
      `{ channel(by: { id: "${ids.channel.kite}" }) { list: activities(${args}) { nodes { activityId } pageInfo { hasNextPage endCursor } } } }`,
    'video:activities.list',
  ],
  [
    'members',
    (args) =>
      `{ viewer { list: members(${args}) { nodes { displayName } pageInfo { hasNextPage endCursor } } } }`,
    'video:members.list',
  ],
  [
    'files',
    (args) => `{ list: files(${args}) { nodes { fileId } pageInfo { hasNextPage endCursor } } }`,
    'storage:files.list',
  ],
  [
    'permissions on a shared drive',
    (args) =>
      `{ file(id: "${ids.file.archiveIndex}") { list: permissions(${args}) { nodes { permissionId } pageInfo { hasNextPage endCursor } } } }`,
    'storage:permissions.list',
  ],
  [
    'events',
    (args) =>
      `{ calendar(id: "${ids.calendar.release}") { list: events(${args}) { nodes { eventId } pageInfo { hasNextPage endCursor } } } }`,
    'calendar:events.list',
  ],
];

describe('every list', () => {
  it.each(lists)(
    'of %s is the same read page by page as read at once',
    async (_, document, operation) => {
      const listOf = ({ data }: { readonly data: any }): any =>
        Object.values(data as object).map((parent: any) => parent.list ?? parent)[0];
      const whole = await studio.query(document('first: 500'));
      expect(whole.errors).toBeUndefined();
      const expected = listOf(whole).nodes;
      expect(expected.length).toBeGreaterThan(1);
      const parts: unknown[] = [];
      for (let after = ''; ; ) {
        const { data, errors } = await studio.query(
          document(`first: ${Math.ceil(expected.length / 3)}${after}`),
        );
        expect(errors).toBeUndefined();
        const list = listOf({ data });
        parts.push(...list.nodes);
        if (!list.pageInfo.hasNextPage) break;
        after = `, after: "${list.pageInfo.endCursor}"`;
      }
      expect(parts).toEqual(expected);
      expect(
        studio.calls().some((call) => call.operation === operation && 'pageToken' in call.query),
      ).toBe(true);
    },
  );
  it('can be narrowed: the items of a playlist that show one video', async () => {
    const [, second] = videoState(studio.sandbox.world()).entries.get(ids.playlist.fifty)!;
    const { data } = await studio.query(
      `{ playlist(id: "${ids.playlist.fifty}") { items(videoId: "${second!.videoId}") { nodes { position } } } }`,
    );
    expect(data.playlist.items.nodes).toEqual([{ position: 1 }]);
  });
});

it('finds no channel under an old user name that nobody has, and says so', async () => {
  const { data, errors } = await studio.query('{ channel(by: { username: "nobody" }) { title } }');
  expect(data).toEqual({ channel: null });
  expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  expect(studio.calls().map(({ query }) => query['forUsername'])).toEqual([['nobody']]);
});
