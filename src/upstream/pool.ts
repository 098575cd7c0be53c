/** The connections to one service: HTTP/1.1 with keep-alive, one request at a time on each. */
import { connect } from 'node:net';
import type { Dispatcher } from 'undici';
import type { ConnectionUse, ConnectionUser } from './http-call.ts';
import type { TransportSettings } from './settings.ts';
import { Client, Pool } from './undici.ts';

/** The pool that carries the calls of a service. */
export type ConnectionPool = Pool;

/**
 * Idle time after which a connection is closed if the service gives no hint. undici checks a
 * connection before it is used.
 */
const keepAliveMs = 30_000;

/**
 * A connection that counts its responses. This distinguishes a call that fails on a used connection
 * from a call that fails because the service is down.
 */
class CountingClient extends Client implements ConnectionUse {
  responses = 0;

  constructor(origin: URL, options: object) {
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

/** Opens the connections to an origin when they are needed. */
export function openPool(origin: string, settings: TransportSettings): ConnectionPool {
  return new Pool(origin, {
    factory: (url, options) => new CountingClient(url, options),
    connections: settings.connectionsPerService,
    connectTimeout: settings.connectTimeoutMs,
    headersTimeout: settings.firstByteTimeoutMs,
    bodyTimeout: settings.firstByteTimeoutMs,
    keepAliveTimeout: keepAliveMs,
    pipelining: 1,
    allowH2: false,
  });
}

/** Whether an address accepts a TCP connection within the time. */
export function acceptsConnection(address: URL, timeoutMs: number): Promise<boolean> {
  const { protocol, hostname, port } = address;
  const defaultPort = protocol === 'https:' ? 443 : 80;
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || defaultPort,
    });
    const timer = setTimeout(finish, timeoutMs, false);
    function finish(accepted: boolean): void {
      clearTimeout(timer);
      socket.destroy();
      resolve(accepted);
    }
    socket.once('connect', () => finish(true)).once('error', () => finish(false));
  });
}
