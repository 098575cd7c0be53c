import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cursorOf, listKey, positionOf } from '../../../src/engine/read/list/cursor.ts';
import { InvalidInput } from '../../../src/engine/api/error.ts';
import { otherSpellings } from '../../support/base64.ts';

const list = listKey('video:playlistItems.list', { playlistId: 'PL1' });

const position = fc.record({
  token: fc.string({ unit: 'grapheme' }),
  size: fc.nat(500),
  offset: fc.nat(500),
});

describe('a cursor', () => {
  it('decodes to the encoded position, with any page token', () => {
    fc.assert(
      fc.property(position, (at) => {
        expect(positionOf(cursorOf(at, list), list)).toEqual(at);
      }),
    );
  });
  it('decodes to its segment, and is rejected for a list with fewer segments', () => {
    fc.assert(
      fc.property(position, fc.integer({ min: 1, max: 5 }), (at, segment) => {
        const cursor = cursorOf({ ...at, segment }, list);
        expect(positionOf(cursor, list, { segments: segment + 1 })).toEqual({ ...at, segment });
        expect(() => positionOf(cursor, list, { segments: segment })).toThrow(InvalidInput);
        expect(() => positionOf(cursor, list)).toThrow(InvalidInput);
      }),
    );
  });
  it('decodes to the choice of its token, and is rejected for a choice that the list cannot make', () => {
    fc.assert(
      fc.property(position, fc.nat(2), (at, index) => {
        const segment = index === 0 ? {} : { segment: index };
        const cursor = cursorOf({ ...at, ...segment, choice: 'html' }, list);
        const positions = { segments: 3, hasChoice: (value: string) => value === 'html' };
        expect(positionOf(cursor, list, positions)).toEqual({ ...at, ...segment, choice: 'html' });
        expect(() => positionOf(cursor, list, { ...positions, hasChoice: () => false })).toThrow(
          InvalidInput,
        );
        expect(() => positionOf(cursor, list, { segments: 3 })).toThrow(InvalidInput);
      }),
    );
  });
  it('is valid for one list: with another operation or argument it is rejected', () => {
    const cursor = cursorOf({ token: 't', size: 5, offset: 1 }, list);
    for (const other of [
      listKey('video:playlistItems.list', { playlistId: 'PL2' }),
      listKey('video:playlists.list', { playlistId: 'PL1' }),
    ])
      expect(() => positionOf(cursor, other)).toThrow(InvalidInput);
  });
  it('is rejected in any other spelling, so that a position has one cursor', () => {
    for (const token of ['', 'a', 'ab', 'abc', '>>>???', 'ÿþ']) {
      const cursor = cursorOf({ token, size: 5, offset: 1 }, list);
      const json = `[ "${list}",5,1,${JSON.stringify(token)}]`;
      const longer = JSON.stringify([list, 5, 1, token, 0]);
      const texts = [json, longer].map((text) => Buffer.from(text).toString('base64url'));
      for (const other of [...otherSpellings(cursor), ...texts])
        expect(() => positionOf(other, list)).toThrow(
          expect.objectContaining({ name: 'InvalidInput', argument: 'after' }),
        );
    }
  });
  it('is rejected by the argument name if it is invalid', () => {
    const forged = [
      [list, -1, 0, 't'],
      [list, 1.5, 0, 't'],
      [list, 1, 0, 7],
      [list],
      {},
      null,
      [list, '1', 0, 't'],
      [list, 1, 0, 't', -1],
      [list, 1, 0, 't', '1'],
      [list, 1, 0, 't', null],
    ].map((value) => Buffer.from(JSON.stringify(value)).toString('base64url'));
    for (const cursor of ['', 'x', '{}', ...forged])
      expect(() => positionOf(cursor, list)).toThrow(
        expect.objectContaining({ argument: 'after' }),
      );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => positionOf(text, list)).toThrow(InvalidInput);
      }),
    );
  });
});
