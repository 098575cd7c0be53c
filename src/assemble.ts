/** Assembles the layers: settings and base URLs in, a gateway that does not listen yet out. */
import { type Bases, type Config, ConfigError, endpointsOf, timeLimits } from './config.ts';
import { type Clock, systemClock } from './engine/caller/clock.ts';
import { AcceptedCallers } from './engine/caller/identities.ts';
import type { SharedTier } from './engine/cache/shared-tier.ts';
import { Encryption } from './engine/caller/encryption.ts';
import { MemoryStore } from './engine/store/memory-store.ts';
import type { Store } from './engine/store/store.ts';
import {
  admit,
  admitted,
  maxWaitMs,
  fieldErrorsOf,
  responseExtensions,
  type SharedServices,
} from './engine/schema/context.ts';
import { apiOf, type Context } from './engine/schema/builder.ts';
import type { GraphQLSchema } from 'graphql';
import { schema as ownSchema } from './services/schema.ts';
import { OperationLimit } from './server/limits/operation-limit.ts';
import type { Admission } from './server/execution/admission.ts';
import { documentReader } from './server/document/documents.ts';
import { downloadRoute } from './server/transfer/download-route.ts';
import type { Api } from './engine/api/api.ts';
import { type CacheOptions, createGateway } from './engine/gateway.ts';
import {
  createHttpGateway,
  type GatewayParts,
  type HttpGateway,
} from './server/gateway/gateway.ts';
import type { SignInServer } from './server/connection/caller-source.ts';
import type { Observability } from './observability/observability.ts';
import { sharedPauses } from './shared-pauses.ts';
import { versionOf } from './observability/version.ts';
import type { createSignIn as createSignInType } from './sign-in/sign-in.ts';
import type { AgentAccess } from './mcp/agent-call.ts';
import type { Offer } from './mcp/protocol-server.ts';
import { type Logger, logTask } from './server/record/log.ts';
import { notificationPath } from './server/record/route.ts';
import { PersistedDocuments } from './server/document/persisted-documents.ts';
import type { PersistedOperations } from './server/document/persisted-operations.ts';
import { uploadRoute } from './server/transfer/upload-route.ts';
import type { UpstreamSettings } from './engine/rest/settings.ts';
import type { Service } from './engine/api/register.ts';
import { proxyOf } from './engine/rest/connection/proxy.ts';
import type { Upstream } from './engine/rest/upstream.ts';

/** The parts of the gateway. */
interface AssemblyOptions {
  readonly config: Config;
  readonly bases: Bases;
  /** Overrides the configured API key: the sandbox has its own. */
  readonly apiKey?: string | undefined;
  readonly log: Logger;
  /** Users whose tokens the explorer offers. Default: none. */
  readonly users?: GatewayParts<Context>['users'];
  /** Observes the layers. Default: nothing does. */
  readonly observability?: Pick<Observability, 'metrics' | 'tracing'>;
  /** By which all layers decide. Default: the computer's clock. */
  readonly clock?: Clock | undefined;
  /** State shared by replicas; by default this process's memory. */
  readonly store?: Store;
  /** What replicas store of their reads. Default: this process's memory alone. */
  readonly sharedReads?: SharedTier | undefined;
  /** The documents that the operator has listed. Default: none. */
  readonly operations?: PersistedOperations | undefined;
  /** Signs callers in. Default: clients bring the tokens. */
  readonly createSignIn?: typeof createSignInType | undefined;
  /** The base URL of Google's sign-in where the settings have none: that of a sandbox. */
  readonly signInBase?: string | undefined;
  /** Adds to the schema. Default: nothing does. */
  readonly extendSchema?: ((schema: GraphQLSchema) => GraphQLSchema) | undefined;
  /** Tests add tools of their own. Default: none is added. */
  readonly adaptOffer?: ((offer: Offer) => Offer) | undefined;
  /** Where a host serves the gateway. Default: it listens on a port of its own. */
  readonly mount?: GatewayParts<Context>['mount'];
  /** Of Yoga and envelop. Default: none. */
  readonly plugins?: GatewayParts<Context>['plugins'];
  /** Tests compare executors. Default: plans. */
  readonly executePrepared?: GatewayParts<Context>['executePrepared'];
  /** Tests publish small files in several parts. Default: that of `relayBytes`. */
  readonly partBytes?: number | undefined;
}

