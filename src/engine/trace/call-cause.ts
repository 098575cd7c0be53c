/** Which fields asked for calls, and which other calls had to end before each could be made. */
import type { Asker, CallRecord, WaitRecord } from './call-record.ts';

/** The calls of one execution. */
export class CallCauses {
  readonly #byField = new Map<string, CallRecord[]>();
  readonly #byAsker = new Map<Asker, CallRecord[]>();
  readonly #fields = new Map<CallRecord, readonly string[]>();

  constructor(calls: readonly CallRecord[]) {
    for (const call of calls) {
      const askers = askersOf(call);
      for (const asker of askers) addTo(this.#byAsker, asker, call);
      const fields = [...new Set(askers.map(({ field }) => field))];
      for (const field of fields) addTo(this.#byField, field, call);
      this.#fields.set(call, fields);
    }
  }

  /** The response names of the fields that asked for a call, each once. */
  fieldsOf(call: CallRecord): readonly string[] {
    return this.#fields.get(call) ?? [];
  }

  /**
   * The wait for other calls that the fields of a call need: for the call before of the same field
   * of the same object, or for the calls of the nearest field above that makes calls.
   */
  waitOf(call: CallRecord): WaitRecord | undefined {
    const previous = askersOf(call)
      .flatMap((asker) => this.#byAsker.get(asker) ?? [])
      .filter(({ endedAt }) => endedAt <= call.startedAt);
    if (previous.length > 0) return waitFor('order', [previous.reduce(later)]);
    const needed = new Set(this.fieldsOf(call).flatMap((field) => this.#callsAbove(field, call)));
    return needed.size > 0 ? waitFor('ids', [...needed]) : undefined;
  }

  /** The calls of the nearest field above with some that had ended before the call was ready. */
  #callsAbove(field: string, { readyAt }: CallRecord): CallRecord[] {
    for (let end = field.lastIndexOf('.'); end > 0; end = field.lastIndexOf('.', end - 1)) {
      const calls = this.#byField.get(field.slice(0, end)) ?? [];
      const ended = calls.filter(({ endedAt }) => endedAt <= readyAt);
      if (ended.length > 0) return ended;
    }
    return [];
  }
}

const askersOf = ({ askers = [] }: CallRecord): Asker[] => askers.flatMap((each) => [...each]);

function addTo<Key>(map: Map<Key, CallRecord[]>, key: Key, call: CallRecord): void {
  const calls = map.get(key);
  if (calls) calls.push(call);
  else map.set(key, [call]);
}

const later = (one: CallRecord, other: CallRecord): CallRecord =>
  other.endedAt > one.endedAt ? other : one;

function waitFor(reason: WaitRecord['reason'], calls: readonly CallRecord[]): WaitRecord {
  return {
    reason,
    calls,
    startedAt: Math.min(...calls.map(({ startedAt }) => startedAt)),
    endedAt: Math.max(...calls.map(({ endedAt }) => endedAt)),
  };
}
