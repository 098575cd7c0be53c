/** Types and fields of a host, in the gateway that it mounts. */
import { parse, validateExecutionArgs } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { estimateCost } from '../../../src/engine/cost/estimate.ts';
import { withOwnFields } from '../../../src/engine/schema/own-field.ts';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import {
  createStudiograph,
  type OwnField,
  type SchemaExtension,
} from '../../../src/library/index.ts';
import type { Studiograph } from '../../../src/library/options.ts';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import type { StandIn } from '../../../src/sandbox/stand-in.ts';
import { schema } from '../../../src/services/schema.ts';

/** A note in the database of the host. */
interface Note {
  readonly text: string;
  readonly video?: string | null;
  readonly subject?: string;
}

let sandbox: StandIn;
const closing: Studiograph[] = [];
let asked: string[][];

beforeAll(async () => void (sandbox = await startSandbox()));

beforeEach(() => {
  sandbox.reset();
  asked = [];
});

afterAll(async () => {
  for (const graph of closing) await graph.close();
  await sandbox.close();
});

async function gatewayWith(extend: SchemaExtension) {
  const { video: videoBaseUrl, storage: storageBaseUrl, calendar: calendarBaseUrl } = sandbox.bases;
  const bases = { videoBaseUrl, storageBaseUrl, calendarBaseUrl };
  const graph = await createStudiograph({ ...bases, extend, log: { write: () => {} } });
  closing.push(graph);
  const ask = async (query: string, variables = {}): Promise<any> => {
    const headers = {
      'content-type': 'application/json',
      authorization: 'Bearer studio-owner',
    };
    const body = JSON.stringify({ query, variables });
    const request = new Request('http://host/graphql', { method: 'POST', headers, body });
    return (await graph.fetch(request)).json();
  };
  const estimate = (query: string): number => {
    const extended = withOwnFields(schema, extend);
    const prepared = validateExecutionArgs({ schema: extended, document: parse(query) });
    if (!('schema' in prepared)) throw new Error(prepared[0]!.message);
    return estimateCost(prepared).calls;
  };
  return { ask, estimate };
}

const operations = (): string[] => sandbox.calls().map(({ operation }) => operation!);

const idsOf = (): string[][] =>
  sandbox.calls().map(({ query }) => String(query['id']).split(',').toSorted());

const videoId = (id: string): string => globalId('Video', [id]);

describe('fields of the host', () => {
  it('are resolved once for all objects of a list', async () => {
    const { ask } = await gatewayWith({
      typeDefs: `
        "A note of the editors."
        type Note { text(upper: Boolean = false): String! stars: Int }
        extend type Video { internalNote: Note }
      `,
      resolvers: {
        Video: {
          internalNote: async (parents) => {
            asked.push(parents.map(({ id }) => id!));
            return parents.map(({ id }) => ({ about: id, stars: 5 }));
          },
        },
        Note: {
          text: (parents, { upper }) =>
            parents.map(({ value }) => {
              const text = `note of ${(value as { about: string }).about}`;
              return upper === true ? text.toUpperCase() : text;
            }),
        },
      },
    });
    const { data, errors } = await ask(`{
      viewer { channel { uploads { items(first: 5) { nodes { video {
        id internalNote { text stars shout: text(upper: true) }
      } } } } } }
    }`);
    expect(errors).toBeUndefined();
    const videos = data.viewer.channel.uploads.items.nodes.map((node: any) => node.video);
    expect(asked).toEqual([videos.map(({ id }: any) => id)]);
    expect(videos.length).toBeGreaterThan(2);
    for (const { id, internalNote } of videos)
      expect(internalNote).toEqual({
        text: `note of ${id}`,
        stars: 5,
        shout: `NOTE OF ${id.toUpperCase()}`,
      });
  });
});

