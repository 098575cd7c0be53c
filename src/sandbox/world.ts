/** One life of the sandbox, from start or reset to the next reset: its clock, its randomness and what the services keep. */
import { type Random, randomFrom } from './random.ts';

export class World {
  /** The instant that all seeded dates are relative to. */
  readonly start: Date;
  readonly #seed: string;
  readonly #slots = new Map<object, unknown>();
  #ticks = 0;

  constructor(start: Date, seed: string) {
    this.start = start;
    this.#seed = seed;
  }

  /** The sandbox's present: the start instant plus a second for each write so far. It never moves by itself. */
  now(): Date {
    return new Date(this.start.getTime() + this.#ticks * 1000);
  }

  /** Moves the clock on by a second, for a write; answers the new present. */
  tick(): Date {
    this.#ticks += 1;
    return this.now();
  }

  /** A date `ms` after the start instant (negative: before). */
  at(ms: number): Date {
    return new Date(this.start.getTime() + ms);
  }

  /** A generator of its own for each name, so that one seed's changes leave the others alone. */
  random(name: string): Random {
    return randomFrom(`${this.#seed}/${name}`);
  }

  /** What `make` built for this world: built once, when first asked for. */
  state<S>(make: (world: World) => S): S {
    if (!this.#slots.has(make)) this.#slots.set(make, make(this));
    return this.#slots.get(make) as S;
  }
}

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** RFC 3339 in UTC, whole seconds, as video, live and calendar write it. Storage writes `toISOString()`. */
export const rfc3339 = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;
