import { describe, expect, it } from 'vitest';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { KeyedMutex } from '../../../src/engine/lock/keyed-mutex.ts';
import type { TurnRequest } from '../../../src/engine/lock/turn-request.ts';
import type { UpstreamError } from '../../../src/engine/api/error.ts';
import { playlistItems } from '../../../src/services/video/operations.ts';

const operation = playlistItems.insert;

/** Stands still unless a test moves it. */
const clock = new DrivenClock();

const turnRequest = (more: Partial<TurnRequest> = {}): TurnRequest => ({
  callerKey: 'caller',
  operation,
  deadline: clock.now() + 60_000,
  ...more,
});

/** Work that logs its start, and ends when the test ends it. */
function work(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const begin = (): Promise<string> => {
    log.push(name);
    return promise;
  };
  return { begin, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

/** Resolves when all pending callbacks have run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const timedOut = { failure: { code: 'UPSTREAM_TIMEOUT', operation: operation.key } };

describe('work with one key', () => {
  it('starts when the work before has ended, in the order of the calls', async () => {
    const [mutex, log] = [new KeyedMutex({ clock }), [] as string[]];
    const [a, b, c] = ['a', 'b', 'c'].map((name) => work(log, name));
    const runs = [a!, b!, c!].map(({ begin }) => mutex.runExclusive('list', turnRequest(), begin));
    await settled();
    expect(log).toEqual(['a']);
    a!.end();
    await settled();
    expect(log).toEqual(['a', 'b']);
    b!.end();
    c!.end();
    expect(await Promise.all(runs)).toEqual(['a', 'b', 'c']);
  });
  it('is not overtaken by a call at the moment of its start', async () => {
    const [mutex, log] = [new KeyedMutex({ clock }), [] as string[]];
    const [a, b, late] = ['a', 'b', 'late'].map((name) => work(log, name));
    const first = mutex.runExclusive('list', turnRequest(), a!.begin);
    const second = mutex.runExclusive('list', turnRequest(), b!.begin);
    await settled();
    const third = first.then(() => mutex.runExclusive('list', turnRequest(), late!.begin));
    for (const each of [a!, b!, late!]) each.end();
    await Promise.all([first, second, third]);
    expect(log).toEqual(['a', 'b', 'late']);
  });
  it('starts after failed work', async () => {
    const [mutex, log] = [new KeyedMutex({ clock }), [] as string[]];
    const [a, b] = ['a', 'b'].map((name) => work(log, name));
    const first = mutex.runExclusive('list', turnRequest(), a!.begin);
    const second = mutex.runExclusive('list', turnRequest(), b!.begin);
    a!.fail();
    b!.end();
    await expect(first).rejects.toThrow('a');
    expect(await second).toBe('b');
  });
  it('waits for the end of the work before, even if its result is returned earlier', async () => {
    const [mutex, log] = [new KeyedMutex({ clock }), [] as string[]];
    const [a, b] = ['a', 'b'].map((name) => work(log, name));
    const rest = Promise.withResolvers<void>();
    const first = mutex.runExclusive('list', turnRequest(), a!.begin, () => rest.promise);
    const second = mutex.runExclusive('list', turnRequest(), b!.begin);
    a!.end();
    b!.end();
    expect(await first).toBe('a');
    await settled();
    expect(log).toEqual(['a']);
    rest.resolve();
    expect(await second).toBe('b');
  });
  it('does not wait for work with another key', async () => {
    const [mutex, log] = [new KeyedMutex({ clock }), [] as string[]];
    const [a, b] = ['a', 'b'].map((name) => work(log, name));
    const runs = [
      mutex.runExclusive('one', turnRequest(), a!.begin),
      mutex.runExclusive('other', turnRequest(), b!.begin),
    ];
    await settled();
    expect(log).toEqual(['a', 'b']);
    a!.end();
    b!.end();
    await Promise.all(runs);
  });
});

describe('waiting work', () => {
  it.each([
    ['whose caller leaves', (leave: AbortController) => leave.abort(), Number.POSITIVE_INFINITY],
    [
      'whose caller has left before',
      (leave: AbortController) => leave.abort(),
      Number.POSITIVE_INFINITY,
    ],
    ['whose deadline has passed', () => {}, 0],
    ['whose deadline passes', () => {}, 100],
  ])('%s never starts and does not delay later work', async (title, leaving, ms) => {
    const [mutex, log] = [new KeyedMutex({ clock }), [] as string[]];
    const [a, b, c] = ['a', 'b', 'c'].map((name) => work(log, name));
    const leave = new AbortController();
    const first = mutex.runExclusive('list', turnRequest(), a!.begin);
    if (title === 'whose caller has left before') leaving(leave);
    const deadline = Math.min(clock.now() + ms, clock.now() + 60_000);
    const second = mutex.runExclusive(
      'list',
      turnRequest({ signal: leave.signal, deadline }),
      b!.begin,
    );
    const third = mutex.runExclusive('list', turnRequest(), c!.begin);
    leaving(leave);
    const outcome = second.catch((error: unknown) => error);
    await clock.advance(Number.isFinite(ms) ? ms : 0);
    expect(await outcome).toMatchObject(timedOut);
    a!.end();
    c!.end();
    await Promise.all([first, third]);
    expect(log).toEqual(['a', 'c']);
  });
  it('is rejected above the maximum queue length before it starts', async () => {
    const [mutex, log] = [new KeyedMutex({ maxWaiting: 1, clock }), [] as string[]];
    const [a, b, c] = ['a', 'b', 'c'].map((name) => work(log, name));
    const runs = [
      mutex.runExclusive('list', turnRequest(), a!.begin),
      mutex.runExclusive('list', turnRequest(), b!.begin),
    ];
    await expect(mutex.runExclusive('list', turnRequest(), c!.begin)).rejects.toMatchObject({
      failure: { code: 'RATE_LIMITED' },
    });
    a!.end();
    b!.end();
    await Promise.all(runs);
    expect(log).toEqual(['a', 'b']);
  });
});

describe('the work of several callers', () => {
  it('with one key takes turns', async () => {
    const [mutex, log] = [new KeyedMutex({ clock }), [] as string[]];
    const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'];
    const works = names.map((name) => work(log, name));
    const runs = works.map(({ begin }, index) =>
      mutex.runExclusive('list', turnRequest({ callerKey: names[index]![0]! }), begin),
    );
    for (const each of works) each.end();
    await Promise.all(runs);
    expect(log).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });
  it('leaves places to others, up to ten times the maximum of one caller', async () => {
    const mutex = new KeyedMutex({ maxWaiting: 2, clock });
    const done = work([], 'done');
    const attempts = Array.from({ length: 15 }, (_, caller) =>
      [1, 2, 3].map(() =>
        mutex
          .runExclusive('list', turnRequest({ callerKey: String(caller) }), done.begin)
          .catch((error: UpstreamError) => error.code),
      ),
    );
    done.end();
    const results = await Promise.all(attempts.map((each) => Promise.all(each)));
    const [first, ...rest] = results.map(
      (each) => each.filter((result) => result === 'done').length,
    );
    // One of the first caller does not wait.
    expect([first, ...rest]).toEqual([3, ...Array(8).fill(2), 2, 0, 0, 0, 0, 0]);
    expect(new Set(results.flat())).toEqual(new Set(['done', 'RATE_LIMITED']));
  });
});

it('tells whether a key stays unused', async () => {
  const mutex = new KeyedMutex({ clock });
  const done = work([], 'done');
  const [watch, other] = [mutex.watch('list'), mutex.watch('other')];
  const run = mutex.runExclusive('list', turnRequest(), done.begin);
  const late = mutex.watch('list');
  done.end();
  await run;
  expect([watch, other, late, mutex.watch('list')].map((each) => each.isUnused())).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

it('removes keys without work', async () => {
  const mutex = new KeyedMutex({ clock });
  const leave = new AbortController();
  const done = work([], 'a');
  const first = mutex.runExclusive('list', turnRequest(), done.begin);
  const cancelled = mutex
    .runExclusive('list', turnRequest({ signal: leave.signal }), done.begin)
    .catch(() => 'left');
  const failing = mutex
    .runExclusive('other', turnRequest(), () => Promise.reject(new Error('no')))
    .catch(() => 'failed');
  leave.abort();
  done.end();
  expect(await Promise.all([first, cancelled, failing])).toEqual(['a', 'left', 'failed']);
  expect(mutex.size).toBe(0);
});
