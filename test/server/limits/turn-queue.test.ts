import { describe, expect, it } from 'vitest';
import { TurnQueue } from '../../../src/server/limits/turn-queue.ts';

describe('a queue of turns', () => {
  it('runs other work between two tasks, and the tasks in their order', async () => {
    const queue = new TurnQueue();
    const order: string[] = [];
    const record = (name: string) => () => void order.push(name);
    const tasks = ['first', 'second', 'third'].map((name) => queue.next().then(record(name)));
    setImmediate(() => setImmediate(record('other')));
    await Promise.all(tasks);
    expect(order).toEqual(['first', 'other', 'second', 'third']);
  });
});
