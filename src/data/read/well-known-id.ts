/**
 * Ids behind well-known ids (`primary`, `root`). A global id needs the real one, so it is requested
 * once per caller and cached for an hour.
 */
import { LRUCache } from 'lru-cache';
import type { Identity } from '../../upstream/upstream.ts';
import { callerKey } from '../caller.ts';

/** One for the process. */
export class WellKnownIds {
  /** Real ids by well-known id and caller key. */
  readonly #ids = new LRUCache<string, string>({ max: 10_000, ttl: 3_600_000 });

  /**
   * Pending requests. There is one identity for each request to the gateway, so a request never
   * waits for the call of another one, which may be aborted.
   */
  readonly #pending = new WeakMap<Identity, Map<string, Promise<string>>>();

  /**
   * @param wellKnownId with the operation that reads it, as one string
   * @param request reads the real id; its failure is not cached
   */
  resolve(
    wellKnownId: string,
    identity: Identity,
    request: () => Promise<string>,
  ): Promise<string> {
    let pending = this.#pending.get(identity);
    if (!pending) this.#pending.set(identity, (pending = new Map()));
    let id = pending.get(wellKnownId);
    if (!id) pending.set(wellKnownId, (id = this.#resolve(wellKnownId, identity, request)));
    return id;
  }

  async #resolve(
    wellKnownId: string,
    identity: Identity,
    request: () => Promise<string>,
  ): Promise<string> {
    const key = `${wellKnownId} ${callerKey(identity)}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = await request();
    this.#ids.set(key, id);
    return id;
  }
}
