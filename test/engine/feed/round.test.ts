import { expect, it } from 'vitest';
import { PacedReader } from '../../../src/engine/feed/source/paced-reader.ts';
import { readRound } from '../../../src/engine/feed/source/round.ts';
import type { FeedPage } from '../../../src/engine/feed/source/source.ts';
import { chatSource } from '../../support/chat.ts';

it('passes no page on after the poller was stopped', async () => {
  const poller = new AbortController();
  const page: FeedPage = { items: [{ id: 'm1' }], next: null, hasMore: false };
  const reader = Object.create(PacedReader.prototype, {
    read: {
      value: () => {
        poller.abort();
        return Promise.resolve(page);
      },
    },
  }) as PacedReader;
  const pages: FeedPage[] = [];
  const onPage = (each: FeedPage): void => void pages.push(each);
  const round = { source: chatSource(), reader, start: {}, onPage };
  await expect(readRound(round, poller.signal)).rejects.toThrow('aborted');
  expect(pages).toEqual([]);
});
