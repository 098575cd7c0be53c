/** The HTTP server: how it listens and how it stops. */
import { apiOf } from '../../engine/schema/builder.ts';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Config } from '../../config.ts';
import { type Clock, systemClock } from '../../engine/caller/clock.ts';
import {
  type AgentParts,
  AgentRoute,
  maxCallOperations,
  mcpSource,
  type OperationAccess,
} from './agent-route.ts';
import { ClientAddresses } from '../connection/client-address.ts';
import { answerClientErrors, connectionLimits } from '../connection/connection-limits.ts';
import type { SignInHost, SignInServer } from '../connection/caller-source.ts';
import { Cors } from '../connection/cross-origin.ts';
import { bodyLimits } from '../document/body-limits.ts';
import { Documents } from '../document/documents.ts';
import { cachingDecider } from '../response/caching-headers.ts';
import { resultFormatter } from '../response/error-response.ts';
import { EventStreams } from '../response/event-streams.ts';
import { type ExecutionParts, Executor } from '../execution/executor.ts';
import { GraphqlHandler } from '../pipeline/graphql-handler.ts';
import { baseUrlOf } from '../connection/listen.ts';
import { ConnectionEnd, Listener, RequestGate, responseClass } from '../connection/listener.ts';
import type { Health } from '../lifecycle/health.ts';
import {
  closeNow,
  defaultTimes,
  drain,
  type Drained,
  drainMounted,
  type DrainTimes,
} from '../lifecycle/drain.ts';
import type { IsAccepted, ShareUse } from '../../engine/rest/share/shares.ts';
import { BodyMemory } from '../limits/body-memory.ts';
import { BodyReads } from '../limits/body-reads.ts';
import { OperationLimit } from '../limits/operation-limit.ts';
import { serverShares } from '../limits/server-shares.ts';
import { UnsentBytes } from '../limits/slow-clients.ts';
import { ResponseLimit } from '../response/response-limit.ts';
import { TurnQueue } from '../limits/turn-queue.ts';
import { ResponseEncoding } from '../response/negotiation.ts';
import type { Logger } from '../record/log.ts';
import { PersistedDocuments } from '../document/persisted-documents.ts';
import type { PersistedOperations } from '../document/persisted-operations.ts';
import { Pipeline } from '../pipeline/pipeline.ts';
import type { AnyPlugin } from '../pipeline/plugin.ts';
import { OperationPhases } from '../pipeline/operation-phases.ts';
import { basePathOf, type Mount, removePath } from './mount.ts';
import { RequestHandler, type RequestHandlerParts } from './request-handler.ts';
import type { RequestObserver } from '../record/request-observer.ts';
import type { Tracer } from '../record/request-trace.ts';
import type { Direction } from '../record/route.ts';
import { OperationRunner } from '../pipeline/operation-runner.ts';
import { RunningOperations } from '../pipeline/running-operations.ts';
import { isWebSocketRequest, WebSocketEndpoint } from '../websocket/endpoint.ts';
import type { LoadYoga, YogaServer } from '../pipeline/yoga.ts';

export interface GatewayParts<Context>
  extends Pick<
      ExecutionParts<Context>,
      'schema' | 'contextOf' | 'extensionsOf' | 'fieldErrorsOf' | 'admission' | 'executePrepared'
    >,
    Pick<
      RequestHandlerParts,
      | 'users'
      | 'services'
      | 'reachable'
      | 'breakers'
      | 'sharedStore'
      | 'routes'
      | 'receiveNotification'
      | 'printSchema'
    > {
  readonly config: Config;
  /** Signs callers in. Default: nothing does. */
  readonly openSignIn?: ((host: SignInHost) => SignInServer) | undefined;
  /** By which the gateway decides. Default: the computer's clock. */
  readonly clock?: Clock | undefined;
  readonly log: Logger;
  /** Serves AI agents. Default: nothing does. */
  readonly agents?: AgentParts | undefined;
  /** Documents that clients name by their hash. Default: none is kept. */
  readonly persisted?: PersistedDocuments | undefined;
  /** Documents that are prepared before the gateway listens. Default: none. */
  readonly operations?: PersistedOperations | undefined;
  /** Plugins of the ecosystem of Yoga and envelop, for all operations. Default: none. */
  readonly plugins?: readonly AnyPlugin[] | undefined;
  readonly observer?: RequestObserver | undefined;
  readonly tracer?: Tracer | undefined;
  /** Default: its own. */
  readonly operationLimit?: OperationLimit | undefined;
  /** Whether a service has accepted the token of the caller with this key. Default: of none. */
  readonly isAccepted?: IsAccepted | undefined;
  /**
   * Called once while the gateway drains, after its port is closed, because subscriptions do not
   * end on their own. A client that subscribes again then reaches another process.
   */
  readonly endSubscriptions?: (() => void) | undefined;
  /** Time in ms between two comments in a stream of events. Default: 12 seconds. */
  readonly pingMs?: number | undefined;
  /** Where a host serves the gateway. Default: the gateway listens on a port of its own. */
  readonly mount?: Mount | undefined;
}

