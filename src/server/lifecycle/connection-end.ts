/**
 * Which connections end with their next response while the gateway stops. A request that a client
 * writes on a connection while it is being closed is lost. Therefore a connection that is in use is
 * closed only after a response that has announced it.
 */
import type {
  IncomingMessage,
  OutgoingHttpHeader,
  OutgoingHttpHeaders,
  Server,
  ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { ServerResponse as BaseResponse } from '../http.ts';

/** The connections of one server, and which of them end. */
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
  return class<Request extends IncomingMessage> extends BaseResponse<Request> {
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
