/** Turns of callers in a queue. */
import { expect, it } from 'vitest';
import { CallerQueue, type QueueEntry } from '../../../../src/engine/rest/share/caller-queue.ts';

interface Entry extends QueueEntry<Entry> {
  readonly number: number;
}

const accepted = new Set(['ava', 'ben']);
const newQueue = () => new CallerQueue<Entry>((caller) => accepted.has(caller));

function fill(queue: CallerQueue<Entry>, caller: string, count: number): Entry[] {
  const entries = Array.from({ length: count }, (_, number): Entry => {
    const links = { older: undefined, newer: undefined, waiter: undefined };
    return { caller, number, ...links };
  });
  for (const entry of entries) queue.add(entry);
  return entries;
}

function takeAll(queue: CallerQueue<Entry>): string[] {
  const names: string[] = [];
  for (let entry = queue.take(); entry; entry = queue.take())
    names.push(`${entry.caller} ${entry.number}`);
  return names;
}

it('gives each caller a turn, and keeps the order of one caller', () => {
  const queue = newQueue();
  fill(queue, 'ava', 4);
  fill(queue, 'ben', 2);
  expect(takeAll(queue)).toEqual(['ava 0', 'ben 0', 'ava 1', 'ben 1', 'ava 2', 'ava 3']);
});

it('gives accepted callers every second turn, however many others wait', () => {
  const queue = newQueue();
  for (let index = 0; index < 100; index += 1) fill(queue, `stranger${index}`, 1);
  fill(queue, 'ava', 2);
  expect(takeAll(queue).slice(0, 4)).toEqual(['ava 0', 'stranger0 0', 'ava 1', 'stranger1 0']);
});

it('gives each caller several entries in a turn', () => {
  const queue = new CallerQueue<Entry>((caller) => accepted.has(caller), 3);
  fill(queue, 'ava', 5);
  fill(queue, 'ben', 2);
  fill(queue, 'stranger', 1);
  const names = ['ava 0', 'ava 1', 'ava 2', 'stranger 0', 'ben 0', 'ben 1', 'ava 3', 'ava 4'];
  expect(takeAll(queue)).toEqual(names);
});

it('lets a caller leave as many turns to others as it was charged for', () => {
  const queue = newQueue();
  fill(queue, 'ava', 3);
  fill(queue, 'ben', 3);
  queue.charge('ava', 2.5);
  expect(takeAll(queue)).toEqual(['ben 0', 'ben 1', 'ava 0', 'ben 2', 'ava 1', 'ava 2']);
  fill(queue, 'ava', 3);
  fill(queue, 'stranger', 3);
  queue.charge('stranger', 2);
  // The second turn that it leaves comes when there is nobody else.
  const names = ['ava 0', 'ava 1', 'ava 2', 'stranger 0', 'stranger 1', 'stranger 2'];
  expect(takeAll(queue)).toEqual(names);
});

it('charges nobody for turns that no other caller has waited for', () => {
  const queue = newQueue();
  fill(queue, 'stranger', 4);
  queue.charge('stranger', 50);
  fill(queue, 'ava', 2);
  expect(takeAll(queue).slice(0, 4)).toEqual(['ava 0', 'stranger 0', 'ava 1', 'stranger 1']);
});

it('charges the lane of a caller that has nothing more that waits', () => {
  const queue = newQueue();
  fill(queue, 'ava', 5);
  fill(queue, 'stranger', 1);
  queue.charge('other stranger', 3);
  expect(takeAll(queue).indexOf('stranger 0')).toBe(4);
});

it('forgets what a lane owes when nobody in it waits any more', () => {
  const queue = newQueue();
  const [only] = fill(queue, 'ava', 1);
  fill(queue, 'stranger', 3);
  queue.charge('ava', 50);
  queue.delete(only!);
  queue.take();
  fill(queue, 'ava', 1);
  expect(takeAll(queue)).toEqual(['ava 0', 'stranger 1', 'stranger 2']);
});

it('lets every caller have a turn, whatever it was charged for', () => {
  const queue = newQueue();
  fill(queue, 'ava', 300);
  fill(queue, 'stranger', 1);
  queue.charge('stranger', 10_000);
  expect(takeAll(queue).indexOf('stranger 0')).toBe(101);
});

it('leaves out entries that were deleted', () => {
  const queue = newQueue();
  const [first] = fill(queue, 'ava', 2);
  const [stranger] = fill(queue, 'stranger', 1);
  queue.delete(first!);
  queue.delete(stranger!);
  queue.delete(stranger!);
  expect(takeAll(queue)).toEqual(['ava 1']);
});

it('leaves out entries from the middle, and knows the newest one', () => {
  const queue = newQueue();
  const entries = fill(queue, 'ava', 5);
  queue.delete(entries[2]!);
  queue.delete(entries[4]!);
  expect(queue.newestOf('ava')).toBe(entries[3]);
  expect(queue.newestOf('ben')).toBeUndefined();
  expect(takeAll(queue)).toEqual(['ava 0', 'ava 1', 'ava 3']);
  expect(queue.newestOf('ava')).toBeUndefined();
});

it('keeps a caller among the others that has been accepted meanwhile', () => {
  const queue = newQueue();
  const [early] = fill(queue, 'cleo', 1);
  accepted.add('cleo');
  const [, last] = fill(queue, 'cleo', 2);
  queue.delete(early!);
  expect(queue.newestOf('cleo')).toBe(last);
  expect(takeAll(queue)).toEqual(['cleo 0', 'cleo 1']);
  accepted.delete('cleo');
});
