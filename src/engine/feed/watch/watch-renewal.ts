/**
 * Keeps one watch channel open for a topic. Channels cannot be prolonged: a new one is opened at
 * 80% of the old one's life, and the old one is stopped when the service has confirmed the new one.
 * Of the replicas that share a topic, one at a time keeps its channel. When its process dies,
 * another one takes the channel over: notifications reach all replicas.
 */
import { UpstreamError } from '../../api/error.ts';
import type { Execution } from '../../execution/execution.ts';
import type { Clock } from '../../caller/clock.ts';
import { backoff, type FeedLimits } from '../limits.ts';
import type { SharedTopic } from '../shared/shared-store.ts';
import { SharedTurn } from '../shared/shared-turn.ts';
import type { FeedTasks } from '../task.ts';
import { isTemporary } from '../temporary-failure.ts';
import type { ChannelConfirmation, ChannelIdentity, WatchChannels } from './watch-channel.ts';

/** The channel that the gateway requests. */
export interface RequestedChannel extends ChannelIdentity {
  /** The URL that notifications are sent to. */
  readonly address: string;
  /**
   * Instant in ms since 1970 at which the channel may end. The service may choose an earlier one.
   */
  readonly expiresAt: number;
}

/** A channel as the service confirmed it. */
export interface OpenedChannel extends Pick<ChannelIdentity, 'id'>, ChannelConfirmation {}

/** The REST calls behind the channels of a feed. */
export interface WatchCalls {
  /** Time in ms between two polls while a channel is open: notifications can be lost. */
  readonly intervalMs: number;
  readonly open: (execution: Execution, channel: RequestedChannel) => Promise<ChannelConfirmation>;
  readonly stop: (execution: Execution, channel: OpenedChannel) => Promise<void>;
}

/** A channel as all replicas know it. */
interface KeptChannel extends Pick<ChannelIdentity, 'id'>, ChannelConfirmation {
  /** Instant in ms at which its successor is opened. */
  readonly renewAt: number;
}

/** The dependencies that all renewals of a process share. */
export interface WatchService {
  readonly channels: WatchChannels;
  /** The URL of the gateway that the services send notifications to. */
  readonly address: string;
  /** Called for each channel that a service refuses for good: its feed is polled. */
  readonly onRefused?: ((error: UpstreamError) => void) | undefined;
}

interface WatchRenewalParts extends WatchService {
  readonly calls: WatchCalls;
  /** Their calls are not cut off: a lost answer would leave a channel. */
  readonly tasks: FeedTasks;
  readonly clock: Clock;
  readonly limits: FeedLimits;
  /** Called when changes may have happened. */
  readonly onChange: () => void;
  /** The key of the topic. */
  readonly key: string;
  /** The topic that replicas share; left out: the channel is kept by this process alone. */
  readonly shared?: SharedTopic | undefined;
}

/** The share of a channel's life after which its successor is opened. */
const renewalShare = 0.8;

/** The life of a channel in ms that is requested: the most that all services allow, one day. */
const lifeMs = 86_400_000;

/** Time in ms until the next attempt after a refusal that is not temporary. */
const refusedMs = 3_600_000;

/** Time in ms after which another replica keeps the channel of a process that died. */
const keeperMs = 15_000;

/** Interval in ms at which a replica checks whether another one keeps the channel. */
const keeperCheckMs = 5_000;

/** Keeps one channel open; during a renewal, two. */
export class WatchRenewal {
  readonly #parts: WatchRenewalParts;
  readonly #keeper: SharedTurn | undefined;
  #current: KeptChannel | undefined;
  /** Id of the last channel that this process has opened. */
  #openedId: string | undefined;
  #stopped: Promise<void> = Promise.resolve();
  /** Consecutive attempts to open a channel that failed. */
  #failures = 0;

  constructor(parts: WatchRenewalParts) {
    this.#parts = parts;
    const { shared, clock, key } = parts;
    if (shared) this.#keeper = new SharedTurn(shared.store, ['lease', keyOf(key)], clock, keeperMs);
  }

  /** Time in ms between two polls while a channel is open. */
  get intervalMs(): number {
    return this.#parts.calls.intervalMs;
  }

  /** Whether a channel is open. */
  get isActive(): boolean {
    return this.#current !== undefined && this.#parts.clock.now() < this.#current.expiresAt;
  }

