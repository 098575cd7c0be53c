/** A store in Redis, for several replicas of the gateway. */
import { hash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Result } from 'ioredis';
import { RedisConnection, type RedisConnectionOptions } from './redis-connection.ts';
import type { Replacement, Store, StoreKind } from './store.ts';

/** All keys and channels begin with it: other programs may use the same Redis. */
const product = 'studiograph';

/** Each is one step in Redis: no command of another replica comes between its parts. */
const scripts = {
  replaceValue: script(`
    if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
    redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
    return 1`),
  deleteValue: script(`
    if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
    return redis.call('DEL', KEYS[1])`),
  addAmount: script(`
    local sum = redis.call('INCRBY', KEYS[1], ARGV[1])
    if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
    return sum`),
};

declare module 'ioredis' {
  /** The scripts, as ioredis adds them. */
  interface RedisCommander<Context> {
    replaceValue(
      key: string,
      expected: string,
      value: string,
      ttlMs: number,
    ): Result<number, Context>;
    deleteValue(key: string, expected: string): Result<number, Context>;
    addAmount(key: string, amount: number, ttlMs: number): Result<number, Context>;
  }
}

interface RedisStoreOptions
  extends Pick<RedisConnectionOptions, 'url' | 'onRejected' | 'onFailure' | 'waits' | 'clock'> {
  /** Called once when commands begin to fail, with a code. */
  readonly onUnreachable?: (reason: string) => void;
  /** Called once when commands succeed again. */
  readonly onReachable?: () => void;
}

/**
 * Entries and messages of all replicas with the same Redis. If Redis fails, every method throws
 * `StoreUnavailable`, in a second at most unless this process is busy. Keys and channels are
 * digests: they can contain ids.
 */
export class RedisStore implements Store {
  readonly isShared = true;
  readonly #commands: RedisConnection;
  readonly #options: RedisStoreOptions;
  /** A connection that receives messages can send no other commands; made when it is needed. */
  #subscriptions: RedisConnection | undefined;
  readonly #messages = new EventEmitter().setMaxListeners(0);

  constructor(options: RedisStoreOptions) {
    this.#options = options;
    this.#commands = new RedisConnection({
      url: options.url,
      scripts,
      onRejected: options.onRejected,
      waits: options.waits,
      clock: options.clock,
      ...(options.onFailure && { onFailure: options.onFailure }),
      onChange: (isReachable, reason) => {
        if (isReachable) options.onReachable?.();
        else options.onUnreachable?.(reason);
      },
    });
  }

  get isReachable(): boolean {
    return this.#commands.isReachable;
  }

  get wasReached(): boolean {
    return this.#commands.wasReached;
  }

  get reachedAgainAt(): number | undefined {
    return this.#commands.reachedAgainAt;
  }

  get(kind: StoreKind, key: string): Promise<string | undefined> {
    return this.#commands.read(async (redis) => (await redis.get(nameOf(kind, key))) ?? undefined);
  }

  async set(kind: StoreKind, key: string, value: string, ttlMs: number): Promise<void> {
    await this.#commands.run((redis) => redis.set(nameOf(kind, key), value, 'PX', wholeMs(ttlMs)));
  }

  replace(kind: StoreKind, key: string, { expected, value, ttlMs }: Replacement): Promise<boolean> {
    const name = nameOf(kind, key);
    const ttl = wholeMs(ttlMs);
    return this.#commands.run(async (redis) =>
      expected === undefined
        ? (await redis.set(name, value, 'PX', ttl, 'NX')) !== null
        : (await redis.replaceValue(name, expected, value, ttl)) === 1,
    );
  }

  deleteIf(kind: StoreKind, key: string, expected: string): Promise<boolean> {
    return this.#commands.run(
      async (redis) => (await redis.deleteValue(nameOf(kind, key), expected)) === 1,
    );
  }

  add(kind: StoreKind, key: string, amount: number, ttlMs: number): Promise<number> {
    return this.#commands.run((redis) =>
      redis.addAmount(nameOf(kind, key), amount, wholeMs(ttlMs)),
    );
  }

  async delete(kind: StoreKind, key: string): Promise<void> {
    await this.#commands.run((redis) => redis.del(nameOf(kind, key)));
  }

  async publish(channel: string, message: string): Promise<void> {
    await this.#commands.run((redis) => redis.publish(nameOf('message', channel), message));
  }

  subscribe(channel: string, listener: (message: string) => void): () => void {
    const name = nameOf('message', channel);
    this.#subscriptions ??= this.#subscriber();
    if (this.#messages.listenerCount(name) === 0)
      this.#subscriptions.tryRun((redis) => redis.subscribe(name));
    this.#messages.on(name, listener);
    return () => {
      this.#messages.off(name, listener);
      if (this.#messages.listenerCount(name) === 0)
        this.#subscriptions?.tryRun((redis) => redis.unsubscribe(name));
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.#commands.close(), this.#subscriptions?.close()]);
  }

  /** Subscribes to all channels with listeners on each new connection. */
  #subscriber(): RedisConnection {
    return new RedisConnection({
      url: this.#options.url,
      clock: this.#options.clock,
      onMessage: (name, message) => void this.#messages.emit(name, message),
      onConnect: () => {
        const names = this.#messages.eventNames() as string[];
        if (names.length > 0) this.#subscriptions!.tryRun((redis) => redis.subscribe(...names));
      },
    });
  }
}

/** A script of one key. */
function script(lua: string): { lua: string; numberOfKeys: number } {
  return { lua, numberOfKeys: 1 };
}

const nameOf = (kind: StoreKind | 'message', key: string): string =>
  `${product}:${kind}:${hash('sha256', key, 'base64url')}`;

/** Redis accepts whole milliseconds from 1. */
const wholeMs = (ttlMs: number): number => Math.max(1, Math.ceil(ttlMs));
