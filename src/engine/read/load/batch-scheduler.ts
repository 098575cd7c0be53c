/**
 * Decides when a batch is sent: as soon as no running call can add keys to it, and at the latest
 * after a maximum wait. A call declares its downstream types, whose keys its answer may contain;
 * batches of other types do not wait for it. A batch that leads to no call also waits a turn, until
 * the other batches of its turn are sent. Batches wait for nothing else, and each call has a
 * deadline: no wait can form a cycle.
 */
import type { BatchWait, CallRecord } from '../../trace/call-record.ts';

/** A running call. */
interface PendingCall {
  /** Absent in an execution whose calls are not recorded. */
  readonly record: CallRecord | undefined;
  readonly downstream: ReadonlySet<string>;
}

/** At the end of a call that can add no keys. */
const nothing = (): void => {};

/** The scheduler of one execution. */
export class BatchScheduler {
  /** How long the batch has waited that is sent now, and for which calls; undefined: for none. */
  batchWait: BatchWait | undefined = undefined;
  readonly #pending = new Set<PendingCall>();
  /** Batches that wait for the next call to end. */
  #listeners: (() => void)[] = [];
  /** Batches of the turn that are not checked yet. */
  #unchecked = 0;
  /** All batches of the turn: it is over when the last of them has been checked. */
  #ofTurn = 0;
  readonly #maxWaitMs: number;

  /** @param maxWaitMs maximum wait of a batch in milliseconds */
  constructor(maxWaitMs: number) {
    this.#maxWaitMs = maxWaitMs;
  }

  /**
   * Registers a call.
   * @param downstream types whose keys the answer of the call may contain
   * @param record of the call, if calls are recorded
   * @returns a function to call when the call has ended
   */
  start(downstream: ReadonlySet<string>, record?: CallRecord): () => void {
    if (downstream.size === 0) return nothing;
    const call: PendingCall = { downstream, record };
    this.#pending.add(call);
    return () => {
      this.#pending.delete(call);
      const listeners = this.#listeners;
      this.#listeners = [];
      for (const listener of listeners) listener();
    };
  }

  /**
   * Calls `dispatch` once, when no running call can add keys of the type any more.
   * @param isLast whether no call follows from the batch, so that it delays none if it waits
   */
  whenReady(type: string, dispatch: () => void, isLast: () => boolean): void {
    let timer: NodeJS.Timeout | undefined;
    let isDispatched = false;
    let wait: BatchWait | undefined;
    const dispatchOnce = (): void => {
      if (isDispatched) return;
      isDispatched = true;
      clearTimeout(timer);
      this.batchWait = wait;
      dispatch();
      this.batchWait = undefined;
    };
    const check = (): void => {
      if (isDispatched) return;
      if (!this.#canAddKeys(type)) return dispatchOnce();
      wait = this.#waitFor(type, wait);
      timer ??= setTimeout(dispatchOnce, this.#maxWaitMs);
      // Two turns: in the first, resolvers read the answer and fill batches of other types; in the
      // second, those batches become running calls, whose answers may add keys to this one.
      this.#listeners.push(() => setImmediate(() => setImmediate(check)));
    };
    this.#unchecked += 1;
    this.#ofTurn += 1;
    // The resolvers of the current turn add their keys first.
    setImmediate(() => {
      const hasOthers = this.#ofTurn > 1;
      this.#unchecked -= 1;
      if (this.#unchecked === 0) this.#ofTurn = 0;
      // The other batches of the turn are sent first: their answers may add keys, too.
      if (hasOthers && isLast()) setImmediate(check);
      else check();
    });
  }

  /** Adds the recorded calls that can add keys of the type. @param since the wait so far */
  #waitFor(type: string, since: BatchWait | undefined): BatchWait | undefined {
    let wait = since;
    for (const { downstream, record } of this.#pending)
      if (record && downstream.has(type)) {
        wait ??= { startedAt: performance.now(), calls: new Set() };
        wait.calls.add(record);
      }
    return wait;
  }

  #canAddKeys(type: string): boolean {
    for (const { downstream } of this.#pending) if (downstream.has(type)) return true;
    return false;
  }
}
