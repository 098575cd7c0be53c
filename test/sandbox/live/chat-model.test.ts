/** Random writes and polls of a chat: every reader sees every message once and in order. */
import { describe, expect, it } from 'vitest';
import { type Random, randomFrom } from '../../../src/sandbox/random.ts';
import { findChat } from '../../../src/sandbox/live/chat/chat.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { text } from '../../support/chat-body.ts';

const box = useSandbox();
const night = ids.chat.nightShift;

/** A client that polls a chat. */
class Reader {
  readonly seen: string[] = [];
  #token = '';

  /** @param size the most messages that the page may have */
  async poll(size: number): Promise<void> {
    const query = `part=id&liveChatId=${night}&maxResults=${size}`;
    const token = this.#token && `&pageToken=${this.#token}`;
    const { body } = await box.ask(`/youtube/v3/liveChat/messages?${query}${token}`);
    this.seen.push(...body.items.map(({ id }: any) => id));
    this.#token = body.nextPageToken;
  }
}

const messageIds = (): string[] =>
  findChat(box.sandbox.simulation(), night)!.messages.map(({ id }) => id);

const write = async (random: Random): Promise<void> => {
  const token = random.pick(['studio-owner', 'studio-guest']);
  const body = { snippet: text(`Line ${random.next()}`) };
  const path = '/youtube/v3/liveChat/messages';
  if (random.next() < 0.7)
    return void (await box.ask(`${path}?part=snippet`, { method: 'POST', body, token }));
  const id = random.pick(messageIds());
  await box.ask(`${path}?id=${id}`, { method: 'DELETE', token });
};

/** The next steps, by name. */
const step = async (random: Random, readers: readonly Reader[]): Promise<void> => {
  const number = random.next();
  if (number < 0.3) return write(random);
  if (number < 0.4) return box.sandbox.advance(random.int(1, 40_000));
  if (number < 0.5)
    return void box.sandbox.postChatMessages(
      night,
      Array.from({ length: random.int(1, 500) }, () => ({
        type: random.pick(['textMessageEvent', 'superChatEvent', 'fireworksEvent']),
        afterMs: random.pick([0, 0, 0, random.int(1, 60_000)]),
      })),
    );
  await random.pick(readers).poll(random.int(200, 2000));
};

describe('readers of a chat', () => {
  it.each(Array.from({ length: 8 }, (_, run) => run))(
    'see every message once and in order (run %i)',
    async (run) => {
      box.sandbox.setChat(night, { pollingIntervalMillis: 0 });
      const random = randomFrom(`chat ${run}`);
      const readers = [new Reader(), new Reader(), new Reader()];
      const history = messageIds();
      for (const reader of readers) await reader.poll(2000);
      for (let count = 0; count < 60; count += 1) await step(random, readers);
      const expected = messageIds();
      expect(expected.length).toBeGreaterThan(history.length);
      expect(expected.slice(0, history.length)).toEqual(history);
      expect(new Set(expected).size).toBe(expected.length);
      const times = findChat(box.sandbox.simulation(), night)!.messages.map(
        ({ publishedAt }) => publishedAt,
      );
      expect(times).toEqual(times.toSorted());
      for (const reader of readers) {
        while (reader.seen.length < expected.length) await reader.poll(2000);
        expect(reader.seen).toEqual(expected);
      }
    },
  );
});
