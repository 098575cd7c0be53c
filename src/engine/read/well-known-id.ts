/**
 * Ids behind well-known ids (`primary`, `root`). A global id needs the real one, so it is requested
 * once per caller and kept for an hour: in the memory of the process, and for other replicas in the
 * shared store.
 */
import { lruCache } from '../caller/lru-cache.ts';
import { failedWith, UpstreamError } from '../api/error.ts';
import { observed, type WaitObserver } from '../rest/share/wait-observer.ts';
import { callerKey, type Identities } from '../caller/identities.ts';
import { Encryption } from '../caller/encryption.ts';
import { unlessUnavailable } from '../store/store-unavailable.ts';
import type { Store } from '../store/store.ts';
import { FieldCalls } from './field-calls.ts';
import type { Ref } from './resource.ts';

const ttlMs = 3_600_000;

interface WaitingCaller extends WaitObserver {
  readonly identities: Identities;
}

/** One for the process. */
export class WellKnownIds {
  /** Real ids by well-known id and caller key. */
  readonly #ids = lruCache<string>(10_000, { ttl: ttlMs });
  readonly #shared: Store | undefined;
  readonly #encryption: Encryption;

  /**
   * @param store a store that is not shared is not used
   * @param encryption of ids in the store: one can be the address of its owner
   */
  constructor(store?: Store, encryption: Encryption = new Encryption()) {
    this.#shared = store?.isShared ? store : undefined;
    this.#encryption = encryption;
  }

  /**
   * Requests of one caller, by well-known id: an execution, which never waits for the call of
   * another one, since that may be aborted.
   */
  readonly #pending = new WeakMap<WaitingCaller, FieldCalls<string>>();

  /**
   * @param ref has the well-known id as its key
   * @param caller learns how long the shared store takes
   * @param request reads the real id; its failure is not cached
   * @throws the error of the request; NOT_FOUND names the well-known id
   */
  resolve(ref: Ref, caller: WaitingCaller, request: () => Promise<string>): Promise<string> {
    let pending = this.#pending.get(caller);
    if (!pending) this.#pending.set(caller, (pending = new FieldCalls()));
    const wellKnownId = JSON.stringify([ref.resource.name, ...ref.key]);
    return (
      pending.find(wellKnownId) ??
      pending.add(wellKnownId, () => this.#resolve(ref, wellKnownId, caller, request))
    );
  }

  async #resolve(
    ref: Ref,
    wellKnownId: string,
    caller: WaitingCaller,
    request: () => Promise<string>,
  ): Promise<string> {
    const identity = caller.identities.of(ref.resource.read.operation);
    const cacheKey = `${wellKnownId} ${callerKey(identity)}`;
    const known = this.#ids.get(cacheKey);
    if (known !== undefined) return known;
    const shared = this.#shared && (await observed(this.#readShared(cacheKey), 'store', caller));
    const id =
      shared ??
      (await request().catch((error: unknown) => {
        throw withId(error, ref);
      }));
    this.#ids.set(cacheKey, id);
    // The request waits for nothing: another replica may request the id, too.
    if (shared === undefined) {
      const value = this.#encryption.encrypt('well-known id', id);
      void this.#shared?.set('wellKnownId', cacheKey, value, ttlMs).catch(() => {});
    }
    return id;
  }

  async #readShared(cacheKey: string): Promise<string | undefined> {
    try {
      const value = await this.#shared!.get('wellKnownId', cacheKey);
      return value && this.#encryption.decrypt('well-known id', value);
    } catch (error) {
      return unlessUnavailable(undefined)(error);
    }
  }
}

const withId = (error: unknown, { resource, key }: Ref): unknown =>
  failedWith(error, 'NOT_FOUND')
    ? new UpstreamError({ ...error.failure, id: key.at(-1), type: resource.name }, error)
    : error;
