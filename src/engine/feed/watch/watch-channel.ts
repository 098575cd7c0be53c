/**
 * Watch channels that are open: which notification belongs to which feed. A notification carries no
 * data and may be lost or doubled: it only makes the poller read sooner. It can reach any of the
 * replicas that share a store.
 */
import { hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Store } from '../../store/store.ts';
import type { Clock } from '../../caller/clock.ts';
import type { SharedStore } from '../shared/shared-store.ts';

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

/** The feed of a channel. */
interface WatchedTopic {
  /** Called for each notification of the channel, once the service has opened it. */
  readonly onChange: () => void;
  /** The key of the topic that replicas share; left out: notifications reach this process alone. */
  readonly key?: string | undefined;
}

interface Registration {
  readonly topic: WatchedTopic;
  readonly state: ChannelState;
}

/** What decides whether a notification counts. */
interface ChannelState {
  /** Digest of the token. */
  readonly token: string;
  readonly confirmation?: ChannelConfirmation | undefined;
  /** Number of the last notification that was accepted. */
  readonly lastMessage: number;
}

/** The state in the store. */
interface SharedState extends ChannelState {
  /** The key of the topic. */
  readonly topic: string;
}

/** Whether a notification is accepted, and whether the poller has to read. */
type Verdict = 'rejected' | 'ignored' | 'change';

/** Time in ms for which a channel is stored that the service has not confirmed. */
const unconfirmedMs = 60_000;

/** The message channel of a topic: each message says that a notification came. */
const messagesOf = (topic: string): string => `watch ${topic}`;

/** One for the process: open channels by their ids. */
export class WatchChannels {
  readonly #clock: Clock;
  readonly #store: SharedStore | undefined;
  readonly #registrations = new Map<string, Registration>();

  /** @param store left out: replicas share nothing */
  constructor(clock: Clock, store?: SharedStore) {
    this.#clock = clock;
    this.#store = store;
  }

  /** Names a channel that is about to be opened. */
  async register(topic: WatchedTopic): Promise<ChannelIdentity> {
    const channel = { id: randomUUID(), token: randomBytes(32).toString('base64url') };
    await this.#save(channel.id, {
      topic,
      state: { token: digest(channel.token), lastMessage: 0 },
    });
    return channel;
  }

  /** The service has opened the channel: from now on its notifications have an effect. */
  async confirm(
    { id }: Pick<ChannelIdentity, 'id'>,
    confirmation: ChannelConfirmation,
  ): Promise<void> {
    const registration = this.#registrations.get(id);
    if (registration === undefined) return;
    const { topic, state } = registration;
    await this.#save(id, { topic, state: { ...state, confirmation } });
  }

  async remove({ id }: Pick<ChannelIdentity, 'id'>): Promise<void> {
    this.#registrations.delete(id);
    await this.#store?.attempt((store) => store.delete('channel', id));
  }

  /** Receives the notifications of a topic's channels from all replicas. @returns ends it */
  listen(topic: string, onChange: () => void): () => void {
    return this.#store?.subscribe(messagesOf(topic), onChange) ?? (() => {});
  }

  /**
   * A notification arrived. One that is repeated, that is older than the last one, or that comes
   * before the service has confirmed the channel has no effect: a read follows in any case.
   * @returns whether it is a notification of an open channel: with the token and the resource of
   * the channel, which has not expired
   */
  async notify(notification: ChannelNotification): Promise<boolean> {
    const shared = this.#store;
    // Nothing but ids of the gateway's own form reaches the store.
    if (shared === undefined || !isOwnId.test(notification.channelId))
      return this.#notifyHere(notification);
    const result = await shared.attempt((store) => this.#notifyShared(shared, store, notification));
    return result?.value ?? this.#notifyHere(notification);
  }

  /** @returns undefined for a channel that the store does not know */
  async #notifyShared(
    shared: SharedStore,
    store: Store,
    notification: ChannelNotification,
  ): Promise<boolean | undefined> {
    const { channelId, messageNumber } = notification;
    for (;;) {
      const expected = await store.get('channel', channelId);
      const state = expected === undefined ? undefined : shared.decode<SharedState>(expected);
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

  #notifyHere(notification: ChannelNotification): boolean {
    const registration = this.#registrations.get(notification.channelId);
    if (registration === undefined) return false;
    const { topic, state } = registration;
    const verdict = this.#verify(state, notification);
    if (verdict === 'change') {
      const next = { ...state, lastMessage: notification.messageNumber };
      this.#registrations.set(notification.channelId, { topic, state: next });
      topic.onChange();
    }
    return verdict !== 'rejected';
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

  async #save(id: string, registration: Registration): Promise<void> {
    this.#registrations.set(id, registration);
    const { topic, state } = registration;
    const shared = this.#store;
    if (shared === undefined || topic.key === undefined) return;
    const end = state.confirmation?.expiresAt ?? this.#clock.now() + unconfirmedMs;
    const value = shared.encode({ ...state, topic: topic.key } satisfies SharedState);
    await shared.attempt((store) => store.set('channel', id, value, end - this.#clock.now()));
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