/** What a gateway does at the moment. */
interface GatewayLoad {
  /** Queries and mutations that run or wait. */
  readonly requests: number;
  /** Those of them that wait until the event loop has less to do. */
  readonly waiting: number;
  /** What is used of each limit that callers share, by its name in metrics. */
  readonly shares: Readonly<Record<string, ShareUse>>;
  /** Running uploads and downloads. */
  readonly transfers: Readonly<Record<Direction, number>>;
  /** Open WebSockets. */
  readonly webSockets: number;
  /** Whether the last `/ready` was answered with 200; true before the first. */
  readonly isReady: boolean;
}

/** The HTTP server, not listening yet. */
export interface HttpGateway {
  readonly server: Server;
  /** Runs operations of this process. */
  readonly operations: OperationAccess;
  /** The base URL as clients see it, once the server listens or has requests of its host. */
  baseUrl(): string;
  load(): GatewayLoad;
  countConnections(): Promise<number>;
  /** What `/ready` answers at this moment. */
  ready(): Promise<Health>;
  /** Listens on the configured host and port. @returns the base URL */
  listen(): Promise<string>;
  /**
   * Loads the modules that only some requests need, so that none has to wait for them.
   * @throws the error of a module; requests that need it fail, too, and log the error
   */
  preload(): Promise<void>;
  /** Answers a request of the host. */
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Opens a WebSocket for a request of the host. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void;
  /**
   * Is not ready from now on. After the drain delay closes the port, finishes all requests and ends
   * subscriptions; resolves when the last connection is closed. Of a host, new requests are
   * rejected from now on.
   */
  drain(times?: Partial<DrainTimes>): Promise<Drained>;
  /** Closes the port and all connections immediately; resolves when the last one is closed. */
  close(): Promise<void>;
}

