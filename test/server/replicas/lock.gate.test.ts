/**
 * Writers of one video through two processes, of which one is stopped or killed, or whose Redis is
 * stopped. The service ignores `If-Match`: only the locks protect the changes.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leaseMs } from '../../../src/engine/store/lease.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { type EditingProxy, startEditingProxy } from '../../support/proxy/editing-proxy.ts';
import { expectWithin } from '../../support/report/expect-within.ts';
import { promised } from '../../support/report/promised-size.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { type Replicas, startReplicas } from '../../support/gateway/replicas.ts';
import { post } from '../../support/client/upload-client.ts';

/** Time in ms that a write may take beside that of a lease. */
const marginMs = 5_000;

let redis: TestRedis;
let proxy: EditingProxy;
let replicas: Replicas;

beforeAll(async () => {
  redis = await startRedis();
  replicas = await startReplicas({
    count: 2,
    ownIndex: 1,
    env: { REDIS_URL: redis.url, REQUEST_DEADLINE_MS: '60000' },
    bases: async (sandbox) => {
      proxy = await startEditingProxy(sandbox.url);
      proxy.ignoreConditions();
      return { video: sandbox.bases.video.replace(sandbox.url, proxy.url) };
    },
  });
});

beforeEach(async () => {
  replicas.sandbox.reset();
  // A service accepts the caller's token in both processes: from then on all writes take turns.
  for (const index of [0, 1]) await write(index, 'en', 'Before');
});

afterEach(() => {
  proxy.edit(undefined);
  redis.resume();
});

afterAll(async () => {
  await replicas[Symbol.asyncDispose]();
  await proxy.close();
  await redis.close();
});

const id = ids.video.trailer;

const update = `mutation ($input: UpdateVideoInput!) { updateVideo(input: $input) {
  video { id } errors { code message } } }`;

/** Sets the title in one language. @returns whether the write was acknowledged */
async function write(index: number, language: string, title: string): Promise<boolean> {
  const set = [{ languageTag: language, title, description: '' }];
  const input = { id, defaultLanguage: 'en', localizations: { set } };
  const { data } = await post(replicas.urlOf(index), update, { input });
  return data?.updateVideo?.errors.length === 0;
}

const titleIn = (language: string): string | undefined =>
  videoState(replicas.sandbox.simulation()).videos.get(id)!.localizations?.[language]?.title;

/** Does something when the next read has been answered, before its reader has the answer. */
const afterNextRead = (work: () => void): Promise<void> =>
  new Promise((resolve) => {
    proxy.edit(() => {
      proxy.edit(undefined);
      work();
      resolve();
    });
  });

/** The times in ms after which Redis frees locks if nobody does. */
async function lockTimes(): Promise<number[]> {
  const names = (await redis.cli('keys', 'studiograph:lease:*')).split('\n').filter(Boolean);
  return Promise.all(names.map(async (name) => Number(await redis.cli('pttl', name))));
}

/** Checks that a lock is held, and by nobody for longer than a lease. */
async function expectLease(): Promise<void> {
  const times = await lockTimes();
  expect(times).not.toEqual([]);
  // -1 would be a lock that stays.
  for (const ms of times) expect(ms).not.toBe(-1);
  for (const ms of times) expect(ms).toBeLessThanOrEqual(leaseMs);
}

describe('writes of the permissions of one file through two processes', () => {
  const share = `mutation ($input: CreateFilePermissionInput!) { createFilePermission(input: $input) {
    filePermission { email } errors { code message } } }`;
  // The owner is known to both processes, the other caller from the second run on.
  const callers = ['studio-owner', 'studio-admin'];
  it.each(['new and known', 'known'])(
    'all take effect, where the service keeps only the last of those that overlap: callers %s',
    async () => {
      const { url } = replicas.sandbox;
      await fetch(`${url}/_sandbox/storage`, {
        method: 'POST',
        body: '{"lastPermissionWins":true}',
      });
      const fileId = ids.file.runSheet;
      const guests = Array.from({ length: 8 }, (_, index) => `g${index}@studio.example`);
      const answers = await Promise.all(
        guests.map((email, index) =>
          post(
            replicas.urlOf(index % 2),
            share,
            { input: { fileId, type: 'USER', role: 'READER', email, notify: true } },
            callers[(index >> 1) % 2],
          ),
        ),
      );
      expect(answers.flatMap(({ data }) => data?.createFilePermission?.errors)).toEqual([]);
      const { grants } = storageState(replicas.sandbox.simulation()).files.get(fileId)!;
      const readers = JSON.stringify([...grants]);
      for (const guest of guests) expect(readers).toContain(guest);
    },
  );
});

