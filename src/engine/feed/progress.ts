/**
 * Progress of workflows, for subscribers of the same owner in this process, and in all replicas
 * that share a store. Reports are not stored: a subscriber receives those that follow its
 * subscription. A replica that cannot reach the store receives those of its own workflows alone.
 */
import { hash, randomBytes } from 'node:crypto';
import { upstreamError } from '../api/error.ts';
import type { AnyOperation } from '../api/operation.ts';
import { identityKey } from '../caller/identities.ts';
import type { ProgressReport, ReportOwner } from '../execution/progress-report.ts';
import { entityKey, type Ref } from '../read/resource.ts';
import { Audience } from './topic/audience.ts';
import type { FeedBatch } from './batch.ts';
import { defaultLimits } from './limits.ts';
import type { SharedStore } from './shared/shared-store.ts';
import { Subscriber } from './topic/subscriber.ts';

/** Reports of one entity, one in each batch. */
export type Reports = AsyncIterableIterator<FeedBatch, undefined>;

/** A report on its way to other replicas. */
interface SharedReport {
  /** The hub that made the report. Its own subscribers already have it. */
  readonly origin: string;
  readonly report: ProgressReport;
}

/** One for the process. */
export class ProgressHub {
  readonly #store: SharedStore | undefined;
  readonly #origin = randomBytes(9).toString('base64url');
  /** By owner, then by entity. */
  readonly #topics = new Map<string, Map<string, Audience>>();
  /** End the subscriptions to messages, by their channels. */
  readonly #unsubscribes = new Map<string, () => void>();
  #closure: { readonly error: unknown } | undefined;
  readonly #stop = new AbortController();

  /** @param store left out: reports stay in this process */
  constructor(store?: SharedStore) {
    this.#store = store;
  }

  get stopping(): AbortSignal {
    return this.#stop.signal;
  }

  /** The number of entities that have subscribers. */
  get topicCount(): number {
    let count = 0;
    for (const topics of this.#topics.values()) count += topics.size;
    return count;
  }

  get subscriberCount(): number {
    let count = 0;
    for (const topics of this.#topics.values())
      for (const { size } of topics.values()) count += size;
    return count;
  }

  /** Sends a report to the subscribers of an entity. */
  report(owner: ReportOwner, ref: Ref, report: ProgressReport): void {
    this.#deliver(owner, ref, report);
    const shared = this.#store;
    const message: SharedReport = { origin: this.#origin, report };
    shared?.publish(channelOf(owner, ref), shared.encode(message));
  }

  #deliver(owner: ReportOwner, ref: Ref, report: ProgressReport): void {
    const audience = this.#topics.get(keyOf(owner))?.get(topicOf(ref));
    if (audience === undefined) return;
    audience.push({ items: [report], cursor: null, hasMore: false });
    if (report.isLast !== true) return;
    audience.end();
    this.#forget(owner, ref);
  }

  /**
   * Reports about an entity, until the last one or until the subscriber leaves.
   * @param operation names the service in errors
   * @throws UpstreamError RATE_LIMITED if the owner subscribes to too many entities; the failure of
   * `close`
   */
  subscribe(owner: ReportOwner, ref: Ref, operation: AnyOperation): Reports {
    if (this.#closure) throw this.#closure.error;
    const audience = this.#audienceOf(owner, ref, operation);
    const subscriber = new Subscriber({
      maxBufferedItems: defaultLimits.maxBufferedItems,
      versionOf: () => '',
      onDrain: () => {},
      onLeave: (leaving) => {
        audience.remove(leaving);
        if (audience.size === 0) this.#forget(owner, ref);
      },
    });
    audience.add(subscriber);
    return subscriber;
  }

  /**
   * Ends all subscriptions and the waits of workflows, and allows no new subscriptions.
   * @param failure thrown to the subscribers
   */
  close(failure: { readonly error: unknown }): void {
    this.#closure = failure;
    this.#stop.abort();
    for (const topics of this.#topics.values())
      for (const audience of topics.values()) audience.end(failure);
    this.#topics.clear();
    for (const unsubscribe of this.#unsubscribes.values()) unsubscribe();
    this.#unsubscribes.clear();
  }

  #audienceOf(owner: ReportOwner, ref: Ref, operation: AnyOperation): Audience {
    const key = keyOf(owner);
    const topics = this.#topics.get(key) ?? new Map<string, Audience>();
    const known = topics.get(topicOf(ref));
    if (known) return known;
    if (topics.size >= defaultLimits.maxTopicsPerIdentity)
      throw upstreamError(operation, 'RATE_LIMITED');
    const audience = new Audience();
    this.#topics.set(key, topics.set(topicOf(ref), audience));
    this.#listen(owner, ref);
    return audience;
  }

  /** Receives the reports of other replicas. */
  #listen(owner: ReportOwner, ref: Ref): void {
    const shared = this.#store;
    if (shared === undefined) return;
    const channel = channelOf(owner, ref);
    const unsubscribe = shared.subscribe(channel, (text) => {
      const message = shared.decode<SharedReport>(text);
      if (message === undefined || message.origin === this.#origin) return;
      this.#deliver(owner, ref, message.report);
    });
    this.#unsubscribes.set(channel, unsubscribe);
  }

  #forget(owner: ReportOwner, ref: Ref): void {
    const key = keyOf(owner);
    const topics = this.#topics.get(key);
    topics?.delete(topicOf(ref));
    const channel = channelOf(owner, ref);
    this.#unsubscribes.get(channel)?.();
    this.#unsubscribes.delete(channel);
    if (topics?.size === 0) this.#topics.delete(key);
  }
}

const topicOf = (ref: Ref): string => `${ref.resource.name} ${entityKey(ref)}`;

const keyOf = (owner: ReportOwner): string =>
  typeof owner === 'string' ? owner : identityKey(owner);

const channelOf = (owner: ReportOwner, ref: Ref): string =>
  `progress ${hash('sha256', `${keyOf(owner)} ${topicOf(ref)}`, 'base64url')}`;
