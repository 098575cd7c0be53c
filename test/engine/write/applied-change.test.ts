/** Whether an entity shows the changes of a write whose answer was lost. */
import { describe, expect, it } from 'vitest';
import { normalizations } from '../../../reference/model.ts';
import type { Normalization } from '../../../src/engine/api/api.ts';
import { showsAllChanges, showsChange } from '../../../src/engine/write/update/applied-change.ts';
import { googleApis } from '../../../src/services/api.ts';
import { setAt } from '../../../src/engine/read/path.ts';
import type { Change } from '../../../src/engine/write/change.ts';

type Row = readonly [
  title: string,
  change: Pick<Change, 'apply' | 'patch'>,
  previous: unknown,
  fresh: unknown,
  expected: boolean,
];

const to = (next: unknown): Pick<Change, 'apply'> => ({ apply: () => next });

/** As the changes of event properties: a PATCH body names removed keys with null. */
const removal: Pick<Change, 'apply' | 'patch'> = {
  apply: (current) =>
    Object.fromEntries(Object.entries(current as object).filter(([key]) => key !== 'de')),
  patch: () => ({ de: null }),
};

const rows: readonly Row[] = [
  ['a new text', to('b'), 'a', 'b', true],
  ['the old text', to('b'), 'a', 'a', false],
  ['no value after a clear', to(undefined), 'a', undefined, true],
  ['an empty text after a clear', to(undefined), 'a', '', true],
  ['the old text after a clear', to(undefined), 'a', 'a', false],
  ['no value where the default was written', to(false), true, undefined, true],
  [
    'an instant with another offset',
    to('2026-01-01T10:00:00Z'),
    '',
    '2026-01-01T11:00:00+01:00',
    true,
  ],
  ['another instant', to('2026-01-01T10:00:00Z'), '', '2026-01-01T10:00:00+01:00', false],
  ['a list', to(['a', 'b']), [], ['a', 'b'], true],
  ['a list in another order', to(['a', 'b']), [], ['b', 'a'], false],
  ['a longer list', to(['a']), ['a', 'b'], ['a', 'b'], false],
  ['an object to which the service has added', to({ a: 1 }), undefined, { a: 1, b: 2 }, true],
  [
    'a map without the removed key',
    { apply: removal.apply },
    { de: 'x', fr: 'y' },
    { fr: 'y' },
    true,
  ],
  [
    'a map with the removed key',
    { apply: removal.apply },
    { de: 'x', fr: 'y' },
    { de: 'x', fr: 'y' },
    false,
  ],
  ['a patched map without the removed key', removal, { de: 'x', fr: 'y' }, { fr: 'y' }, true],
  ['a patched map with the removed key', removal, {}, { de: 'x', fr: 'y' }, false],
];

it.each(rows)('%s', (_, change, previous, fresh, expected) => {
  const changes: Change[] = [{ argument: 'value', path: 'part.value', ...change }];
  const versions = { previous: { part: { value: previous } }, fresh: { part: { value: fresh } } };
  const defaults = { 'part.value': false };
  const hasDefault = typeof previous === 'boolean';
  expect(showsAllChanges(changes, { ...versions, ...(hasDefault && { defaults }) })).toBe(expected);
});

describe('a normalization', () => {
  it.each(normalizations)('$form of $path: is known by its example', (row) => {
    const path = row.path ?? 'any';
    const change: Change = { argument: 'value', path, apply: () => row.sent };
    const shows = (known: readonly Normalization[]): boolean => {
      const api = { ...googleApis, normalizations: known };
      const fresh: Record<string, unknown> = {};
      setAt(fresh, path, row.shown ?? undefined);
      return showsChange(api, change, { previous: {}, fresh });
    };
    expect([shows([]), shows([row as Normalization])]).toEqual([false, true]);
  });
  it('has a source with its date, or is assumed', () => {
    for (const { source, date, assumed } of normalizations)
      expect([source === undefined, date === undefined]).toEqual([
        assumed === true,
        assumed === true,
      ]);
  });
});
