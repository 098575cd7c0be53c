import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from '../../../src/engine/feed/cursor.ts';
import { cursorOf, listKey, START } from '../../../src/engine/read/list/cursor.ts';
import { liveChatMessages } from '../../../src/services/live/operations.ts';
import { calendarSource } from '../../support/event-calendar.ts';
import { otherSpellings } from '../../support/base64.ts';
import { chatSource } from '../../support/chat.ts';

const chat = chatSource();
const calendar = calendarSource();

const listCursor = cursorOf(
  { ...START, token: 'x' },
  listKey(liveChatMessages.list.key, { liveChatId: 'chat' }),
);

describe('feed cursors', () => {
  it.each([
    [chat, {}],
    [chat, { pageToken: 'x' }],
    [calendar, { syncToken: 's' }],
    [calendar, { syncToken: 's', pageToken: 'x' }],
    [calendar, { pageToken: 'ü "quoted"' }],
  ])('decode to the encoded position: %#', (source, position) => {
    expect(decodeCursor(source, encodeCursor(source, position))).toEqual(position);
  });
  it('do not depend on the order of the parameters', () => {
    expect(encodeCursor(calendar, { pageToken: 'x', syncToken: 's' })).toBe(
      encodeCursor(calendar, { syncToken: 's', pageToken: 'x' }),
    );
  });
  it.each([
    ['of another feed', encodeCursor(calendar, { pageToken: 'x' })],
    ['of other arguments', encodeCursor(chatSource('other'), { pageToken: 'x' })],
    ['of a list with the same arguments', listCursor],
    ['without a position', Buffer.from(JSON.stringify([chat.key])).toString('base64url')],
    ['with a number', Buffer.from(JSON.stringify([chat.key, 1])).toString('base64url')],
    ['with an empty token', Buffer.from(JSON.stringify([chat.key, ''])).toString('base64url')],
    ['that is empty', ''],
    ['that is not JSON', 'abc'],
    ['with a position of the wrong type', Buffer.from('null').toString('base64url')],
  ])('are rejected naming `after`: %s', (_, cursor) => {
    expect(() => decodeCursor(chat, cursor)).toThrow(
      expect.objectContaining({ name: 'InvalidInput', argument: 'after' }),
    );
  });
  it('are rejected in any other spelling, so that a position has one cursor', () => {
    for (const pageToken of ['a', 'ab', 'abc', '>>>???', 'ÿþ']) {
      const cursor = encodeCursor(chat, { pageToken });
      const json = ` ${JSON.stringify([chat.key, pageToken])}`;
      for (const other of [...otherSpellings(cursor), Buffer.from(json).toString('base64url')])
        expect(() => decodeCursor(chat, other)).toThrow(
          expect.objectContaining({ name: 'InvalidInput', argument: 'after' }),
        );
    }
  });
  it('are shortened in the error message', () => {
    expect(() => decodeCursor(chat, 'a'.repeat(500))).toThrow(
      /^after: "a{80}…" is not a cursor of this feed; expected a cursor that/,
    );
  });
});
