/** Notes of inserts in a store that processes share, and that can fail. */
import { describe, expect, it } from 'vitest';
import { Encryption } from '../../../src/engine/caller/encryption.ts';
import { InsertNotes } from '../../../src/engine/lock/insert-notes.ts';
import { SharedMemory, SharedMemoryStore } from '../../support/gateway/shared-store.ts';

const key = 'streams owner@studio.example event';
const ids = ['stream-1', 'stream-2'];
const oldSecret = 'old-secret-of-all-replicas-0123456789';
const newSecret = 'new-secret-of-all-replicas-0123456789';

function processOn(memory: SharedMemory, secrets: readonly string[] = [oldSecret]) {
  const store = new SharedMemoryStore(memory);
  return { store, notes: new InsertNotes({ store, encryption: new Encryption(secrets) }) };
}

describe('a note of an insert', () => {
  it('is found by another process until it is deleted', async () => {
    const memory = new SharedMemory();
    const [first, second] = [processOn(memory).notes, processOn(memory).notes];
    expect(await second.find(key)).toBeUndefined();
    await first.set(key, ids);
    expect(await second.find(key)).toEqual(ids);
    expect(await second.find('another insert')).toBeUndefined();
    await second.delete(key);
    expect(await first.find(key)).toBeUndefined();
  });
  it('is found, and deleted, while the secrets are replaced', async () => {
    const memory = new SharedMemory();
    await processOn(memory).notes.set(key, ids);
    const { notes } = processOn(memory, [newSecret, oldSecret]);
    expect(await notes.find(key)).toEqual(ids);
    await notes.delete(key);
    expect(memory.keys).toEqual([]);
  });
  it('does not count with another secret, or after a day', async () => {
    let now = 1;
    const memory = new SharedMemory(() => now);
    const { notes } = processOn(memory);
    await notes.set(key, ids);
    expect(await processOn(memory, [newSecret]).notes.find(key)).toBeUndefined();
    now += 24 * 3_600_000 - 1;
    expect(await notes.find(key)).toEqual(ids);
    now += 2;
    expect(await notes.find(key)).toBeUndefined();
  });
  it('shows nothing to those who read the store', async () => {
    const memory = new SharedMemory();
    await processOn(memory).notes.set(key, ids);
    const text = memory.written.join();
    expect([...ids, 'owner@studio.example'].filter((each) => text.includes(each))).toEqual([]);
  });
  it('is no error while the store fails', async () => {
    const { store, notes } = processOn(new SharedMemory());
    store.failure = 'broken';
    await notes.set(key, ids);
    expect(await notes.find(key)).toBeUndefined();
    await notes.delete(key);
  });
});
