/** Feeds from an HTTP server in the test, read with the real upstream client. */
import { googleApis } from '../../../src/services/api.ts';
import { systemClock } from '../../../src/engine/caller/clock.ts';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { AcceptedCallers, Identities, KnownScopes } from '../../../src/engine/caller/identities.ts';
import type { Budget } from '../../../src/engine/cost/buckets.ts';
import { Quotas } from '../../../src/engine/cost/quota.ts';
import { Execution } from '../../../src/engine/execution/execution.ts';
import type { FeedBatch } from '../../../src/engine/feed/batch.ts';
import { FeedHub } from '../../../src/engine/feed/hub.ts';
import type { FeedLimits } from '../../../src/engine/feed/limits.ts';
import type { FeedSource } from '../../../src/engine/feed/source/source.ts';
import { WellKnownIds } from '../../../src/engine/read/well-known-id.ts';
import { MemoryStore } from '../../../src/engine/store/memory-store.ts';
import { DownloadLinks } from '../../../src/engine/transfer/download-link.ts';
import { Encryption } from '../../../src/engine/caller/encryption.ts';
import { UploadSessions } from '../../../src/engine/transfer/upload-session.ts';
import { UnconditionalOperations } from '../../../src/engine/execution/unconditional-operations.ts';
import { KeyedMutex } from '../../../src/engine/lock/keyed-mutex.ts';
import { RunningWrites } from '../../../src/engine/lock/running-writes.ts';
import type { UpstreamError } from '../../../src/engine/api/error.ts';
import type { Identity } from '../../../src/engine/caller/identity.ts';
import type { Upstream } from '../../../src/engine/rest/upstream.ts';
import { DrivenClock } from '../clock/driven-clock.ts';
import { upstreamAt } from '../upstream/upstream.ts';
import { httpServer } from '../http-server.ts';

export interface FeedRequest {
  /** Without the query string. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The parsed body of a POST. */
  readonly body?: unknown;
  /** The bearer token. */
  readonly token: string | undefined;
  /** Instant of the driven clock. */
  readonly at: number;
}

export interface FeedAnswer {
  readonly status?: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Cuts the connection: before the answer, or in the middle of its body. */
  readonly cut?: 'before' | 'middle';
  /** Whether no answer comes. */
  readonly hangs?: boolean;
}

export type FeedHandler = (request: FeedRequest) => FeedAnswer;

/** An error in the services' shape. */
export const rejected = (status: number, reason: string, location?: string): FeedAnswer => ({
  status,
  body: { error: { code: status, errors: [{ domain: 'global', reason, location }] } },
});

/**
 * More requests than any feed makes at one instant. A poller without a pause would keep the test
 * from its end.
 */
const maxRequestsAtOnce = 1_000;

/** A feed service with its clock and hub, and the requests that it has received. */
export interface FeedHarness extends AsyncDisposable {
  readonly clock: DrivenClock;
  readonly hub: FeedHub;
  readonly upstream: Upstream;
  readonly requests: readonly FeedRequest[];
  /** Limits of each execution; tests may change them. */
  readonly queryLimits: { calls: number; units: number };
  /** Executions made so far. */
  readonly executions: readonly Execution[];
  /** Watch channels that the service has refused for good. */
  readonly refusals: readonly UpstreamError[];
  /** Replaces the handler. */
  readonly answer: (handler: FeedHandler) => void;
  readonly execution: (identity: Identity, signal?: AbortSignal) => Execution;
  /** Subscribes the owner. */
  readonly follow: (source: FeedSource, after?: string | null) => Collected;
  /** The service has accepted the owner. */
  readonly acceptedCallers: AcceptedCallers;
}

export const owner: Identity = { token: 'owner-token' };

/** The URL that the hub of a harness receives notifications at. */
export const notificationUrl = 'https://gateway.example/notifications';

export interface FeedHarnessOptions {
  readonly budget?: Budget;
  /** Time in ms after which a call times out. */
  readonly callTimeoutMs?: number;
}

