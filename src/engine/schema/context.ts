/** Makes the contexts of executions from the services that the process shares. */
import { callerKey, Identities, KnownScopes } from '../caller/identities.ts';
import { systemClock } from '../caller/clock.ts';
import type { Encryption } from '../caller/encryption.ts';
import type { ResponseExtensions } from '../trace/response-extensions.ts';
import { type Freshness, freshnessKey } from '../read/freshness.ts';
import { WellKnownIds } from '../read/well-known-id.ts';
import type { QueryLimits } from '../read/usage.ts';
import { type CostLimit, isExceeded, limitsOf } from '../cost/cost-limit.ts';
import type { Shortage } from '../cost/buckets.ts';
import { scarceUnits } from '../cost/unit-budget.ts';
import { Execution } from '../execution/execution.ts';
import { FeedHub, type FeedHubParts } from '../feed/hub.ts';
import type { FeedSharing } from '../feed/shared/shared-store.ts';
import { UnconditionalOperations } from '../execution/unconditional-operations.ts';
import { EntityLocks } from '../lock/entity-lock.ts';
import { InsertNotes } from '../lock/insert-notes.ts';
import { KeyedMutex } from '../lock/keyed-mutex.ts';
import { RunningWrites } from '../lock/running-writes.ts';
import type { Store } from '../store/store.ts';
import type { WorkflowServices } from '../execution/progress-report.ts';
import type { MediaCalls } from '../transfer/media-calls.ts';
import { Relays } from '../transfer/relays.ts';
import type { ExecutionSettings } from '../execution/execution-settings.ts';
import type { WaitObserver } from '../rest/share/wait-observer.ts';
import type { Context } from './builder.ts';
import type { GraphQLError, ValidatedExecutionArgs } from 'graphql';
import {
  estimateCost,
  explainCost,
  maxRejectedPlaces,
  type PreparedOperation,
} from '../cost/estimate.ts';
import { amountOf, mostExpensive } from '../cost/field-cost.ts';
import { withRejections } from '../read/load/rejected-field.ts';
import { graphError, toGraphError } from './error/error.ts';

/** Services and settings that all executions of the process share. */
export interface SharedServices
  extends Pick<
      ExecutionSettings,
      | 'clock'
      | 'upstream'
      | 'storedReads'
      | 'uploads'
      | 'downloads'
      | 'quotas'
      | 'acceptedCallers'
      | 'batchMaxWaitMs'
      | 'readsAtOnce'
      | 'receiverOrigins'
      | 'usesSubsets'
    >,
    Pick<FeedHubParts, 'notificationUrl' | 'onWatchRefused' | 'taskObserver'> {
  readonly store: Store;
  /** Hides private data in the store. */
  readonly encryption: Encryption;
  /** Whether updates go on without the locks of a shared store that fails. */
  readonly allowsStoreFailure: boolean;
  /** Transfers that no request waits for. */
  readonly media: MediaCalls;
  /** Lifetime in ms of relays between services. */
  readonly relayTtlMs: number;
  readonly documents: Context['documents'];
  /** Called with the key of an operation that refuses every `If-Match` of a caller. */
  readonly onUnconditional: (operation: string) => void;
  /** Maximum time in ms of one read of a subscribed feed. */
  readonly feedReadTimeoutMs: number;
  /** What replicas share feeds by; left out: feeds are read by this process alone. */
  readonly feedSharing?: FeedSharing | undefined;
  /** See `FeedHub`. */
  readonly feedStreams?: boolean | undefined;
  /** Learns how long updates wait for their turns. */
  readonly waitObserver?: WaitObserver | undefined;
  /** Limits of an operation of a caller with a token, and of one without. */
  readonly limits: { readonly caller: QueryLimits; readonly anonymous: QueryLimits };
}

type Caller = Pick<
  ExecutionSettings,
  | 'identities'
  | 'signal'
  | 'deadline'
  | 'recorder'
  | 'waits'
  | 'defects'
  | 'agentBudget'
  | 'client'
  | 'wantsFresh'
>;

/** The parts of a context that belong to one execution. */
interface ExecutionRequest extends Caller, Pick<Context, 'hostContext' | 'yieldTurn'> {
  readonly requestId: string;
}

/** Contexts of executions, and the feeds that they share. */
export interface ContextFactory {
  readonly contextOf: (request: ExecutionRequest) => Context;
  /** Close it when the process ends: pollers of feeds run until then. */
  readonly feeds: FeedHub;
  /** Close it when the process ends: other replicas continue what it runs. */
  readonly relays: Relays;
  /** The process waits for them before it stops. */
  readonly writes: RunningWrites;
}

