/**
 * A live chat as YouTube serves it: first the history, then the messages posted since the last
 * page.
 */
import { polledPages } from '../../../src/engine/feed/source/polled-pages.ts';
import type { FeedSource } from '../../../src/engine/feed/source/source.ts';
import { liveChatMessages } from '../../../src/services/live/operations.ts';
import type { FeedLimits } from '../../../src/engine/feed/limits.ts';
import {
  createFeedHarness,
  type FeedHandler,
  type FeedHarness,
  type FeedHarnessOptions,
} from '../feed/feed-harness.ts';

export const chatSource = (liveChatId = 'chat'): FeedSource =>
  polledPages(
    liveChatMessages.list,
    { liveChatId },
    {
      intervalField: 'pollingIntervalMillis',
      endedField: 'offlineAt',
      endedReasons: ['liveChatEnded'],
    },
  );

export class Chat {
  readonly messages: string[] = [];
  intervalMs = 5_000;
  statesInterval = true;
  pageSize = 2_000;
  offlineAt: string | undefined;
  /** Whether the next page is the last one. */
  isEnded = false;
  #answers = 0;

  /** Posts messages with the next ids: `m1`, `m2` and so on. @param suffix makes ids longer */
  post(count: number, suffix = ''): void {
    for (let index = 0; index < count; index += 1)
      this.messages.push(`m${this.messages.length + 1}${suffix}`);
  }

  /** Each response has a new page token, which is valid for one position. */
  readonly answer: FeedHandler = ({ query }) => {
    const start = Number(/^at (\d+)/.exec(query.get('pageToken') ?? '')?.[1] ?? 0);
    const ids = this.messages.slice(start, start + this.pageSize);
    this.#answers += 1;
    return {
      body: {
        items: ids.map((id) => ({ id, snippet: { displayMessage: `text of ${id}` } })),
        nextPageToken: this.isEnded
          ? undefined
          : `at ${start + ids.length} answer ${this.#answers}`,
        pollingIntervalMillis: this.statesInterval ? this.intervalMs : undefined,
        offlineAt: this.offlineAt,
      },
    };
  };
}

/** Starts a chat that feeds are read from. */
export async function createChatHarness(
  limits?: Partial<FeedLimits>,
  options?: FeedHarnessOptions,
): Promise<FeedHarness & { readonly chat: Chat }> {
  const chat = new Chat();
  return { ...(await createFeedHarness(chat.answer, limits, options)), chat };
}

/** The ids of the first messages. */
export const messages = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `m${index + 1}`);