/** Creates the HTTP server; it does not listen yet. @throws OperationFilesError */
export function createHttpGateway<Context>(parts: GatewayParts<Context>): HttpGateway {
  const {
    config,
    log,
    observer,
    tracer,
    schema,
    endSubscriptions,
    mount,
    isAccepted = () => false,
    clock = systemClock,
  } = parts;
  let isDraining = false;
  const hideSuggestions = !config.INTROSPECTION;
  const turns = new TurnQueue(clock);
  const persisted = parts.persisted ?? new PersistedDocuments();
  const executor = new Executor({
    ...parts,
    deadlineMs: config.REQUEST_DEADLINE_MS,
    clock,
    responseLimit: new ResponseLimit(config.MAX_RESPONSE_BYTES, turns),
    hideSuggestions,
  });
  const documents = new Documents(config, schema);
  parts.operations?.prepare({ documents, executor });
  const phases = new OperationPhases({ config, documents, executor, persisted });
  const api = apiOf(schema);
  const shared = {
    api,
    pipeline: new Pipeline(schema, phases, parts.plugins),
    persisted,
    encoding: new ResponseEncoding(turns),
    formatResult: resultFormatter({ log, schema, hideSuggestions }),
    decideCaching: cachingDecider(api, config),
  };
  let loading: Promise<YogaServer> | undefined;
  const yoga: LoadYoga = () =>
    (loading ??= import('../pipeline/yoga.ts').then(({ yogaServer }) =>
      yogaServer({ config, schema, ...shared }),
    ));
  const eventStreams = new EventStreams({
    api,
    formatResult: shared.formatResult,
    idleMs: config.STREAM_IDLE_TIMEOUT_MS,
    pingMs: parts.pingMs ?? defaultPingMs,
    clock,
  });
  const graphql = new GraphqlHandler({
    ...shared,
    yoga,
    bodyLimits: bodyLimits(config),
    idleMs: config.STREAM_IDLE_TIMEOUT_MS,
    eventStreams,
  });
  const shares = serverShares(config, isAccepted);
  const { operationLimit = new OperationLimit(config.MAX_CONCURRENT_REQUESTS, isAccepted, clock) } =
    parts;
  const common = {
    api,
    cors: new Cors(config),
    clients: new ClientAddresses(config),
    limits: {
      operations: operationLimit,
      shares,
      unsent: new UnsentBytes(shares.unsent_bytes, clock),
      isAccepted,
      bodies: new BodyMemory(config.MAX_RECEIVED_BYTES),
      reads: new BodyReads(),
      clock,
      deadlineMs: config.REQUEST_DEADLINE_MS,
      waits: parts.observer,
    },
    isDraining: () => isDraining,
  };
  const runner = new OperationRunner({ ...shared, yoga });
  const observers = { log, observer, tracer };
  const operations: OperationAccess = {
    runner,
    isAccepted,
    questions: shares.agent_questions,
    sendFile: async (url, file, signal) => {
      const path = url.slice(baseUrl().length);
      const route = parts.routes?.find(({ prefix }) => path.startsWith(prefix));
      await route?.receive?.(path.slice(route.prefix.length), file, { signal, clock });
    },
    open: (call) =>
      new RunningOperations({
        ...observers,
        ...call,
        source: mcpSource,
        limits: common.limits,
        max: maxCallOperations,
      }),
  };
  const baseUrl = (): string => config.PUBLIC_URL ?? mount?.url ?? baseUrlOf(server)!;
  const agents =
    parts.agents &&
    new AgentRoute({
      ...parts.agents,
      ...common,
      config,
      operations,
      baseUrl,
      isMounted: mount !== undefined,
    });
  // A host that says who sends a request asks nobody else.
  const access = mount?.identifies ? undefined : parts.openSignIn?.({ ...common, baseUrl });
  const handler = new RequestHandler({ ...parts, ...common, graphql, agents, access });
  const webSockets = new WebSocketEndpoint({
    ...common,
    access,
    ...observers,
    runner,
    config,
    ignoresPayload: mount?.identifies,
  });
  const publicPath = basePathOf(config.PUBLIC_URL);
  const gate = new RequestGate((req, res) => {
    removePath(req, publicPath);
    handler.handle(req, res);
  });
  const connectionEnd = new ConnectionEnd();
  const options = {
    ...connectionLimits(config),
    // `ReceiveTime` limits the time of bodies.
    requestTimeout: 0,
    // Any other request is answered over HTTP/1.1, also one that could continue as HTTP/2.
    shouldUpgradeCallback: isWebSocketRequest,
    ServerResponse: responseClass(connectionEnd),
  };
  const server = createServer(options, (req, res) => gate.pass(req, res));
  answerClientErrors(server, config, clock);
  common.limits.unsent.watch(server);
  const listener = new Listener(server);
  const endLong = (): void => {
    agents?.end();
    access?.close();
    endSubscriptions?.();
  };
  server.on('upgrade', (...args) => webSockets.upgrade(...args));
  return {
    server,
    operations,
    baseUrl,
    load: () => ({
      requests: common.limits.operations.slots.used,
      waiting: common.limits.operations.waiting.used,
      shares: {
        operations: common.limits.operations.slots.use,
        waiting_operations: common.limits.operations.waiting.use,
        ...Object.fromEntries(Object.entries(shares).map(([kind, { use }]) => [kind, use])),
      },
      transfers: { ...handler.transfers },
      webSockets: webSockets.count,
      isReady: handler.isReady,
    }),
    ready: () => handler.ready(),
    countConnections: () => listener.countConnections(),
    listen: () => listener.listen({ host: config.HOST, port: config.PORT }),
    preload: async () => {
      await yoga();
    },
    handle: (req, res) => handler.handle(req, res),
    upgrade: (...args) => webSockets.upgrade(...args),
    drain: (givenTimes) => {
      isDraining = true;
      const times = { ...defaultTimes, delay: config.DRAIN_DELAY_MS, ...givenTimes };
      const long = { webSockets, endSubscriptions: endLong, clock };
      return mount
        ? drainMounted({ mount, ...long }, times)
        : drain({ server, listener, gate, connectionEnd, ...long }, times);
    },
    close: () => {
      isDraining = true;
      agents?.end();
      return closeNow({ server, listener, webSockets });
    },
  };
}

/** Proxies close streams that are idle for half a minute or more. */
const defaultPingMs = 12_000;
