/** A move of a series: the arithmetic of its places. Pure: no calls. */
import { DAY_MS, type EventTimeJson, SeriesClock } from './clock.ts';

/**
 * A move of one occurrence of a series to another time, and of all others with it: each keeps its
 * local distance to the moved one.
 */
export class Move {
  readonly to: SeriesClock;
  /** The number of days from the old local day to the new one. */
  readonly days: number;
  /** The local distance of the move, in ms. */
  readonly distance: number;
  readonly #from: SeriesClock;

  /**
   * @param from the instant of the occurrence by the clock of the series
   * @param start its new start
   * @param timeZone the time zone of a start that names none
   */
  constructor(
    from: { readonly clock: SeriesClock; readonly instant: number },
    start: EventTimeJson,
    timeZone: string,
  ) {
    this.#from = from.clock;
    this.to = new SeriesClock(start, timeZone);
    const old = from.clock.wallOf(from.instant);
    const next = this.to.wallOf(this.to.instantOf(start));
    // Rules know whole seconds only.
    this.distance = Math.floor((next - old) / 1000) * 1000;
    this.days = Math.floor(next / DAY_MS) - Math.floor(old / DAY_MS);
  }

  /** The instant to which the move takes another one. */
  instantOf(instant: number): number {
    return this.to.instantAt(this.#from.wallOf(instant) + this.distance);
  }
}
