import { expect, it } from 'vitest';
import { readRound } from '../../../src/engine/feed/source/round.ts';
import type { FeedPage } from '../../../src/engine/feed/source/source.ts';
import { chatSource } from '../../support/upstream/chat.ts';

it('passes no page on after the poller was stopped', async () => {
  const poller = new AbortController();
  const page: FeedPage = { items: [{ id: 'm1' }], next: null, hasMore: false };
  const readPage = (): Promise<FeedPage> => {
    poller.abort();
    return Promise.resolve(page);
  };
  const pages: FeedPage[] = [];
  const onPage = (each: FeedPage): void => void pages.push(each);
  const round = { source: chatSource(), readPage, start: {}, onPage };
  await expect(readRound(round, poller.signal)).rejects.toThrow('aborted');
  expect(pages).toEqual([]);
});
