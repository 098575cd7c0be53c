/** Words that stand for an id (`primary`, `root`): resolved before an id is made of them, once a caller. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Identity } from '../upstream/upstream.ts';

/** Tokens are kept as digests, for an hour at most. */
export class AliasCache {
  readonly #known = new LRUCache<string, string>({ max: 10_000, ttl: 3_600_000 });

  /** @param ask finds the id upstream; a failure is not kept */
  async resolve(alias: string, { token = '' }: Identity, ask: () => Promise<string>): Promise<string> {
    const key = `${alias} ${createHash('sha256').update(token).digest('base64url')}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = await ask();
    this.#known.set(key, id);
    return id;
  }
}
