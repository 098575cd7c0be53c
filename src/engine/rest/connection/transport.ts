/**
 * The client of all services. It builds every call and gives it its connections; `Call` sends
 * and retries it.
 */
import { api, byService, type ServiceSpec } from '../../api/api.ts';
import { Call } from '../call/call.ts';
import type { CallPool } from '../call/call-handler.ts';
import type { CallResult } from '../call/call-outcome.ts';
import { createMediaClient } from '../request/media-client.ts';
import type { Service } from '../../api/register.ts';
import { type AnyOperation, type ResponseOf, serviceOf } from '../operation/operation.ts';
import { builtRequest, type CallInput } from '../request/outgoing-request.ts';
import { acceptsConnection } from './pool.ts';
import { RateLimits } from '../share/rate-limits.ts';
import { readResponseBody } from '../call/response-body.ts';
import {
  closeConnections,
  countConnections,
  openConnections,
  type ServiceConnections,
} from './service-connections.ts';
import { type ResolvedSettings, resolveSettings, type UpstreamSettings } from '../settings.ts';
import { SharedCalls } from '../share/shared-calls.ts';
import type { Upstream } from '../upstream.ts';

/**
 * @returns a client that opens its connections when they are needed, and keeps them until `close`
 */
export function createUpstream(upstreamSettings: UpstreamSettings): Upstream {
  const settings = resolveSettings(upstreamSettings);
  const rateLimits = new RateLimits(settings);
  const connections = openAllConnections(settings, rateLimits);
  const connectionsOf = (operation: AnyOperation): ServiceConnections =>
    connections[serviceOf(operation)];
  const sharedCalls = new SharedCalls(settings.cacheTtlMs);
  let closing: Promise<unknown> | undefined;
  return {
    call: (operation, args, options) =>
      // The descriptor states the type of the response; nothing checks it at run time.
      execute(
        { operation, args, options },
        connectionsOf(operation),
        settings,
        sharedCalls,
      ) as Promise<ResponseOf<typeof operation>>,
    endSharing: (caller) => sharedCalls.end(caller),
    batches: (operation) =>
      isBatched(operation) && connectionsOf(operation).batchPool !== undefined,
    media: createMediaClient(connectionsOf, settings),
    reachable: (service) =>
      acceptsConnection(connections[service].baseUrl, settings.connectTimeoutMs),
    breakers: () => byService((service) => connections[service].breaker.state),
    connections: (service) => countConnections(connections[service]),
    waitingCalls: (service) => connections[service].pool.waitingUse,
    close: async () => {
      rateLimits.close();
      await (closing ??= Promise.all(Object.values(connections).map(closeConnections)));
    },
  };
}

/** Services at the same address have connections of their own. */
function openAllConnections(
  settings: ResolvedSettings,
  rateLimits: RateLimits,
): Readonly<Record<Service, ServiceConnections>> {
  const open = ({ address, batch }: ServiceSpec): ServiceConnections =>
    openConnections(settings.bases[address], settings, rateLimits, batch);
  return byService((service) => open(api().services[service]));
}

/** Not an async function, which would create a second promise for each call. */
function execute(
  input: CallInput,
  connections: ServiceConnections,
  settings: ResolvedSettings,
  sharedCalls: SharedCalls,
): Promise<unknown> {
  const { operation, args, options } = input;
  try {
    const request = connections.requests.call(input);
    options.onRequest?.(builtRequest(request, connections));
    const call = new Call({
      operation,
      request,
      options,
      connections,
      pool: poolOf(input, connections),
      settings,
      read: readBody,
    });
    return sharedCalls.send(call, args);
  } catch (error) {
    return Promise.reject(error);
  }
}

function poolOf(
  { operation, options }: CallInput,
  { pool, batchPool, mediaPool }: ServiceConnections,
): CallPool {
  // An upload uses its connection for a long time: no other call must wait for the connection.
  if (options.file !== undefined) return mediaPool;
  return batchPool !== undefined && isBatched(operation) ? batchPool : pool;
}

/**
 * Whether the call reads a single entity as JSON. Pages of lists are sent by themselves: they are
 * large, and the slowest of them would delay all others.
 */
const isBatched = ({ method, page, download }: AnyOperation): boolean =>
  method === 'GET' && page === undefined && download !== 'always';

const readBody = ({ operation }: Call, response: CallResult): unknown =>
  readResponseBody(operation, response);
