import { expect, it } from 'vitest';
import { defaultLimits } from '../../../src/engine/feed/limits.ts';
import { TopicPages } from '../../../src/engine/feed/topic/pages.ts';
import { chatSource } from '../../support/upstream/chat.ts';

/** A page: the position after it, the instant of its read, and its number of items. */
type Added = readonly [next: string, at: number, items?: number];

it.each<[string, readonly Added[], Readonly<Record<string, string | undefined>>]>([
  [
    'return the items after a position',
    [
      ['a', 0],
      ['b', 0],
      ['c', 0],
    ],
    { start: 'abc', a: 'bc', c: '', x: undefined },
  ],
  [
    'drop what is too old',
    [
      ['a', 0],
      ['b', 60],
      ['c', 101],
    ],
    { start: undefined, a: 'bc' },
  ],
  [
    'keep the items within the limit',
    [
      ['a', 0, 4],
      ['b', 0, 6],
    ],
    { start: 'aaaabbbbbb' },
  ],
  [
    'drop the oldest above it',
    [
      ['a', 0, 4],
      ['b', 0, 7],
    ],
    { start: undefined, a: 'bbbbbbb' },
  ],
  [
    'keep the newest in any case',
    [
      ['a', 0],
      ['b', 0, 12],
    ],
    { start: undefined, a: 'b'.repeat(12) },
  ],
  [
    'continue a position that occurred twice at the later one',
    [
      ['a', 0],
      ['b', 50],
      ['a', 100],
      ['c', 160],
    ],
    { start: undefined, a: 'c' },
  ],
])('the pages of a topic %s', (_, added, expected) => {
  const limits = { ...defaultLimits, retentionMs: 100, maxRetainedItems: 10 };
  const positionOf = (name: string) => ({ pageToken: name });
  const pages = new TopicPages(chatSource(), limits, positionOf('start'));
  let start = 'start';
  for (const [next, at, count = 1] of added) {
    const items = Array.from({ length: count }, () => ({ id: next }));
    const page = { items, next: positionOf(next), hasMore: false };
    pages.add({ page, start: positionOf(start), at });
    start = next;
  }
  const found = Object.keys(expected).map((name) => {
    const batches = pages.after(positionOf(name), true);
    const items = batches?.flatMap((batch) => batch.items as { readonly id: string }[]);
    return [name, items?.map(({ id }) => id).join('')];
  });
  expect(Object.fromEntries(found)).toEqual(expected);
});
