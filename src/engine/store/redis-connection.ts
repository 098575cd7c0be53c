/**
 * A connection to Redis on which nothing waits long. A change is sent once and never repeated: an
 * addition whose answer was lost may have been made. A connection that does not answer in time is
 * closed, so that later commands fail at once and do not wait for it, too.
 */
import { Redis, type RedisOptions } from 'ioredis';
import { type Clock, every, systemClock, type Timer } from '../caller/clock.ts';
import { observed, type WaitObserver } from '../rest/share/wait-observer.ts';
import { StoreUnavailable } from './store-unavailable.ts';
import { performance } from 'node:perf_hooks';

/** Maximum time in ms of one command, without the delay of this process. */
const commandTimeoutMs = 500;

/** Maximum time in ms from an attempt to connect to the first command of the gateway. */
const connectTimeoutMs = 2_000;

/**
 * Maximum time in ms that commands wait for a connection, counted from the moment it was lost. A
 * connection that is only cut, or closed by a restart of Redis, is back by then.
 */
const connectWaitMs = 250;

/** Maximum time in ms between two attempts to connect. */
const maxRetryMs = 1_000;

/** Interval in ms of pings: they find out that a connection without commands is dead. */
const pingMs = 5_000;

/** Time in ms in which one of several rejected commands is announced. */
const rejectionMs = 60_000;

export interface RedisConnectionOptions {
  /** `redis://` or `rediss://`, with the password. Must not reach a log. */
  readonly url: string;
  /** Commands that are scripts, by name. Redis gets the text of a script once. */
  readonly scripts?: NonNullable<RedisOptions['scripts']>;
  readonly onMessage?: (channel: string, message: string) => void;
  readonly onConnect?: () => void;
  /** Called for each command that fails. */
  readonly onFailure?: () => void;
  /** Learns how long each command takes. */
  readonly waits?: WaitObserver | undefined;
  /** Called when commands begin to fail, with the reason, and when they succeed again. */
  readonly onChange?: (isReachable: boolean, reason: string) => void;
  /** Called when Redis has rejected a command, with the code of its reply, once in a minute. */
  readonly onRejected?: ((reason: string) => void) | undefined;
  readonly clock?: Clock | undefined;
}

/** Connects at once, and again whenever the connection is lost, until `close`. */
export class RedisConnection {
  readonly #redis: Redis;
  readonly #options: RedisConnectionOptions;
  readonly #clock: Clock;
  readonly #pings: Timer;
  #connection = 0;
  /** Milliseconds since 1970 at which a lost connection was replaced last. */
  reachedAgainAt: number | undefined;
  /** Whether there is no connection, and this is known. */
  #isLost = false;
  /** Commands wait for it until `connectWaitMs` after the connection was lost. */
  #reconnection = Promise.withResolvers<void>();
  #keepWaiting: (() => void) | undefined;
  /** Ends the time limit of an attempt to connect. */
  #endAttempt: (() => void) | undefined;
  #reason = 'not connected';
  #rejectedAt = Number.NEGATIVE_INFINITY;
  #state: 'connecting' | 'reachable' | 'unreachable' = 'connecting';

