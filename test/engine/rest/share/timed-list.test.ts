/** Entries that are over at the same time: how many of them end in a turn of the event loop. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Timed, TimedList } from '../../../../src/engine/rest/share/timed-list.ts';
import { DrivenClock } from '../../../support/clock/driven-clock.ts';

const checkMs = 20;

class Entry extends Timed {
  override readonly endAt: number;
  readonly #onEnd: (entry: Entry) => void;

  constructor(endAt: number, onEnd: (entry: Entry) => void) {
    super();
    this.endAt = endAt;
    this.#onEnd = onEnd;
  }

  override expire(): void {
    this.#onEnd(this);
  }
}

/** @returns how many entries have ended in each turn. @param msPerEnd what an end takes */
async function endsOf(count: number, msPerEnd: number): Promise<readonly number[]> {
  const driven = new DrivenClock();
  let spentMs = 0;
  const clock = Object.assign(Object.create(driven) as DrivenClock, {
    now: () => driven.now() + spentMs,
  });
  const list = new TimedList(checkMs, clock);
  const state = { left: count, ofTurn: 0 };
  const endAt = driven.now() + 2 * checkMs;
  for (let index = 0; index < count; index += 1)
    list.add(
      new Entry(endAt, (entry) => {
        list.delete(entry);
        spentMs += msPerEnd;
        state.ofTurn += 1;
        state.left -= 1;
      }),
    );
  const ends: number[] = [];
  const watch = async (): Promise<void> => {
    for (; state.left > 0 || state.ofTurn > 0; await turn()) {
      if (state.ofTurn > 0) ends.push(state.ofTurn);
      state.ofTurn = 0;
    }
  };
  const watched = watch();
  await driven.advance(2 * checkMs);
  await watched;
  return ends;
}

it('ends one entry in each turn of the event loop', async () => {
  expect(await endsOf(100, 1)).toEqual(Array<number>(100).fill(1));
});

it('ends all others at once when they are late by half a second', async () => {
  // After 5 ends, 500 ms have passed.
  expect(await endsOf(100, 100)).toEqual([1, 1, 1, 1, 1, 95]);
});
