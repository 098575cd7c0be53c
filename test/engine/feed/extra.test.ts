/** Objects that pages have beside their items, such as the poll of a chat. */
import { describe, expect, it } from 'vitest';
import { polledPages } from '../../../src/engine/feed/source/polled-pages.ts';
import { liveChatMessages } from '../../../src/services/live/operations.ts';
import { Chat } from '../../support/upstream/chat.ts';
import { collect, createFeedHarness, newHub, owner } from '../../support/feed/feed-harness.ts';

const source = polledPages(
  liveChatMessages.list,
  { liveChatId: 'chat' },
  { intervalField: 'pollingIntervalMillis', extraFields: ['activePollItem'] },
);

/** A chat with a poll. */
async function createPollHarness() {
  const chat = new Chat();
  const state: { poll: object | undefined } = { poll: undefined };
  const harness = await createFeedHarness((request) => {
    const answer = chat.answer(request);
    return { body: { ...answer.body, activePollItem: state.poll } };
  });
  return { chat, state, harness };
}

const pollsOf = ({ batches }: ReturnType<typeof collect>) =>
  batches.map(({ extra }) => (extra!['activePollItem'] as { votes: number } | undefined)?.votes);

describe('an object beside the items', () => {
  it('is sent when it has changed, also without an item', async () => {
    const { chat, state, harness: made } = await createPollHarness();
    await using harness = made;
    const subscriber = harness.follow(source);
    await harness.clock.settle();
    for (const votes of [1, 1, 2, undefined, undefined, 3]) {
      state.poll = votes === undefined ? undefined : { votes };
      await harness.clock.advance(5_000);
    }
    chat.post(1);
    await harness.clock.advance(5_000);
    expect(pollsOf(subscriber)).toEqual([undefined, 1, 2, undefined, 3, 3]);
    expect(subscriber.ids()).toEqual(['m1']);
  });
  it('is the same if only its etag differs', async () => {
    const { state, harness: made } = await createPollHarness();
    await using harness = made;
    const subscriber = harness.follow(source);
    await harness.clock.settle();
    for (const etag of ['a', 'b', 'c']) {
      state.poll = { votes: 1, etag };
      await harness.clock.advance(5_000);
    }
    expect(pollsOf(subscriber)).toEqual([undefined, 1]);
  });
  it('is sent to a subscriber whose cursor is of another process', async () => {
    const { state, harness: made } = await createPollHarness();
    await using harness = made;
    state.poll = { votes: 1 };
    const constant = harness.follow(source);
    const leaving = collect(newHub(harness).subscribe({ identity: owner, source }));
    await harness.clock.settle();
    await leaving.leave();
    state.poll = undefined;
    await harness.clock.advance(5_000);
    const after = leaving.batches.at(-1)!.cursor;
    const back = harness.follow(source, after);
    await harness.clock.advance(15_000);
    expect([pollsOf(constant), pollsOf(back)]).toEqual([[1, undefined], [undefined]]);
  });
});
