/** The simulated services from start (or reset) to the next reset: clock, random numbers, data. */
import type { Service } from '../engine/api/register.ts';
import { NotificationSender } from './notification-sender.ts';
import { Grants } from './sign-in/grants.ts';
import { SimulatedClock } from './simulated-clock.ts';
import { type Random, randomFrom } from './random.ts';

/** For each service, a function that makes its initial data. */
export type Seeds = Readonly<Record<Service, (simulation: Simulation) => object>>;

/** The clock, the random generators, the notifications, the grants and the data of the services. */
export class Simulation {
  /** The instant that all seeded dates are relative to. */
  readonly start: Date;
  /** Text from which all random numbers derive; ids do not depend on it. */
  readonly seed: string;
  readonly clock: SimulatedClock;
  /** Sends the notifications of channels. */
  readonly notifications: NotificationSender;
  /** What users have allowed clients. */
  readonly grants: Grants;
  readonly #seeds: Seeds;
  readonly #states = new Map<Service, object>();

  constructor(start: Date, seed: string, seeds: Seeds) {
    this.start = start;
    this.clock = new SimulatedClock(start);
    this.grants = new Grants(this.clock);
    this.seed = seed;
    this.#seeds = seeds;
    this.notifications = new NotificationSender(this.clock, this.random('notifications'));
  }

  /** The current simulated time. */
  now(): Date {
    return this.clock.now();
  }

  /** Advances the clock by one second, for a write, and returns the new time. */
  tick(): Date {
    this.clock.advance(1000);
    return this.now();
  }

  /** A date `ms` milliseconds after the start instant (negative: before). */
  at(ms: number): Date {
    return new Date(this.start.getTime() + ms);
  }

  /** A generator per name: a seed that draws more numbers does not change the other seeds. */
  random(name: string): Random {
    return randomFrom(`${this.seed}/${name}`);
  }

  /** Whether the data of a service has been accessed: without an access, nothing has changed it. */
  isSeeded(service: Service): boolean {
    return this.#states.has(service);
  }

  /** The data of a service, seeded at the first access. The `state.ts` of a service types it. */
  state(service: Service): object {
    const existing = this.#states.get(service);
    if (existing) return existing;
    const state = this.#seeds[service](this);
    this.#states.set(service, state);
    return state;
  }
}
