/** Changes of a map and of one of its entries, in the bodies of writes. */
import { describe, expect, it } from 'vitest';
import {
  type Change,
  mergeChanges,
  newBody,
  patchBody,
  readPathsOf,
  writablePaths,
} from '../../../src/engine/write/change.ts';
import { events } from '../../../src/services/calendar/operations.ts';

type Json = Record<string, unknown>;

/** Replaces the entries of the map but for `own`. */
const ofMap: Change = {
  argument: 'properties',
  path: 'extendedProperties.private',
  apply: (current) => ({ a: '2', ...((current as Json)?.['own'] ? { own: 'old' } : {}) }),
  patch: () => ({ a: '2', b: null }),
};

const ofEntry = (value: string | undefined): Change => ({
  argument: 'own',
  path: 'extendedProperties.private.own',
  apply: () => value,
});

const writable = writablePaths(events.update);

const current = () => ({
  summary: 'Any',
  extendedProperties: { private: { a: '1', b: '1', own: 'old' } },
});

describe('changes of a map and of one of its entries', () => {
  const orders = (entry: Change): Change[][] => [
    [ofMap, entry],
    [entry, ofMap],
  ];

  it.each(orders(ofEntry('new')))('are merged into what was read, in any order', (...changes) => {
    const read = current();
    expect(mergeChanges(read, writable, changes)).toEqual({
      summary: 'Any',
      extendedProperties: { private: { a: '2', own: 'new' } },
    });
    expect(read).toEqual(current());
  });
  it.each(orders(ofEntry(undefined)))('can clear the entry', (...changes) => {
    const next = mergeChanges(current(), writable, changes);
    expect(next['extendedProperties']).toEqual({ private: { a: '2' } });
    const patch = patchBody(current(), changes);
    expect(patch).toEqual({ extendedProperties: { private: { a: '2', b: null, own: null } } });
  });
  it.each(orders(ofEntry('new')))('are both in a new entity', (...changes) => {
    const { body } = newBody(changes);
    expect(body).toEqual({ extendedProperties: { private: { a: '2', own: 'new' } } });
  });
  it('do not change what was read, if the map itself is not changed', () => {
    const read = current();
    const next = mergeChanges(read, writable, [ofEntry('new')]);
    expect(next['extendedProperties']).toEqual({ private: { a: '1', b: '1', own: 'new' } });
    expect(read).toEqual(current());
  });
});

describe('the paths that a read before a write has', () => {
  it('name the whole map for a change of an entry, and other paths as they are', () => {
    const paths = ['extendedProperties.private.own', 'summary', 'source', 'start.date'];
    const changes = paths.map((path) => ({ ...ofEntry('x'), path }));
    expect(readPathsOf(events.update, changes)).toEqual([
      'extendedProperties.private',
      'summary',
      'source',
      'start.date',
    ]);
  });
});
