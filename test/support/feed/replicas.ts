/** Hubs over one service that share a store, each as in a process of its own. */
import { googleApis } from '../../../src/services/api.ts';
import { Encryption } from '../../../src/engine/caller/encryption.ts';
import { FeedHub } from '../../../src/engine/feed/hub.ts';
import type { FeedSource } from '../../../src/engine/feed/source/source.ts';
import { SharedMemory, SharedMemoryStore } from '../gateway/shared-store.ts';
import { collect, createFeedHarness, type FeedHandler, owner } from './feed-harness.ts';

/** One of them, with its connection to the store. */
export interface Replica {
  readonly hub: FeedHub;
  readonly store: SharedMemoryStore;
}

type HubParts = ConstructorParameters<typeof FeedHub>[0];

/** What hubs have that is not the same for all tests. */
interface ReplicaOptions extends Partial<HubParts> {
  readonly encryption?: Encryption;
  /** False: the hub has no store. */
  readonly isShared?: boolean;
  /** Called before each call; may freeze the process: then it sends no call. */
  readonly beforeCall?: (store: SharedMemoryStore) => void;
}

const common = new Encryption(['a secret that all replicas have in common']);

/** A service, and hubs that share a store. @param options of all of them */
export async function createReplicas(handler: FeedHandler, options: ReplicaOptions = {}) {
  const harness = await createFeedHarness(handler);
  const { acceptedCallers, clock, execution: executionOf } = harness;
  const memory = new SharedMemory(clock.now);
  const hubs: FeedHub[] = [];
  const start = (own: ReplicaOptions = {}): Replica => {
    const { encryption = common, isShared, beforeCall, ...parts } = { ...options, ...own };
    const store = new SharedMemoryStore(memory);
    const execution: HubParts['execution'] = (identity, signal) => {
      const made = executionOf(identity, signal);
      const call = made.sharedCall.bind(made);
      made.sharedCall = async (...request) => {
        beforeCall?.(store);
        await store.running;
        return call(...request);
      };
      return made;
    };
    const sharing = isShared === false ? undefined : { store, encryption };
    const hub = new FeedHub({
      api: googleApis,
      acceptedCallers,
      execution,
      clock,
      sharing,
      ...parts,
    });
    hubs.push(hub);
    return { hub, store };
  };
  return {
    ...harness,
    memory,
    start,
    subscribe: ({ hub }: Pick<Replica, 'hub'>, source: FeedSource, after?: string | null) =>
      collect(hub.subscribe({ identity: owner, source, after })),
    async [Symbol.asyncDispose]() {
      for (const each of hubs) each.close();
      await clock.settle();
      await harness[Symbol.asyncDispose]();
    },
  };
}