/** Starts a feed service whose responses come from `handler`. */
export async function createFeedHarness(
  handler: FeedHandler,
  limits: Partial<FeedLimits> = {},
  { budget = {}, callTimeoutMs }: FeedHarnessOptions = {},
): Promise<FeedHarness> {
  let current = handler;
  let callsUnderWay = 0;
  const requests: FeedRequest[] = [];
  const clock = new DrivenClock(() => callsUnderWay > 0);
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = incoming.method === 'POST' ? await json(incoming) : undefined;
    const { pathname: path, searchParams: query } = new URL(incoming.url!, 'http://host');
    const token = incoming.headers.authorization?.replace(/^Bearer /, '');
    const request = { path, query, body, token, at: clock.now() };
    requests.push(request);
    incoming.resume();
    const isEndless = requests.at(-maxRequestsAtOnce)?.at === request.at;
    respond(response, isEndless ? rejected(400, 'tooManyRequestsAtOnce') : current(request));
  };
  const server = await httpServer((incoming, response) => void serve(incoming, response));
  const client = upstreamAt({
    url: server.url,
    retry: { maxAttempts: 1 },
    ...(callTimeoutMs !== undefined && { callTimeoutMs }),
  });
  const upstream: Upstream = {
    ...client,
    call: async (operation, args, options) => {
      callsUnderWay += 1;
      try {
        return await client.call(operation, args, options);
      } finally {
        callsUnderWay -= 1;
      }
    },
  };
  const { acceptedCallers, executions, execution, queryLimits } = executionFactory(
    upstream,
    budget,
  );
  acceptedCallers.accept(owner);
  const refusals: UpstreamError[] = [];
  const onWatchRefused = (error: UpstreamError): void => void refusals.push(error);
  const hub = new FeedHub({
    api: googleApis,
    acceptedCallers,
    execution,
    clock,
    limits,
    notificationUrl,
    onWatchRefused,
  });
  return {
    clock,
    hub,
    upstream,
    requests,
    queryLimits,
    executions,
    refusals,
    acceptedCallers,
    execution,
    follow: (source, after) => collect(hub.subscribe({ identity: owner, source, after })),
    answer: (next) => {
      current = next;
    },
    async [Symbol.asyncDispose]() {
      hub.close();
      await client.close();
      await server.close();
    },
  };
}

function respond(
  response: ServerResponse,
  { status = 200, body = {}, headers, cut, hangs }: FeedAnswer,
): void {
  if (hangs) return;
  if (cut === 'before') return void response.destroy();
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  if (cut === undefined) return void response.end(text);
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

function executionFactory(upstream: Upstream, budget: Budget) {
  const store = new MemoryStore();
  const queryLimits = { calls: 100, estimatedCalls: 100, units: 100, fields: 100_000, waitMs: 0 };
  const acceptedCallers = new AcceptedCallers();
  const links = { encryption: new Encryption(), baseUrl: () => 'http://gateway', ttlMs: 1_000 };
  const shared = {
    upstream,
    uploads: new UploadSessions({ store, ...links }),
    downloads: new DownloadLinks(links),
    quotas: new Quotas({ api: googleApis, store, acceptedCallers, budget }),
    wellKnownIds: new WellKnownIds(),
    knownScopes: new KnownScopes(googleApis),
    acceptedCallers,
    mutex: new KeyedMutex(),
    writes: new RunningWrites(),
    unconditional: new UnconditionalOperations(systemClock),
    batchMaxWaitMs: 1,
    readsAtOnce: 8,
    limits: queryLimits,
  };
  const executions: Execution[] = [];
  const execution = (identity: Identity, signal?: AbortSignal): Execution => {
    const deadline = systemClock.now() + 20_000;
    const made = new Execution({
      ...shared,
      identities: new Identities(identity),
      signal,
      deadline,
    });
    executions.push(made);
    return made;
  };
  return { acceptedCallers, executions, execution, queryLimits };
}

/** A hub as in another process: it has no topics and no cursors yet. */
export const newHub = ({ acceptedCallers, execution, clock }: FeedHarness): FeedHub =>
  new FeedHub({ api: googleApis, acceptedCallers, execution, clock });

/** What a subscription has delivered. */
type Collected = ReturnType<typeof collect>;

/** Collects all batches until the subscription ends. */
export function collect(subscription: AsyncIterableIterator<FeedBatch, undefined>) {
  const batches: FeedBatch[] = [];
  const ended = (async () => {
    for await (const batch of subscription) batches.push(batch);
  })().then(
    () => undefined,
    (error: unknown) => error,
  );
  return {
    batches,
    /** Ids of the items so far. */
    ids: () => batches.flatMap(({ items }) => items.map((item) => (item as { id: string }).id)),
    /** Resolves at the end of the subscription, with the error that ended it. */
    ended,
    leave: () => subscription.return!(),
  };
}