/** Creates the context factory of the process. */
export function createContextFactory(services: SharedServices): ContextFactory {
  const { clock = systemClock, store, encryption, storedReads, upstream } = services;
  const wellKnownIds = new WellKnownIds(store, encryption);
  const knownScopes = new KnownScopes(upstream.api);
  const locks = store.isShared
    ? new EntityLocks({ store, encryption, allowsFailure: services.allowsStoreFailure, clock })
    : undefined;
  const writes = new RunningWrites();
  const mutex = new KeyedMutex({ locks, waits: services.waitObserver, clock });
  const unconditional = new UnconditionalOperations(clock, services.onUnconditional);
  const executionOf = (caller: Caller): Execution =>
    // Each field by its name: copies of objects by `...` are slow, and this is made per request.
    new Execution({
      clock,
      upstream,
      storedReads,
      wantsFresh: caller.wantsFresh,
      uploads: services.uploads,
      downloads: services.downloads,
      quotas: services.quotas,
      identities: caller.identities,
      signal: caller.signal,
      deadline: caller.deadline,
      // Anybody can invent a token for one service, and read of the others with the API key.
      limits: caller.identities.hasAllTokens ? services.limits.caller : services.limits.anonymous,
      batchMaxWaitMs: services.batchMaxWaitMs,
      readsAtOnce: services.readsAtOnce,
      receiverOrigins: services.receiverOrigins,
      usesSubsets: services.usesSubsets,
      wellKnownIds,
      knownScopes,
      acceptedCallers: services.acceptedCallers,
      mutex,
      writes,
      workflows,
      unconditional,
      recorder: caller.recorder,
      waits: caller.waits,
      defects: caller.defects,
      agentBudget: caller.agentBudget,
      client: caller.client,
    });
  const relays = new Relays({ store, encryption, writes, ttlMs: services.relayTtlMs, clock });
  const feeds = new FeedHub({
    api: upstream.api,
    clock,
    acceptedCallers: services.acceptedCallers,
    execution: (identity, signal, recorder) => {
      const deadline = clock.now() + services.feedReadTimeoutMs;
      return executionOf({ identities: new Identities(identity), signal, deadline, recorder });
    },
    readerOf: storedReads && ((...read) => storedReads.readerOf(...read)),
    taskObserver: services.taskObserver,
    sharing: services.feedSharing,
    usesStreams: services.feedStreams,
    notificationUrl: services.notificationUrl,
    onChanges: (identity) => upstream.endSharing(callerKey(identity)),
    onWatchRefused: services.onWatchRefused,
  });
  const workflows: WorkflowServices = {
    api: upstream.api,
    clock,
    report: (owner, ref, report) => feeds.progress.report(owner, ref, report),
    stopping: feeds.progress.stopping,
    relays,
    media: services.media,
    inserts: new InsertNotes({ store, encryption }),
  };
  const contextOf = (request: ExecutionRequest): Context => ({
    requestId: request.requestId,
    hostContext: request.hostContext,
    documents: services.documents,
    feeds,
    execution: executionOf(request),
    yieldTurn: request.yieldTurn,
  });
  return { contextOf, feeds, relays, writes };
}

/** Errors beside those of the executor. */
export const fieldErrorsOf = ({ fieldErrors }: Context): readonly GraphQLError[] | undefined =>
  fieldErrors;

/** Ends an execution whose response is complete. @returns the `extensions` of the response */
export function responseExtensions({
  execution,
}: Context): ResponseExtensions & { readonly [freshnessKey]: Freshness } {
  execution.end();
  const { usage, warnings, freshness } = execution;
  const cost = usage.report();
  const { staleMs } = freshness;
  // Most responses have neither: no copy is made for them.
  if (warnings.length === 0 && staleMs === undefined) return { cost, [freshnessKey]: freshness };
  return {
    cost,
    [freshnessKey]: freshness,
    ...(warnings.length > 0 && { warnings }),
    ...(staleMs !== undefined && { stale: { age: Math.floor(staleMs / 1_000) } }),
  };
}

type Rejection = GraphQLError | undefined;

/**
 * Estimates the cost of an operation, and reserves its quota units in the caller's budget. Queries
 * share their reads. Fields with rejected arguments are noted in the context.
 * @returns the error of a rejected operation; undefined for an admitted one
 */
