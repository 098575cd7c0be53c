import { describe, expect, it } from 'vitest';
import { TurnQueue } from '../../../src/server/limits/turn-queue.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';

describe('a queue of turns', () => {
  it('runs other work between two tasks, and the tasks in their order', async () => {
    const clock = new DrivenClock();
    const queue = new TurnQueue(clock);
    const order: string[] = [];
    const record = (name: string) => () => void order.push(name);
    const tasks = ['first', 'second', 'third'].map((name) => queue.next().then(record(name)));
    setImmediate(() => setImmediate(record('other')));
    await clock.settle();
    expect(order).toEqual(['first', 'other']);
    await clock.advance(25);
    expect(order).toEqual(['first', 'other', 'second']);
    await clock.advance(25);
    await Promise.all(tasks);
    expect(order).toEqual(['first', 'other', 'second', 'third']);
  });
});
