/** Subscriptions over three processes with one Redis, of which the one that polls is killed. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type EventStream, openEventStream } from '../../support/event-stream.ts';
import { promised } from '../../support/promised-size.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { type Replicas, startReplicas } from '../../support/replicas.ts';
import { post } from '../../support/upload-client.ts';

const count = 3;
const chat = ids.chat.nightShift;
const token = 'studio-owner';

let redis: TestRedis;
let replicas: Replicas;

beforeAll(async () => {
  redis = await startRedis();
  replicas = await startReplicas({ count, env: { REDIS_URL: redis.url } });
});

beforeEach(() => {
  replicas.sandbox.reset();
  replicas.sandbox.runClock(1);
});

afterAll(async () => {
  replicas.sandbox.stopClock();
  await replicas[Symbol.asyncDispose]();
  await redis.close();
});

/** A subscription, and how to read its pages. */
interface Feed {
  readonly query: string;
  /** @returns the names of the items of an event, and its cursor */
  readonly read: (data: any) => { readonly names: readonly string[]; readonly cursor: string };
}

const chatFeed: Feed = {
  query: `subscription ($after: String) { chatMessages(liveChatId: "${chat}", after: $after) {
    messages { displayText } cursor } }`,
  read: ({ chatMessages: { messages, cursor } }) => ({
    names: messages.map(({ displayText }: any) => displayText),
    cursor,
  }),
};

const fileFeed: Feed = {
  query: `subscription ($after: String) { fileChanges(after: $after) {
    changes { ... on FileChanged { file { name } } } cursor } }`,
  read: ({ fileChanges: { changes, cursor } }) => ({
    names: changes.flatMap(({ file }: any) => file?.name ?? []),
    cursor,
  }),
};

/** A client that subscribes again with its last cursor when its connection ends. */
class Subscriber {
  readonly names: string[] = [];
  readonly #feed: Feed;
  readonly #url: () => string;
  #cursor: string | null = null;
  #stream: EventStream | undefined;
  #isOver = false;
  #ended = Promise.resolve();
  connections = 0;

  /** @param url of the process, or of the load balancer */
  constructor(feed: Feed, url: () => string) {
    this.#feed = feed;
    this.#url = url;
  }

  /** Resolves when the first page has arrived. */
  async start(): Promise<void> {
    this.#ended = this.#run();
    while (this.#cursor === null) await wait(20);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#stream?.leave();
    await this.#ended;
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      await this.#receive().catch(() => {});
      if (!this.#isOver) await wait(100);
    }
  }

  async #receive(): Promise<void> {
    const { query, read } = this.#feed;
    const variables = { after: this.#cursor };
    this.#stream = await openEventStream(this.#url(), { query, variables, token });
    this.connections += 1;
    for (let number = 1; ; number += 1) {
      const { data } = (await this.#stream.until(number))[number - 1];
      if (!data) continue;
      const { names, cursor } = read(data);
      this.names.push(...names.filter((name) => name?.startsWith('planted')));
      this.#cursor = cursor;
    }
  }
}

/** Posts chat messages with consecutive numbers. */
class Chat {
  readonly texts: string[] = [];

  post(length: number): void {
    const texts = Array.from({ length }, (_, index) => `planted ${this.texts.length + index}`);
    this.texts.push(...texts);
    replicas.sandbox.postChatMessages(
      chat,
      texts.map((text) => ({ text })),
    );
  }
}

describe('a live chat over three processes', () => {
  it('loses and doubles no message when a process is killed', {
    tags: ['R20', 'fullSize'],
  }, async () => {
    replicas.sandbox.setChat(chat, { pollingIntervalMillis: 1_000 });
    const messages = new Chat();
    const startTime = performance.now();
    // The first process has the first subscriber, so it polls.
    const first = new Subscriber(chatFeed, () => replicas.urlOf(0));
    await first.start();
    const others = [1, 2, 1, 2].map(
      (index) => new Subscriber(chatFeed, () => replicas.urlOf(index)),
    );
    await Promise.all(others.map((each) => each.start()));
    const moving = new Subscriber(chatFeed, () => replicas.url);
    await moving.start();
    const all = [first, ...others, moving];
    const received = (): readonly (readonly string[])[] => all.map(({ names }) => names);
    try {
      messages.post(20);
      await expect.poll(received).toEqual(all.map(() => messages.texts));
      for (let round = 0; round < promised(count * 3, count); round += 1) {
        const index = round % count;
        messages.post(10);
        await replicas.kill(index);
        messages.post(10);
        await replicas.restart(index);
        messages.post(10);
        await expect.poll(received).toEqual(all.map(() => messages.texts));
      }
    } finally {
      await Promise.all(all.map((each) => each.stop()));
    }
    // One process polls for all, once in a second: three would make three times as many calls.
    const seconds = (performance.now() - startTime) / 1_000;
    const polls = replicas.sandbox
      .calls()
      .filter(({ operation }) => operation === 'live:liveChatMessages.list');
    expect(polls.map(({ status }) => status)).not.toContain(403);
    expect(polls.length).toBeLessThan(1.5 * seconds + 5);
  });
});

describe('changes of files over three processes', () => {
  it('are neither lost nor doubled when the process that polls is killed', {
    tags: ['R19'],
    timeout: 90_000,
  }, async () => {
    const names: string[] = [];
    const create = async (): Promise<void> => {
      const name = `planted ${names.length}`;
      names.push(name);
      const query = `mutation { createFile(input: { name: "${name}" }) { file { id } errors { message } } }`;
      const { data } = await post(replicas.urlOf(2), query);
      expect(data.createFile.errors).toEqual([]);
    };
    const first = new Subscriber(fileFeed, () => replicas.urlOf(0));
    await first.start();
    const second = new Subscriber(fileFeed, () => replicas.urlOf(1));
    await second.start();
    try {
      await create();
      await replicas.kill(0);
      await create();
      await replicas.restart(0);
      await create();
      await expect
        .poll(() => [first.names, second.names], { timeout: 25_000 })
        .toEqual([names, names]);
      expect(second.connections).toBe(1);
      // Nothing comes twice with a later read.
      await create();
      await expect
        .poll(() => [first.names, second.names], { timeout: 25_000 })
        .toEqual([names, names]);
    } finally {
      await Promise.all([first.stop(), second.stop()]);
    }
  });
});
