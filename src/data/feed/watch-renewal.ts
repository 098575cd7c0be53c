/**
 * Keeps one watch channel open for a topic. Channels cannot be prolonged: a new one is opened at
 * 80% of the old one's life, and the old one is stopped when the service has confirmed the new one.
 */
import type { Execution } from '../execution.ts';
import type { Clock } from './clock.ts';
import { backoff, type FeedLimits } from './limits.ts';
import type { WatchChannel, WatchChannels } from './watch-channel.ts';

/** A channel as the service confirmed it. */
export interface OpenedChannel extends WatchChannel {
  /** Instant in ms since 1970 after which the service sends nothing more. */
  readonly expiresAt: number;
  /** The service's id of the watched resource: stopping the channel takes it. */
  readonly resourceId: string;
}

/** The REST calls behind the channels of a feed. */
export interface WatchCalls {
  /** Time in ms between two polls while a channel is open: notifications can be lost. */
  readonly intervalMs: number;
  readonly open: (
    execution: Execution,
    channel: WatchChannel,
  ) => Promise<Pick<OpenedChannel, 'expiresAt' | 'resourceId'>>;
  readonly stop: (execution: Execution, channel: OpenedChannel) => Promise<void>;
}

/** The dependencies of the renewal. */
interface WatchRenewalParts {
  readonly calls: WatchCalls;
  readonly channels: WatchChannels;
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

/** Keeps one channel open; during a renewal, two. */
export class WatchRenewal {
  readonly #parts: WatchRenewalParts;
  #current: OpenedChannel | undefined;
  #stopped: Promise<void> = Promise.resolve();

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
    const { clock, limits } = this.#parts;
    let failures = 0;
    while (!signal.aborted) {
      const opened = await this.#open();
      failures = opened ? 0 : failures + 1;
      const wait = opened ? (opened.expiresAt - clock.now()) * renewalShare : 0;
      if (opened) await this.#replaceBy(opened);
      else this.#dropExpired();
      await clock.sleep(Math.max(wait, backoff(Math.max(1, failures), limits)), signal);
    }
    await this.#replaceBy(undefined);
  }

  /** @returns undefined if the service refused or did not answer */
  async #open(): Promise<OpenedChannel | undefined> {
    const { calls, channels, execution, onChange } = this.#parts;
    const channel = channels.register(onChange);
    try {
      return { ...channel, ...(await calls.open(execution(), channel)) };
    } catch {
      channels.remove(channel);
      return undefined;
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
