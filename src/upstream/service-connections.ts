/**
 * The connections of each service. Services share none, so that an unavailable service does not
 * slow the others.
 */
import { RequestBuilder } from './outgoing-request.ts';
import { type ConnectionPool, openPool } from './pool.ts';
import { RetryBudget } from './retry-budget.ts';
import type { ResolvedSettings } from './settings.ts';

/** Connections, request builder and retry budget of one service. */
export interface ServiceConnections {
  readonly baseUrl: URL;
  readonly requests: RequestBuilder;
  readonly pool: ConnectionPool;
  /** The connections of uploads and downloads, so that no call waits for one. */
  readonly mediaPool: ConnectionPool;
  readonly retryBudget: RetryBudget;
}

/** @param baseAddress of the service, such as `https://www.googleapis.com/calendar/v3` */
export function openConnections(
  baseAddress: string,
  settings: ResolvedSettings,
): ServiceConnections {
  const baseUrl = new URL(baseAddress);
  return {
    baseUrl,
    requests: new RequestBuilder(baseUrl.pathname.replace(/\/+$/, ''), settings),
    pool: openPool(baseUrl.origin, settings),
    mediaPool: openPool(baseUrl.origin, {
      ...settings,
      connectionsPerService: settings.mediaConnectionsPerService,
      firstByteTimeoutMs: settings.mediaIdleTimeoutMs,
    }),
    retryBudget: new RetryBudget(settings.retry),
  };
}

/** Waits for open calls, then closes all connections. */
export async function closeConnections({ pool, mediaPool }: ServiceConnections): Promise<void> {
  await Promise.all([pool.close(), mediaPool.close()]);
}
