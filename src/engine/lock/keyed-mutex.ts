/**
 * A mutex per key: tasks of one key run one after the other, those of one caller in the order of
 * their calls; tasks of different keys run concurrently. Callers that wait for one key take turns.
 * No library is used: with the semaphores of libraries a new task can overtake one that was resumed
 * in the same turn, and callers that have left keep their places.
 */
import { type Clock, systemClock } from '../caller/clock.ts';
import { upstreamError } from '../api/error.ts';
import { observed, type WaitObserver } from '../rest/share/wait-observer.ts';
import type { EntityLock, EntityLocks } from './entity-lock.ts';
import type { TurnRequest } from './turn-request.ts';

export type Release = () => void;

/** Tells whether a key stays unused. */
export interface Watch {
  /** Whether no task of the key has run since the watch began. */
  isUnused(): boolean;
  end(): void;
}

type Resume = () => void;

interface KeyedMutexOptions {
  /** Maximum number of tasks of one caller that wait for one key. */
  readonly maxWaiting?: number;
  /** Keep other replicas away from a key while a task of it runs; left out: there are none. */
  readonly locks?: EntityLocks | undefined;
  /** Learns how long tasks wait. */
  readonly waits?: WaitObserver | undefined;
  readonly clock?: Clock | undefined;
}

/** One for the process. */
export class KeyedMutex {
  /** By key with a running task. */
  readonly #queues = new Map<string, TaskQueue>();
  /** By key: what is called when a task of the key asks for its turn. */
  readonly #watches = new Map<string, Set<() => void>>();
  readonly #maxWaiting: number;
  readonly #locks: EntityLocks | undefined;
  readonly #waits: WaitObserver | undefined;
  readonly #clock: Clock;

  constructor({ maxWaiting = 100, locks, waits, clock = systemClock }: KeyedMutexOptions = {}) {
    this.#maxWaiting = maxWaiting;
    this.#locks = locks;
    this.#waits = waits;
    this.#clock = clock;
  }

  /**
   * Runs the task when every earlier task of the key has ended, successfully or not, and no other
   * replica runs one.
   * @param holdUntil the turn ends when its promise resolves, for example after a request that a
   * deadline has cut off; never rejects
   * @throws UpstreamError `RATE_LIMITED` if too many tasks wait already; `UPSTREAM_TIMEOUT` if
   * the caller left or the deadline passed before its turn; `UPSTREAM_UNAVAILABLE` if the shared
   * store fails. In all cases the task did not start.
   */
  async runExclusive<T>(
    key: string,
    request: TurnRequest,
    task: () => Promise<T>,
    holdUntil?: () => Promise<unknown>,
  ): Promise<T> {
    const release = await this.acquire(key, request);
    try {
      return await task();
    } finally {
      if (holdUntil) void holdUntil().finally(release);
      else release();
    }
  }