/** The gateway, and the client of the services that has to be closed after it. */
interface Assembly {
  readonly gateway: HttpGateway;
  readonly upstream: Upstream;
  /**
   * Waits for writes, which can run longer than the connections of their clients, and closes what
   * is there but the store.
   */
  readonly end: () => Promise<void>;
  /** Makes what an agent on the same machine needs. */
  readonly agents: () => Promise<{ readonly offer: Offer; readonly access: AgentAccess }>;
}

/** Creates all parts of the gateway and connects them. @throws OperationFilesError */
export function assemble({
  config,
  bases,
  apiKey = config.UPSTREAM_API_KEY,
  log,
  users,
  observability: { metrics, tracing } = {},
  clock = systemClock,
  store = new MemoryStore(clock.now),
  sharedReads,
  operations,
  createSignIn,
  signInBase,
  extendSchema = (schema) => schema,
  adaptOffer = (offer) => offer,
  mount,
  plugins,
  executePrepared,
  partBytes,
}: AssemblyOptions): Assembly {
  const schema = extendSchema(ownSchema);
  const acceptedCallers = new AcceptedCallers();
  const isAccepted = (caller: string): boolean => acceptedCallers.hasAccepted(caller);
  const operationLimit = new OperationLimit(config.MAX_CONCURRENT_REQUESTS, isAccepted, clock);
  const encryption = new Encryption(config.LINK_SECRET);
  const documents = documentReader(config, schema);
  logProxies(log, bases, clientSettings(config));
  const gateway = createGateway({
    api: apiOf(schema),
    schema,
    bases,
    client: {
      ...clientSettings(config),
      apiKey,
      log,
      onReachability: (service, error) => logReachability(log, service, error),
      observer: metrics,
      waits: metrics,
      work: operationLimit,
      isAccepted,
      pauses: sharedPauses(store),
    },
    budget: config.QUOTA_BUDGET,
    project: {
      limits: config.QUOTA_PROJECT,
      reserve: config.QUOTA_RESERVE,
      clients: config.QUOTA_CLIENTS,
    },
    onShortage: metrics && ((bucket, reason) => metrics.onBudgetRejection(bucket, reason)),
    files: {
      baseUrl: () => server.baseUrl(),
      uploadTtlMs: config.UPLOAD_SESSION_TTL_MS,
      downloadTtlMs: config.DOWNLOAD_LINK_TTL_MS,
    },
    cache: cacheOptions(config, apiOf(schema), sharedReads),
    readsByKey: config.PUBLIC_READS === 'key' && apiKey !== undefined,
    transfers: {
      timeoutMs: config.STREAM_IDLE_TIMEOUT_MS,
      retryMs: config.RETRY_BASE_MS,
      partBytes,
    },
    clock,
    store,
    encryption,
    acceptedCallers,
    documents,
    allowsStoreFailure: config.STORE_FAILURE === 'allow',
    onUnconditional: (operation) => {
      metrics?.onConditionGivenUp(operation);
      log.warn(
        { operation },
        'the service rejects every If-Match of a caller: for ten minutes its writes of this operation are sent without',
      );
    },
    batchMaxWaitMs: config.BATCH_MAX_WAIT_MS,
    feedReadTimeoutMs: config.REQUEST_DEADLINE_MS,
    feedSharing: { store, encryption },
    feedStreams: config.LIVE_CHAT_SOURCE === 'stream',
    usesSubsets: config.VIDEO_STATISTICS_SOURCE === 'batchGetStats',
    notificationUrl: config.PUBLIC_URL && config.PUBLIC_URL + notificationPath,
    receiverOrigins: config.NOTIFICATION_ORIGINS,
    onWatchRefused: ({ failure: { code, operation, reason } }) =>
      log.warn(
        { code, operation, reason },
        'the service refuses to send notifications to PUBLIC_URL: changes are polled',
      ),
    taskObserver: {
      startTask: (kind, operation) => tracing?.startTask(kind, operation),
      onTask: (task) => logTask(log, task),
    },
    waitObserver: metrics,
    readsAtOnce: config.READS_AT_ONCE,
    limits: queryLimits(config),
  });
  const { upstream, project, quotas, uploads, downloads, feeds, relays, contextOf, writes } =
    gateway;
  const admission: Admission<Context> = {
    admit,
    admitted,
    waitMs: maxWaitMs,
    settle: ({ execution }) => execution.quota.settle(),
  };
  // A host limits itself how slowly its clients send and read.
  const served = mount ? { ...config, STREAM_IDLE_TIMEOUT_MS: Infinity } : config;
  const idleMs = served.STREAM_IDLE_TIMEOUT_MS;
  let signIn: SignInServer | undefined;
  const routes = [
    uploadRoute({ upstream, uploads, idleMs }),
    downloadRoute({
      upstream,
      downloads,
      quotas,
      restore: async (identity) => signIn?.restore(identity),
      openMs: config.STREAM_IDLE_TIMEOUT_MS,
      idleMs,
    }),
  ];
  const offer = async (): Promise<Offer> => {
    const { makeOffer } = await import('./mcp/offer.ts');
    const texts = operations && Array.from(operations, ({ text }) => text);
    return adaptOffer(
      await makeOffer({ config, schema, documents, version: versionOf(config), texts }),
    );
  };
  const agentAccess = (access: HttpGateway['operations']): AgentAccess => ({
    operations: access,
    store,
    clock,
    units: config.MCP_DAILY_UNITS,
    balanceOf: (identities, units) => quotas.of(identities).balanceOfAgents(units),
  });
  const signInEndpoints = endpointsOf(config.SIGN_IN_BASE_URL ?? signInBase);
  const server = createHttpGateway({
    openSignIn:
      createSignIn &&
      ((host) =>
        (signIn = createSignIn({
          ...host,
          config,
          oauthClient: config.oauthClient && { ...config.oauthClient, ...signInEndpoints },
          endpoints: signInEndpoints,
          timeLimits: timeLimits(config),
          api: apiOf(schema),
          store,
          encryption,
          clock,
          log,
          isAccepted,
          onEnd: (caller) => void upstream.endSharing(caller),
        }))),
    agents: config.MCP
      ? {
          load: async (running) => {
            const { HttpEndpoint } = await import('./mcp/http-endpoint.ts');
            const access = agentAccess(running);
            return new HttpEndpoint({ offer: await offer(), access, encryption, config: served });
          },
          // With sign-in, the gateway itself is one.
          authorizationServer:
            config.oauthClient && !mount?.identifies
              ? undefined
              : new URL(signInEndpoints.authorizationUrl).origin,
        }
      : undefined,
    config: served,
    clock,
    schema,
    contextOf,
    extensionsOf: responseExtensions,
    fieldErrorsOf,
    admission,
    mount,
    plugins,
    executePrepared,
    isAccepted,
    operationLimit,
    endSubscriptions: () => {
      relays.close();
      feeds.close();
    },
    reachable: (service) => upstream.reachable(service),
    persisted: new PersistedDocuments({ store, isAccepted, encryption, operations }),
    operations,
    breakers: () => upstream.breakers(),
    sharedStore: store.isShared ? store : undefined,
    log,
    observer: metrics,
    tracer: tracing,
    users,
    services: Object.values(bases),
    printSchema: async () => (await import('./engine/schema/print.ts')).printContract(schema),
    receiveNotification: config.PUBLIC_URL ? (each) => feeds.notify(each) : undefined,
    routes,
  });
  metrics?.watch({ upstream, feeds, gateway: server, store, project });
  const end = async (): Promise<void> => {
    await writes.ended();
    await upstream.close();
    await project.flush();
  };
  const agents = async () => ({ offer: await offer(), access: agentAccess(server.operations) });
  return { gateway: server, upstream, end, agents };
}

