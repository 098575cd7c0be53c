/** Observers of waits: metrics, the trace of a request, and its line of the log. */
import { measuredNow } from '../../caller/clock.ts';

export type WaitKind =
  /** An answer of the shared store. */
  | 'store'
  /** The turn to update an object. */
  | 'lock'
  /** The start of an operation, while the event loop is busy. */
  | 'queue'
  /** A connection to a service. */
  | 'connection'
  /** The end of a rate limit of a service. */
  | 'rateLimit';

/** Learns of waits that have ended. It must not throw. */
export interface WaitObserver {
  /** @param ms time of the wait, which ends now */
  onWait(kind: WaitKind, ms: number): void;
}

/** @returns the promise, whose time is told to the observers when it is settled */
export function observed<T>(
  promise: Promise<T>,
  kind: WaitKind,
  ...observers: readonly (WaitObserver | undefined)[]
): Promise<T> {
  const start = measuredNow();
  const tell = (): void => {
    const ms = measuredNow() - start;
    for (const observer of observers) observer?.onWait(kind, ms);
  };
  promise.then(tell, tell);
  return promise;
}
