/**
 * Progress of workflows, for subscribers of the same identity in this process, and in all replicas
 * that share a store. Reports are not stored: a subscriber receives those that follow its
 * subscription. A replica that cannot reach the store receives those of its own workflows alone.
 */
import { hash, randomBytes } from 'node:crypto';
import { upstreamError } from '../../upstream/error.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import type { Identity } from '../../upstream/upstream.ts';
import { identityKey } from '../caller.ts';
import type { ProgressReport, WorkflowServices } from '../progress-report.ts';
import { entityKey, type Ref } from '../read/resource.ts';
import { Audience } from './audience.ts';
import type { FeedBatch } from './batch.ts';
import { defaultLimits } from './limits.ts';
import type { SharedStore } from './shared-store.ts';
import { Subscriber } from './subscriber.ts';

/** Reports of one entity, one in each batch. */
export type Reports = AsyncIterableIterator<FeedBatch, undefined>;

/** A report on its way to other replicas. */
interface SharedReport {
  /** The hub that made the report. Its own subscribers already have it. */
  readonly origin: string;
  readonly report: ProgressReport;
}

/** One for the process. */
export class ProgressHub implements WorkflowServices {
  readonly #store: SharedStore | undefined;
  readonly #origin = randomBytes(9).toString('base64url');
  /** By identity, then by entity. */
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
  report(identity: Identity, ref: Ref, report: ProgressReport): void {
    this.#deliver(identity, ref, report);
    const shared = this.#store;
    const message: SharedReport = { origin: this.#origin, report };
    shared?.publish(channelOf(identity, ref), shared.encode(message));
  }

  #deliver(identity: Identity, ref: Ref, report: ProgressReport): void {
    const audience = this.#topics.get(identityKey(identity))?.get(topicOf(ref));
    if (audience === undefined) return;
    audience.push({ items: [report], cursor: null, hasMore: false });
    if (report.isLast !== true) return;
    audience.end();
    this.#forget(identity, ref);
  }

  /**
   * Reports about an entity, until the last one or until the subscriber leaves.
   * @param operation names the service in errors
   * @throws UpstreamError RATE_LIMITED if the identity subscribes to too many entities; the failure
   * of `close`
   */
  subscribe(identity: Identity, ref: Ref, operation: AnyOperation): Reports {
    if (this.#closure) throw this.#closure.error;
    const audience = this.#audienceOf(identity, ref, operation);
    const subscriber = new Subscriber({
      maxBufferedItems: defaultLimits.maxBufferedItems,
      versionOf: () => '',
      onDrain: () => {},
      onLeave: (leaving) => {
        audience.remove(leaving);
        if (audience.size === 0) this.#forget(identity, ref);
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

  #audienceOf(identity: Identity, ref: Ref, operation: AnyOperation): Audience {
    const key = identityKey(identity);
    const topics = this.#topics.get(key) ?? new Map<string, Audience>();
    const known = topics.get(topicOf(ref));
    if (known) return known;
    if (topics.size >= defaultLimits.maxTopicsPerIdentity)
      throw upstreamError(operation, 'RATE_LIMITED');
    const audience = new Audience();
    this.#topics.set(key, topics.set(topicOf(ref), audience));
    this.#listen(identity, ref);
    return audience;
  }

  /** Receives the reports of other replicas. */
  #listen(identity: Identity, ref: Ref): void {
    const shared = this.#store;
    if (shared === undefined) return;
    const channel = channelOf(identity, ref);
    const unsubscribe = shared.subscribe(channel, (text) => {
      const message = shared.decode<SharedReport>(text);
      if (message === undefined || message.origin === this.#origin) return;
      this.#deliver(identity, ref, message.report);
    });
    this.#unsubscribes.set(channel, unsubscribe);
  }

  #forget(identity: Identity, ref: Ref): void {
    const key = identityKey(identity);
    const topics = this.#topics.get(key);
    topics?.delete(topicOf(ref));
    const channel = channelOf(identity, ref);
    this.#unsubscribes.get(channel)?.();
    this.#unsubscribes.delete(channel);
    if (topics?.size === 0) this.#topics.delete(key);
  }
}

const topicOf = (ref: Ref): string => `${ref.resource.name} ${entityKey(ref)}`;

const channelOf = (identity: Identity, ref: Ref): string =>
  `progress ${hash('sha256', `${identityKey(identity)} ${topicOf(ref)}`, 'base64url')}`;
