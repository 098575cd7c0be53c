/** Turns of callers in a queue. */
import { describe, expect, it } from 'vitest';
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

it('takes all callers that no service has accepted for one, and lets them take turns', () => {
  const queue = newQueue();
  for (let index = 0; index < 100; index += 1) fill(queue, `stranger${index}`, 2);
  fill(queue, 'ava', 2);
  fill(queue, 'ben', 2);
  const names = ['ava 0', 'ben 0', 'stranger0 0', 'ava 1', 'ben 1', 'stranger1 0', 'stranger2 0'];
  expect(takeAll(queue).slice(0, 7)).toEqual(names);
});

it('gives each caller several entries in a turn', () => {
  const queue = new CallerQueue<Entry>((caller) => accepted.has(caller), { turnSize: 3 });
  fill(queue, 'ava', 5);
  fill(queue, 'ben', 2);
  fill(queue, 'stranger', 1);
  const names = ['ava 0', 'ava 1', 'ava 2', 'ben 0', 'ben 1', 'stranger 0', 'ava 3', 'ava 4'];
  expect(takeAll(queue)).toEqual(names);
});

it('forgets what equal entries have cost when nothing of the caller waits any more', () => {
  const queue = newQueue();
  fill(queue, 'ava', 4);
  expect(takeAll(queue)).toHaveLength(4);
  fill(queue, 'ben', 3);
  fill(queue, 'ava', 2);
  expect(takeAll(queue)).toEqual(['ben 0', 'ava 0', 'ben 1', 'ava 1', 'ben 2']);
});

describe('what entries have cost', () => {
  const measured = () => new CallerQueue<Entry>((caller) => accepted.has(caller), { cost: 0 });

  /** Takes entries, each of which costs what its caller's entries cost. */
  function takeAndCharge(queue: CallerQueue<Entry>, costs: Readonly<Record<string, number>>) {
    const names: string[] = [];
    for (let entry = queue.take(); entry; entry = queue.take()) {
      names.push(entry.caller);
      queue.charge(entry.caller, costs[entry.caller]!);
    }
    return names;
  }

  it('decides whose turn is next: equal parts, not equal numbers', () => {
    const queue = measured();
    fill(queue, 'ava', 3);
    fill(queue, 'ben', 9);
    const names = takeAndCharge(queue, { ava: 40, ben: 10 });
    const all = [
      'ava',
      'ben',
      'ben',
      'ben',
      'ben',
      'ava',
      'ben',
      'ben',
      'ben',
      'ben',
      'ava',
      'ben',
    ];
    expect(names).toEqual(all);
  });
  it('is remembered when nothing of the caller waits', () => {
    const queue = measured();
    queue.pass('ava');
    queue.charge('ava', 40);
    fill(queue, 'ava', 1);
    fill(queue, 'ben', 5);
    expect(takeAndCharge(queue, { ava: 1, ben: 10 })).toEqual([
      'ben',
      'ben',
      'ben',
      'ben',
      'ava',
      'ben',
    ]);
  });
  it('of all strangers is that of one caller', () => {
    const queue = measured();
    for (let index = 0; index < 9; index += 1) {
      queue.pass(`stranger${index}`);
      queue.charge(`stranger${index}`, 10);
    }
    fill(queue, 'another', 1);
    fill(queue, 'ava', 3);
    expect(takeAndCharge(queue, { ava: 10, another: 10 })).toEqual([
      'ava',
      'ava',
      'another',
      'ava',
    ]);
  });
  it('gives nobody a claim to what it has not used', () => {
    const queue = measured();
    queue.pass('ben');
    queue.charge('ben', 1);
    for (let index = 0; index < 100; index += 1) {
      queue.pass('ava');
      queue.charge('ava', 10);
    }
    fill(queue, 'ava', 3);
    fill(queue, 'ben', 3);
    // Only for the last one, during which it could not have come.
    const names = takeAndCharge(queue, { ava: 10, ben: 10 });
    expect(names).toEqual(['ben', 'ava', 'ben', 'ava', 'ben', 'ava']);
  });
  it('keeps nobody waiting for ever', () => {
    const queue = measured();
    fill(queue, 'stranger', 1);
    queue.charge('stranger', 1_000_000);
    fill(queue, 'ava', 100);
    expect(takeAndCharge(queue, { ava: 10, stranger: 1 }).indexOf('stranger')).toBe(51);
  });
  it('is remembered of the last callers only', () => {
    const queue = measured();
    for (let index = 0; index < 3_000; index += 1) {
      accepted.add(`caller${index}`);
      queue.pass(`caller${index}`);
      queue.charge(`caller${index}`, 10);
    }
    for (const index of [0, 2_999]) fill(queue, `caller${index}`, 1);
    fill(queue, 'ava', 1);
    const costs = { ava: 1, caller0: 1, caller2999: 1 };
    expect(takeAndCharge(queue, costs)).toEqual(['caller0', 'ava', 'caller2999']);
    for (let index = 0; index < 3_000; index += 1) accepted.delete(`caller${index}`);
  });
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