  constructor(options: RedisConnectionOptions) {
    this.#options = options;
    const { url, scripts = {}, onMessage, clock = systemClock } = options;
    this.#clock = clock;
    this.#redis = new Redis({
      ...addressOf(url),
      scripts,
      // Its timers would count the time in which this process is busy.
      connectTimeout: 0,
      disconnectTimeout: 100,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      // Commands of a lost connection fail when it is lost.
      maxRetriesPerRequest: 0,
      retryStrategy: retryDelay,
      // After a failover the old primary is read-only, or gone.
      reconnectOnError: ({ message }) => message.startsWith('READONLY'),
      autoResubscribe: false,
      disableClientInfo: true,
    });
    this.#lose();
    this.#redis
      .on('connecting', () => this.#limitAttempt())
      .on('ready', () => this.#connected())
      .on('close', () => {
        this.#endAttempt?.();
        this.#lose();
      })
      .on('error', (error: Error) => {
        this.#reason = reasonOf(error);
        // ioredis handles one error of a socket. A rejected certificate can be followed by an alert
        // of TLS, which would end the process.
        const stream: Redis['stream'] | undefined = this.#redis.stream;
        stream?.on('error', () => {});
      });
    if (onMessage) this.#redis.on('message', onMessage);
    this.#pings = every(clock, pingMs, () => this.tryRun((redis) => redis.ping()));
  }

  /** Whether Redis can be reached, even if it rejects commands. */
  get isReachable(): boolean {
    return this.#state === 'reachable';
  }

  /** Whether there has been a connection. */
  get wasReached(): boolean {
    return this.#connection > 0;
  }

  /** Sends a command. @throws StoreUnavailable, in a second at most unless this process is busy */
  run<T>(send: (redis: Redis) => Promise<T>): Promise<T> {
    return observed(this.#run(send), 'store', this.#options.waits);
  }

  async #run<T>(send: (redis: Redis) => Promise<T>): Promise<T> {
    if (!this.#isConnected()) await this.#whenConnected();
    if (!this.#isConnected()) {
      this.#options.onFailure?.();
      throw new StoreUnavailable(this.#reason, true);
    }
    const connection = this.#connection;
    try {
      return await this.#inTime(send(this.#redis));
    } catch (error) {
      const reason = reasonOf(error as Error);
      if (reason === 'timeout') this.#abandon(connection);
      else if (this.#isConnected()) this.#noteRejection(reason);
      this.#options.onFailure?.();
      throw new StoreUnavailable(this.#isConnected() ? reason : this.#reason);
    }
  }

  /** Sends a command that changes nothing: once more if its connection was lost. */
  async read<T>(send: (redis: Redis) => Promise<T>): Promise<T> {
    const connection = this.#connection;
    try {
      return await this.run(send);
    } catch (error) {
      const isLost = !this.#isConnected() || connection !== this.#connection;
      if (!isLost || (error as StoreUnavailable).reason === 'timeout') throw error;
      return this.run(send);
    }
  }

  /** Sends a command if there is a connection; a failure is repaired by `onConnect`. */
  tryRun(send: (redis: Redis) => Promise<unknown>): void {
    if (this.#isConnected()) void this.run(send).catch(() => {});
  }

  /** Waits for the answers of commands that were sent, then closes the connection. */
  async close(): Promise<void> {
    this.#pings.cancel();
    this.#redis.removeAllListeners('close');
    this.#stopWaiting();
    await this.#inTime(this.#redis.quit()).catch(() => this.#redis.disconnect());
    this.#endAttempt?.();
  }

  #isConnected(): boolean {
    return this.#redis.status === 'ready' && this.#redis.stream.writable;
  }

  /** Bytes that have arrived over the current connection. */
  readonly #bytesRead = (): number => {
    const stream: Redis['stream'] | undefined = this.#redis.stream;
    return stream?.bytesRead ?? 0;
  };

  /** @returns the answer; rejects if it takes longer than a command may */
  #inTime<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const expire = (): void => reject(new Error(timedOut));
      const cancel = this.#afterLoopTime(commandTimeoutMs, expire);
      answer.then(resolve, reject).finally(cancel);
    });
  }

  #afterLoopTime(ms: number, callback: () => void): () => void {
    return afterLoopTime({ ms, bytesRead: this.#bytesRead, clock: this.#clock }, callback);
  }

  #limitAttempt(): void {
    this.#endAttempt?.();
    this.#endAttempt = this.#afterLoopTime(connectTimeoutMs, () => {
      this.#reason = 'timeout';
      this.#redis.disconnect(true);
    });
  }

  #connected(): void {
    this.#endAttempt?.();
    this.#connection += 1;
    if (this.#connection > 1) this.reachedAgainAt = this.#clock.wallTime();
    this.#isLost = false;
    this.#setState('reachable');
    this.#stopWaiting();
    this.#options.onConnect?.();
  }

  /** Notes that there is no connection; called again for each attempt that failed. */
  #lose(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#reconnection = Promise.withResolvers();
    this.#keepWaiting = this.#afterLoopTime(connectWaitMs, () => {
      this.#setState('unreachable');
      this.#reconnection.resolve();
    });
  }

  #stopWaiting(): void {
    this.#keepWaiting?.();
    this.#reconnection.resolve();
  }

  /** Resolves when there is a connection, or when it is too late to wait for one. */
  #whenConnected(): Promise<void> {
    this.#lose();
    return this.#reconnection.promise;
  }

  /** Closes a connection that does not answer, if it is still the current one. */
  #abandon(connection: number): void {
    if (connection !== this.#connection || !this.#isConnected()) return;
    this.#reason = 'timeout';
    this.#setState('unreachable');
    this.#redis.disconnect(true);
  }

  #noteRejection(reason: string): void {
    const now = this.#clock.now();
    if (now - this.#rejectedAt < rejectionMs) return;
    this.#rejectedAt = now;
    this.#options.onRejected?.(reason);
  }

  #setState(state: 'reachable' | 'unreachable'): void {
    const previous = this.#state;
    this.#state = state;
    const isFirstSuccess = previous === 'connecting' && state === 'reachable';
    if (previous !== state && !isFirstSuccess)
      this.#options.onChange?.(state === 'reachable', this.#reason);
  }
}