  /**
   * Takes a turn, at once if no task of the key runs.
   * @returns ends the turn; must be called once
   * @throws UpstreamError as `runExclusive`
   */
  async acquire(key: string, request: TurnRequest): Promise<Release> {
    const release = await this.acquireHere(key, request);
    if (!this.#locks) return release;
    try {
      const queue = this.#queues.get(key)!;
      queue.lock ??= await this.#observed(
        this.#locks.acquire(key, request, queue.letsOthersFirst),
        request,
      );
      return release;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Takes a turn among the tasks of this process alone. */
  async acquireHere(key: string, request: TurnRequest): Promise<Release> {
    for (const notify of this.#watches.get(key) ?? []) notify();
    const queue = this.#queues.get(key);
    if (queue) await this.#observed(queue.wait(request, this.#maxWaiting), request);
    else this.#queues.set(key, new TaskQueue(this.#clock));
    return () => this.#release(key);
  }

  /** Whether no other replica can have had a turn since that of the running task began. */
  isHeld(key: string): boolean {
    return this.#queues.get(key)?.lock?.isHeld() ?? true;
  }

  /**
   * Takes the lock again for the running task, which has lost it. What the task has read is old.
   * @throws UpstreamError as `runExclusive`
   */
  async retake(key: string, request: TurnRequest): Promise<void> {
    const queue = this.#queues.get(key)!;
    queue.lock?.release();
    queue.lock = undefined;
    queue.lock = await this.#observed(this.#locks!.acquire(key, request, false), request);
  }

  /** Watches whether others ask for a turn. Those of other replicas cannot be watched. */
  watch(key: string): Watch {
    let isUnused = !this.#locks && !this.#queues.has(key);
    const notify = (): void => {
      isUnused = false;
    };
    const watches = this.#watches.get(key) ?? new Set();
    this.#watches.set(key, watches.add(notify));
    const end = (): void => {
      if (watches.delete(notify) && watches.size === 0) this.#watches.delete(key);
    };
    return { isUnused: () => isUnused, end };
  }

  /** Whether a task of the key runs. */
  isInUse(key: string): boolean {
    return this.#queues.has(key);
  }

  /** Number of keys with a running task. */
  get size(): number {
    return this.#queues.size;
  }

  #observed<T>(wait: Promise<T>, { waits }: TurnRequest): Promise<T> {
    return observed(wait, 'lock', this.#waits, waits);
  }

  #release(key: string): void {
    const queue = this.#queues.get(key)!;
    queue.releaseLock();
    if (!queue.resumeNext()) this.#queues.delete(key);
  }
}

/** So many callers with as many tasks as one may have can wait for one key. */
const maxFullCallers = 10;

class TaskQueue {
  readonly #clock: Clock;
  /** By caller: the one whose turn is next comes first, and so do the tasks of one caller. */
  readonly #waiting = new Map<string, Set<Resume>>();
  #count = 0;
  /** Keeps other replicas away; passed on from task to task. */
  lock: EntityLock | undefined;
  /** Whether the lock was released although tasks of this process wait. */
  letsOthersFirst = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @throws UpstreamError as `KeyedMutex.runExclusive` */
  wait(request: TurnRequest, maxPerCaller: number): Promise<void> {
    const { callerKey, operation, signal, deadline } = request;
    const waiting = this.#waiting.get(callerKey)?.size ?? 0;
    if (waiting >= maxPerCaller || this.#count >= maxPerCaller * maxFullCallers)
      throw upstreamError(operation, 'RATE_LIMITED');
    return new Promise((resolve, reject) => {
      const stopWaiting = (): void => {
        this.#remove(callerKey, resume);
        timer.cancel();
        signal?.removeEventListener('abort', giveUp);
      };
      const resume = (): void => {
        stopWaiting();
        resolve();
      };
      const giveUp = (): void => {
        stopWaiting();
        reject(upstreamError(operation, 'UPSTREAM_TIMEOUT'));
      };
      const timer = this.#clock.after(deadline - this.#clock.now(), giveUp);
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#add(callerKey, resume);
      if (signal?.aborted) giveUp();
    });
  }

  /** Releases the lock, unless the next task may have it, too. */
  releaseLock(): void {
    if (!this.lock || (this.#count > 0 && this.lock.canPassOn())) return;
    this.lock.release();
    this.lock = undefined;
    this.letsOthersFirst = true;
  }

  /** Starts the next task, and puts its caller behind the others. @returns whether there is one */
  resumeNext(): boolean {
    for (const [callerKey, tasks] of this.#waiting) {
      this.#waiting.delete(callerKey);
      this.#waiting.set(callerKey, tasks);
      const [resume] = tasks;
      // `resume` removes itself.
      resume!();
      return true;
    }
    return false;
  }

  #add(callerKey: string, resume: Resume): void {
    this.#count += 1;
    const tasks = this.#waiting.get(callerKey);
    if (tasks) tasks.add(resume);
    else this.#waiting.set(callerKey, new Set([resume]));
  }

  #remove(callerKey: string, resume: Resume): void {
    const tasks = this.#waiting.get(callerKey);
    if (!tasks?.delete(resume)) return;
    this.#count -= 1;
    if (tasks.size === 0) this.#waiting.delete(callerKey);
  }
}