describe('types of the host', () => {
  const { trailer, makingOf, rtl, emoji, missing } = ids.video;
  const notes: readonly Note[] = [
    { text: 'a', video: trailer, subject: videoId(emoji) },
    { text: 'b', video: videoId(makingOf), subject: globalId('File', [ids.file.root]) },
    { text: 'c', video: null },
    { text: 'd', video: missing, subject: videoId(trailer) },
  ];
  const typeDefs = `
    type Note { text: String! video: Video subject: Node }
    type NoteList { notes: [Note!]! }
    extend type Query { notes(first: Int! = 20): [Note!]! allNotes: [Note] list: NoteList }
    extend type Video { related(first: Int): [Video] notes: [Note!] }
  `;
  const related: OwnField = (videos) => {
    asked.push(videos.map(({ id }) => id!));
    return videos.map(() => [rtl, videoId(emoji), null]);
  };
  let all: readonly Note[];
  let ask: (query: string, variables?: object) => Promise<any>;
  let estimate: (query: string) => number;

  beforeAll(async () => {
    ({ ask, estimate } = await gatewayWith({
      typeDefs,
      resolvers: {
        Query: {
          notes: (parents, { first }) => parents.map(() => all.slice(0, Number(first))),
          allNotes: (parents) => parents.map(() => all),
          list: (parents) => parents.map(() => ({ notes: all })),
        },
        Video: {
          related,
          notes: (videos) =>
            videos.map(({ id }) => all.filter(({ video }) => video && id === videoId(video))),
        },
      },
    }));
  });
  beforeEach(() => {
    all = notes;
  });

  it('lead to objects of the gateway, by their ids, which one call reads', async () => {
    const query = '{ notes { text video { title } } video(id: "' + rtl + '") { title } }';
    const { data, errors, extensions } = await ask(query);
    expect(errors).toBeUndefined();
    expect(data.notes.map(({ text, video }: any) => [text, video && typeof video.title])).toEqual([
      ['a', 'string'],
      ['b', 'string'],
      ['c', null],
      ['d', null],
    ]);
    expect(idsOf()).toEqual([[trailer, makingOf, missing, rtl].toSorted()]);
    expect(extensions.cost).toMatchObject({ requests: 1, units: { VIDEO: 1 } });
  });
  it('lead to objects of several types by their global ids', async () => {
    const query = `{ notes {
      subject { __typename id ... on Video { title } ... on File { name } }
    } }`;
    const { data, errors } = await ask(query);
    expect(errors).toBeUndefined();
    expect(data.notes.map(({ subject }: any) => subject)).toEqual([
      { __typename: 'Video', id: videoId(emoji), title: expect.any(String) },
      { __typename: 'File', id: expect.any(String), name: expect.any(String) },
      null,
      { __typename: 'Video', id: videoId(trailer), title: expect.any(String) },
    ]);
    expect(operations().toSorted()).toEqual(['storage:files.get', 'video:videos.list']);
  });
  it('cost no call for ids alone', async () => {
    const { data } = await ask('{ notes(first: 1) { video { id videoId } } }');
    expect(data.notes).toEqual([{ video: { id: videoId(trailer), videoId: trailer } }]);
    expect(sandbox.calls()).toEqual([]);
  });
  it('are in lists of objects of the gateway, whose lists lead to further ones', async () => {
    const query = `{ videos(ids: ["${trailer}", "${makingOf}"]) {
      id notes { text } related { title related { id } }
    } }`;
    const { data, errors } = await ask(query);
    expect(errors).toBeUndefined();
    const [first, second] = data.videos;
    expect([first.notes, second.notes]).toEqual([[{ text: 'a' }], []]);
    for (const { related: list } of data.videos)
      expect(list).toEqual([
        {
          title: expect.any(String),
          related: [{ id: videoId(rtl) }, { id: videoId(emoji) }, null],
        },
        {
          title: expect.any(String),
          related: [{ id: videoId(rtl) }, { id: videoId(emoji) }, null],
        },
        null,
      ]);
    const twice = [rtl, rtl, emoji, emoji].map(videoId);
    expect(asked.map((each) => each.toSorted())).toEqual([
      [trailer, makingOf].map(videoId).toSorted(),
      twice.toSorted(),
    ]);
    expect(idsOf()).toEqual([[rtl, emoji].toSorted()]);
  });
  it('cost at most what the estimate says, which counts a list by `first`, or as 50', async () => {
    expect(estimate('{ notes { video { title } } }')).toBe(1);
    expect(estimate('{ notes(first: 120) { video { title } } }')).toBe(3);
    expect(estimate('{ notes(first: 120) { video { id } } }')).toBe(0);
    expect(estimate('{ allNotes { video { title } } }')).toBe(1);
    expect(estimate('{ list { notes { subject { ... on File { name } } } } }')).toBe(50);
    expect(
      estimate('{ notes(first: 3) { video { related(first: 2) { channel { title } } } } }'),
    ).toBe(1 + 1);
    const one = `{ video(id: "${trailer}") { related { title channel { title } } } }`;
    const { extensions } = await ask(one);
    expect(extensions.cost.requests).toBeLessThanOrEqual(estimate(one));
  });
  it('have no more objects in a list than were counted', async () => {
    all = Array.from({ length: 51 }, () => ({ text: 'x' }));
    const { data, errors } = await ask('{ allNotes { text } }');
    expect(data.allNotes).toBeNull();
    expect(errors).toMatchObject([{ path: ['allNotes'], extensions: { code: 'INTERNAL' } }]);
    all = all.slice(1);
    expect((await ask('{ allNotes { text } }')).data.allNotes).toHaveLength(50);
  });
  it('fail alone for an id of another type', async () => {
    all = [{ text: 'a', video: globalId('File', ['x']) }, notes[0]!];
    const { data, errors } = await ask('{ notes { video { title } } }');
    expect(data.notes).toEqual([{ video: null }, { video: { title: expect.any(String) } }]);
    expect(errors).toMatchObject([
      { path: ['notes', 0, 'video'], extensions: { code: 'INTERNAL' } },
    ]);
  });
  it.for([
    ['type Note { statistics: VideoStatistics }', 'Note.statistics: VideoStatistics has objects'],
    ['type Note { a: Int } union Any = Note | Video', 'Note.any: Any has objects'],
    ['type Note { chat: ChatMessage }', 'Note.chat: ChatMessage has objects'],
  ] as const)('lead only to objects with an id: %s', ([types, message]) => {
    const typeDefs = `${types} extend type Query { note: Note } ${types.includes('Any') ? 'extend type Note { any: Any }' : ''}`;
    expect(() => withOwnFields(schema, { typeDefs, resolvers: {} })).toThrow(message);
  });
});
