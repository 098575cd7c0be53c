/** The connections to one service: HTTP/1.1, kept alive, one request at a time on each. */
import { connect } from 'node:net';
import { Client, type Dispatcher, Pool } from 'undici';
import { type Carrier, HttpCall } from './http-call.ts';
import type { TransportSettings } from './settings.ts';

/** How long an idle connection is kept where upstream gives no hint; it is looked at again before it is used. */
const keepAliveMs = 30_000;

/** A connection that tells each exchange what it has carried before: only so can a dead kept-alive one be told from a dead service. */
class Connection extends Client implements Carrier {
  answered = 0;

  constructor(origin: URL, options: object) {
    super(origin, options);
    this.on('connect', () => {
      this.answered = 0;
    });
  }

  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    if (handler instanceof HttpCall) handler.carrier = this;
    return super.dispatch(options, handler);
  }
}

export function openPool(origin: string, figures: TransportSettings): Pool {
  return new Pool(origin, {
    factory: (url, options) => new Connection(url, options),
    connections: figures.connectionsPerService,
    connectTimeout: figures.connectTimeoutMs,
    headersTimeout: figures.firstByteTimeoutMs,
    bodyTimeout: figures.firstByteTimeoutMs,
    keepAliveTimeout: keepAliveMs,
    pipelining: 1,
    allowH2: false,
  });
}

/** Whether something accepts a TCP connection there. */
export function accepts({ protocol, hostname, port }: URL, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
    });
    const timer = setTimeout(done, timeoutMs, false);
    function done(answer: boolean): void {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    }
    socket.once('connect', () => done(true)).once('error', () => done(false));
  });
}
