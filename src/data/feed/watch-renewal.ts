/**
 * Keeps one watch channel open for a topic. Channels cannot be prolonged: a new one is opened at
 * 80% of the old one's life, and the old one is stopped when the service has confirmed the new one.
 */
import { UpstreamError } from '../../upstream/error.ts';
import type { Execution } from '../execution.ts';
import type { Clock } from './clock.ts';
import { backoff, type FeedLimits } from './limits.ts';
import { isTemporary } from './temporary-failure.ts';
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
export interface OpenedChannel extends ChannelIdentity, ChannelConfirmation {}

/** The REST calls behind the channels of a feed. */
export interface WatchCalls {
  /** Time in ms between two polls while a channel is open: notifications can be lost. */
  readonly intervalMs: number;
  readonly open: (execution: Execution, channel: RequestedChannel) => Promise<ChannelConfirmation>;
  readonly stop: (execution: Execution, channel: OpenedChannel) => Promise<void>;
}

/** The dependencies that all renewals of a process share. */
export interface WatchService {
  readonly channels: WatchChannels;
  /** The URL of the gateway that the services send notifications to. */
  readonly address: string;
  /** Called for each channel that a service refuses for good: its feed is polled. */
  readonly onRefused?: ((error: UpstreamError) => void) | undefined;
}

/** The dependencies of the renewal. */
interface WatchRenewalParts extends WatchService {
  readonly calls: WatchCalls;
  /**
   * Makes the execution of one call. Calls are not cut off: a lost answer would leave a channel.
   */
  readonly execution: () => Execution;
  readonly clock: Clock;
  readonly limits: FeedLimits;
  /** Called when changes may have happened. */
  readonly onChange: () => void;
}

/** The share of a channel's life after which its successor is opened. */
const renewalShare = 0.8;

/** The life of a channel in ms that is requested: the most that all services allow, one day. */
const lifeMs = 86_400_000;

/** Time in ms until the next attempt after a refusal that is not temporary. */
const refusedMs = 3_600_000;

/** Keeps one channel open; during a renewal, two. */
export class WatchRenewal {
  readonly #parts: WatchRenewalParts;
  #current: OpenedChannel | undefined;
  #stopped: Promise<void> = Promise.resolve();
  /** Consecutive attempts to open a channel that failed. */
  #failures = 0;

  constructor(parts: WatchRenewalParts) {
    this.#parts = parts;
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
    const { clock } = this.#parts;
    while (!signal.aborted) {
      const waitMs = await this.#renew();
      await clock.sleep(waitMs, signal);
    }
    await this.#replaceBy(undefined);
  }

  /** @returns the time in ms until the next renewal */
  async #renew(): Promise<number> {
    const { clock, limits, onRefused } = this.#parts;
    try {
      const opened = await this.#open();
      this.#failures = 0;
      await this.#replaceBy(opened);
      return Math.max((opened.expiresAt - clock.now()) * renewalShare, backoff(1, limits));
    } catch (error) {
      this.#failures += 1;
      this.#dropExpired();
      if (!(error instanceof UpstreamError) || isTemporary(error))
        return backoff(this.#failures, limits);
      onRefused?.(error);
      return refusedMs;
    }
  }

  /** @throws the error of the call, and an error for a channel that has expired already */
  async #open(): Promise<OpenedChannel> {
    const { calls, channels, execution, onChange, address, clock } = this.#parts;
    const name = channels.register(onChange);
    try {
      const requested = { ...name, address, expiresAt: Math.floor(clock.now()) + lifeMs };
      const confirmation = await calls.open(execution(), requested);
      // Without a pause, another one would follow at once.
      if (confirmation.expiresAt <= clock.now()) throw new Error('the channel has expired already');
      channels.confirm(name, confirmation);
      return { ...name, ...confirmation };
    } catch (error) {
      channels.remove(name);
      throw error;
    }
  }

  async #replaceBy(opened: OpenedChannel | undefined): Promise<void> {
    const previous = this.#current;
    this.#current = opened;
    // No notification announced the changes between the last read and the opening.
    if (opened) this.#parts.onChange();
    if (previous) await this.#stop(previous);
  }

  async #stop(channel: OpenedChannel): Promise<void> {
    const { calls, channels, execution } = this.#parts;
    channels.remove(channel);
    // A channel that cannot be stopped ends by itself, and its notifications find no registration.
    await calls.stop(execution(), channel).catch(() => {});
  }

  /** The poller, which waits for notifications, must return to the feed's own interval. */
  #dropExpired(): void {
    if (this.#current === undefined || this.isActive) return;
    this.#parts.channels.remove(this.#current);
    this.#current = undefined;
    this.#parts.onChange();
  }
}
