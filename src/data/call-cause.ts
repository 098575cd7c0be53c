/** Which fields asked for a call, and which calls had to end before it could be made. */
import type { Asker } from './asker.ts';
import type { CallRecord, WaitRecord } from './call-record.ts';

/** @returns the response names of the fields that asked for the call, each once */
export const fieldsOf = ({ askers = [] }: CallRecord): string[] => [
  ...new Set(askers.flatMap((each) => [...each].map(({ field }) => field))),
];

/**
 * The wait for other calls that the fields of the call need: for the call before of the same field,
 * or for the calls of the nearest field above that makes calls.
 */
export function causeOf(call: CallRecord, calls: readonly CallRecord[]): WaitRecord | undefined {
  const before = (other: CallRecord): boolean => other !== call && other.endedAt <= call.readyAt;
  const ended = calls.filter(before);
  const previous = ended.filter(
    (other) => other.endedAt <= call.startedAt && sharesAsker(call, other),
  );
  if (previous.length > 0) {
    const last = previous.reduce((one, other) => (other.endedAt > one.endedAt ? other : one));
    return waitFor('order', [last]);
  }
  const needed = new Set(fieldsOf(call).flatMap((field) => callsAbove(field, ended)));
  return needed.size > 0 ? waitFor('ids', [...needed]) : undefined;
}

function sharesAsker({ askers = [] }: CallRecord, other: CallRecord): boolean {
  const own = new Set<Asker>(askers.flatMap((each) => [...each]));
  return other.askers?.some((each) => [...each].some((asker) => own.has(asker))) ?? false;
}

/** The calls of the nearest field above that has some. */
function callsAbove(field: string, calls: readonly CallRecord[]): CallRecord[] {
  for (let end = field.lastIndexOf('.'); end > 0; end = field.lastIndexOf('.', end - 1)) {
    const above = field.slice(0, end);
    const found = calls.filter((call) => fieldsOf(call).includes(above));
    if (found.length > 0) return found;
  }
  return [];
}

function waitFor(reason: WaitRecord['reason'], calls: readonly CallRecord[]): WaitRecord {
  return {
    reason,
    calls,
    startedAt: Math.min(...calls.map(({ startedAt }) => startedAt)),
    endedAt: Math.max(...calls.map(({ endedAt }) => endedAt)),
  };
}
