/** A change of another client before one of the calls that the gateway makes. */
import type { RecordedCall } from '../../../src/sandbox/call/recorder.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import type { EditingProxy } from './editing-proxy.ts';

/** A change of another client, at the service itself. @returns whether it was acknowledged */
type OtherChange = () => Promise<boolean> | boolean;

interface Interruption<T> {
  readonly result: T;
  /** Whether the gateway has made the call. */
  readonly isReached: boolean;
  readonly isAcknowledged: boolean;
  /** The calls of the gateway since the calls of the sandbox were cleared. */
  readonly calls: readonly RecordedCall[];
  /** The number of these that were answered before the change. */
  readonly callsBefore: number;
}

/** @param index of the call before which the change is made, counted from zero */
export async function interruptedAt<T>(
  {
    proxy,
    sandbox,
  }: { readonly proxy: Pick<EditingProxy, 'beforeEach'>; readonly sandbox: Sandbox },
  { index, change }: { readonly index: number; readonly change: OtherChange },
  run: () => Promise<T>,
): Promise<Interruption<T>> {
  let count = 0;
  let isAcknowledged = false;
  const others = { from: 0, to: 0 };
  proxy.beforeEach(async () => {
    count += 1;
    if (count !== index + 1) return;
    others.from = sandbox.calls().length;
    isAcknowledged = await change();
    others.to = sandbox.calls().length;
  });
  const result = await run();
  proxy.beforeEach(undefined);
  const calls = sandbox.calls().filter((_, at) => at < others.from || at >= others.to);
  return { result, isReached: count > index, isAcknowledged, calls, callsBefore: others.from };
}
