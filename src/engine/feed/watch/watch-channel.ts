/**
 * Watch channels that are open: which notification belongs to which feed. A notification carries no
 * data and may be lost or doubled: it only makes the poller read sooner. It can reach any of the
 * replicas that share a store.
 */
import { hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { Encryption } from '../../caller/encryption.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { Store } from '../../store/store.ts';
import type { Clock } from '../../caller/clock.ts';
import { SharedStore } from '../shared/shared-store.ts';

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

/** The properties by which a notification is checked, as the store has them. */
interface ChannelState {
  /** The key of the topic. */
  readonly topic: string;
  /** Digest of the token. */
  readonly token: string;
  /** undefined: the service has not confirmed the channel yet. */
  readonly confirmation?: ChannelConfirmation | undefined;
  /** Number of the last notification that was accepted. */
  readonly lastMessage: number;
}

/** Whether a notification is accepted, and whether the poller has to read. */
type Verdict = 'rejected' | 'ignored' | 'change';

/** Time in ms for which a channel is stored that the service has not confirmed. */
const unconfirmedMs = 60_000;

/** The message channel of a topic: each message says that a notification came. */
const messagesOf = (topic: string): string => `watch ${topic}`;

/** One for the process: open channels by their ids, in memory and in the store of the replicas. */
export class WatchChannels {
  readonly #clock: Clock;
  /** That of the replicas comes first. This process knows its own channels if that store fails. */
  readonly #stores: readonly SharedStore[];

  /** @param shared left out: replicas share nothing */
  constructor(clock: Clock, shared?: SharedStore) {
    const own = { store: new MemoryStore(), encryption: new Encryption() };
    this.#clock = clock;
    this.#stores = [...(shared ? [shared] : []), new SharedStore(own, clock)];
  }

  /** Names a channel that is about to be opened. @param topic the key of its topic */
  async register(topic: string): Promise<ChannelIdentity> {
    const channel = { id: randomUUID(), token: randomBytes(32).toString('base64url') };
    await this.confirm(channel, topic);
    return channel;
  }

  /**
   * The service has opened the channel: from now on its notifications have an effect.
   * @param confirmation left out: the service is yet to open it
   */
  async confirm(
    { id, token }: ChannelIdentity,
    topic: string,
    confirmation?: ChannelConfirmation,
  ): Promise<void> {
    const state: ChannelState = { topic, token: digest(token), confirmation, lastMessage: 0 };
    const ttlMs = confirmation ? confirmation.expiresAt - this.#clock.now() : unconfirmedMs;
    for (const shared of this.#stores)
      await shared.attempt((store) => store.set('channel', id, shared.encode(state), ttlMs));
  }

  async remove({ id }: Pick<ChannelIdentity, 'id'>): Promise<void> {
    for (const shared of this.#stores) await shared.attempt((store) => store.delete('channel', id));
  }

  /** Receives the notifications of a topic's channels from all replicas. @returns ends it */
  listen(topic: string, onChange: () => void): () => void {
    const ends = this.#stores.map((shared) => shared.subscribe(messagesOf(topic), onChange));
    return () => {
      for (const end of ends) end();
    };
  }

  /**
   * A notification arrived. One that is repeated, that is older than the last one, or that comes
   * before the service has confirmed the channel has no effect: a read follows in any case.
   * @returns whether it is a notification of an open channel: with the token and the resource of
   * the channel, which has not expired
   */
  async notify(notification: ChannelNotification): Promise<boolean> {
    // Nothing but ids of the gateway's own form reaches the store.
    if (!isOwnId.test(notification.channelId)) return false;
    for (const shared of this.#stores) {
      const result = await shared.attempt((store) => this.#notify(shared, store, notification));
      if (result?.value !== undefined) return result.value;
    }
    return false;
  }

  /** @returns undefined for a channel that the store does not know */
  async #notify(
    shared: SharedStore,
    store: Store,
    notification: ChannelNotification,
  ): Promise<boolean | undefined> {
    const { channelId, messageNumber } = notification;
    for (;;) {
      const expected = await store.get('channel', channelId);
      const state = expected === undefined ? undefined : shared.decode<ChannelState>(expected);
      if (state === undefined) return undefined;
      const verdict = this.#verify(state, notification);
      if (verdict !== 'change') return verdict === 'ignored';
      const value = shared.encode({ ...state, lastMessage: messageNumber });
      const ttlMs = state.confirmation!.expiresAt - this.#clock.now();
      // Another replica may have received a notification of the channel at the same time.
      if (!(await store.replace('channel', channelId, { expected, value, ttlMs }))) continue;
      shared.publish(messagesOf(state.topic), 'change');
      return true;
    }
  }

  #verify(
    { token, confirmation, lastMessage }: ChannelState,
    notification: ChannelNotification,
  ): Verdict {
    if (!isSame(digest(notification.token), token)) return 'rejected';
    if (confirmation === undefined) return 'ignored';
    if (notification.resourceId !== confirmation.resourceId) return 'rejected';
    if (this.#clock.now() >= confirmation.expiresAt) return 'rejected';
    return notification.messageNumber > lastMessage ? 'change' : 'ignored';
  }
}

/** The form of the ids that `register` makes. */
const isOwnId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const digest = (token: string): string => hash('sha256', token, 'base64url');

/** Compares in constant time, so that the time reveals no part of the token. */
function isSame(token: string, expected: string): boolean {
  const [left, right] = [Buffer.from(token), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
