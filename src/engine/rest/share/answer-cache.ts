/**
 * Stores responses for a short time, for each caller alone. An older response is only stored for
 * its etag, by which the service tells whether it is still valid.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../caller/clock.ts';
import type { CallResult } from '../call/call-outcome.ts';

/** A stored response. */
export interface StoredAnswer {
  readonly callerKey: string;
  readonly response: CallResult;
  readonly etag: string | undefined;
  /** Instant of the clock until which no request is needed. */
  readonly freshUntil: number;
}

const maxAnswers = 10_000;
const maxBytes = 32 * 1024 * 1024;
const maxAnswerBytes = 1024 * 1024;

/** The responses of all callers; the least recently used ones are dropped. */
export class AnswerCache {
  readonly #ttlMs: number;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #answers: LRUCache<string, StoredAnswer>;
  /** The keys of the answers of each caller. */
  readonly #keys = new Map<string, Set<string>>();

  constructor(ttlMs: number, clock: Pick<Clock, 'now'>) {
    this.#ttlMs = ttlMs;
    this.#clock = clock;
    this.#answers = new LRUCache({
      max: maxAnswers,
      maxSize: maxBytes,
      maxEntrySize: maxAnswerBytes,
      sizeCalculation: ({ response }, key) => response.body.length + key.length + 1,
      dispose: ({ callerKey }, key) => this.#removeKey(callerKey, key),
    });
  }

  /** @param key names the caller and the request */
  get(key: string): StoredAnswer | undefined {
    return this.#answers.get(key);
  }

  /** Stores a response, or stores again one that is still valid. */
  set(callerKey: string, key: string, response: CallResult): void {
    const { status, outcome, headers } = response;
    // A body can be a slice of a larger buffer, which must not stay in memory.
    const body = Buffer.from(response.body);
    const { etag } = headers;
    const freshUntil = this.#clock.now() + this.#ttlMs;
    this.#answers.set(key, {
      callerKey,
      response: { status, outcome, headers, body },
      etag,
      freshUntil,
    });
    if (!this.#answers.has(key)) return;
    const keys = this.#keys.get(callerKey);
    if (keys) keys.add(key);
    else this.#keys.set(callerKey, new Set([key]));
  }

  drop(callerKey: string): void {
    for (const key of this.#keys.get(callerKey) ?? []) this.#answers.delete(key);
  }

  #removeKey(callerKey: string, key: string): void {
    const keys = this.#keys.get(callerKey);
    keys?.delete(key);
    if (keys?.size === 0) this.#keys.delete(callerKey);
  }
}