const queryLimits = (config: Config): SharedServices['limits'] => ({
  caller: {
    calls: config.MAX_QUERY_CALLS,
    estimatedCalls: Math.max(config.MAX_QUERY_CALLS, config.MAX_ESTIMATED_CALLS),
    units: config.MAX_QUERY_UNITS,
    fields: config.MAX_RESPONSE_FIELDS,
    waitMs: config.MAX_WAIT_MS,
  },
  anonymous: {
    calls: config.MAX_ANONYMOUS_QUERY_CALLS,
    estimatedCalls: config.MAX_ANONYMOUS_QUERY_CALLS,
    units: config.MAX_ANONYMOUS_QUERY_UNITS,
    fields: config.MAX_RESPONSE_FIELDS,
    waitMs: config.MAX_WAIT_MS,
  },
});

const clientSettings = (config: Config): Partial<UpstreamSettings> => ({
  ...timeLimits(config),
  apiKeyIn: config.UPSTREAM_API_KEY_IN,
  connectionsPerService: config.CONNECTIONS_PER_SERVICE,
  mediaConnectionsPerService: config.MAX_CONCURRENT_STREAMS,
  downloadOrigins: config.DOWNLOAD_ORIGINS,
  mediaIdleTimeoutMs: config.STREAM_IDLE_TIMEOUT_MS,
  retry: {
    maxAttempts: config.RETRY_ATTEMPTS,
    baseDelayMs: config.RETRY_BASE_MS,
    rateLimitBaseDelayMs: config.RETRY_RATE_LIMIT_BASE_MS,
    maxDelayMs: config.RETRY_CAP_MS,
    budgetFloor: config.RETRY_BUDGET_FLOOR,
  },
  breaker: {
    failures: config.BREAKER_FAILURES,
    slowMs: config.BREAKER_SLOW_MS,
    probeMs: config.BREAKER_PROBE_MS,
  },
});

