/**
 * Watch channels that are open: which notification belongs to which feed. A notification carries no
 * data and may be lost or doubled: it only makes the poller read sooner.
 */
import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Clock } from './clock.ts';

/** How the gateway names a channel to the service. */
export interface ChannelIdentity {
  /** Unique, at most 64 characters (`id` of the watch request). */
  readonly id: string;
  /** Secret that every notification repeats, at most 256 characters (`token`). */
  readonly token: string;
}

/** How the service confirms a channel. */
export interface ChannelConfirmation {
  /** The service's id of the watched resource: notifications repeat it, and stopping takes it. */
  readonly resourceId: string;
  /** Instant in ms since 1970 after which the service sends nothing more. */
  readonly expiresAt: number;
}

/** A notification as the service sends it: what its headers state. */
export interface ChannelNotification {
  readonly channelId: string;
  readonly token: string;
  readonly resourceId: string;
  /** Rises with each notification of the channel, with gaps. A repeated one has the same number. */
  readonly messageNumber: number;
}

interface Registration {
  readonly token: string;
  readonly onChange: () => void;
  confirmation: ChannelConfirmation | undefined;
  /** Number of the last notification that was believed. */
  lastMessage: number;
}

/** One for the process: open channels by their ids. */
export class WatchChannels {
  readonly #clock: Clock;
  readonly #registrations = new Map<string, Registration>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param onChange called for each notification of the channel, once the service has opened it */
  register(onChange: () => void): ChannelIdentity {
    const channel = { id: randomUUID(), token: randomBytes(32).toString('base64url') };
    const { token } = channel;
    this.#registrations.set(channel.id, {
      token,
      onChange,
      confirmation: undefined,
      lastMessage: 0,
    });
    return channel;
  }

  /** The service has opened the channel: from now on its notifications have an effect. */
  confirm({ id }: Pick<ChannelIdentity, 'id'>, confirmation: ChannelConfirmation): void {
    const registration = this.#registrations.get(id);
    if (registration) registration.confirmation = confirmation;
  }

  remove({ id }: Pick<ChannelIdentity, 'id'>): void {
    this.#registrations.delete(id);
  }

  /**
   * A notification arrived. One that is repeated, that is older than the last one, or that comes
   * before the service has confirmed the channel has no effect: a read follows in any case.
   * @returns whether it is a notification of an open channel: with the token and the resource of
   * the channel, which has not expired
   */
  notify({ channelId, token, resourceId, messageNumber }: ChannelNotification): boolean {
    const registration = this.#registrations.get(channelId);
    if (registration === undefined || !isSame(token, registration.token)) return false;
    const { confirmation } = registration;
    if (confirmation === undefined) return true;
    if (resourceId !== confirmation.resourceId) return false;
    if (this.#clock.now() >= confirmation.expiresAt) return false;
    if (messageNumber > registration.lastMessage) {
      registration.lastMessage = messageNumber;
      registration.onChange();
    }
    return true;
  }
}

/** Compares in constant time, so that the time reveals no part of the token. */
function isSame(token: string, expected: string): boolean {
  const [left, right] = [Buffer.from(token), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
