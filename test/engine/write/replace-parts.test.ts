import { expect, it } from 'vitest';
import type { Execution } from '../../../src/engine/execution/execution.ts';
import { Paths } from '../../../src/engine/read/path.ts';
import type { Change } from '../../../src/engine/write/change.ts';
import { type ReplaceRules, replaceParts } from '../../../src/engine/write/update/replace-parts.ts';
import type { WriteOutcome } from '../../../src/engine/write/strategy.ts';
import type { Ref } from '../../../src/engine/read/resource.ts';
import type { AnyOperation } from '../../../src/engine/api/operation.ts';
import {
  Channel,
  ChannelSection,
  Playlist,
  PlaylistItem,
} from '../../../src/services/video/resources.ts';
import {
  channelSections,
  channels,
  playlistItems,
  playlists,
} from '../../../src/services/video/operations.ts';
import { executionOn } from '../../support/write-execution.ts';

interface Update extends ReplaceRules {
  readonly ref: Ref;
  readonly write: AnyOperation;
  readonly changes: readonly Change[];
}

const update = (
  execution: Execution,
  { ref, write, changes, ...rules }: Update,
): Promise<WriteOutcome> =>
  replaceParts(rules).run({
    execution,
    ref,
    changes,
    operation: write,
    resource: ref.resource,
    parameters: {},
    settings: {},
    selected: Paths.none,
  });

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
    'an item without its playlist',
    PlaylistItem,
    playlistItems.update,
    { id: 'x', snippet: { position: 1 } },
    change('snippet.position', 2),
  ],
])(
  'writes nothing after a read that lacks a required path: %s',
  async (_, { resource }, write, answer, asked) => {
    const { execution, written } = executionOn(answer);
    const updated = update(execution, {
      ref: { resource, key: ['x'] },
      write,
      changes: [asked],
    });
    await expect(updated).rejects.toMatchObject({ failure: { code: 'UPSTREAM_INVALID', id: 'x' } });
    expect(written).toEqual([]);
  },
);

it('sends the parts that the API requires beside a changed part, unchanged', {
  tags: ['R13'],
}, async () => {
  const { execution, written } = executionOn({
    id: 'x',
    snippet: { title: 'T', defaultLanguage: 'en', publishedAt: 'never sent' },
  });
  const translations = { de: { title: 'Ü' } };
  await update(execution, {
    ref: { resource: Playlist.resource, key: ['x'] },
    write: playlists.update,
    changes: [change('localizations', translations)],
    resend: { localizations: ['snippet'] },
  });
  expect(written).toEqual([
    { id: 'x', snippet: { title: 'T', defaultLanguage: 'en' }, localizations: translations },
  ]);
});

it('writes nothing after a read without a path that every entity has', async () => {
  const { execution, written } = executionOn({
    id: 'x',
    brandingSettings: { channel: { keywords: 'old' } },
  });
  const updated = update(execution, {
    ref: { resource: Channel.resource, key: ['x'] },
    write: channels.update,
    changes: [change('brandingSettings.channel.keywords', 'new')],
    requiredPath: {
      brandingSettings: 'brandingSettings.channel.title',
      status: 'status.privacyStatus',
    },
  });
  await expect(updated).rejects.toMatchObject({ failure: { code: 'UPSTREAM_INVALID', id: 'x' } });
  expect(written).toEqual([]);
});

it('writes one part per call in the given order', async () => {
  const { execution, written } = executionOn({
    id: 'x',
    brandingSettings: { channel: { title: 'T' } },
  });
  await update(execution, {
    ref: { resource: Channel.resource, key: ['x'] },
    write: channels.update,
    changes: [
      change('status.selfDeclaredMadeForKids', true),
      change('brandingSettings.channel.country', 'SE'),
    ],
    onePartPerCall: ['brandingSettings', 'localizations', 'status'],
  });
  expect(written).toEqual([
    { id: 'x', brandingSettings: { channel: { country: 'SE' } } },
    { id: 'x', status: { selfDeclaredMadeForKids: true } },
  ]);
});

it.each([
  ['leaves out the part', ({ id }: any) => ({ id })],
  [
    'is about another entity',
    (body: any) => ({ ...body, id: 'y', snippet: { title: 'of another' } }),
  ],
  ['is empty', () => undefined],
])('does not prime the loader with the response of a write that %s', async (_, answerOf) => {
  const { execution } = executionOn(
    { id: 'x', snippet: { title: 'as it is', description: 'old' } },
    answerOf,
  );
  const ref = { resource: Playlist.resource, key: ['x'] };
  await update(execution, {
    ref,
    write: playlists.update,
    changes: [change('snippet.description', 'new')],
  });
  expect(
    await execution.load(ref, { paths: Paths.of('snippet.title'), downstream: new Set() }),
  ).toMatchObject({ snippet: { title: 'as it is' } });
});

it('primes the loader only with the written part of each response', async () => {
  const answers = [
    { id: 'x', brandingSettings: { channel: { country: 'SE' } } },
    { id: 'x', brandingSettings: {}, status: { selfDeclaredMadeForKids: true } },
  ];
  const { execution } = executionOn(
    { id: 'x', brandingSettings: { channel: { country: 'none' } } },
    () => answers.shift(),
  );
  const ref = { resource: Channel.resource, key: ['x'] };
  await update(execution, {
    ref,
    write: channels.update,
    changes: [
      change('status.selfDeclaredMadeForKids', true),
      change('brandingSettings.channel.country', 'SE'),
    ],
    onePartPerCall: ['brandingSettings', 'localizations', 'status'],
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