/**
 * What is stored of the answers of services.
 * @returns undefined for nothing
 * @throws ConfigError for the time of an operation whose answers are never stored
 */
function cacheOptions(
  { CACHE, CACHE_TTLS, CACHE_KEEP_MS, CACHE_BYTES }: Config,
  { operations }: Api,
  shared: SharedTier | undefined,
): CacheOptions | undefined {
  const seconds = new Map(
    Array.from(operations.values()).flatMap(({ key, cacheSeconds }) =>
      cacheSeconds === undefined ? [] : [[key as string, cacheSeconds]],
    ),
  );
  if (!Object.keys(CACHE_TTLS).every((key) => seconds.has(key)))
    throw new ConfigError({ CACHE_TTLS: `must name some of ${[...seconds.keys()].join(', ')}` });
  if (CACHE === 'off') return undefined;
  const own = new Map([...seconds, ...Object.entries(CACHE_TTLS)]);
  return {
    ttls: new Map([...own].filter(([, ttl]) => ttl > 0).map(([key, ttl]) => [key, 1_000 * ttl])),
    keepMs: CACHE_KEEP_MS,
    maxBytes: CACHE_BYTES,
    ofCallers: CACHE === 'callers',
    shared,
  };
}

/** Says once by which proxies the services are reached, without user and password. */
function logProxies(
  log: Logger,
  bases: AssemblyOptions['bases'],
  { proxies = {} }: Partial<UpstreamSettings>,
): void {
  const used = Object.values(bases).flatMap(
    (base) => proxyOf(new URL(base), proxies)?.origin ?? [],
  );
  if (used.length > 0)
    log.info({ proxies: [...new Set(used)], except: proxies.except }, 'calls go through a proxy');
}

function logReachability(log: Logger, service: Service, error: Error | undefined): void {
  if (error === undefined) return log.info({ service }, 'a service can be reached again');
  const { code, message: reason } = error as NodeJS.ErrnoException;
  log.warn({ service, code, reason }, 'a service cannot be reached');
}
