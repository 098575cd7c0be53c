/** Subscription form of feeds: all topics of this process, by identity, feed and arguments. */
import type { Api } from '../api/api.ts';
import { lruCache } from '../caller/lru-cache.ts';
import { hash } from 'node:crypto';
import { type UpstreamError, upstreamError } from '../api/error.ts';
import type { Identity } from '../caller/identity.ts';
import { type AcceptedCallers, identityKey } from '../caller/identities.ts';
import type { Execution } from '../execution/execution.ts';
import { isRefusal, type StoredReads } from '../execution/stored-reads.ts';
import type { CallRecorder } from '../trace/call-record.ts';
import type { TaskObserver } from '../trace/task-trace.ts';
import { type Clock, systemClock } from '../caller/clock.ts';
import { decodeCursor } from './cursor.ts';
import { type Batches, untilRefused } from './key-first.ts';
import { defaultLimits, type FeedLimits } from './limits.ts';
import type { PacedReader } from './source/paced-reader.ts';
import { type FeedSharing, SharedStore } from './shared/shared-store.ts';
import type { FeedSource, FeedPosition } from './source/source.ts';
import { ProgressHub } from './progress.ts';
import { FeedTasks } from './task.ts';
import { Topic } from './topic/topic.ts';
import { type ChannelNotification, WatchChannels } from './watch/watch-channel.ts';
import type { WatchService } from './watch/watch-renewal.ts';

export interface FeedHubParts {
  readonly api: Api;
  /** Makes the execution of one task of a feed. */
  readonly execution: (
    identity: Identity,
    signal?: AbortSignal,
    recorder?: CallRecorder,
  ) => Execution;
  /** By whom feeds are read that need no user. Left out: by the caller. */
  readonly readerOf?: StoredReads['readerOf'] | undefined;
  /** Nothing is kept for other callers, except how long their next reads have to wait. */
  readonly acceptedCallers: AcceptedCallers;
  /** Traces and logs the tasks of feeds. Left out: nothing does. */
  readonly taskObserver?: TaskObserver | undefined;
  readonly clock?: Clock;
  readonly limits?: Partial<FeedLimits>;
  /** Left out, or with a store that is not shared: feeds of this process alone. */
  readonly sharing?: FeedSharing | undefined;
  /** Whether feeds that the service can stream are streamed. Default: they are polled. */
  readonly usesStreams?: boolean | undefined;
  /**
   * The public URL of the gateway that receives notifications. Left out: feeds are polled, and no
   * watch channel is opened.
   */
  readonly notificationUrl?: string | undefined;
  /** Called when a feed of a caller has found that something has changed. */
  readonly onChanges?: ((identity: Identity) => Promise<void> | undefined) | undefined;
  /** Called for each watch channel that a service refuses for good. */
  readonly onWatchRefused?: ((error: UpstreamError) => void) | undefined;
}

interface Subscription {
  readonly identity: Identity;
  readonly source: FeedSource;
  /** Cursor after which the subscription continues; left out: the beginning of the feed. */
  readonly after?: string | null | undefined;
}

type Topics = Map<string, Topic>;

/** Maximum number of readers without a topic: those of callers who are not accepted. */
const maxReaders = 1_000;

/** The hub is closed because the process ends. Another process can continue the subscription. */
export class HubClosedError extends Error {
  constructor() {
    super('the process ends; subscribe again with the last cursor');
    this.name = 'HubClosedError';
  }
}

/**
 * One for the process. Subscribers of the same identity, feed and arguments share a poller; those
 * of a feed that the API key reads are of one identity, whoever they are.
 */
export class FeedHub {
  readonly progress: ProgressHub;
  readonly #parts: FeedHubParts & { readonly clock: Clock; readonly limits: FeedLimits };
  readonly #topics = new Map<string, Topics>();
  /** Readers that have to wait, of topics that were not kept. */
  readonly #readers = lruCache<PacedReader>(maxReaders);
  readonly #store: SharedStore | undefined;
  readonly #channels: WatchChannels;
  readonly #watchService: WatchService | undefined;
  #isClosed = false;