describe('a process that is stopped between the read and the write of an update', {
  tags: ['R39'],
}, () => {
  const stop = (): void => replicas.process(0).signal('SIGSTOP');
  const resume = (): void => replicas.process(0).signal('SIGCONT');
  afterEach(resume);

  it('keeps the update that another process has made meanwhile', async () => {
    const stopped = afterNextRead(stop);
    const first = write(0, 'de', 'First');
    await stopped;
    await expectLease();
    // The first process is still stopped then.
    expect(await write(1, 'fr', 'Second')).toBe(true);
    resume();
    expect(await first).toBe(true);
    expect([titleIn('de'), titleIn('fr')]).toEqual(['First', 'Second']);
  });
  it('waits for the update that another process is making when it goes on', async () => {
    const stopped = afterNextRead(stop);
    const first = write(0, 'de', 'First');
    await stopped;
    const reached = Promise.withResolvers<void>();
    proxy.beforeNext('PUT', async () => {
      reached.resolve();
      resume();
      await wait(1_000);
    });
    const second = write(1, 'fr', 'Second');
    await reached.promise;
    expect(await Promise.all([first, second])).toEqual([true, true]);
    expect([titleIn('de'), titleIn('fr')]).toEqual(['First', 'Second']);
  });
});

/** Time in ms between two writes of a writer. */
const pauseMs = promised(10, 50);

describe('Redis that is stopped while writers work', { tags: ['R39', 'fullSize'] }, () => {
  /** Writes in a language of its own, so that it knows which title is there. */
  class Writer {
    /** Titles that were acknowledged and are not there. */
    readonly lost: string[] = [];
    /** Instants in ms at which its writes were acknowledged. */
    readonly acknowledgedAt: number[] = [];
    readonly #language: string;
    readonly #index: number;
    /** undefined: the last write failed, and may have been applied. */
    #expected: string | undefined;

    constructor(language: string, index: number) {
      this.#language = language;
      this.#index = index % 2;
    }

    check(): void {
      if (this.#expected !== undefined && titleIn(this.#language) !== this.#expected)
        this.lost.push(this.#expected);
    }

    async writeUntil(end: AbortSignal): Promise<void> {
      for (let count = 0; !end.aborted; count += 1) {
        this.check();
        const title = `Title ${count}`;
        const isAcknowledged = await write(this.#index, this.#language, title);
        this.#expected = isAcknowledged ? title : undefined;
        if (isAcknowledged) this.acknowledgedAt.push(performance.now());
        await wait(pauseMs);
      }
    }
  }

  it.each([
    ['shorter than a lease', 1_000],
    ['longer than a lease', promised(10_000, 4_000)],
  ])('for a time %s', async (_, stoppedMs) => {
    const writers = ['de', 'fr', 'it', 'es', 'sv', 'nl'].map(
      (each, index) => new Writer(each, index),
    );
    const end = new AbortController();
    const written = writers.map((writer) => writer.writeUntil(end.signal));
    await expect
      .poll(() => writers.every(({ acknowledgedAt }) => acknowledgedAt.length > 0))
      .toBe(true);
    redis.hang();
    await wait(stoppedMs);
    redis.resume();
    const resumedAt = performance.now();
    const waits = (): number[] =>
      writers.map(
        ({ acknowledgedAt }) =>
          acknowledgedAt.find((instant) => instant > resumedAt) ?? Number.POSITIVE_INFINITY,
      );
    await expect.poll(() => waits().every(Number.isFinite)).toBe(true);
    expectWithin(Math.max(...waits()) - resumedAt, leaseMs + marginMs);
    end.abort();
    await Promise.all(written);
    for (const writer of writers) writer.check();
    expect(writers.flatMap(({ lost }) => lost)).toEqual([]);
  });
});

// The last one: the process is not replaced.
it('delays the next writer by no more than a lease if its holder is killed', {
  tags: ['R39'],
}, async () => {
  const killed = afterNextRead(() => replicas.process(0).signal('SIGKILL'));
  const first = write(0, 'de', 'First').catch(() => false);
  await killed;
  await expectLease();
  expect(await write(1, 'fr', 'Second')).toBe(true);
  expect(await first).toBe(false);
});
