/**
 * The connections of each service. Services share none, so that an unavailable service does not
 * slow the others.
 */
import { Breaker, RetryBudget } from '../share/breaker.ts';
import { RequestBuilder } from '../request/outgoing-request.ts';
import { Connector } from './connector.ts';
import { ConnectionPool, countOf, type MediaPool, openMediaPool } from './pool.ts';
import type { RateLimits } from '../share/rate-limits.ts';
import type { ResolvedSettings } from '../settings.ts';
import type { TimedList } from '../share/timed-list.ts';
import type { ConnectionCounts } from '../upstream.ts';
import { WaitingCalls } from '../share/waiting-calls.ts';

export interface SharedState {
  readonly rateLimits: RateLimits;
  /** The requests that run. */
  readonly openCalls: TimedList;
  /** The requests of the gateway that share a call. */
  readonly openWaiters: TimedList;
}

/** Connections, request builder and retry budget of one service. */
export interface ServiceConnections extends SharedState {
  readonly baseUrl: URL;
  readonly requests: RequestBuilder;
  readonly connector: Connector;
  readonly pool: ConnectionPool;
  /** The connections of uploads and downloads, so that no call waits for one. */
  readonly mediaPool: MediaPool;
  /** The connections of downloads from an origin; undefined for one that is not allowed. */
  readonly downloadPool: (origin: string) => MediaPool | undefined;
  /** All open pools. */
  readonly pools: () => readonly (ConnectionPool | MediaPool)[];
  readonly retryBudget: RetryBudget;
  /** Of all calls; uploads and downloads of bytes neither count nor are stopped. */
  readonly breaker: Breaker;
}

/**
 * @param baseAddress of the service, such as `https://api.example.com/tasks/v1`
 * @param onReachability called when connections begin to fail, and when one is open again
 */
export function openConnections(
  baseAddress: string,
  settings: ResolvedSettings,
  shared: SharedState,
  onReachability: (error: Error | undefined) => void,
): ServiceConnections {
  const baseUrl = new URL(baseAddress);
  const basePath = baseUrl.pathname.replace(/\/+$/, '');
  const { origin } = baseUrl;
  const breaker = new Breaker(settings.breaker, settings.clock);
  const waiting = new WaitingCalls(settings, (now) => breaker.silenceMsOfReads(now));
  const connector = new Connector(baseUrl, settings, shared.openCalls, onReachability);
  const pool = new ConnectionPool(origin, settings, waiting, connector);
  const mediaPools = new Map([[origin, openMediaPool(origin, settings, connector)]]);
  return {
    baseUrl,
    requests: new RequestBuilder(basePath, settings),
    connector,
    pool,
    mediaPool: mediaPools.get(origin)!,
    downloadPool: (at) => {
      if (!mediaPools.has(at) && settings.downloadOrigins.includes(at)) {
        const own = new Connector(new URL(at), settings, shared.openCalls);
        mediaPools.set(at, openMediaPool(at, settings, own));
      }
      return mediaPools.get(at);
    },
    pools: () => [pool, ...mediaPools.values()],
    retryBudget: new RetryBudget(settings.retry),
    breaker,
    ...shared,
  };
}

/** Waits for open calls, then closes all connections. */
export async function closeConnections({ pools }: ServiceConnections): Promise<void> {
  await Promise.all(pools().map((pool) => pool.close()));
}

/** @returns the sums over all pools */
export function countConnections({ pools }: ServiceConnections): ConnectionCounts {
  const sum = { busy: 0, idle: 0, waiting: 0 };
  for (const { busy, idle, waiting } of pools().map(countOf)) {
    sum.busy += busy;
    sum.idle += idle;
    sum.waiting += waiting;
  }
  return sum;
}
