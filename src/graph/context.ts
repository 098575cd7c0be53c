/** Makes the context of executions out of what the process shares. */
import { WellKnownIds } from '../data/read/well-known-id.ts';
import type { DownloadLinks } from '../data/transfer/download-link.ts';
import type { QueryLimits } from '../data/cost/allowance.ts';
import type { Quotas } from '../data/cost/quota.ts';
import { Execution } from '../data/execution.ts';
import { KeyedMutex } from '../data/write/keyed-mutex.ts';
import type { Store } from '../data/store/store.ts';
import type { UploadSessions } from '../data/transfer/upload-session.ts';
import type { Identity, Upstream } from '../upstream/upstream.ts';
import type { Context } from './builder.ts';

/** What all executions of the process share. */
export interface SharedServices {
  readonly upstream: Upstream;
  readonly store: Store;
  readonly uploads: UploadSessions;
  readonly downloads: DownloadLinks;
  readonly quotas: Quotas;
  readonly documentOf: Context['documentOf'];
  /** The longest time in ms that a batch waits for calls that bring keys for it. */
  readonly batchMaxWaitMs: number;
  /** How many reads one execution has under way at once. */
  readonly readsAtOnce: number;
  /** Limits of an operation of a caller with a token, and of one without. */
  readonly limits: { readonly caller: QueryLimits; readonly anonymous: QueryLimits };
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
  batchMaxWaitMs,
  documentOf,
  limits,
  ...shared
}: SharedServices): (execution: ExecutionRequest) => Context {
  const wellKnownIds = new WellKnownIds();
  const mutex = new KeyedMutex();
  return ({ requestId, ...execution }) => ({
    requestId,
    documentOf,
    execution: new Execution({
      ...shared,
      ...execution,
      limits: execution.identity.token === undefined ? limits.anonymous : limits.caller,
      batchMaxWaitMs,
      wellKnownIds,
      mutex,
    }),
  });
}

/** The `extensions` of the response of an execution. */
export function extensionsOf({ execution }: Context): Record<string, unknown> {
  const cost = execution.usage.report();
  return execution.warnings.length === 0 ? { cost } : { cost, warnings: execution.warnings };
}
