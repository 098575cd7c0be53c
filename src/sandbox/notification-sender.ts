/**
 * Sends notifications to the receivers of clients, and loses or doubles some if a test wants it.
 */
import type { Random } from './random.ts';
import type { SimulatedClock } from './simulated-clock.ts';

/** A notification that was sent, or that was lost on purpose. */
export interface SentNotification {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The status of the response; 0 if there is none yet, or if the notification was lost. */
  readonly status: number;
}

/** How reliable notifications are: probabilities. */
export interface NotificationFaults {
  /** Default: 0. */
  readonly dropped?: number;
  /** Of those that are not dropped. Default: 0. */
  readonly doubled?: number;
}

/** The waiting times before repetitions, in simulated milliseconds. */
const retryDelays = [1000, 2000, 4000, 8000, 16_000];

/** The time within which a receiver must respond, in milliseconds. */
const timeoutMs = 10_000;

/** Responses after which the notification is sent again. */
const retried: ReadonlySet<number> = new Set([0, 500, 502, 503, 504]);

type Notification = Pick<SentNotification, 'address' | 'headers'>;

/** Sends in the background. Repetitions wait with the simulated clock. */
export class NotificationSender {
  readonly #clock: SimulatedClock;
  readonly #random: Random;
  readonly #abort = new AbortController();
  readonly #sent: { -readonly [K in keyof SentNotification]: SentNotification[K] }[] = [];
  /** By address: ends with the last notification that is to be sent now. */
  readonly #queues = new Map<string, Promise<void>>();
  #faults: Required<NotificationFaults> = { dropped: 0, doubled: 0 };

  constructor(clock: SimulatedClock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** A copy of all notifications, in the order in which they were sent. */
  get sent(): readonly SentNotification[] {
    return structuredClone(this.#sent);
  }

  /** Sets the faults of later notifications. */
  setFaults({ dropped = 0, doubled = 0 }: NotificationFaults): void {
    this.#faults = { dropped, doubled };
  }

  /** Sends a notification by POST, after those to the same address. */
  send(notification: Notification): void {
    const { dropped, doubled } = this.#faults;
    if (this.#random.next() < dropped) {
      this.#sent.push({ ...notification, status: 0 });
      return;
    }
    this.#enqueue(notification, 0);
    if (this.#random.next() < doubled) this.#enqueue(notification, 0);
  }

  /** Resolves when everything that is to be sent now has a response, or none. */
  async settled(): Promise<void> {
    if (this.#queues.size === 0) return;
    await Promise.all(this.#queues.values());
    await this.settled();
  }

  /** Sends nothing any more. */
  close(): void {
    this.#abort.abort();
  }

  /** @param attempt 0 for the first one */
  #enqueue(notification: Notification, attempt: number): void {
    const { address } = notification;
    const previous = this.#queues.get(address) ?? Promise.resolve();
    const queue = previous
      .then(() => this.#post(notification, attempt))
      .then(() => {
        if (this.#queues.get(address) === queue) this.#queues.delete(address);
      });
    this.#queues.set(address, queue);
  }

  async #post(notification: Notification, attempt: number): Promise<void> {
    if (this.#abort.signal.aborted) return;
    const entry = { ...notification, status: 0 };
    this.#sent.push(entry);
    entry.status = await this.#statusOf(notification);
    const delay = retryDelays[attempt];
    if (!retried.has(entry.status) || delay === undefined) return;
    this.#clock.after(delay, () => this.#enqueue(notification, attempt + 1));
  }

  /** Sends the notification. @returns the status of the response; 0 without a response */
  async #statusOf({ address, headers }: Notification): Promise<number> {
    const signal = AbortSignal.any([this.#abort.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      // Google does not follow redirects: they reject the notification.
      const redirect = 'manual';
      const response = await fetch(address, { method: 'POST', headers, redirect, signal });
      await response.body?.cancel();
      return response.status;
    } catch {
      return 0;
    }
  }
}
