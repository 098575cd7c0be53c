/**
 * Opens connections to an origin: to whichever of its addresses answers first, through a proxy
 * where one is set, with TLS for https. The `ProxyAgent` of undici would bring a pool of its own,
 * and the time limits of undici end all that is late in one turn of the event loop.
 */
import dns from 'node:dns';
import { request } from 'node:http';
import { connect as connectTcp, isIP, isIPv6, type Socket } from 'node:net';
import type { buildConnector as Build } from 'undici';
import type { Timer } from '../../caller/clock.ts';
import type { ResolvedSettings } from '../settings.ts';
import { Timed, type TimedList } from '../share/timed-list.ts';
import { stackless } from '../../api/stackless.ts';
import { proxyOf } from './proxy.ts';
import { buildConnector } from './undici.ts';

/** One error for all: nobody reads its stack. */
const timeoutError = stackless(() =>
  Object.assign(new Error('The connection was not established in time.'), {
    code: 'UND_ERR_CONNECT_TIMEOUT',
  }),
);

/**
 * Time in ms after which the next address of a host is tried beside those that have not answered
 * (RFC 8305, 5). Node gives up on an address after this time, so that a slow network reaches none.
 */
const nextAddressMs = 250;

/** As undici has it: how many bytes of a response wait to be read. */
const readBytes = 64 * 1024;

/** The connector of undici returns the socket, which its types do not say. */
type Secure = (options: Build.Options, callback: Build.Callback) => Socket;

/** What is limited by time. */
class Step extends Timed {
  override readonly endAt: number;
  readonly #list: TimedList;
  readonly #cancel: (error: Error) => void;

  constructor(endAt: number, list: TimedList, cancel: (error: Error) => void) {
    super();
    this.endAt = endAt;
    this.#list = list;
    this.#cancel = cancel;
  }

  end(): void {
    this.#list.delete(this);
  }

  override expire(): void {
    this.end();
    this.#cancel(timeoutError);
  }
}

interface ConnectorSettings
  extends Pick<ResolvedSettings, 'connectTimeoutMs' | 'clock' | 'proxies'> {
  /** The only address of the origin, where its name must not be looked up again. */
  readonly address?: string | undefined;
}

/** Opens the connections to one origin. Each step may take `connectTimeoutMs`. */
export class Connector {
  readonly #origin: Build.Options;
  readonly #proxy: URL | undefined;
  readonly #settings: ConnectorSettings;
  readonly #steps: TimedList;
  readonly #onChange: ((error: Error | undefined) => void) | undefined;
  /** It keeps sessions of TLS. */
  readonly #secure = buildConnector({ timeout: 0, allowH2: false }) as Secure;
  #hasFailed = false;

  /**
   * @param steps the list of what ends at some time, one in each turn of the event loop
   * @param onChange called when a connection fails, and when one is open again
   */
  constructor(
    origin: URL,
    settings: ConnectorSettings,
    steps: TimedList,
    onChange?: (error: Error | undefined) => void,
  ) {
    this.#origin = optionsOf(origin);
    this.#proxy = proxyOf(origin, settings.proxies);
    this.#settings = settings;
    this.#steps = steps;
    this.#onChange = onChange;
  }

  /** For undici. */
  readonly connect: Build.connector = (_, give) => {
    this.open().then(
      (socket) => give(null, socket),
      (error: Error) => give(error, null),
    );
  };

  /** @throws the error of a step. Of the proxy itself, its code begins with `PROXY_` */
  async open(): Promise<Socket> {
    try {
      const { address: hostname = this.#origin.hostname } = this.#settings;
      const socket = this.#proxy
        ? await this.#tunnel(this.#proxy)
        : await this.#dial({ ...this.#origin, hostname });
      const secured = await this.#secured(this.#origin, socket);
      this.#tell(undefined);
      return secured;
    } catch (error) {
      this.#tell(error as Error);
      throw error;
    }
  }

  #tell(error: Error | undefined): void {
    const hasFailed = error !== undefined;
    if (hasFailed === this.#hasFailed) return;
    this.#hasFailed = hasFailed;
    this.#onChange?.(error);
  }

  /** A connection through the proxy. It has no TLS with the origin yet. */
  async #tunnel(proxy: URL): Promise<Socket> {
    try {
      const address = optionsOf(proxy);
      const own = await this.#secured(address, await this.#dial(address));
      const { hostname, port, protocol } = this.#origin;
      const { address: name = hostname } = this.#settings;
      const path = `${isIPv6(name) ? `[${name}]` : name}:${port || defaultPort(protocol)}`;
      return await this.#limited(connectThrough(own, path, proxy), (error) => own.destroy(error));
    } catch (error) {
      const { code = 'failed', message } = error as NodeJS.ErrnoException;
      throw Object.assign(new Error(message, { cause: error }), { code: `PROXY_${code}` });
    }
  }

