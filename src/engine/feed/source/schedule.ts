/** Computes when a topic's next round of reads is due. */
import { Alarm } from '../alarm.ts';
import type { Clock } from '../../caller/clock.ts';

/** The instant of the next round, which answers and notifications set. */
export class Schedule {
  readonly #clock: Clock;
  readonly #alarm: Alarm;
  /** Instant in ms. Infinite: a round is running, and it is not yet known when the next is due. */
  #dueAt = 0;
  /** Instant in ms from which a page has what a notification announced; undefined: none came. */
  #announcedAt: number | undefined;

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
    this.#announcedAt = undefined;
  }

  /** Whether the next round is due. */
  get isDue(): boolean {
    return this.#dueAt <= this.#clock.now();
  }

  /** A notification came: the next round is due in `ms`, unless it is due sooner. */
  notify(ms: number): void {
    // Replicas receive it at almost the same time.
    this.#announcedAt = this.#clock.now() + ms / 2;
    this.dueIn(ms);
  }

  /**
   * Another replica has read a page.
   * @param at instant in ms at which it was read
   * @param ms time until the next round is due, unless a notification is newer than the page
   */
  follow(at: number, ms: number): void {
    if (this.#announcedAt === undefined || at >= this.#announcedAt) this.beginRound();
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

  /** Makes `untilDue` check again. */
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