  constructor({ clock = systemClock, limits = {}, ...parts }: FeedHubParts) {
    this.#parts = { ...parts, clock, limits: { ...defaultLimits, ...limits } };
    const { sharing } = parts;
    this.#store = sharing?.store.isShared ? new SharedStore(sharing, clock) : undefined;
    this.progress = new ProgressHub(this.#store);
    this.#channels = new WatchChannels(clock, this.#store);
    const { notificationUrl: address, onWatchRefused: onRefused } = parts;
    this.#watchService =
      address === undefined ? undefined : { channels: this.#channels, address, onRefused };
  }

  /** The number of topics that are polled now. */
  get pollerCount(): number {
    let count = 0;
    for (const topics of this.#topics.values())
      for (const { isPolling } of topics.values()) count += Number(isPolling);
    return count;
  }

  /** The number of subscribers of feeds and of workflows. */
  get subscriberCount(): number {
    let count = this.progress.subscriberCount;
    for (const topics of this.#topics.values())
      for (const { subscriberCount } of topics.values()) count += subscriberCount;
    return count;
  }

  /**
   * Batches of a feed, each with its cursor, until the feed ends or the subscriber leaves.
   * The iterator throws an UpstreamError if the feed fails, a SlowSubscriberError, and a
   * HubClosedError after the last batch if the hub is closed.
   * @throws InvalidInput naming `after` for a cursor of another feed; UpstreamError RATE_LIMITED if
   * the identity has too many topics; HubClosedError
   */
  subscribe({ identity, source, after }: Subscription): Batches {
    if (this.#isClosed) throw new HubClosedError();
    const byWhom = (reader: Identity, from = after): Batches => {
      const start = from == null ? {} : decodeCursor(source, from);
      return this.#topicOf(reader, source, start).subscribe(start);
    };
    const reader = this.#readerOf(identity, source);
    return reader === identity
      ? byWhom(identity)
      : untilRefused(
          () => byWhom(reader),
          (last = after) => byWhom(identity, last),
        );
  }

  /** The identity whose topic it is: if the key was refused lately, it is not asked again. */
  #readerOf(identity: Identity, { operation, args, key }: FeedSource): Identity {
    const reader = args && this.#parts.readerOf?.(operation, args, identity);
    const known = reader && this.#topics.get(identityKey(reader))?.get(key);
    return reader && !isRefusal(known?.failure?.error) ? reader : identity;
  }

  /** A watch notification arrived. @returns whether it is one of an open channel */
  notify(notification: ChannelNotification): Promise<boolean> {
    return this.#channels.notify(notification);
  }

  /** Stops all pollers and ends all subscriptions with a HubClosedError. Allows no new ones. */
  close(): void {
    this.#isClosed = true;
    const failure = { error: new HubClosedError() };
    for (const topics of this.#topics.values())
      for (const topic of topics.values()) topic.dispose(failure);
    this.progress.close(failure);
  }

  #topicOf(identity: Identity, source: FeedSource, start: FeedPosition): Topic {
    const keyOfIdentity = identityKey(identity);
    const topics: Topics = this.#topics.get(keyOfIdentity) ?? new Map<string, Topic>();
    const known = topics.get(source.key);
    if (known && !known.isClosed) return known;
    known?.dispose();
    this.#makeRoom(topics, source);
    const { api, clock, limits, taskObserver, acceptedCallers, execution, onChanges } = this.#parts;
    const { operation } = source;
    const key = hash('sha256', JSON.stringify([keyOfIdentity, source.key]), 'base64url');
    const topic = new Topic(
      {
        api,
        source,
        tasks: new FeedTasks({
          execution: (...rest) => execution(identity, ...rest),
          taskObserver,
          operation,
        }),
        clock,
        limits,
        onChanges: () => onChanges?.(identity),
        key,
        store: this.#store,
        usesStreams: this.#parts.usesStreams === true,
        watch: this.#watchService,
        reader: known?.reader ?? this.#readers.get(key),
        isAccepted: () => acceptedCallers.mayHaveState(identity),
        onForget: () => {
          topics.delete(source.key);
          if (topics.size === 0) this.#topics.delete(keyOfIdentity);
          if (!topic.mayBeKept && topic.reader.isWaiting) this.#readers.set(key, topic.reader);
        },
      },
      start,
    );
    this.#readers.delete(key);
    this.#topics.set(keyOfIdentity, topics.set(source.key, topic));
    return topic;
  }

  /** Removes a topic without subscribers if there are too many topics for another one. */
  #makeRoom(topics: Topics, { operation }: FeedSource): void {
    if (topics.size < this.#parts.limits.maxTopicsPerIdentity) return;
    const idle = [...topics.values()].find(({ isPolling }) => !isPolling);
    if (!idle) throw upstreamError(operation, 'RATE_LIMITED');
    idle.dispose();
  }
}
