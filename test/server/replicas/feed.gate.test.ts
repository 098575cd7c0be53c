/**
 * Subscriptions over processes with one Redis: two of them, at the promised size two and four.
 * The process that polls is killed, and Redis loses its data.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type EventStream, openEventStream } from '../../support/client/event-stream.ts';
import { promised, runsFull } from '../../support/report/promised-size.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { type Replicas, startReplicas } from '../../support/gateway/replicas.ts';
import { post } from '../../support/client/upload-client.ts';

const chat = ids.chat.nightShift;
const token = 'studio-owner';

let redis: TestRedis;
let replicas: Replicas;

/** Number of the test: subscribers also receive what earlier tests have posted. */
let testNumber = 0;

/** What all names of the test begin with. */
const prefix = (): string => `test ${testNumber}, number `;

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
      this.names.push(...names.filter((name) => name?.startsWith(prefix())));
      this.#cursor = cursor;
    }
  }
}

/** Posts chat messages with consecutive numbers. */
class Chat {
  readonly texts: string[] = [];

  post(length: number): void {
    const texts = Array.from({ length }, (_, index) => `${prefix()}${this.texts.length + index}`);
    this.texts.push(...texts);
    replicas.sandbox.postChatMessages(
      chat,
      texts.map((text) => ({ text })),
    );
  }
}

/** Creates files with consecutive numbers, at one process. */
class Files {
  readonly names: string[] = [];
  readonly #url: () => string;

  constructor(url: () => string) {
    this.#url = url;
  }

  async create(): Promise<void> {
    const name = `${prefix()}${this.names.length}`;
    this.names.push(name);
    const query = `mutation { createFile(input: { name: "${name}" }) { file { id } errors { message } } }`;
    const { data } = await post(this.#url(), query);
    if (data.createFile.errors.length > 0) throw new Error('the file was not created');
  }
}

const namesOf = (subscribers: readonly Subscriber[]): readonly (readonly string[])[] =>
  subscribers.map(({ names }) => names);

describe.each(runsFull ? [2, 4] : [2])('%i processes', (count) => {
  const last = count - 1;
  const urlOf = (index: number) => () => replicas.urlOf(index);

  beforeAll(async () => {
    redis = await startRedis();
    replicas = await startReplicas({
      count,
      // A short run ends the first process only.
      ownIndex: promised(undefined, last),
      env: { REDIS_URL: redis.url },
    });
    replicas.sandbox.runClock(1);
    replicas.sandbox.setChat(chat, { pollingIntervalMillis: 1_000 });
  });

  beforeEach(() => {
    testNumber += 1;
    replicas.sandbox.clearCalls();
  });

  afterAll(async () => {
    replicas.sandbox.stopClock();
    await replicas[Symbol.asyncDispose]();
    await redis.close();
  });

  it('lose and double no message of a chat when one of them is killed', {
    tags: ['R20', 'fullSize'],
  }, async () => {
    const messages = new Chat();
    const startTime = performance.now();
    // The first process has the first subscriber, so it polls.
    const first = new Subscriber(chatFeed, urlOf(0));
    await first.start();
    const others = [0, 1, 2, 3].map((index) => new Subscriber(chatFeed, urlOf(1 + (index % last))));
    await Promise.all(others.map((each) => each.start()));
    const moving = new Subscriber(chatFeed, () => replicas.url);
    await moving.start();
    const all = [first, ...others, moving];
    const expectAll = async (): Promise<void> => {
      await expect.poll(() => namesOf(all)).toEqual(all.map(() => messages.texts));
    };
    try {
      messages.post(20);
      await expectAll();
      for (let round = 0; round < promised(count * 3, 1); round += 1) {
        const index = round % count;
        messages.post(10);
        await replicas.kill(index);
        messages.post(10);
        await replicas.restart(index);
        messages.post(10);
        await expectAll();
      }
    } finally {
      await Promise.all(all.map((each) => each.stop()));
    }
    // One process polls for all, once in a second.
    const seconds = (performance.now() - startTime) / 1_000;
    const polls = replicas.sandbox
      .calls()
      .filter(({ operation }) => operation === 'live:liveChatMessages.list');
    expect(polls.map(({ status }) => status)).not.toContain(403);
    expect(polls.length).toBeLessThan(seconds + 2);
  });

  it('lose and double no change of a file when the one that polls is killed', {
    tags: ['R19', 'fullSize'],
  }, async () => {
    const files = new Files(urlOf(last));
    const first = new Subscriber(fileFeed, urlOf(0));
    await first.start();
    const second = new Subscriber(fileFeed, urlOf(last));
    await second.start();
    const expectBoth = async (): Promise<void> => {
      await expect.poll(() => namesOf([first, second])).toEqual([files.names, files.names]);
    };
    try {
      await files.create();
      await replicas.kill(0);
      await files.create();
      await replicas.restart(0);
      await files.create();
      await expectBoth();
      expect(second.connections).toBe(1);
      // Nothing comes twice with a later read.
      await files.create();
      await expectBoth();
    } finally {
      await Promise.all([first.stop(), second.stop()]);
    }
  });

  it('lose and double nothing when Redis loses its data', {
    tags: ['R19', 'R20', 'fullSize'],
    timeout: 300_000,
  }, async () => {
    const messages = new Chat();
    const files = new Files(urlOf(0));
    const processes = Array.from({ length: count }, (_, index) => index);
    const ofChat = processes.map((index) => new Subscriber(chatFeed, urlOf(index)));
    const ofFiles = processes.map((index) => new Subscriber(fileFeed, urlOf(index)));
    const all = [...ofChat, ...ofFiles];
    try {
      await Promise.all(all.map((each) => each.start()));
      for (let round = 0; round < promised(20, 2); round += 1) {
        for (let step = 0; step < 4; step += 1) {
          messages.post(5);
          await wait(300);
          if (step === round % 4) await redis.cli('FLUSHALL');
        }
        await files.create();
        await expect
          .poll(() => namesOf(all))
          .toEqual([...ofChat.map(() => messages.texts), ...ofFiles.map(() => files.names)]);
      }
      for (const each of all) expect(each.connections).toBe(1);
    } finally {
      await Promise.all(all.map((each) => each.stop()));
    }
  });
});
