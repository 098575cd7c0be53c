/** The calls of a trace in waves: those of a wave have waited for calls of the one before. */
import type { Service, Trace, TracedCall } from '../../../schema/extensions.js';

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

/** Waits for answers of other calls. The other ones are for a place, or for a pause. */
const isForAnswers = new Set(['ids', 'order', 'batch']);

/** @returns the waves in their order, each with its groups in the order of the trace */
export function wavesOf({ calls }: Trace): Wave[] {
  const numbers = new Map<number, number>();
  // A call can wait for one that has begun after it, and was sent before it.
  const numberOf = (index: number): number => {
    const known = numbers.get(index);
    if (known !== undefined) return known;
    numbers.set(index, 0);
    const number = Math.max(-1, ...waitedFor(calls[index]).map(numberOf)) + 1;
    numbers.set(index, number);
    return number;
  };
  return [...Map.groupBy(calls.keys(), numberOf)]
    .toSorted(([a], [b]) => a - b)
    .map(([, indexes]) => ({
      startMs: Math.min(...indexes.map((index) => sentMs(calls[index]!))),
      groups: groupsOf(calls, indexes),
    }));
}

/** @returns the indexes of the calls whose answers a call has waited for */
const waitedFor = (call: TracedCall | undefined): readonly number[] =>
  call?.waits
    .filter(({ reason }) => isForAnswers.has(reason))
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