  /** Opens and renews channels until the signal fires; then stops the last one. */
  start(signal: AbortSignal): void {
    this.#stopped = this.#stopped.then(() => this.#run(signal));
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, channels, shared, key, onChange } = this.#parts;
    const unsubscribe = channels.listen(key, onChange);
    /** Instant before which no attempt to open a channel may follow the last one. */
    let retryAt = 0;
    while (!signal.aborted) {
      const isKeeper = await this.#isKeeper();
      const renewAt = (): number => Math.max(retryAt, this.#current?.renewAt ?? 0);
      if (isKeeper && !signal.aborted && renewAt() <= clock.now())
        retryAt = clock.now() + (await this.#renew());
      const waitMs = isKeeper ? renewAt() - clock.now() : keeperCheckMs;
      await clock.sleep(shared ? Math.min(waitMs, keeperCheckMs) : waitMs, signal);
    }
    unsubscribe();
    if (this.#keeper === undefined || this.#keeper.isHeld) await this.#replaceBy(undefined);
    this.#current = undefined;
    await this.#keeper?.end(0);
  }

  /** Finds the channel that another replica keeps. @returns whether this one keeps it */
  async #isKeeper(): Promise<boolean> {
    if (this.#keeper === undefined || this.#keeper.isHeld) return true;
    const { shared, key } = this.#parts;
    if (shared?.mayWrite()) await this.#keeper.take(0);
    const found = await shared?.store.attempt((store) => store.get('channel', keyOf(key)));
    if (found) {
      const { value } = found;
      await this.#adopt(value === undefined ? value : shared?.store.decode<KeptChannel>(value));
    }
    return this.#keeper.isHeld;
  }

  /** @param kept the channel that the store has; undefined: it was stopped, or the store lost it */
  async #adopt(kept: KeptChannel | undefined): Promise<void> {
    const previous = this.#current;
    this.#current = kept;
    if (previous === undefined || previous.id === kept?.id) return;
    // The poller, which waits for notifications, must return to the feed's own interval.
    if (kept === undefined) this.#parts.onChange();
    // Nobody else knows a channel that the store has lost.
    if (previous.id === this.#openedId) await this.#stop(previous);
  }

  /** @returns the time in ms before which no further attempt may follow */
  async #renew(): Promise<number> {
    const { clock, limits, onRefused } = this.#parts;
    try {
      const opened = await this.#open();
      this.#failures = 0;
      const lifeMs = (opened.expiresAt - clock.now()) * renewalShare;
      const waitMs = Math.max(lifeMs, backoff(1, limits));
      await this.#replaceBy({ ...opened, renewAt: clock.now() + waitMs });
      return backoff(1, limits);
    } catch (error) {
      this.#failures += 1;
      await this.#dropExpired();
      if (!(error instanceof UpstreamError) || isTemporary(error))
        return backoff(this.#failures, limits);
      onRefused?.(error);
      return refusedMs;
    }
  }

  /** @throws the error of the call, and an error for a channel that has expired already */
  async #open(): Promise<OpenedChannel> {
    const { calls, channels, tasks, address, clock, key } = this.#parts;
    const name = await channels.register(key);
    try {
      const requested = { ...name, address, expiresAt: Math.floor(clock.now()) + lifeMs };
      const confirmation = await tasks.run({
        kind: 'open watch channel',
        work: (execution) => calls.open(execution, requested),
      });
      // Without a pause, another one would follow at once.
      if (confirmation.expiresAt <= clock.now()) throw new Error('the channel has expired already');
      await channels.confirm(name, key, confirmation);
      this.#openedId = name.id;
      return { id: name.id, ...confirmation };
    } catch (error) {
      await channels.remove(name);
      throw error;
    }
  }

  async #replaceBy(opened: KeptChannel | undefined): Promise<void> {
    const previous = this.#current;
    this.#current = opened;
    await this.#saveCurrent();
    // No notification announced the changes between the last read and the opening.
    if (opened) this.#parts.onChange();
    if (previous) await this.#stop(previous);
  }

  async #stop(channel: OpenedChannel): Promise<void> {
    const { calls, channels, tasks } = this.#parts;
    await channels.remove(channel);
    // A channel that cannot be stopped ends by itself, and its notifications find no registration.
    const work = (execution: Execution): Promise<void> => calls.stop(execution, channel);
    await tasks.run({ kind: 'stop watch channel', work }).catch(() => {});
  }

  /** The poller, which waits for notifications, must return to the feed's own interval. */
  async #dropExpired(): Promise<void> {
    if (this.#current === undefined || this.isActive) return;
    await this.#parts.channels.remove(this.#current);
    this.#current = undefined;
    this.#parts.onChange();
  }

  /** Stores the channel for the other replicas. */
  async #saveCurrent(): Promise<void> {
    const { shared, key, clock } = this.#parts;
    const current = this.#current;
    await shared?.store.attempt((store) => {
      if (current === undefined) return store.delete('channel', keyOf(key));
      const ttlMs = current.expiresAt - clock.now();
      return store.set('channel', keyOf(key), shared.store.encode(current), ttlMs);
    });
  }
}

/** The key of a topic's channel, which no id of a channel equals. */
const keyOf = (topic: string): string => `topic ${topic}`;