  /** With TLS, if the protocol needs it. */
  #secured(options: Build.Options, socket: Socket): Promise<Socket> | Socket {
    if (options.protocol !== 'https:') return socket.setNoDelay(true).setKeepAlive(true, 60_000);
    const { promise, resolve, reject } = Promise.withResolvers<Socket>();
    const secured = this.#secure({ ...options, httpSocket: socket }, (...[error, opened]) => {
      if (error) reject(error);
      else resolve(opened);
    });
    return this.#limited(promise, (error) => secured.destroy(error));
  }

  async #dial({ hostname, port, protocol }: Build.Options): Promise<Socket> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
    if (isIP(hostname)) resolve([hostname]);
    else
      dns.lookup(hostname, { all: true }, (error, found) => {
        if (error) reject(error);
        else resolve(inTurns(found));
      });
    const addresses = await this.#limited(promise, reject);
    return this.#race(addresses, Number(port) || defaultPort(protocol));
  }

  /** The first connection that is open; the error of the last one if none is. */
  #race(addresses: readonly string[], port: number): Promise<Socket> {
    const { promise, resolve, reject } = Promise.withResolvers<Socket>();
    const waiting = [...addresses];
    const opening = new Set<Socket>();
    let timer: Timer | undefined;
    const tryNext = (): void => {
      timer?.cancel();
      const host = waiting.shift();
      if (host === undefined) return;
      if (waiting.length > 0) timer = this.#settings.clock.after(nextAddressMs, tryNext);
      const options = { host, port, highWaterMark: readBytes };
      const socket = connectTcp(options);
      opening.add(socket);
      const onError = (error: Error): void => {
        opening.delete(socket);
        if (waiting.length > 0) tryNext();
        else if (opening.size === 0) reject(error);
      };
      const step = this.#begin((error) => socket.destroy(error));
      socket.once('close', () => step.end()).once('error', onError);
      socket.once('connect', () => {
        step.end();
        timer?.cancel();
        socket.off('error', onError);
        opening.delete(socket);
        for (const other of opening) other.destroy();
        resolve(socket);
      });
    };
    tryNext();
    return promise;
  }

  /** @param cancel makes the promise reject with its error */
  #limited<T>(promise: Promise<T>, cancel: (error: Error) => void): Promise<T> {
    const step = this.#begin(cancel);
    return promise.finally(() => step.end());
  }

  #begin(cancel: (error: Error) => void): Step {
    const { clock, connectTimeoutMs } = this.#settings;
    const step = new Step(clock.now() + connectTimeoutMs, this.#steps, cancel);
    this.#steps.add(step);
    return step;
  }
}

const defaultPort = (protocol: string): number => (protocol === 'https:' ? 443 : 80);

const optionsOf = ({ protocol, hostname, host, port }: URL): Build.Options => ({
  protocol,
  hostname: hostname.replace(/^\[|\]$/g, ''),
  host,
  port,
});

interface Address {
  readonly address: string;
  readonly family: number;
}

/** Both families of addresses in turns: one of them may lead nowhere. */
function inTurns(found: readonly Address[]): string[] {
  const isFirst = ({ family }: Address): boolean => family === found[0]?.family;
  const first = found.filter(isFirst);
  const second = found.filter((each) => !isFirst(each));
  return found
    .flatMap((_, index) => [first[index], second[index]])
    .flatMap((each) => each?.address ?? []);
}

/** Asks a proxy to connect to an address. @returns the same socket, which then leads there */
function connectThrough(own: Socket, path: string, proxy: URL): Promise<Socket> {
  const headers = { host: path, ...authorizationOf(proxy) };
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  request({ method: 'CONNECT', path, headers, createConnection: () => own })
    .once('error', reject)
    .once('connect', ({ statusCode }, socket: Socket, head) => {
      if (statusCode === 200) {
        if (head.length > 0) socket.unshift(head);
        return resolve(socket);
      }
      socket.destroy();
      const error = new Error(`The proxy answers ${statusCode}.`);
      reject(Object.assign(error, { code: String(statusCode) }));
    })
    .end();
  return promise;
}

function authorizationOf({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}
