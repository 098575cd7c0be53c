/** Computes when a topic's next round of reads is due. */
import { Alarm } from './alarm.ts';
import type { Clock } from './clock.ts';

/** The instant of the next round, which answers and notifications set. */
export class Schedule {
  readonly #clock: Clock;
  readonly #alarm: Alarm;
  /** Instant in ms. Infinite: a round is running, and it is not yet known when the next is due. */
  #dueAt = 0;
  /** Whether a notification has set the instant. */
  #isNotified = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#alarm = new Alarm(clock);
  }

  /**
   * A round begins. A notification that comes during the round sets the next one: its change may be
   * newer than the page that is being read.
   */
  beginRound(): void {
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#isNotified = false;
  }

  /** Whether the next round is due. */
  get isDue(): boolean {
    return this.#dueAt <= this.#clock.now();
  }

  /** A notification came: the next round is due in `ms`, unless it is due sooner. */
  notify(ms: number): void {
    this.#isNotified = true;
    this.dueIn(ms);
  }

  /** Another replica had a round: the next one is due in `ms`, or when a notification says. */
  follow(ms: number): void {
    if (!this.#isNotified) this.#dueAt = Number.POSITIVE_INFINITY;
    this.dueIn(ms);
  }

  /** The next round is due in `ms`, unless it is due sooner. */
  dueIn(ms: number): void {
    this.#dueAt = Math.min(this.#dueAt, this.#clock.now() + ms);
    this.#alarm.ring();
  }

  /** The poller starts again: a round that was cut off is due immediately. */
  resume(): void {
    if (this.#dueAt === Number.POSITIVE_INFINITY) this.#dueAt = 0;
  }

  /** Makes `untilDue` look again. */
  ring(): void {
    this.#alarm.ring();
  }

  /**
   * @param isUrgent whether not to wait; called again after every `ring`
   * @throws the signal's reason once it fires
   */
  async untilDue(isUrgent: () => boolean, signal: AbortSignal): Promise<void> {
    while (!isUrgent() && this.#dueAt > this.#clock.now() && !signal.aborted)
      await this.#alarm.sleepUntil(this.#dueAt);
    signal.throwIfAborted();
  }
}
