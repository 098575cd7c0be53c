/**
 * Watch channels that are open: which notification belongs to which feed. A notification carries no
 * data and may be lost or doubled: it only makes the poller read sooner.
 */
import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

/** How the gateway names a channel to the service. */
export interface WatchChannel {
  /** Unique, at most 64 characters (`id` of the watch request). */
  readonly id: string;
  /** Secret that every notification repeats, at most 256 characters (`token`). */
  readonly token: string;
}

interface Registration {
  readonly token: string;
  readonly onChange: () => void;
}

/** One for the process: open channels by their ids. */
export class WatchChannels {
  readonly #registrations = new Map<string, Registration>();

  /** The number of channels whose notifications are accepted. */
  get size(): number {
    return this.#registrations.size;
  }

  /** @param onChange called for each notification of the channel */
  register(onChange: () => void): WatchChannel {
    const channel = { id: randomUUID(), token: randomBytes(32).toString('base64url') };
    this.#registrations.set(channel.id, { token: channel.token, onChange });
    return channel;
  }

  remove({ id }: Pick<WatchChannel, 'id'>): void {
    this.#registrations.delete(id);
  }

  /**
   * A notification arrived: headers `X-Goog-Channel-ID` and `X-Goog-Channel-Token`.
   * @returns whether the channel is known and the token is its own
   */
  notify({ id, token }: WatchChannel): boolean {
    const registration = this.#registrations.get(id);
    if (registration === undefined || !isSame(token, registration.token)) return false;
    registration.onChange();
    return true;
  }
}

/** Compares in constant time, so that the time reveals no part of the token. */
function isSame(token: string, expected: string): boolean {
  const [left, right] = [Buffer.from(token), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
