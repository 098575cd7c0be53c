/** The calls of a service that opens watch channels. */
import type { ChannelNotification } from '../../../src/engine/feed/watch/watch-channel.ts';
import type {
  OpenedChannel,
  RequestedChannel,
  WatchCalls,
} from '../../../src/engine/feed/watch/watch-renewal.ts';
import type { DrivenClock } from '../clock/driven-clock.ts';

/** Life of a channel in ms. */
export const lifeMs = 1_000_000;

/** A call of the service. */
interface Line {
  readonly at: number;
  readonly what: 'open' | 'stop';
  readonly channel: number;
}

/** A service that opens watch channels and records its calls. */
export class Watching implements WatchCalls {
  readonly intervalMs = 900_000;
  readonly opened: RequestedChannel[] = [];
  readonly lines: Line[] = [];
  clock!: DrivenClock;
  isRefusing = false;
  /** Thrown in place of an error of unknown cause. */
  refusal: Error = new Error('refused');
  lifeMs = lifeMs;
  #confirmed: Promise<void> = Promise.resolve();
  #messages = 0;

  /**
   * Makes channels wait for their confirmation.
   * @returns a function that confirms them
   */
  delay(): () => void {
    let confirm = (): void => {};
    this.#confirmed = new Promise((resolve) => {
      confirm = resolve;
    });
    return () => confirm();
  }

  readonly open = async (_: unknown, channel: RequestedChannel) => {
    if (this.isRefusing) throw this.refusal;
    await this.#confirmed;
    const number = this.opened.push(channel);
    this.#note('open', number);
    return { expiresAt: this.clock.now() + this.lifeMs, resourceId: `resource of ${number}` };
  };

  readonly stop = async (_: unknown, { id, resourceId }: OpenedChannel) => {
    const number = 1 + this.opened.findIndex((channel) => channel.id === id);
    if (resourceId === `resource of ${number}`) this.#note('stop', number);
  };

  /** The next notification of a channel. */
  notification(channel: RequestedChannel): ChannelNotification {
    const { id: channelId, token } = channel;
    const messageNumber = (this.#messages += 1);
    const resourceId = `resource of ${1 + this.opened.indexOf(channel)}`;
    return { channelId, token, resourceId, messageNumber };
  }

  /** Notifications like the next one of a channel, each with one value that is not that of it. */
  forgedNotifications(channel: RequestedChannel): ChannelNotification[] {
    const real = this.notification(channel);
    const { token, channelId } = real;
    const forged: readonly Partial<ChannelNotification>[] = [
      { token: '' },
      { token: `${token.slice(1)}${token[0]}` },
      { token: `${token}x` },
      { channelId: 'unknown' },
      { channelId: `${channelId}x` },
      { channelId: '00000000-0000-4000-8000-000000000000' },
      { resourceId: 'resource of another channel' },
      { resourceId: '' },
    ];
    return forged.map((each) => ({ ...real, ...each }));
  }

  #note(what: Line['what'], channel: number): void {
    this.lines.push({ at: this.clock.now(), what, channel });
  }
}
