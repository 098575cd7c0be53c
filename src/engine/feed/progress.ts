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

interface ProgressTopic {
  /** Key of the owner. */
  readonly owner: string;
  readonly audience: Audience;
  /** Ends the subscription to the reports of other replicas. */
  readonly unsubscribe: (() => void) | undefined;
}

/** One for the process. */
export class ProgressHub {
  readonly #store: SharedStore | undefined;
  readonly #origin = randomBytes(9).toString('base64url');
  /** By the channel of their messages, which is that of the owner and the entity. */
  readonly #topics = new Map<string, ProgressTopic>();
  #closure: { readonly error: unknown } | undefined;
  readonly #stop = new AbortController();

  /** @param store left out: reports stay in this process */
  constructor(store?: SharedStore) {
    this.#store = store;
  }

  get stopping(): AbortSignal {
    return this.#stop.signal;
  }

  get topicCount(): number {
    return this.#topics.size;
  }

  get subscriberCount(): number {
    let count = 0;
    for (const { audience } of this.#topics.values()) count += audience.size;
    return count;
  }

  /** Sends a report to the subscribers of an entity. */
  report(owner: ReportOwner, ref: Ref, report: ProgressReport): void {
    const channel = channelOf(owner, ref);
    this.#deliver(channel, report);
    const shared = this.#store;
    const message: SharedReport = { origin: this.#origin, report };
    shared?.publish(channel, shared.encode(message));
  }

  /**
   * Reports about an entity, until the last one or until the subscriber leaves.
   * @param operation names the service in errors
   * @throws UpstreamError RATE_LIMITED if the owner subscribes to too many entities; the failure of
   * `close`
   */
  subscribe(owner: ReportOwner, ref: Ref, operation: AnyOperation): Reports {
    if (this.#closure) throw this.#closure.error;
    const channel = channelOf(owner, ref);
    const { audience } = this.#topics.get(channel) ?? this.#addTopic(channel, owner, operation);
    const subscriber = new Subscriber({
      maxBufferedItems: defaultLimits.maxBufferedItems,
      versionOf: () => '',
      onDrain: () => {},
      onLeave: (leaving) => {
        audience.remove(leaving);
        if (audience.size === 0) this.#forget(channel);
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
    for (const [channel, { audience }] of this.#topics) {
      audience.end(failure);
      this.#forget(channel);
    }
  }

  /** Receives the reports of other replicas, too. */
  #addTopic(channel: string, owner: ReportOwner, operation: AnyOperation): ProgressTopic {
    const key = keyOf(owner);
    let count = 0;
    for (const each of this.#topics.values()) count += Number(each.owner === key);
    if (count >= defaultLimits.maxTopicsPerIdentity) throw upstreamError(operation, 'RATE_LIMITED');
    const shared = this.#store;
    const unsubscribe = shared?.subscribe(channel, (text) => {
      const message = shared.decode<SharedReport>(text);
      if (message === undefined || message.origin === this.#origin) return;
      this.#deliver(channel, message.report);
    });
    const topic: ProgressTopic = { owner: key, audience: new Audience(), unsubscribe };
    this.#topics.set(channel, topic);
    return topic;
  }

  #deliver(channel: string, report: ProgressReport): void {
    const audience = this.#topics.get(channel)?.audience;
    if (audience === undefined) return;
    audience.push({ items: [report], cursor: null, hasMore: false });
    if (report.isLast !== true) return;
    audience.end();
    this.#forget(channel);
  }

  #forget(channel: string): void {
    this.#topics.get(channel)?.unsubscribe?.();
    this.#topics.delete(channel);
  }
}

const keyOf = (owner: ReportOwner): string =>
  typeof owner === 'string' ? owner : identityKey(owner);

/** The channel of an owner's messages about an entity. */
function channelOf(owner: ReportOwner, ref: Ref): string {
  const topic = `${keyOf(owner)} ${ref.resource.name} ${entityKey(ref)}`;
  return `progress ${hash('sha256', topic, 'base64url')}`;
}
