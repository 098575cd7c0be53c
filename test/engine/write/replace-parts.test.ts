import { expect, it } from 'vitest';
import type { Execution } from '../../../src/engine/execution/execution.ts';
import { Paths } from '../../../src/engine/read/path.ts';
import type { Change } from '../../../src/engine/write/change.ts';
import { type ReplaceRules, replaceParts } from '../../../src/engine/write/update/replace-parts.ts';
import type { WriteOutcome } from '../../../src/engine/write/strategy.ts';
import type { Ref } from '../../../src/engine/read/resource.ts';
import type { AnyOperation } from '../../../src/engine/api/operation.ts';
import { Channel, Playlist } from '../../../src/services/video/resources.ts';
import { channels, playlists } from '../../../src/services/video/operations.ts';
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
