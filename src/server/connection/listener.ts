/**
 * The port of an HTTP server, and how its connections end.
 *
 * Each listening socket accepts one connection in each turn of the event loop. With one socket, new
 * clients of a busy process would wait for seconds, and so would the probes that decide whether it
 * is alive. Therefore several sockets listen on the same port, and the kernel distributes
 * connections among them (`SO_REUSEPORT`).
 */
import { once } from 'node:events';
import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  ServerResponse,
} from 'node:http';
import { createServer, Server as NetServer, type Socket } from 'node:net';
import { type Address, listen } from './listen.ts';

/** Number of listening sockets. */
const socketCount = 16;

/** Other systems do not distribute connections. */
const canShare = process.platform === 'linux';

/** The listening sockets of one server. */
export class Listener {
  readonly #server: Server;
  /** Servers that pass their connections to the HTTP server; each has a listening socket. */
  readonly #others: readonly NetServer[];

  constructor(server: Server) {
    this.#server = server;
    // As `http.Server` sets up its own connections.
    const options = { allowHalfOpen: true, noDelay: true };
    this.#others = Array.from({ length: canShare ? socketCount - 1 : 0 }, () =>
      createServer(options, (socket) => server.emit('connection', socket)),
    );
  }

  /**
   * @returns the base URL
   * @throws the error of the socket, for example with code `EADDRINUSE`
   */
  async listen({ host, port }: Address): Promise<string> {
    if (!canShare) return listen(this.#server, { host, port });
    // Sockets that share their port would share it with another gateway, too.
    if (port !== 0) await checkIsFree({ host, port });
    const url = await listen(this.#server, { host, port, reusePort: true });
    const shared = { host, port: Number(new URL(url).port), reusePort: true };
    await Promise.all(this.#others.map((other) => listen(other, shared)));
    return url;
  }

  /** Accepts no further connections. The open ones stay. */
  close(): void {
    // `http.Server.close` would also close idle connections, on which a request may be arriving.
    for (const each of this.#all) NetServer.prototype.close.call(each);
  }

  /** Resolves when the port and all connections are closed. */
  async closed(): Promise<void> {
    const listening = this.#all.filter((each) => each.listening);
    await Promise.all(listening.map((each) => once(each, 'close')));
  }

  async countConnections(): Promise<number> {
    const counts = this.#all.map(
      (each) =>
        new Promise<number>((resolve) => {
          each.getConnections((_, count) => resolve(count));
        }),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  get #all(): readonly NetServer[] {
    return [this.#server, ...this.#others];
  }
}

/** @throws the error of the socket if another process listens on the address */
async function checkIsFree(address: Address): Promise<void> {
  const probe = createServer();
  await listen(probe, address);
  await new Promise((resolve) => {
    probe.close(resolve);
  });
}

/**
 * The connections of one server, and which of them end with their next response while the gateway
 * stops. A request that a client writes on a connection while it is being closed is lost. Therefore
 * a connection that is in use is closed only after a response that has announced it.
 */
export class ConnectionEnd {
  /** Undefined while no connection ends. */
  #kept: WeakSet<Socket> | undefined;

  /**
   * From now on the connections that are open end with their next response. Connections opened
   * later do not: their clients still take the gateway for available, and would only connect again.
   */
  endOpen(server: Server): void {
    const kept = new WeakSet<Socket>();
    this.#kept = kept;
    server.on('connection', (socket) => kept.add(socket));
  }

  /** From now on every connection ends with its next response. */
  endAll(): void {
    this.#kept = new WeakSet();
  }

  /** Whether a connection ends with its next response. */
  ends(socket: Socket | null): boolean {
    if (this.#kept === undefined) return false;
    return socket === null || !this.#kept.has(socket);
  }
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** @returns the class of responses that announce the end of their connection */
export function responseClass(connections: ConnectionEnd): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override writeHead(status: number, message?: string | Headers, headers?: Headers): this {
      // Node then adds the header, if there is none, and closes the connection.
      if (connections.ends(this.socket)) this.shouldKeepAlive = false;
      return super.writeHead(status, message as string, headers);
    }

    /** The end of a stream whose head was sent before is that of its connection, too. */
    override end(chunk?: unknown, encoding?: unknown, callback?: () => void): this {
      const { socket } = this;
      if (this.headersSent && this.shouldKeepAlive && connections.ends(socket))
        this.once('finish', () => socket?.end());
      return super.end(chunk, encoding as BufferEncoding, callback);
    }
  };
}

/**
 * Requests of a connection that wait for the responses to those before. Some clients send a few
 * without waiting; one that sends more of them than it reads responses is disconnected.
 */
const maxPipelined = 100;

/**
 * While the gate is closed, requests wait; when it opens, they are handled in their order. Those of
 * one connection are handled one after the other: a connection cannot take more turns than others
 * by sending many requests at once.
 */
export class RequestGate {
  readonly #handle: RequestListener;
  /** Numbers of requests that wait for those before them. */
  readonly #pipelined = new WeakMap<Socket, number>();
  /** Undefined while the gate is open. */
  #waiting: (readonly [req: IncomingMessage, res: ServerResponse])[] | undefined;

  constructor(handle: RequestListener) {
    this.#handle = handle;
  }

  /** Handles the request, immediately or when the gate opens. */
  pass(req: IncomingMessage, res: ServerResponse): void {
    // Node gives a response its connection when those before it have been sent.
    if (res.socket === null) return this.#wait(req, res);
    if (this.#waiting) this.#waiting.push([req, res]);
    else this.#handle(req, res);
  }

  #wait(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req;
    const count = (this.#pipelined.get(socket) ?? 0) + 1;
    if (count > maxPipelined) return void socket.destroy();
    this.#pipelined.set(socket, count);
    res.once('socket', () => {
      this.#pipelined.set(socket, this.#pipelined.get(socket)! - 1);
      this.pass(req, res);
    });
  }

  close(): void {
    this.#waiting ??= [];
  }

  /** Handles the waiting requests in their order. */
  open(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const [req, res] of waiting) this.#handle(req, res);
  }
}
