/** Calls of one execution that fields with equal arguments share. */
import { addAskers, type Asker, askerSet, runFor } from '../trace/call-record.ts';

interface FieldCall<Answer> {
  readonly answer: Promise<Answer>;
  /** Undefined in an execution that names no fields. */
  readonly askers: Set<Asker> | undefined;
}

/** The calls of one execution, by what they request. */
export class FieldCalls<Answer = unknown> {
  readonly #calls = new Map<string, FieldCall<Answer>>();

  /** @returns the answer of the call that an earlier field has made; undefined: none has */
  find(key: string): Promise<Answer> | undefined {
    const known = this.#calls.get(key);
    if (known?.askers) addAskers(known.askers);
    return known?.answer;
  }

  add(key: string, call: () => Promise<Answer>): Promise<Answer> {
    const askers = askerSet();
    const answer = askers ? runFor([askers], call) : call();
    this.#calls.set(key, { answer, askers });
    return answer;
  }

  /** Forgets all calls, after a write. */
  clear(): void {
    this.#calls.clear();
  }
}
