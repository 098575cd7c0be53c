import { describe, expect, it } from 'vitest';
import { type WaitLimit, KeyedMutex } from '../../../src/data/write/keyed-mutex.ts';
import { playlistItems } from '../../../src/upstream/video/index.ts';

const operation = playlistItems.insert;

const patient = (more: Partial<WaitLimit> = {}): WaitLimit => ({
  operation,
  deadline: performance.now() + 60_000,
  ...more,
});

/** Work that begins when it is let, and ends when the test says so. */
function work(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const begin = (): Promise<string> => {
    log.push(name);
    return promise;
  };
  return { begin, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

/** All that can happen without anybody's doing has happened. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const gone = { failure: { code: 'UPSTREAM_TIMEOUT', operation: operation.key } };

describe('work on one key', () => {
  it('begins when what was asked before has ended, in the order asked', async () => {
    const [mutex, log] = [new KeyedMutex(), [] as string[]];
    const [a, b, c] = ['a', 'b', 'c'].map((name) => work(log, name));
    const runs = [a!, b!, c!].map(({ begin }) => mutex.runExclusive('list', patient(), begin));
    await settled();
    expect(log).toEqual(['a']);
    a!.end();
    await settled();
    expect(log).toEqual(['a', 'b']);
    b!.end();
    c!.end();
    expect(await Promise.all(runs)).toEqual(['a', 'b', 'c']);
  });
  it('is passed by nobody who comes in the moment when its turn has come', async () => {
    const [mutex, log] = [new KeyedMutex(), [] as string[]];
    const [a, b, late] = ['a', 'b', 'late'].map((name) => work(log, name));
    const first = mutex.runExclusive('list', patient(), a!.begin);
    const second = mutex.runExclusive('list', patient(), b!.begin);
    await settled();
    const third = first.then(() => mutex.runExclusive('list', patient(), late!.begin));
    for (const each of [a!, b!, late!]) each.end();
    await Promise.all([first, second, third]);
    expect(log).toEqual(['a', 'b', 'late']);
  });
  it('goes on behind work that failed', async () => {
    const [mutex, log] = [new KeyedMutex(), [] as string[]];
    const [a, b] = ['a', 'b'].map((name) => work(log, name));
    const first = mutex.runExclusive('list', patient(), a!.begin);
    const second = mutex.runExclusive('list', patient(), b!.begin);
    a!.fail();
    b!.end();
    await expect(first).rejects.toThrow('a');
    expect(await second).toBe('b');
  });
  it('waits for what the work has left behind, though its result was there before', async () => {
    const [mutex, log] = [new KeyedMutex(), [] as string[]];
    const [a, b] = ['a', 'b'].map((name) => work(log, name));
    const rest = Promise.withResolvers<void>();
    const first = mutex.runExclusive('list', patient(), a!.begin, () => rest.promise);
    const second = mutex.runExclusive('list', patient(), b!.begin);
    a!.end();
    b!.end();
    expect(await first).toBe('a');
    await settled();
    expect(log).toEqual(['a']);
    rest.resolve();
    expect(await second).toBe('b');
  });
  it('does not wait for work on another key', async () => {
    const [mutex, log] = [new KeyedMutex(), [] as string[]];
    const [a, b] = ['a', 'b'].map((name) => work(log, name));
    const runs = [
      mutex.runExclusive('one', patient(), a!.begin),
      mutex.runExclusive('other', patient(), b!.begin),
    ];
    await settled();
    expect(log).toEqual(['a', 'b']);
    a!.end();
    b!.end();
    await Promise.all(runs);
  });
});

describe('whoever waits', () => {
  it.each([
    ['leaves', (leave: AbortController) => leave.abort(), Number.POSITIVE_INFINITY],
    ['has left already', (leave: AbortController) => leave.abort(), Number.POSITIVE_INFINITY],
    ['has no time left', () => {}, 0],
  ])('and %s never begins, and keeps nobody from beginning', async (law, leaving, ms) => {
    const [mutex, log] = [new KeyedMutex(), [] as string[]];
    const [a, b, c] = ['a', 'b', 'c'].map((name) => work(log, name));
    const leave = new AbortController();
    const first = mutex.runExclusive('list', patient(), a!.begin);
    if (law === 'has left already') leaving(leave);
    const deadline = Math.min(performance.now() + ms, performance.now() + 60_000);
    const second = mutex.runExclusive(
      'list',
      patient({ signal: leave.signal, deadline }),
      b!.begin,
    );
    const third = mutex.runExclusive('list', patient(), c!.begin);
    leaving(leave);
    await expect(second).rejects.toMatchObject(gone);
    a!.end();
    c!.end();
    await Promise.all([first, third]);
    expect(log).toEqual(['a', 'c']);
  });
  it('is refused where too many do, before anything is begun', async () => {
    const [mutex, log] = [new KeyedMutex(1), [] as string[]];
    const [a, b, c] = ['a', 'b', 'c'].map((name) => work(log, name));
    const runs = [
      mutex.runExclusive('list', patient(), a!.begin),
      mutex.runExclusive('list', patient(), b!.begin),
    ];
    await expect(mutex.runExclusive('list', patient(), c!.begin)).rejects.toMatchObject({
      failure: { code: 'RATE_LIMITED' },
    });
    a!.end();
    b!.end();
    await Promise.all(runs);
    expect(log).toEqual(['a', 'b']);
  });
});

it('keeps nothing of keys that nobody works on', async () => {
  const mutex = new KeyedMutex();
  const leave = new AbortController();
  const done = work([], 'a');
  const first = mutex.runExclusive('list', patient(), done.begin);
  const left = mutex
    .runExclusive('list', patient({ signal: leave.signal }), done.begin)
    .catch(() => 'left');
  const failing = mutex
    .runExclusive('other', patient(), () => Promise.reject(new Error('no')))
    .catch(() => 'failed');
  leave.abort();
  done.end();
  expect(await Promise.all([first, left, failing])).toEqual(['a', 'left', 'failed']);
  expect(mutex.size).toBe(0);
});
