/**
 * Stored reads in Redis, for the replicas that have it in common. In a Redis that also has locks,
 * budgets and sessions, they take a part of the memory at most: what was stored first gives way.
 */
import { hash } from 'node:crypto';
import type { ChainableCommander, Result } from 'ioredis';
import type { Clock } from '../caller/clock.ts';
import { RedisConnection, type RedisConnectionOptions } from '../store/redis-connection.ts';
import type { SharedTier } from './shared-tier.ts';

/** All keys have one slot in a cluster: the scripts count them together. */
const prefix = 'studiograph:{cache}:';

/** What Redis needs for an entry beside its bytes: its key, and its places in two indexes. */
const overheadBytes = 400;

/** The part of the memory of a Redis that has other entries, too. */
const part = 1 / 4;

/** In place of that part where Redis has no limit of memory. */
const boundWithoutLimit = 64 * 1024 * 1024;

/**
 * Stores an entry in a bounded place. `order` has the names by the time at which they expire, which
 * is the order in which they were stored; `sizes` has their bytes, and the sum under an empty name.
 */
const storeBounded = `
  local order, sizes, name = KEYS[1], KEYS[2], KEYS[3]
  local now, ttl, size, bound = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local function drop(each)
    redis.call('ZREM', order, each)
    local bytes = redis.call('HGET', sizes, each)
    if bytes then
      redis.call('HDEL', sizes, each)
      redis.call('HINCRBY', sizes, '', -tonumber(bytes))
    end
  end
  if size > bound then return 0 end
  drop(name)
  for _, each in ipairs(redis.call('ZRANGEBYSCORE', order, '-inf', now, 'LIMIT', 0, 100)) do drop(each) end
  while tonumber(redis.call('HGET', sizes, '') or '0') + size > bound do
    local oldest = redis.call('ZRANGE', order, 0, 0)[1]
    if oldest then
      redis.call('DEL', oldest)
      drop(oldest)
    else redis.call('DEL', sizes) end
  end
  redis.call('SET', name, ARGV[5], 'PX', ttl)
  redis.call('ZADD', order, now + ttl, name)
  redis.call('HSET', sizes, name, size)
  redis.call('HINCRBY', sizes, '', size)
  return 1`;

declare module 'ioredis' {
  /** The script, as ioredis adds it. */
  interface RedisCommander<Context> {
    storeBounded(
      order: string,
      sizes: string,
      name: string,
      now: number,
      ttlMs: number,
      size: number,
      bound: number,
      bytes: Buffer,
    ): Result<number, Context>;
  }
}

interface RedisTierOptions extends Pick<RedisConnectionOptions, 'url' | 'waits' | 'onChange'> {
  /** Names the services that the entries are from: gateways of others may use the same Redis. */
  readonly origin: string;
  /** Whether Redis has other entries that must not be displaced. */
  readonly isBounded: boolean;
  /** Maximum bytes in a bounded place. Default: a quarter of the memory that Redis may use. */
  readonly maxBytes?: number | undefined;
  readonly clock: Clock;
}

/** While Redis fails, nothing is found and nothing is stored; nobody waits for it. */
export class RedisTier implements SharedTier {
  readonly #connection: RedisConnection;
  readonly #options: RedisTierOptions;
  /** Undefined until Redis has said how much memory it may use. */
  #maxBytes: number | undefined;

  constructor(options: RedisTierOptions) {
    this.#options = options;
    const { url, clock, waits, onChange, maxBytes } = options;
    this.#maxBytes = maxBytes;
    this.#connection = new RedisConnection({
      url,
      clock,
      waits,
      ...(onChange && { onChange }),
      scripts: { storeBounded: { lua: storeBounded, numberOfKeys: 3 } },
      onConnect: () => {
        if (options.isBounded && maxBytes === undefined) void this.#learnBound();
      },
    });
  }

  async get(keys: readonly string[]): Promise<readonly (Buffer | undefined)[]> {
    if (!this.#connection.isReachable) return keys.map(() => undefined);
    const names = keys.map((key) => this.#nameOf(key));
    try {
      const found = await this.#connection.run((redis) => redis.mgetBuffer(...names));
      return found.map((bytes) => bytes ?? undefined);
    } catch {
      return keys.map(() => undefined);
    }
  }

  async set(entries: readonly (readonly [string, Buffer])[], ttlMs: number): Promise<void> {
    const { isBounded, clock } = this.#options;
    const bound = this.#maxBytes;
    if (!this.#connection.isReachable || (isBounded && bound === undefined)) return;
    const ms = Math.max(1, Math.ceil(ttlMs));
    const now = clock.wallTime();
    const [order, sizes] = [`${prefix}order`, `${prefix}sizes`];
    const store = (redis: ChainableCommander, name: string, bytes: Buffer): unknown =>
      isBounded
        ? redis.storeBounded(
            order,
            sizes,
            name,
            now,
            ms,
            bytes.length + overheadBytes,
            bound!,
            bytes,
          )
        : redis.set(name, bytes, 'PX', ms);
    await this.#connection
      .run((redis) => {
        const commands = redis.pipeline();
        for (const [key, bytes] of entries) store(commands, this.#nameOf(key), bytes);
        return commands.exec();
      })
      .catch(() => {});
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  async #learnBound(): Promise<void> {
    const info = await this.#connection.run((redis) => redis.info('memory')).catch(() => '');
    const limit = Number(/^maxmemory:(\d+)/m.exec(info)?.[1] ?? 0);
    this.#maxBytes = limit > 0 ? Math.floor(limit * part) : boundWithoutLimit;
  }

  #nameOf(key: string): string {
    return prefix + hash('sha256', `${this.#options.origin} ${key}`, 'base64url');
  }
}
