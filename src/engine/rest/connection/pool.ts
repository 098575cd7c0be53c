/** The connections to one service: HTTP/1.1 with keep-alive, one request at a time on each. */
import type { Dispatcher } from 'undici';
import type { CallHandler, CallPool, ConnectionUse, ConnectionUser } from '../call/call-handler.ts';
import type { OutgoingRequest } from '../request/outgoing-request.ts';
import type { ResolvedSettings, TransportSettings } from '../settings.ts';
import type { ShareUse } from '../share/shares.ts';
import type { Connector } from './connector.ts';
import { Client, Pool } from './undici.ts';
import type { ConnectionCounts } from '../upstream.ts';
import type { WaitingCalls } from '../share/waiting-calls.ts';

type ConnectionSettings = Pick<ResolvedSettings, 'connectionsPerService'>;

/** The pool that carries the uploads and downloads of a service. */
export type MediaPool = Pool;

/**
 * Idle time after which a connection is closed if the service gives no hint. undici checks a
 * connection before it is used.
 */
const keepAliveMs = 30_000;

/**
 * A connection that counts its responses. This distinguishes a call that fails on a used connection
 * from a call that fails because the service is down.
 */
class Connection extends Client implements ConnectionUse {
  responses = 0;
  /** Called when a request of a call has ended; set by the pool of calls. */
  release: ((hasAnswered: boolean) => void) | undefined = undefined;

  constructor(origin: URL, options: Client.Options) {
    super(origin, options);
    this.on('connect', () => {
      this.responses = 0;
    });
  }

  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    if (isConnectionUser(handler)) handler.connection = this;
    return super.dispatch(options, handler);
  }
}

const isConnectionUser = (handler: object): handler is ConnectionUser => 'connection' in handler;

const commonOptions: Client.Options = {
  keepAliveTimeout: keepAliveMs,
  pipelining: 1,
  allowH2: false,
};

/**
 * Of the connections for calls. `HttpCall` limits the silence of a service: the timers of undici
 * fire together, twice a second, and all that hangs would end in one turn of the event loop.
 */
const callOptions: Client.Options = { ...commonOptions, headersTimeout: 0, bodyTimeout: 0 };

/** The error of a request after `close`, as undici has it. */
const closedError = Object.assign(new Error('The connections are closed.'), {
  code: 'UND_ERR_CLOSED',
});

/** Opens the connections to an origin when they are needed. */
export const openMediaPool = (
  origin: string,
  settings: TransportSettings,
  { connect }: Connector,
): MediaPool =>
  new Pool(origin, {
    ...commonOptions,
    connect,
    factory: (url, options) => new Connection(url, options),
    connections: settings.mediaConnectionsPerService,
    headersTimeout: settings.mediaIdleTimeoutMs,
    bodyTimeout: settings.mediaIdleTimeoutMs,
  });

/**
 * The connections that carry the calls to an origin. They are opened when they are needed; a
 * request that finds all of them busy waits for its turn. The `Pool` of undici looks for a free
 * connection from the first to the last one for each request, which takes a tenth of the CPU time
 * of a query with many calls.
 */
export class ConnectionPool implements CallPool {
  readonly #origin: URL;
  readonly #settings: ConnectionSettings;
  readonly #options: Client.Options;
  readonly #connections: Connection[] = [];
  readonly #idle: Connection[] = [];
  readonly #waiting: WaitingCalls;
  /** Called when no request waits any more; set by `close`. */
  #onNoneWaiting: (() => void) | undefined;
  #isClosed = false;

  constructor(
    origin: string,
    settings: ConnectionSettings,
    waiting: WaitingCalls,
    { connect }: Connector,
  ) {
    this.#origin = new URL(origin);
    this.#settings = settings;
    this.#options = { ...callOptions, connect };
    this.#waiting = waiting;
  }

  dispatch(request: OutgoingRequest, handler: CallHandler): void {
    if (this.#isClosed) return handler.onResponseError(null, closedError);
    const connection = this.#idle.pop() ?? this.#open(handler);
    if (connection) connection.dispatch(request, handler);
    else this.#waiting.add(request, handler);
  }

  /** Counted when it is asked for, so that it costs a request nothing. */
  get counts(): ConnectionCounts {
    return {
      busy: this.#connections.length - this.#idle.length,
      // The service, or the idle time, may have closed others.
      idle: this.#idle.filter(({ stats }) => stats.connected).length,
      waiting: this.#waiting.count,
    };
  }

  /** The shares of callers in the calls that wait. */
  get waitingUse(): ShareUse {
    return this.#waiting.use;
  }

  /** Waits for all requests, then closes the connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#waiting.count > 0)
      await new Promise<void>((resolve) => {
        this.#onNoneWaiting = resolve;
      });
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  /** @returns undefined if the maximum number of connections is open, and the request can wait */
  #open({ isProbe }: CallHandler): Connection | undefined {
    const isFull = this.#connections.length >= this.#settings.connectionsPerService;
    if (isFull && !isProbe) return undefined;
    const connection = new Connection(this.#origin, this.#options);
    const onFree = (): void => this.#onFree(connection);
    // Later, when undici has read what has arrived with the response: a service that sends more
    // than the response must not answer the next request by it.
    connection.release = (hasAnswered) => {
      if (hasAnswered) this.#waiting.onAnswer();
      queueMicrotask(onFree);
    };
    this.#connections.push(connection);
    return connection;
  }

  #onFree(connection: Connection): void {
    const next = this.#waiting.count > 0 ? this.#waiting.take() : undefined;
    if (next) connection.dispatch(next.request, next.handler);
    else this.#idle.push(connection);
    if (this.#waiting.count === 0) this.#onNoneWaiting?.();
  }
}

/** @returns the counts of a pool of either kind */
export function countOf(pool: ConnectionPool | MediaPool): ConnectionCounts {
  if (pool instanceof ConnectionPool) return pool.counts;
  const { running, connected, queued } = pool.stats;
  return { busy: running, idle: Math.max(0, connected - running), waiting: queued };
}
