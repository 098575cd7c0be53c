/** Turns of callers in a queue. */
import { expect, it } from 'vitest';
import { CallerQueue, type QueueEntry } from '../../src/upstream/caller-queue.ts';

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