export function admit(
  context: Context,
  prepared: PreparedOperation,
): Promise<Rejection> | Rejection {
  const { execution } = context;
  if (prepared.operation.operation === 'query') execution.sharing.start();
  const estimate = estimateCost(prepared, execution);
  const { rejectedPlaces = 0 } = estimate;
  if (rejectedPlaces > maxRejectedPlaces) return tooManyRejected(rejectedPlaces);
  const { limits: allowed } = execution.allowance;
  const limits = limitsOf(execution.api, estimate, prepared.operation.operation, allowed);
  const excess = limits.find(isExceeded);
  if (excess) return tooExpensive(excess, prepared, execution);
  const { rejections } = estimate;
  if (rejections) {
    // Each event would have the same error.
    if (prepared.operation.operation === 'subscription')
      return toGraphError(execution.api, rejections.values().next().value);
    context.rejections = rejections;
  }
  const { quota } = execution;
  // What is stored may need no call, or leave few enough.
  const mayOwe = (): boolean => canDoWithoutCalls(prepared, execution);
  const isWrite = prepared.operation.operation === 'mutation';
  // An error of the store: the units could not be reserved.
  return quota.reserve(estimate, isWrite)?.then(
    (shortage) => {
      if (!shortage) return undefined;
      if (mayOwe()) {
        quota.owe(estimate, shortage);
        return undefined;
      }
      quota.settle();
      return overBudget(shortage, prepared, () => scarceUnits(execution.api, estimate));
    },
    (error: unknown) => {
      quota.settle();
      return toGraphError(execution.api, error);
    },
  );
}

/** Whether stored answers can serve an operation whose quota is gone. */
const canDoWithoutCalls = (
  { operation }: PreparedOperation,
  { storedReads, identities }: Execution,
): boolean => operation.operation === 'query' && storedReads?.mayAnswerSome(identities) === true;

const tooManyRejected = (value: number): GraphQLError =>
  graphError(
    'INVALID_INPUT',
    `Ids or other arguments are invalid in at least ${value} places; an operation with more than ${maxRejectedPlaces} is not executed. Check the ids before they are sent.`,
    { limit: maxRejectedPlaces, value },
  );

/** An admitted operation, in which fields with rejected arguments are known. */
export const admitted = <Prepared extends ValidatedExecutionArgs>(
  { rejections }: Context,
  prepared: Prepared,
): Prepared => (rejections ? withRejections(prepared, rejections) : prepared);

/** Maximum time in ms that an operation waits between its calls. */
export function maxWaitMs(prepared: PreparedOperation): number {
  if (prepared.operation.operation !== 'mutation') return 0;
  return estimateCost(prepared).waitMs ?? 0;
}

/** @param lists fields whose argument `first` lowers the cost @returns what a client can do */
export function adviceFor({ operation }: PreparedOperation, lists: readonly string[] = []): string {
  if (operation.operation === 'mutation')
    return 'Send fewer entries in the input, or split the operation.';
  return lists.length === 0
    ? 'Request shorter lists (first), or split the operation.'
    : `Lower first of ${lists.join(', ')}, or split the operation.`;
}

function tooExpensive(
  excess: CostLimit,
  prepared: PreparedOperation,
  execution: Context['execution'],
): GraphQLError {
  const { limit, value, bucket } = excess;
  const what = bucket === undefined ? 'REST calls' : `quota units of the bucket ${bucket}`;
  const applies = limitedRequests(execution.identities);
  const [field] = mostExpensive(explainCost(prepared, execution).fields, bucket);
  const { path, lists } = field!;
  const advice = adviceFor(prepared, lists);
  return graphError(
    'QUERY_TOO_EXPENSIVE',
    `The operation can take ${countOf(value)} ${what}; the limit${applies} is ${limit}. The most expensive field is ${path}, with ${countOf(amountOf(field!, bucket))}. ${advice}`,
    { limit, value, ...(bucket && { bucket }), field: path, advice },
  );
}

/** Says which requests the limit is for, if it is not that of callers with all tokens. */
function limitedRequests({ hasAllTokens, hasToken }: Identities): string {
  if (hasAllTokens) return '';
  return ` for requests without an access token${hasToken ? ' for each service' : ''}`;
}

const countOf = (value: number): string =>
  Number.isSafeInteger(value) ? `up to ${value}` : 'more than 9 quadrillion';

/** @param needed the units of the estimate that count for agents */
function overBudget(
  shortage: Shortage,
  prepared: PreparedOperation,
  needed: () => number,
): GraphQLError {
  const { bucket, limit, remaining, resetAt } = shortage;
  const advice = adviceFor(prepared);
  const what =
    bucket === undefined
      ? `The operation can take ${countOf(needed())} quota units; the budget of agents for this day has ${remaining} of ${limit} left.`
      : `The operation can take more quota units of the bucket ${bucket} than are left: ${remaining} of ${limit}.`;
  const message = `${what} ${advice} More units are available after ${resetAt}.`;
  return graphError('QUOTA_EXCEEDED', message, { ...shortage, advice });
}
