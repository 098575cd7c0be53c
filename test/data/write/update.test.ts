import { expect, it } from 'vitest';
import { WellKnownIds } from '../../../src/data/read/well-known-id.ts';
import { Quotas } from '../../../src/data/cost/quota.ts';
import { Execution, type ExecutionSettings } from '../../../src/data/execution.ts';
import { KeyedMutex } from '../../../src/data/write/keyed-mutex.ts';
import { MemoryStore } from '../../../src/data/store/store.ts';
import { Paths } from '../../../src/data/read/path.ts';
import { updateParts } from '../../../src/data/write/update.ts';
import {
  Channel,
  ChannelSection,
  Playlist,
  PlaylistItem,
} from '../../../src/graph/video/resource.ts';
import {
  channels,
  channelSections,
  playlistItems,
  playlists,
} from '../../../src/upstream/video/index.ts';
import type { Upstream } from '../../../src/upstream/upstream.ts';

/** A scope whose every read answers the one item given, and what was written through it. */
function scopeOn(
  item: object,
  answerOf: (body: object) => unknown = structuredClone,
): { execution: Execution; written: object[] } {
  const written: object[] = [];
  const call = (operation: { method: string }, args: { body?: object }): Promise<unknown> => {
    if (operation.method === 'GET') return Promise.resolve({ items: [item] });
    written.push(args.body!);
    return Promise.resolve(answerOf(args.body!));
  };
  const upstream = {
    call,
    reachable: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  } as unknown as Upstream;
  // What an update doesn't use is left out.
  const settings: Partial<ExecutionSettings> = {
    upstream,
    identity: { token: 'any' },
    deadline: performance.now() + 60_000,
    patienceMs: 0,
    readsAtOnce: 1,
    wellKnownIds: new WellKnownIds(),
    mutex: new KeyedMutex(),
    quotas: new Quotas({ store: new MemoryStore(), budget: {} }),
  };
  return { execution: new Execution(settings as ExecutionSettings), written };
}

const change = (path: string, value: unknown) => ({ argument: path, path, apply: () => value });

it.each([
  [
    'a playlist without its snippet',
    Playlist,
    playlists.update,
    { id: 'x' },
    change('snippet.description', 'new'),
  ],
  [
    'a playlist without its title',
    Playlist,
    playlists.update,
    { id: 'x', snippet: { description: 'old' } },
    change('snippet.title', 'new'),
  ],
  [
    'a section without its type',
    ChannelSection,
    channelSections.update,
    { id: 'x', snippet: { position: 1 } },
    change('snippet.position', 2),
  ],
  [
    'an item that does not say its list',
    PlaylistItem,
    playlistItems.update,
    { id: 'x', snippet: { position: 1 } },
    change('snippet.position', 2),
  ],
])(
  'writes nothing after a read that hides what it would replace: %s',
  async (_, { resource }, write, answer, asked) => {
    const { execution, written } = scopeOn(answer);
    const update = updateParts(execution, {
      ref: { resource, key: ['x'] },
      write,
      changes: [asked],
    });
    await expect(update).rejects.toMatchObject({ failure: { code: 'UPSTREAM_INVALID', id: 'x' } });
    expect(written).toEqual([]);
  },
);

it('sends the parts that upstream demands beside those that change, as they are', async () => {
  const { execution, written } = scopeOn({
    id: 'x',
    snippet: { title: 'T', defaultLanguage: 'en', publishedAt: 'never sent' },
  });
  const translations = { de: { title: 'Ü' } };
  await updateParts(execution, {
    ref: { resource: Playlist.resource, key: ['x'] },
    write: playlists.update,
    changes: [change('localizations', translations)],
    alongside: ['snippet'],
  });
  expect(written).toEqual([
    { id: 'x', snippet: { title: 'T', defaultLanguage: 'en' }, localizations: translations },
  ]);
});

it('writes nothing after a read without what everything of the kind has', async () => {
  const { execution, written } = scopeOn({
    id: 'x',
    brandingSettings: { channel: { keywords: 'old' } },
  });
  const update = updateParts(execution, {
    ref: { resource: Channel.resource, key: ['x'] },
    write: channels.update,
    changes: [change('brandingSettings.channel.keywords', 'new')],
    always: { brandingSettings: 'brandingSettings.channel.title', status: 'status.privacyStatus' },
  });
  await expect(update).rejects.toMatchObject({ failure: { code: 'UPSTREAM_INVALID', id: 'x' } });
  expect(written).toEqual([]);
});

it('writes parts that go apart in the order given, each with nothing but itself, and neither reads nor sends what was dropped', async () => {
  const { execution, written } = scopeOn({
    id: 'x',
    brandingSettings: { channel: { title: 'T' }, watch: { textColor: 'red' } },
  });
  await updateParts(execution, {
    ref: { resource: Channel.resource, key: ['x'] },
    write: channels.update,
    changes: [
      change('status.selfDeclaredMadeForKids', true),
      change('brandingSettings.channel.country', 'SE'),
    ],
    apart: ['brandingSettings', 'localizations', 'status'],
    dropped: ['brandingSettings.watch'],
  });
  expect(written).toEqual([
    { id: 'x', brandingSettings: { channel: { country: 'SE' } } },
    { id: 'x', status: { selfDeclaredMadeForKids: true } },
  ]);
});

it.each([
  ['leaves out the part', ({ id }: any) => ({ id })],
  [
    'is about another thing',
    (body: any) => ({ ...body, id: 'y', snippet: { title: 'of another' } }),
  ],
  ['is empty', () => undefined],
])('takes nothing for known from the answer of a write that %s', async (_, answerOf) => {
  const { execution } = scopeOn(
    { id: 'x', snippet: { title: 'as it is', description: 'old' } },
    answerOf,
  );
  const ref = { resource: Playlist.resource, key: ['x'] };
  await updateParts(execution, {
    ref,
    write: playlists.update,
    changes: [change('snippet.description', 'new')],
  });
  expect(
    await execution.load(ref, { paths: Paths.of('snippet.title'), downstream: new Set() }),
  ).toMatchObject({ snippet: { title: 'as it is' } });
});

it('takes from the answer to one of several parts that part alone', async () => {
  const answers = [
    { id: 'x', brandingSettings: { channel: { country: 'SE' } } },
    { id: 'x', brandingSettings: {}, status: {} },
  ];
  const { execution } = scopeOn(
    { id: 'x', brandingSettings: { channel: { country: 'none' } } },
    () => answers.shift(),
  );
  const ref = { resource: Channel.resource, key: ['x'] };
  await updateParts(execution, {
    ref,
    write: channels.update,
    changes: [
      change('status.selfDeclaredMadeForKids', true),
      change('brandingSettings.channel.country', 'SE'),
    ],
    apart: ['brandingSettings', 'localizations', 'status'],
  });
  expect(
    await execution.load(ref, {
      paths: Paths.of('brandingSettings.channel.country'),
      downstream: new Set(),
    }),
  ).toMatchObject({
    brandingSettings: { channel: { country: 'SE' } },
  });
});
