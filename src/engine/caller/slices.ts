/**
 * Spreads many short tasks over the turns of the event loop: other requests are served between the
 * slices. A few tasks run immediately.
 */
import { measuredNow } from './clock.ts';

/** Time in milliseconds that a slice aims at. */
const sliceMs = 5;

/** Tasks of the first slice: the time that one takes is not known yet. */
const firstSize = 16;

const maxSize = 512;

type Task = () => void;

/** A queue of tasks, which run in their order. */
export class Slices {
  readonly #waiting: Task[] = [];
  /** Number of tasks in a slice. */
  #size = firstSize;
  /** Number of tasks that may still begin in this slice. */
  #left = firstSize;
  /** Whether the next slice is scheduled. */
  #isScheduled = false;

  /** Runs a task in this turn, or in a later one if as many as a slice has came before it. */
  run(task: Task): void {
    this.#schedule();
    if (this.#left === 0 || this.#waiting.length > 0) return void this.#waiting.push(task);
    this.#left -= 1;
    task();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#isScheduled = false;
    if (this.#waiting.length === 0) this.#size = firstSize;
    const size = this.#size;
    const tasks = this.#waiting.splice(0, size);
    if (tasks.length > 0) {
      this.#schedule();
      this.#measure(tasks.length);
      // What these tasks add comes after all of them.
      this.#left = 0;
      for (const task of tasks) task();
    }
    this.#left = size - tasks.length;
  }

  /** Adapts the size to the time of this slice, with all promises that its tasks resolve. */
  #measure(count: number): void {
    const start = measuredNow();
    // Runs when no promise is left to resolve in this turn.
    const end = (): void => {
      const msPerTask = (measuredNow() - start) / count;
      const size = Math.min(sliceMs / msPerTask, 2 * this.#size, maxSize);
      this.#size = Math.max(1, Math.floor(size));
    };
    queueMicrotask(() => process.nextTick(end));
  }
}
