/** The calls of a trace in waves: those of a wave have waited for calls of the one before. */
import type { CallWaitReason, Service, Trace, TracedCall } from '../../../schema/extensions.js';

/** Calls of one wave that do the same for the same field. */
export interface CallGroup {
  readonly operation: string;
  readonly service: Service;
  readonly fields: readonly string[];
  /** Their indexes in the trace. */
  readonly calls: readonly number[];
}

/** Calls that could begin when those of the wave before had answered. */
export interface Wave {
  /** Milliseconds from the start of the execution until its first request. */
  readonly startMs: number;
  readonly groups: readonly CallGroup[];
}

/** Reasons to wait for answers of other calls. The others are a lack of capacity, or a pause. */
const answerReasons = new Set<CallWaitReason>(['ids', 'order', 'batch']);

/** @returns the waves in their order, each with its groups in the order of the trace */
export function wavesOf({ calls }: Trace): Wave[] {
  const waves = new Map<number, number>();
  // Calls are in the order of their starts, and a batch starts when it begins to wait: that can be
  // before the start of a call that it waits for.
  const waveOf = (index: number): number => {
    const known = waves.get(index);
    if (known !== undefined) return known;
    // Ends the recursion, should the waits of a trace form a circle.
    waves.set(index, 0);
    const wave = Math.max(0, ...waitedFor(calls[index]).map((each) => waveOf(each) + 1));
    waves.set(index, wave);
    return wave;
  };
  return [...Map.groupBy(calls.keys(), waveOf)]
    .toSorted(([a], [b]) => a - b)
    .map(([, indexes]) => ({
      startMs: Math.min(...indexes.map((index) => sentMs(calls[index]!))),
      groups: groupsOf(calls, indexes),
    }));
}

/** @returns the indexes of the calls whose answers a call has waited for */
const waitedFor = (call: TracedCall | undefined): readonly number[] =>
  call?.waits
    .filter(({ reason }) => answerReasons.has(reason))
    .flatMap((wait) => wait.calls ?? []) ?? [];

function groupsOf(calls: readonly TracedCall[], indexes: readonly number[]): CallGroup[] {
  const groups = Map.groupBy(indexes, (index) => {
    const { operation, fields } = calls[index]!;
    return [operation, ...fields].join(' ');
  });
  return [...groups.values()].map((all) => {
    const { operation, service, fields } = calls[all[0]!]!;
    return { operation, service, fields, calls: all };
  });
}

/** When the first request of a call was sent; of a call without one, when it began. */
const sentMs = ({ attempts, startMs }: TracedCall): number => attempts[0]?.startMs ?? startMs;
