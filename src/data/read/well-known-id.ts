/** Words that stand for an id (`primary`, `root`): resolved before an id is made of them, once a caller. */
import { LRUCache } from 'lru-cache';
import type { Identity } from '../../upstream/upstream.ts';
import { callerKey } from '../caller.ts';

/** Tokens are kept as digests, for an hour at most. */
export class WellKnownIds {
  readonly #known = new LRUCache<string, string>({ max: 10_000, ttl: 3_600_000 });

  /** Requests under way: an identity is made for each, so that nobody waits for a request that its own caller may leave. */
  readonly #asked = new WeakMap<Identity, Map<string, Promise<string>>>();

  /** @param ask finds the id upstream; a failure is not kept */
  resolve(alias: string, identity: Identity, ask: () => Promise<string>): Promise<string> {
    let asked = this.#asked.get(identity);
    if (!asked) this.#asked.set(identity, (asked = new Map()));
    let answer = asked.get(alias);
    if (!answer) asked.set(alias, (answer = this.#resolve(alias, identity, ask)));
    return answer;
  }

  async #resolve(alias: string, identity: Identity, ask: () => Promise<string>): Promise<string> {
    const key = `${alias} ${callerKey(identity)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = await ask();
    this.#known.set(key, id);
    return id;
  }
}
