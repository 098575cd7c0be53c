/** What one execution knows of one thing: each path of it is held, failed, in flight or unknown. */
import { covers, type Paths } from './path.ts';
import { brand, type Ref } from './ref.ts';

/** Nothing can be said yet. */
export const UNKNOWN = Symbol('unknown');

interface Waiting {
  readonly paths: Paths;
  readonly done: Promise<void>;
}
export class Held {
  readonly ref: Ref;
  /** Undefined: never answered. Null: upstream says that it isn't there, or shows it to others only. */
  #value: object | null | undefined;
  #paths = new Set<string>();
  /** The last answers' sets: asking the very same set again is the usual case. */
  #answered: Paths | undefined;
  #failures: { readonly paths: Paths; readonly error: unknown }[] = [];
  #flights: Waiting[] = [];
  constructor(ref: Ref) {
    this.ref = ref;
  }

  /** The value, null, or UNKNOWN; throws where what is asked has failed. */
  read(paths: Paths): object | null | typeof UNKNOWN {
    if (this.#value === null) return null;
    if (this.#value !== undefined && (this.#answered === paths || paths.coveredBy(this.#paths))) return this.#value;
    for (const failure of this.#failures) for (const path of paths.set) if (covers(failure.paths.set, path)) throw failure.error;
    return UNKNOWN;
  }
  /** Those of the paths that neither are held nor on their way. */
  open(paths: Paths): Paths {
    if (this.#value === undefined && this.#flights.length === 0) return paths;
    const unknown = paths.without(this.#paths);
    return this.#flights.reduce((open, flight) => open.without(flight.paths.set), unknown);
  }
  departs(paths: Paths, done: Promise<void>): void {
    const flight = { paths, done };
    this.#flights.push(flight);
    const land = (): void => {
      this.#flights = this.#flights.filter((other) => other !== flight);
    };
    done.then(land, land);
  }
  /** Settles when all that is on its way now has come. */
  landing(): Promise<unknown> {
    return this.#flights.length === 1 ? this.#flights[0]!.done : Promise.all(this.#flights.map(({ done }) => done));
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
    if (merged === CHANGED) this.#paths.clear();
    this.#value = brand(merged === CHANGED ? value : (merged as object), this.ref);
    for (const path of paths.set) this.#paths.add(path);
    this.#answered = paths;
  }
}

const CHANGED = Symbol('changed');
/** Two answers about one thing, each holding other fields of it. Lists merge element by element, if they are the same list. */
function merge(into: unknown, from: unknown): unknown {
  if (typeof into !== 'object' || into === null || typeof from !== 'object' || from === null) return from;
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
