/** Executions of writes on one entity, without a server. */
import { googleApis } from '../../src/services/api.ts';
import { systemClock } from '../../src/engine/caller/clock.ts';
import { AcceptedCallers, Identities, KnownScopes } from '../../src/engine/caller/identities.ts';
import { Quotas } from '../../src/engine/cost/quota.ts';
import { Execution } from '../../src/engine/execution/execution.ts';
import type { ExecutionSettings } from '../../src/engine/execution/execution-settings.ts';
import { WellKnownIds } from '../../src/engine/read/well-known-id.ts';
import { MemoryStore } from '../../src/engine/store/memory-store.ts';
import { RunningWrites } from '../../src/engine/lock/running-writes.ts';
import { KeyedMutex } from '../../src/engine/lock/keyed-mutex.ts';
import { UnconditionalOperations } from '../../src/engine/execution/unconditional-operations.ts';
import type { Upstream } from '../../src/engine/rest/upstream.ts';

/** An execution whose reads all return the given item, and the bodies of its writes. */
export function executionOn(
  item: object,
  answerOf: (body: object) => unknown = structuredClone,
): { execution: Execution; written: object[] } {
  const written: object[] = [];
  const call = (operation: { method: string }, args: { body?: object }): Promise<unknown> => {
    if (operation.method === 'GET') return Promise.resolve({ items: [item] });
    written.push(args.body!);
    return Promise.resolve(answerOf(args.body!));
  };
  const upstream = {
    call,
    reachable: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  } as unknown as Upstream;
  return { execution: executionOf(upstream), written };
}

/** An execution whose calls go to `upstream`. Settings that a write does not use are omitted. */
export function executionOf(upstream: Upstream, more: Partial<ExecutionSettings> = {}): Execution {
  const { acceptedCallers = new AcceptedCallers() } = more;
  const settings: Partial<ExecutionSettings> = {
    // Most upstreams are no more than `call`.
    upstream: Object.assign(upstream, { api: googleApis }),
    identities: new Identities({ token: 'any' }),
    deadline: systemClock.now() + 60_000,
    batchMaxWaitMs: 0,
    readsAtOnce: 1,
    limits: { calls: 500, estimatedCalls: 500, units: 1_000, fields: 100_000, waitMs: 0 },
    wellKnownIds: new WellKnownIds(),
    knownScopes: new KnownScopes(googleApis),
    acceptedCallers,
    writes: new RunningWrites(),
    mutex: new KeyedMutex(),
    unconditional: new UnconditionalOperations(systemClock),
    quotas: new Quotas({ api: googleApis, store: new MemoryStore(), acceptedCallers, budget: {} }),
    ...more,
  };
  return new Execution(settings as ExecutionSettings);
}
