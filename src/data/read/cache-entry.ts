/** What one execution knows of one thing: each path of it is held, failed, in flight or unknown. */
import type { Paths } from './path.ts';
import { attachRef, type Ref } from './resource.ts';

/** Nothing can be said yet. */
export const UNKNOWN = Symbol('unknown');

const nothing: ReadonlySet<string> = new Set();

/** Paths on their way, and whom to tell when they have come. */
interface Flight {
  readonly paths: Paths;
  readonly listeners: (() => void)[];
}

export class Held {
  readonly ref: Ref;
  /** Undefined: never answered. Null: upstream says that it isn't there, or shows it to others only. */
  #value: object | null | undefined;
  /** Usually one answer's own set: a copy is made only when a second one comes. */
  #paths: ReadonlySet<string> = nothing;
  /** The last answers' sets: asking the very same set again is the usual case. */
  #answered: Paths | undefined;
  #failures: { readonly paths: Paths; readonly error: unknown }[] = [];
  #scheduler: Flight[] = [];

  constructor(ref: Ref) {
    this.ref = ref;
  }

  /** The value, null, or UNKNOWN; throws where what is asked has failed. */
  read(paths: Paths): object | null | typeof UNKNOWN {
    if (this.#value === null) return null;
    if (this.#value !== undefined && (this.#answered === paths || paths.coveredBy(this.#paths)))
      return this.#value;
    for (const failure of this.#failures) if (paths.meets(failure.paths.set)) throw failure.error;
    return UNKNOWN;
  }

  /** Those of the paths that neither are held nor on their way. */
  open(paths: Paths): Paths {
    if (this.#value === undefined && this.#scheduler.length === 0) return paths;
    const unknown = paths.without(this.#paths);
    return this.#scheduler.reduce((open, flight) => open.without(flight.paths.set), unknown);
  }

  /** @returns what to call when they have come, whatever else waits for them */
  departs(paths: Paths): () => void {
    const flight: Flight = { paths, listeners: [] };
    this.#scheduler.push(flight);
    return () => {
      this.#scheduler = this.#scheduler.filter((other) => other !== flight);
      for (const listener of flight.listeners) listener();
    };
  }

  /** Settles when all that is on its way of the paths has come; nothing else is waited for. */
  landing(paths: Paths): Promise<void> {
    const due = this.#scheduler.filter((flight) => paths.meets(flight.paths.set));
    if (due.length === 0) return Promise.resolve();
    let left = due.length;
    return new Promise((resolve) => {
      const landed = (): void => {
        left -= 1;
        if (left === 0) resolve();
      };
      for (const { listeners } of due) listeners.push(landed);
    });
  }

  fail(paths: Paths, error: unknown): void {
    this.#failures.push({ paths, error });
  }

  /** @param value null: it isn't there */
  put(value: object | null, paths: Paths): void {
    if (value === null) {
      this.#value = null;
      return;
    }
    const merged = this.#value ? merge(this.#value, value) : value;
    // What can't be merged (a list that changed meanwhile) makes the older answer worthless, not the newer one.
    if (merged === CHANGED) this.#paths = nothing;
    this.#value = attachRef(merged === CHANGED ? value : (merged as object), this.ref);
    this.#paths = this.#paths === nothing ? paths.set : new Set([...this.#paths, ...paths.set]);
    this.#answered = paths;
  }
}

const CHANGED = Symbol('changed');

/** Two answers about one thing, each holding other fields of it. Lists merge element by element, if they are the same list. */
function merge(into: unknown, from: unknown): unknown {
  if (typeof into !== 'object' || into === null || typeof from !== 'object' || from === null)
    return from;
  if (Array.isArray(into) && Array.isArray(from)) {
    if (into.length !== from.length) return CHANGED;
    const out = into.map((each, index) => merge(each, from[index]));
    return out.includes(CHANGED) ? CHANGED : out;
  }
  const out: Record<string, unknown> = { ...into };
  for (const [key, value] of Object.entries(from)) {
    const merged = key in out ? merge(out[key], value) : value;
    if (merged === CHANGED) return CHANGED;
    out[key] = merged;
  }
  return out;
}
