/**
 * Cancellation of calls by an `AbortSignal`. All open calls of one signal share one listener: a
 * GraphQL request has many calls, and a listener of its own for each costs ten times as much.
 */
export interface Cancellable {
  cancel(): void;
}

class OpenCalls {
  readonly calls = new Set<Cancellable>();

  /** Called by the signal. */
  handleEvent(): void {
    for (const call of this.calls) call.cancel();
  }
}

const openCallsOf = new WeakMap<AbortSignal, OpenCalls>();

/** Cancels the call when the signal aborts, until `stopCancelling`. */
export function cancelOnAbort(signal: AbortSignal, call: Cancellable): void {
  let open = openCallsOf.get(signal);
  if (open === undefined) openCallsOf.set(signal, (open = new OpenCalls()));
  if (open.calls.size === 0) signal.addEventListener('abort', open);
  open.calls.add(call);
}

/** Ends `cancelOnAbort`; nothing stays behind on the signal. */
export function stopCancelling(signal: AbortSignal, call: Cancellable): void {
  const open = openCallsOf.get(signal);
  if (!open?.calls.delete(call) || open.calls.size > 0) return;
  signal.removeEventListener('abort', open);
}
