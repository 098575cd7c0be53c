import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Slices } from '../../../src/engine/caller/slices.ts';

/** Adds tasks that note their numbers. */
function addTasks(slices: Slices, count: number, work: () => void = () => {}): number[] {
  const done: number[] = [];
  for (let index = 0; index < count; index += 1)
    slices.run(() => {
      work();
      done.push(index);
    });
  return done;
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** @returns the numbers of tasks that ran in each turn until all have run */
async function sizesOf(done: readonly unknown[], count: number): Promise<number[]> {
  const sizes = [done.length];
  for (let before = done.length; before < count; before = done.length) {
    await turn();
    sizes.push(done.length - before);
  }
  return sizes;
}

const block = (ms: number) => (): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

describe('slices', () => {
  it('run a few tasks at once', () => {
    expect(addTasks(new Slices(), 5)).toEqual(upTo(5));
  });
  it('run many tasks in their order, over several turns', async () => {
    const done = addTasks(new Slices(), 1_000);
    const sizes = await sizesOf(done, 1_000);
    expect(sizes.length).toBeGreaterThan(3);
    expect(done).toEqual(upTo(1_000));
  });
  it('run one task in a turn if each takes longer than a slice', async () => {
    const done = addTasks(new Slices(), 40, block(6));
    const [first, second, ...others] = await sizesOf(done, 40);
    expect([first, second]).toEqual([16, 16]);
    expect(new Set(others)).toEqual(new Set([1]));
  });
  it('count what a task leads to in its turn', async () => {
    const slices = new Slices();
    const done: number[] = [];
    for (const index of upTo(40))
      slices.run(() => {
        const after = Promise.resolve().then(() => {});
        void after.then(block(6)).then(() => done.push(index));
      });
    const [, second, ...others] = await sizesOf(done, 40);
    expect(second).toBeGreaterThan(1);
    expect(others.at(-1)).toBe(1);
  });
  it('run a task that another one adds after those that wait', async () => {
    const slices = new Slices();
    const done: string[] = [];
    for (const index of upTo(20))
      slices.run(() => {
        done.push(`${index}`);
        if (index === 16) slices.run(() => void done.push('added'));
      });
    await sizesOf(done, 21);
    expect(done).toEqual([...upTo(20).map(String), 'added']);
  });
});
