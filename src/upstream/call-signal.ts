/** Tells a call that nobody waits for it any more. */

/** The part of an `AbortSignal` that a call uses. */
export interface CallSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: AbortListener): void;
  removeEventListener(type: 'abort', listener: AbortListener): void;
}

type AbortListener = (() => void) | { handleEvent(): void };

/**
 * A signal for one call, which has one listener at a time: an `AbortController` for each call would
 * be expensive.
 */
export class CallAbort implements CallSignal {
  aborted = false;
  #listener: AbortListener | undefined;

  addEventListener(_type: 'abort', listener: AbortListener): void {
    this.#listener = listener;
  }

  removeEventListener(_type: 'abort', listener: AbortListener): void {
    if (this.#listener === listener) this.#listener = undefined;
  }

  abort(): void {
    this.aborted = true;
    const listener = this.#listener;
    if (typeof listener === 'function') listener();
    else listener?.handleEvent();
  }
}
