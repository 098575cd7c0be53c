/** What every execution starts with. */
import { AliasCache } from '../data/read/well-known-id.ts';
import type { Downloads } from '../data/transfer/download.ts';
import type { Quotas } from '../data/cost/quota.ts';
import { Scope } from '../data/execution.ts';
import { Sequences } from '../data/write/keyed-mutex.ts';
import type { Store } from '../data/store/store.ts';
import type { Uploads } from '../data/transfer/upload.ts';
import type { Identity, Upstream } from '../upstream/upstream.ts';
import type { Context } from './builder.ts';

/** What the process has one of. */
export interface Process {
  readonly upstream: Upstream;
  readonly store: Store;
  readonly uploads: Uploads;
  readonly downloads: Downloads;
  readonly quotas: Quotas;
  readonly documentOf: Context['documentOf'];
  /** How long a batch waits at most for calls that may still feed it. */
  readonly batchPatienceMs: number;
  /** How many single reads one execution has under way at once. */
  readonly readsAtOnce: number;
}

export interface Execution {
  readonly identity: Identity;
  readonly signal?: AbortSignal | undefined;
  /** Instant in ms of `performance.now()`. */
  readonly deadline: number;
  readonly requestId: string;
}

/** @returns makes the context of one execution */
export function contextFactory({
  batchPatienceMs,
  documentOf,
  ...process
}: Process): (execution: Execution) => Context {
  const aliases = new AliasCache();
  const sequences = new Sequences();
  return ({ requestId, ...execution }) => ({
    requestId,
    documentOf,
    scope: new Scope({ ...process, ...execution, patienceMs: batchPatienceMs, aliases, sequences }),
  });
}

/** What a context has to say beside the data. */
export function extensionsOf({ scope }: Context): Record<string, unknown> {
  const cost = scope.cost.report();
  return scope.warnings.length === 0 ? { cost } : { cost, warnings: scope.warnings };
}
