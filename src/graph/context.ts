/** What every execution starts with. */
import { WellKnownIds } from '../data/read/well-known-id.ts';
import type { DownloadLinks } from '../data/transfer/download-link.ts';
import type { Quotas } from '../data/cost/quota.ts';
import { Execution } from '../data/execution.ts';
import { KeyedMutex } from '../data/write/keyed-mutex.ts';
import type { Store } from '../data/store/store.ts';
import type { UploadSessions } from '../data/transfer/upload-session.ts';
import type { Identity, Upstream } from '../upstream/upstream.ts';
import type { Context } from './builder.ts';

/** What the process has one of. */
export interface SharedServices {
  readonly upstream: Upstream;
  readonly store: Store;
  readonly uploads: UploadSessions;
  readonly downloads: DownloadLinks;
  readonly quotas: Quotas;
  readonly documentOf: Context['documentOf'];
  /** How long a batch waits at most for calls that may still feed it. */
  readonly batchPatienceMs: number;
  /** How many single reads one execution has under way at once. */
  readonly readsAtOnce: number;
}

export interface ExecutionRequest {
  readonly identity: Identity;
  readonly signal?: AbortSignal | undefined;
  /** Instant in ms of `performance.now()`. */
  readonly deadline: number;
  readonly requestId: string;
}

/** @returns makes the context of one execution */
export function createContextFactory({
  batchPatienceMs,
  documentOf,
  ...process
}: SharedServices): (execution: ExecutionRequest) => Context {
  const wellKnownIds = new WellKnownIds();
  const mutex = new KeyedMutex();
  return ({ requestId, ...execution }) => ({
    requestId,
    documentOf,
    execution: new Execution({
      ...process,
      ...execution,
      patienceMs: batchPatienceMs,
      wellKnownIds,
      mutex,
    }),
  });
}

/** What a context has to say beside the data. */
export function extensionsOf({ execution }: Context): Record<string, unknown> {
  const cost = execution.cost.report();
  return execution.warnings.length === 0 ? { cost } : { cost, warnings: execution.warnings };
}
