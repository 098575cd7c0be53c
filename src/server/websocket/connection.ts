/** One WebSocket: its messages, its liveness and how it ends. */
import type { IncomingHttpHeaders } from 'node:http';
import { type ExecutionArgs, GraphQLError, type GraphQLSchema, parse } from 'graphql';
import {
  type Context as ProtocolContext,
  makeServer,
  type OperationResult,
  type SubscribePayload,
} from 'graphql-ws';
import type { RawData, WebSocket } from 'ws';
import type { Config } from '../../config.ts';
import type { Identity } from '../../upstream/upstream.ts';
import { toGraphError } from '../../graph/error.ts';
import { HttpError } from '../http-error.ts';
import type { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { type Logger, msSince, stackOf } from '../log.ts';
import { closeCode, closeWebSocket } from './close-code.ts';
import { connectionIdentity } from './connection-identity.ts';
import { OperationError, type OperationRunner, sentError, sentResult } from './operation-runner.ts';
import { RunningOperations } from './running-operations.ts';

/** The dependencies of a connection. */
interface ConnectionParts {
  readonly socket: WebSocket;
  /** Headers of the request that opened the WebSocket. */
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
  readonly schema: GraphQLSchema;
  readonly config: Config;
  readonly log: Logger;
  readonly runner: OperationRunner;
  readonly operations: ConcurrencyLimit;
}

/**
 * The protocol decides by a document whether to read one result or many, and does so by itself
 * for a query.
 */
const anyQuery = parse('{ __typename }');

/** A client that is connected by a WebSocket. */
export class Connection {
  readonly #parts: ConnectionParts;
  readonly #running: RunningOperations;
  readonly #start = performance.now();
  #identity: Identity | undefined;
  /** State of the protocol: has the ids of the operations that the client has not ended. */
  #protocol: ProtocolContext | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #isAlive = true;
  #isEnding = false;

  constructor(parts: ConnectionParts) {
    const { socket, config, log, operations, requestId } = parts;
    this.#parts = parts;
    this.#running = new RunningOperations({
      log,
      operations,
      max: config.MAX_WEBSOCKET_OPERATIONS,
      deadlineMs: config.REQUEST_DEADLINE_MS,
      connectionId: requestId,
    });
    const pings = setInterval(() => this.#ping(), config.WEBSOCKET_PING_MS);
    this.#restartIdleTime();
    const opened = this.#open();
    socket.on('pong', () => (this.#isAlive = true));
    // A frame that breaks the protocol: `ws` closes the WebSocket with a code.
    socket.on('error', () => {});
    socket.once('close', (code) => {
      clearInterval(pings);
      clearTimeout(this.#idleTimer);
      this.#running.abortAll();
      void opened(code, '');
      log.info({ requestId, code, ms: msSince(this.#start) }, 'websocket closed');
    });
  }

  /** Closes the WebSocket when its running operations have ended. */
  end(): void {
    this.#isEnding = true;
    this.#closeIfEnded();
  }

  /** Closes the WebSocket without waiting for the client. */
  terminate(): void {
    this.#parts.socket.terminate();
  }

  /** Starts the protocol. @returns has to be called when the WebSocket is closed */
  #open(): (code: number, reason: string) => Promise<void> {
    const { socket, config } = this.#parts;
    const server = makeServer({
      connectionInitWaitTimeout: config.RECEIVE_TIMEOUT_MS,
      onConnect: (context) => this.#connect(context),
      onSubscribe: (_, id, payload) => this.#subscribe(id, payload),
      // `onSubscribe` has executed the operation.
      execute: ({ contextValue }) => contextValue as OperationResult,
      onNext: (...[, , , , result]) => sentResult(result),
      onError: (_, _id, _payload, errors) => errors.flatMap(errorsOf).map(sentError),
      onComplete: (_, id) => this.#endOperation(id),
    });
    return server.opened(
      {
        protocol: socket.protocol,
        send: (text) => this.#send(text),
        close: (code = closeCode.normal, reason = '') => this.#close(code, reason),
        onMessage: (handle) => socket.on('message', (data) => void this.#receive(data, handle)),
      },
      undefined,
    );
  }

  async #receive(data: RawData, handle: (text: string) => Promise<void>): Promise<void> {
    const { socket, log, requestId } = this.#parts;
    // Messages are whole buffers, because the socket has the default `binaryType`.
    if (socket.readyState !== socket.OPEN || !Buffer.isBuffer(data)) return;
    this.#isAlive = true;
    try {
      const handled = handle(data.toString());
      // The message may have been the end of an operation, also of one without a result yet.
      if (this.#protocol !== undefined) this.#running.abortExcept(this.#protocol.subscriptions);
      await handled;
    } catch (error) {
      const stack = error instanceof Error && stackOf(error);
      log.error({ requestId, error: stack }, 'internal error');
      this.#close(closeCode.internal, 'An unexpected error occurred in the gateway.');
    }
  }

  /** Resolves when the text is passed to the network: a subscription then reads its next event. */
  #send(text: string): Promise<void> {
    const { socket, config } = this.#parts;
    if (socket.readyState !== socket.OPEN) return Promise.resolve();
    if (socket.bufferedAmount > config.MAX_RESPONSE_BYTES) {
      this.#close(closeCode.tryAgainLater, 'The client reads too slowly.');
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      socket.send(text, () => resolve());
    });
  }

  /** @returns false if the payload of `connection_init` is rejected */
  #connect(context: ProtocolContext): boolean {
    this.#protocol = context;
    try {
      this.#identity = connectionIdentity(this.#parts.headers, context.connectionParams);
      return true;
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const code = error.status === 401 ? closeCode.unauthorized : closeCode.badRequest;
      this.#close(code, error.message);
      return false;
    }
  }

  /** Executes an operation. Its result is the context of the execution by the protocol. */
  async #subscribe(
    id: string,
    payload: SubscribePayload,
  ): Promise<ExecutionArgs | readonly GraphQLError[]> {
    const { runner, schema } = this.#parts;
    const request = this.#running.start(id, this.#identity!);
    if (request instanceof GraphQLError) return [request];
    clearTimeout(this.#idleTimer);
    try {
      const contextValue = await runner.run(payload, request);
      return { schema, document: anyQuery, contextValue };
    } catch (error) {
      this.#endOperation(id);
      if (error instanceof OperationError) return error.errors;
      throw error;
    }
  }

  #endOperation(id: string): void {
    this.#running.end(id);
    if (this.#running.count > 0) return;
    this.#restartIdleTime();
    this.#closeIfEnded();
  }

  #closeIfEnded(): void {
    if (!this.#isEnding || this.#running.count > 0) return;
    // After the last message of the last operation.
    setImmediate(() => this.#close(closeCode.goingAway, 'The gateway is stopping.'));
  }

  /** Closes the WebSocket, and ends its operations immediately: nothing more can be sent. */
  #close(code: number, reason: string): void {
    closeWebSocket(this.#parts.socket, code, reason);
    this.#running.abortAll();
  }

  #restartIdleTime(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(
      () => this.#close(closeCode.normal, 'No operation for a long time.'),
      this.#parts.config.WEBSOCKET_IDLE_TIMEOUT_MS,
    );
  }

  /** A client that does not answer is gone, or does not read. */
  #ping(): void {
    const { socket } = this.#parts;
    if (!this.#isAlive)
      return this.#close(closeCode.tryAgainLater, 'The client did not answer a ping.');
    this.#isAlive = false;
    if (socket.readyState === socket.OPEN) socket.ping();
  }
}

/** Errors of a rejected operation, or of an event: the protocol wraps what the events throw. */
function errorsOf(error: GraphQLError): readonly GraphQLError[] {
  const { cause } = error;
  if (cause === undefined) return [error];
  return cause instanceof OperationError ? cause.errors : [toGraphError(cause)];
}