/** The message of an answer that came too late. */
const timedOut = 'Command timed out';

/** ioredis would parse the URL with a deprecated function of Node, which prints a warning. */
function addressOf(url: string): RedisOptions {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  return {
    // An IPv6 address has brackets in a URL.
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || 6379),
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    db: Number(pathname.slice(1) || 0),
    ...(protocol === 'rediss:' && { tls: {} }),
  };
}

/** @returns milliseconds before the next attempt to connect; replicas do not connect all at once */
const retryDelay = (attempt: number): number =>
  Math.min(maxRetryMs, 20 * 2 ** Math.min(attempt, 10)) * (0.5 + Math.random() / 2);

/** @returns a code: messages of ioredis may quote commands, and so passwords */
function reasonOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error.message === timedOut) return 'timeout';
  // The first word of an error reply: `WRONGPASS invalid username-password pair`.
  return /^(?:Ready check failed: )?([A-Z]{2,})\b/.exec(error.message)?.[1] ?? 'disconnected';
}

/** Number of times that the timer fires, at least. */
const ticks = 5;

interface LoopTime {
  readonly ms: number;
  /** Over the connection so far. */
  readonly bytesRead: () => number;
  readonly clock: Clock;
}

/**
 * A time limit for answers that arrive over a connection, without the delay of this process: a busy
 * process reads late what has arrived in time, and needs many turns of its event loop for a large
 * answer. Calls back when the other side has kept this process waiting, which is so
 *
 * - after the time in which the event loop had nothing else to do: it would have read an answer at
 *   once
 * - if nothing at all has arrived while the timer fired several times in a row: in each turn of the
 *   event loop, what has arrived is read. This is what ends the wait of a process that is never
 *   idle.
 * @returns cancels the call
 */
function afterLoopTime({ ms, bytesRead, clock }: LoopTime, callback: () => void): () => void {
  const tickMs = ms / ticks;
  let waitedMs = 0;
  let silentTicks = 0;
  let idleBefore = idleMs();
  let readBefore = bytesRead();
  let last: NodeJS.Immediate | undefined;
  const tick = (): void => {
    const idle = idleMs();
    const read = bytesRead();
    // A process that the system has stopped seems to have been idle.
    waitedMs += Math.min(idle - idleBefore, tickMs);
    silentTicks = read === readBefore ? silentTicks + 1 : 0;
    idleBefore = idle;
    readBefore = read;
    // The loop is never idle for the whole time between two ticks.
    if (silentTicks < ticks && waitedMs < ms - tickMs / 2) timer = clock.after(tickMs, tick);
    // Timers come before arrivals in a turn of the event loop, this comes after them.
    else last = setImmediate(callback);
  };
  let timer = clock.after(tickMs, tick);
  return () => {
    timer.cancel();
    clearImmediate(last);
  };
}

/** The time in ms in which the event loop has had nothing to do. */
const idleMs = (): number => performance.eventLoopUtilization().idle;
