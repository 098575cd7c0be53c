/** Relays: one replica at a time runs each of them, and any replica continues it. */
import { afterEach, describe, expect, it } from 'vitest';
import { Encryption } from '../../../src/engine/caller/encryption.ts';
import { type RelayRecord, Relays, type RelayTurn } from '../../../src/engine/transfer/relays.ts';
import { leaseMs } from '../../../src/engine/store/lease.ts';
import { RunningWrites } from '../../../src/engine/lock/running-writes.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { SharedMemory, SharedMemoryStore } from '../../support/gateway/shared-store.ts';

const target = '/upload/youtube/v3/videos?upload_id=planted-secret';

/** The clock of all processes. */
const clock = new DrivenClock();

const recordOf = (received: number): RelayRecord => ({
  input: 'digest',
  target,
  contentType: 'video/mp4',
  total: 10,
  version: '1',
  received,
  expiresAt: clock.now() + 60_000,
});

const opened: Relays[] = [];

afterEach(() => {
  for (const relays of opened.splice(0)) relays.close();
});

/** The relays of a process. */
function processOn(memory: SharedMemory) {
  const store = new SharedMemoryStore(memory);
  const writes = new RunningWrites();
  const encryption = new Encryption(['planted-secret-of-the-relays-0123456789']);
  const relays = new Relays({ store, encryption, writes, ttlMs: 60_000, clock });
  opened.push(relays);
  return { relays, store, writes };
}

/** Work that ends when the test says so, or its turn is lost. */
function openWork() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const { promise: turn, resolve: begun } = Promise.withResolvers<RelayTurn>();
  const work = (given: RelayTurn): Promise<void> => {
    given.signal.addEventListener('abort', () => reject(given.signal.reason as Error));
    begun(given);
    return promise;
  };
  return { work, turn, end: resolve, fail: reject };
}

const done = (): Promise<void> => Promise.resolve();

describe('a relay', () => {
  it('is run by one process at a time', async () => {
    const memory = new SharedMemory(clock.now);
    const [one, other] = [processOn(memory), processOn(memory)];
    const { work, end } = openWork();
    const run = (await one.relays.begin('a', work))!;
    expect([one.relays.running('a'), one.relays.size]).toEqual([run, 1]);
    expect(await one.relays.begin('a', done)).toBeUndefined();
    expect(await other.relays.begin('a', done)).toBeUndefined();
    expect(await (await other.relays.begin('b', done))!.ended).toBeUndefined();
    end();
    expect(await run.ended).toBeUndefined();
    expect([one.relays.running('a'), one.relays.size]).toEqual([undefined, 0]);
    expect(await other.relays.begin('a', done)).toBeDefined();
  });
  it('says how it has failed, and can begin again', async () => {
    const { relays } = processOn(new SharedMemory(clock.now));
    const error = new Error('planted');
    const run = await relays.begin('a', () => Promise.reject(error));
    expect(await run!.ended).toEqual({ error, isInterrupted: false });
    expect(await relays.begin('a', done)).toBeDefined();
  });
  it('is stored for all processes, and no secret can be read in the store', async () => {
    const memory = new SharedMemory(clock.now);
    const [one, other] = [processOn(memory), processOn(memory)];
    expect(await other.relays.find('a')).toBeUndefined();
    await (await one.relays.begin('a', ({ save }) => save(recordOf(3))))!.ended;
    expect(await other.relays.find('a')).toMatchObject({ target, received: 3 });
    expect(memory.written.join('\n')).not.toContain('planted-secret');
  });
  it('is not stored beyond its end', async () => {
    const { relays } = processOn(new SharedMemory(clock.now));
    const ended = { ...recordOf(3), expiresAt: clock.now() - 1 };
    await (await relays.begin('a', ({ save }) => save(ended)))!.ended;
    expect(await relays.find('a')).toBeUndefined();
  });
  it('ends in a process that has lost its turn, and stores nothing more', async () => {
    const memory = new SharedMemory(clock.now);
    const { relays, store } = processOn(memory);
    const { work, turn } = openWork();
    const run = await relays.begin('a', work);
    const { save, signal } = await turn;
    await save(recordOf(3));
    await store.set('lease', 'relay a', 'another process', 60_000);
    await clock.advance(leaseMs / 3 + 250);
    expect(await run!.ended).toMatchObject({
      error: { name: 'AbortError' },
      isInterrupted: true,
    });
    expect(signal.aborted).toBe(true);
    await save(recordOf(7));
    expect(await relays.find('a')).toMatchObject({ received: 3 });
    expect(await store.get('lease', 'relay a')).toBe('another process');
  });
  it('goes on while the store fails', async () => {
    const { relays, store } = processOn(new SharedMemory(clock.now));
    const { work, turn, end } = openWork();
    const run = await relays.begin('a', work);
    store.failure = 'broken';
    await (await turn).save(recordOf(3));
    await expect(relays.find('a')).rejects.toThrow('the store cannot be reached');
    await expect(relays.begin('b', done)).rejects.toThrow('the store cannot be reached');
    end();
    expect(await run!.ended).toBeUndefined();
  });
  it('ends when its process stops, which waits for that, and can begin elsewhere', async () => {
    const memory = new SharedMemory(clock.now);
    const [one, other] = [processOn(memory), processOn(memory)];
    const run = await one.relays.begin('a', openWork().work);
    let hasEnded = false;
    const ended = one.writes.ended().then(() => {
      hasEnded = true;
    });
    await clock.advance(20);
    expect(hasEnded).toBe(false);
    one.relays.close();
    await ended;
    expect(await run!.ended).toMatchObject({
      error: { name: 'AbortError' },
      isInterrupted: true,
    });
    expect(await one.relays.begin('a', done)).toBeUndefined();
    expect(await other.relays.begin('a', done)).toBeDefined();
  });
});
