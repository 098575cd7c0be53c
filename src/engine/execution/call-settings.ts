/** What the REST calls of one execution are given, and the options that all of them have. */
import type { Freshness } from '../read/freshness.ts';
import type { Allowance, Usage } from '../read/usage.ts';
import type { BatchScheduler } from '../read/load/batching.ts';
import type { ReadSharing } from '../read/load/loader.ts';
import {
  type AcceptedCallers,
  callerKey,
  type Identities,
  type KnownScopes,
} from '../caller/identities.ts';
import type { CallOptions, Requester, Upstream } from '../rest/upstream.ts';
import type { CallRecorder } from '../trace/call-record.ts';
import type { Clock } from '../caller/clock.ts';
import type { KnownHeaders } from '../api/known-headers.ts';
import type { Identity } from '../caller/identity.ts';
import type { Quota } from '../cost/quota.ts';
import type { StoredReads } from './stored-reads.ts';
import type { WaitObserver } from '../rest/share/wait-observer.ts';

export interface CallSettings {
  /** Absent: the calls are not recorded. */
  readonly recorder?: CallRecorder | undefined;
  readonly upstream: Upstream;
  readonly identities: Identities;
  readonly signal?: AbortSignal | undefined;
  /** Instant of the clock. */
  readonly deadline: number;
  readonly readsAtOnce: number;
  readonly knownScopes: KnownScopes;
  readonly acceptedCallers: AcceptedCallers;
  /** Absent: no answer is stored. */
  readonly storedReads?: StoredReads | undefined;
  /** Whether the client wants no stored answer. Default: it does not mind. */
  readonly wantsFresh?: boolean | undefined;
}

/** The execution that the calls belong to. */
export interface CallContext extends WaitObserver {
  readonly clock: Clock;
  readonly usage: Usage;
  readonly freshness: Freshness;
  readonly sharing: ReadSharing;
  readonly allowance: Allowance;
  readonly quota: Quota;
  readonly scheduler: BatchScheduler;
  readonly knownHeaders: KnownHeaders;
  /** Called when a write may have changed what the cache has. */
  invalidate(): void;
}

export interface SharedOptions extends CallOptions {
  /** Set for each call: a query can stop to share its reads. */
  onShared: CallOptions['onShared'];
  signal: AbortSignal | undefined;
  mayBeSent: CallOptions['mayBeSent'];
  deadline: number;
}

/** @param by whose token the calls have; nobody's: they have the API key */
export const onSendOf =
  ({ usage, quota }: CallContext, by: Identity): CallOptions['onSend'] =>
  (operation) => {
    usage.countRequest(operation);
    quota.spend(operation, by);
  };

export function optionsOf(
  { identities: { main }, signal, deadline }: CallSettings,
  context: CallContext,
  calls: Requester & { readonly detachedWrites: Promise<void>[] },
): SharedOptions {
  return {
    identity: main,
    signal,
    requester: calls,
    deadline,
    callerKey: callerKey(main),
    onShared: undefined,
    mayBeSent: undefined,
    waits: context,
    onSend: onSendOf(context, main),
    onDetachedWrite: (ended) => void calls.detachedWrites.push(ended),
  };
}
