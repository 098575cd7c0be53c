/** Runs of steps: what is done, found again and undone. */
import { describe, expect, it } from 'vitest';
import { type Step, StepRun } from '../../../src/engine/write/step.ts';
import { upstreamError } from '../../../src/engine/api/error.ts';
import { events } from '../../../src/services/calendar/operations.ts';

type Name = 'one' | 'two' | 'three';

/** What is done, as the services have it. */
type State = Set<Name>;

const names: readonly Name[] = ['one', 'two', 'three'];

const lost = upstreamError(events.insert, 'UPSTREAM_TIMEOUT', { outcome: 'UNKNOWN' });
const rejected = new Error('rejected');

/** Steps that write what happens into a log. */
function stepsOf(log: string[], edit: Partial<Record<Name, Partial<Step<State, Name>>>> = {}) {
  return names.map(
    (name): Step<State, Name> => ({
      name,
      isDone: (state) => state.has(name),
      run: (state) => {
        log.push(name);
        state.add(name);
        return Promise.resolve();
      },
      undo: (state) => {
        log.push(`undo ${name}`);
        state.delete(name);
        return Promise.resolve();
      },
      ...edit[name],
    }),
  );
}

interface Scene {
  readonly edit?: Parameters<typeof stepsOf>[1];
  readonly state?: State;
  readonly read?: () => Promise<unknown>;
}

function sceneOf({ edit, state = new Set(), read }: Scene = {}) {
  const log: string[] = [];
  const done: [Name, boolean][] = [];
  const onDone = (name: Name, isMade: boolean): void => void done.push([name, isMade]);
  const steps = stepsOf(log, edit);
  return { run: new StepRun({ steps, state, onDone, ...(read && { read }) }), log, done, state };
}

const failing = (failure: unknown): Partial<Step<State, Name>> => ({
  run: () => Promise.reject(failure),
});

describe('a run of steps', () => {
  it('does what is left, in order', async () => {
    const { run, log, done } = sceneOf({ state: new Set<Name>(['two']) });
    await run.run();
    expect(log).toEqual(['one', 'three']);
    expect(done).toEqual([
      ['one', true],
      ['two', false],
      ['three', true],
    ]);
    expect([run.done, run.remaining, run.hasBegun]).toEqual([names, [], true]);
  });
  it('does nothing if all is done', async () => {
    const { run, log } = sceneOf({ state: new Set(names) });
    await run.run();
    expect([log, run.hasBegun]).toEqual([[], false]);
  });
  it('stops at the first step that fails', async () => {
    const { run, log } = sceneOf({ edit: { two: failing(rejected) } });
    await expect(run.run()).rejects.toBe(rejected);
    expect([log, run.done, run.remaining]).toEqual([['one'], ['one'], ['two', 'three']]);
  });
  it('ends where the rest goes on by itself', async () => {
    const { run, log } = sceneOf({ edit: { two: { run: () => Promise.resolve('over') } } });
    await run.run();
    expect([log, run.remaining]).toEqual([['one'], ['three']]);
  });
  it('finds out that a step whose answer was lost has been done', async () => {
    const run = (state: State) => {
      state.add('two');
      return Promise.reject(lost);
    };
    const scene = sceneOf({ edit: { two: { run } } });
    await scene.run.run();
    expect([scene.log, scene.run.done]).toEqual([['one', 'three'], names]);
  });
  it('fails if a step whose answer was lost has not been done, or that cannot be read', async () => {
    const answers = [() => false, () => Promise.reject(rejected)];
    const unread = { ...failing(lost), isDone: () => answers.shift()!() };
    for (const two of [failing(lost), unread]) {
      const { run } = sceneOf({ edit: { two } });
      await expect(run.run()).rejects.toBe(lost);
      expect(run.done).toEqual(['one']);
    }
  });
  it('reads a state that others change, and does what is not done by then', async () => {
    const state: State = new Set();
    let reads = 0;
    const read = () => {
      reads += 1;
      // Another writer undoes the first step once.
      if (reads === 2) state.delete('one');
      return Promise.resolve();
    };
    const { run, log } = sceneOf({ state, read });
    await run.run();
    expect(log).toEqual(['one', 'one', 'two', 'three']);
    expect(reads).toBe(5);
  });
});

describe('an undone run of steps', () => {
  it('undoes what it has done or may have done, the last step first', async () => {
    const { run, log, state } = sceneOf({
      state: new Set<Name>(['one']),
      edit: { three: failing(lost) },
    });
    await expect(run.run()).rejects.toBe(lost);
    expect(await run.undo()).toEqual([]);
    expect(log).toEqual(['two', 'undo three', 'undo two']);
    expect([[...state], run.done]).toEqual([['one'], ['one']]);
  });
  it('undoes no step that was rejected', async () => {
    const { run, log } = sceneOf({ edit: { two: failing(rejected) } });
    await expect(run.run()).rejects.toBe(rejected);
    await run.undo();
    expect(log).toEqual(['one', 'undo one']);
  });
  it('goes on after a step that cannot be undone, and says which', async () => {
    const { run, log } = sceneOf({
      edit: { two: { undo: () => Promise.reject(lost) }, three: failing(rejected) },
    });
    await expect(run.run()).rejects.toBe(rejected);
    expect(await run.undo()).toEqual([{ name: 'two', error: lost }]);
    expect([log, run.done]).toEqual([['one', 'two', 'undo one'], ['two']]);
  });
  it('undoes only what a later run would not find', async () => {
    const found = { one: { foundAfter: 'two' }, two: { foundAfter: 'three' } } as const;
    const { run, log } = sceneOf({ edit: { ...found, three: failing(rejected) } });
    await expect(run.run()).rejects.toBe(rejected);
    expect(await run.undoLost()).toEqual([]);
    expect([log, run.done]).toEqual([['one', 'two', 'undo two'], ['one']]);
  });
});
