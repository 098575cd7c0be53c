/** An event of a subscription in a few words. */
import { expect, it } from 'vitest';
import { summaryOf } from '../../src/explorer/plan/event-summary.ts';

it.each([
  [
    { chatMessages: { cursor: 'abc', messages: [{ id: 'x', displayText: 'Hi' }, {}] } },
    'messages × 2, "Hi"',
  ],
  [{ chatMessages: { messages: [] } }, 'messages × 0'],
  [
    { broadcastChanged: { broadcast: { id: 'b', status: 'LIVE', viewers: 3 } } },
    'status: "LIVE", viewers: 3',
  ],
  [{ a: { tags: ['x', 'y'], none: null } }, 'tags × 2, "x"'],
  [{ a: { id: 'x', __typename: 'A' } }, ''],
])('names lists with their lengths, and values: %j', (data, text) => {
  expect(summaryOf({ data })).toBe(text);
});

it('counts errors, and cuts what is long', () => {
  const errors = [{ message: 'a' }, { message: 'b' }] as never;
  expect(summaryOf({ data: null, errors })).toBe('errors × 2');
  const long = summaryOf({ data: { a: { text: 'x'.repeat(500) } } });
  expect([long.length, long.at(-1)]).toEqual([120, '…']);
});
