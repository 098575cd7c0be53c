/** What every execution starts with. */
import { AliasCache } from '../data/alias.ts';
import { Scope } from '../data/scope.ts';
import { Sequences } from '../data/sequence.ts';
import type { Identity, Upstream } from '../upstream/upstream.ts';
import type { Context } from './builder.ts';

/** What the process has one of. */
export interface Process {
  readonly upstream: Upstream;
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
export function contextFactory({ upstream, batchPatienceMs, readsAtOnce }: Process): (execution: Execution) => Context {
  const aliases = new AliasCache();
  const sequences = new Sequences();
  return ({ identity, signal, deadline, requestId }) => ({
    requestId,
    scope: new Scope({ upstream, identity, signal, deadline, patienceMs: batchPatienceMs, readsAtOnce, aliases, sequences }),
  });
}
/** What a context has to say beside the data. */
export function extensionsOf({ scope }: Context): Record<string, unknown> {
  const cost = scope.cost.report();
  return scope.warnings.length === 0 ? { cost } : { cost, warnings: scope.warnings };
}
