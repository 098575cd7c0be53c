/** One WebSocket: the protocol `graphql-transport-ws`, its liveness and how it ends. */
import type { Socket } from 'node:net';
import { GraphQLError } from 'graphql';
import {
  GRAPHQL_TRANSPORT_WS_PROTOCOL,
  type Message,
  MessageType,
  type SubscribeMessage,
  validateMessage,
} from 'graphql-ws';
import type { RawData, WebSocket } from 'ws';
import { measuredNow, type Timer } from '../../engine/caller/clock.ts';
import { callerKey } from '../../engine/caller/identities.ts';
import { anonymousCaller } from '../../engine/caller/identity.ts';
import type { Holding, Refusal } from '../../engine/rest/share/shares.ts';
import { CompleteMessage, tooLittleMemory } from '../limits/body-memory.ts';
import { bodyLimits, checkJson, type JsonLimits } from '../document/body-limits.ts';
import { shareMessage } from '../limits/server-shares.ts';
import { Turn } from '../limits/turn.ts';
import { type Logger, msSince, stackOf } from '../record/log.ts';
import type { RequestObserver } from '../record/request-observer.ts';
import type { RejectionReason } from '../record/request-record.ts';
import type { Tracer } from '../record/request-trace.ts';
import { sentError } from '../response/response-limit.ts';
import { closeCode, closeWebSocket, dropWebSocket } from './close-code.ts';
import { identifyConnection, type OpenedConnection } from './connection-identity.ts';
import { ControlMessages } from './control-messages.ts';
import { OperationError } from '../pipeline/operation-runner.ts';
import { MessageSender } from './message-sender.ts';
import { PartialMessage } from './partial-message.ts';
import {
  type OperationCaller,
  type OperationSource,
  type RunningOperation,
  RunningOperations,
} from '../pipeline/running-operations.ts';
import { namesDocument } from '../document/params.ts';

const webSocket: OperationSource = {
  method: 'WEBSOCKET',
  route: '/graphql',
  rejection: 'websocket_operations',
  tooMany: (max) =>
    `The WebSocket has ${max} running operations, which is the limit. End one of them first.`,
};

export interface ConnectionParts extends OpenedConnection {
  readonly socket: WebSocket;
  readonly requestId: string;
  readonly log: Logger;
  readonly observer?: RequestObserver | undefined;
  readonly tracer?: Tracer | undefined;
  /** Called when `connection_init` has arrived. @returns why there is no place */
  readonly takePlace: () => Refusal | undefined;
}

/** Messages of so many bytes are read at once: that takes less time than waiting for a turn. */
const maxShortBytes = 1_024;

const otherProtocol = `Unknown protocol; expected ${GRAPHQL_TRANSPORT_WS_PROTOCOL}.`;

/** A client that is connected by a WebSocket. */
export class Connection implements Holding {
  readonly #parts: ConnectionParts;
  readonly #running: RunningOperations;
  readonly #control: ControlMessages;
  readonly #sender: MessageSender;
  readonly #start = measuredNow();
  /** Undefined until `connection_init` has arrived. */
  #caller: OperationCaller | undefined;
  #idleTimer: Timer | undefined;
  #isEnding = false;
  /** Messages that have arrived. */
  readonly #unread: Buffer[] = [];
  readonly #jsonLimits: JsonLimits;
  #hasInit = false;
  /** The code that the client got, if it was not waited for. */
  #dropCode: number | undefined;

  constructor(parts: ConnectionParts) {
    const { socket, stream, config, log, observer, tracer, headers, limits, requestId } = parts;
    const { clock } = limits;
    this.#parts = parts;
    this.#jsonLimits = bodyLimits(config).json;
    this.#sender = new MessageSender({
      socket,
      stream,
      maxBytes: config.MAX_RESPONSE_BYTES,
      onSlow: () => this.#close(closeCode.tryAgainLater, 'The client reads too slowly.'),
    });
    this.#running = new RunningOperations({
      source: webSocket,
      log,
      observer,
      tracer,
      headers,
      limits,
      max: config.MAX_WEBSOCKET_OPERATIONS,
      connectionId: requestId,
    });
    const partialMessage = new PartialMessage({
      stream,
      bodies: limits.bodies,
      clock,
      timeoutMs: config.RECEIVE_TIMEOUT_MS,
      isAccepted: () => this.isAccepted,
      reject: () => this.drop('memory', tooLittleMemory),
      expire: () => this.#drop(closeCode.tryAgainLater, 'The client sends too slowly.'),
    });
    this.#control = new ControlMessages({
      socket,
      clock,
      pingMs: config.WEBSOCKET_PING_MS,
      maxOperations: config.MAX_WEBSOCKET_OPERATIONS,
      canSend: () => this.#sender.canSend,
      expire: () => this.#close(closeCode.tryAgainLater, 'The client did not answer a ping.'),
      exceed: () => this.#drop(closeCode.tooManyMessages, 'Too many control messages.'),
    });
    const initTimer = clock.after(config.RECEIVE_TIMEOUT_MS, () => {
      if (this.#caller === undefined)
        this.#drop(closeCode.initTimeout, 'connection_init did not arrive in time.');
    });
    this.#restartIdleTime();
    socket.on('message', (data) => this.#receive(data));
    // A frame that breaks the protocol: `ws` closes the WebSocket with a code.
    socket.on('error', () => partialMessage.end());
    socket.once('close', (code) => {
      initTimer.cancel();
      this.#idleTimer?.cancel();
      partialMessage.end();
      this.#running.abortAll();
      const ms = msSince(this.#start);
      log.info({ requestId, code: this.#dropCode ?? code, ms }, 'websocket closed');
    });
    if (socket.protocol !== GRAPHQL_TRANSPORT_WS_PROTOCOL)
      this.#close(closeCode.otherProtocol, otherProtocol);
  }

  /** Whose place the WebSocket has: decided when it is connected, whatever is accepted later. */
  get caller(): string {
    return callerKey(this.#caller!.identities.main);
  }

  /** Whose share it has, also before `connection_init`. */
  get #shareOf(): string {
    return this.#caller === undefined ? anonymousCaller : this.caller;
  }

  /** A WebSocket without operations gives way before the others of its caller. */
  get slowness(): number {
    return this.#running.count > 0 ? 0 : 1;
  }

  /** Whether it has a running operation, or a caller whose token a service has accepted. */
  get keepsPlace(): boolean {
    return this.#running.count > 0 || this.isAccepted;
  }

  /** Whether a service has accepted the token of its place, and has not rejected it since. */
  get isAccepted(): boolean {
    return this.#caller !== undefined && this.#parts.limits.isAccepted(this.caller);
  }

  /** Makes room for others, also before `connection_init`. */
  giveWay(refusal: Refusal = 'share'): void {
    this.drop('websockets', shareMessage('websockets', refusal, this.#shareOf));
  }

  /** Ends the WebSocket. The client is not waited for, and can connect again. */
  drop(rejection: RejectionReason, message: string): void {
    this.#parts.observer?.onWebSocketDropped(rejection);
    this.#drop(closeCode.tryAgainLater, message);
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

  #receive(data: RawData): void {
    // Messages are whole buffers, because the socket has the default `binaryType`.
    if (!Buffer.isBuffer(data)) return;
    this.#control.setAlive();
    this.#unread.push(data);
    if (this.#unread.length === 1) this.#readAll().catch((error: unknown) => this.#fail(error));
  }

  /** Reads messages in their order. Nothing more is received while a long one waits. */
  async #readAll(): Promise<void> {
    const { socket, limits } = this.#parts;
    const { clock } = limits;
    for (let data = this.#unread[0]; data; data = this.#unread[0]) {
      // What comes after the close frame is not read.
      if (socket.readyState !== socket.OPEN) this.#unread.length = 0;
      else if (data.length <= maxShortBytes) {
        const start = clock.now();
        this.#read(data);
        limits.operations.charge(this.#shareOf, clock.now() - start);
      } else {
        socket.pause();
        await this.#readInTurn(data);
      }
      this.#unread.shift();
    }
    // Also while it closes: the close frame of the client has to be received.
    socket.resume();
  }

  async #readInTurn(data: Buffer): Promise<void> {
    const { operations, bodies } = this.#parts.limits;
    const caller = this.#shareOf;
    const turn = new Turn(operations, caller);
    let refusal = turn.take();
    if (refusal instanceof Promise) {
      // What is read at once is counted by what it starts.
      const message = new CompleteMessage();
      bodies.add(message, data.length, true);
      if (message.isRejected) this.drop('memory', tooLittleMemory);
      refusal = await refusal;
      bodies.release(message);
    }
    if (refusal) return this.drop('concurrency', shareMessage('operations', refusal, caller));
    this.#read(data);
    turn.end();
  }

  #read(data: Buffer): void {
    const { socket } = this.#parts;
    // It may have been closed while the message waited.
    if (socket.readyState !== socket.OPEN) return;
    try {
      checkJson(data, this.#jsonLimits);
    } catch (error) {
      return this.#close(closeCode.tooLarge, (error as Error).message);
    }
    const message = readMessage(data);
    try {
      this.#handle(message, data.length);
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * @param message undefined if it is invalid
   * @param bytes of the message as it was received
   */
  #handle(message: Message | undefined, bytes: number): void {
    switch (message?.type) {
      case MessageType.ConnectionInit:
        return this.#connect(message.payload);
      case MessageType.Ping:
        if (this.#control.accept()) this.#sender.send({ type: MessageType.Pong });
        return;
      case MessageType.Pong:
        return void this.#control.accept();
      case MessageType.Subscribe:
        return this.#subscribe(message, bytes);
      case MessageType.Complete:
        if (this.#running.abort(message.id)) this.#afterOperation();
        else this.#control.accept();
        return;
      default:
        this.#close(closeCode.badRequest, 'Invalid message.');
    }
  }

  #connect(payload: Readonly<Record<string, unknown>> | undefined): void {
    if (this.#hasInit) return this.#close(closeCode.secondInit, 'connection_init was sent twice.');
    this.#hasInit = true;
    identifyConnection(this.#parts, payload, {
      accept: (caller) => this.#accept(caller),
      refuse: (code, reason) => this.#close(code, reason),
    });
  }

  #accept(caller: OperationCaller): void {
    // The client can have left in the meantime.
    const { socket, stream, limits } = this.#parts;
    if (socket.readyState !== socket.OPEN) return;
    this.#caller = caller;
    limits.unsent.setOwner(stream as Socket, caller.identities.main);
    const refusal = this.#parts.takePlace();
    if (refusal) return this.drop('websockets', shareMessage('websockets', refusal, this.caller));
    this.#sender.send({ type: MessageType.ConnectionAck });
  }

  #subscribe({ id, payload }: SubscribeMessage, bytes: number): void {
    if (this.#caller === undefined)
      return this.#close(closeCode.unauthorized, 'connection_init is missing.');
    if (this.#running.has(id))
      return this.#close(closeCode.idInUse, 'An operation with this id is running.');
    const { isAccepted } = this.#parts.limits;
    const identities = this.#caller.identities.renewed(isAccepted);
    const operation = this.#running.start(id, { ...this.#caller, identities }, bytes);
    if (operation instanceof GraphQLError)
      return this.#sender.send({ id, type: MessageType.Error, payload: [sentError(operation)] });
    this.#idleTimer?.cancel();
    this.#run(operation, payload).catch((error: unknown) => this.#fail(error));
  }

  /** Sends the results of an operation and its end, unless the client has ended it. */
  async #run(operation: RunningOperation, payload: object): Promise<void> {
    const { id, request } = operation;
    const send = (json: string): Promise<void> => this.#sender.sendResult(operation, json);
    try {
      await this.#parts.runner.run(payload, request, send);
      this.#finish(operation, { id, type: MessageType.Complete });
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      this.#finish(operation, { id, type: MessageType.Error, payload: error.errors });
    }
  }

  /** Ends an operation before its last message is sent: the client may use its id again then. */
  #finish(operation: RunningOperation, lastMessage: Message): void {
    if (!this.#running.end(operation)) return;
    this.#sender.send(lastMessage);
    this.#afterOperation();
  }

  #afterOperation(): void {
    const { socket } = this.#parts;
    if (socket.readyState !== socket.OPEN || this.#running.count > 0) return;
    this.#restartIdleTime();
    this.#closeIfEnded();
  }

  #closeIfEnded(): void {
    if (!this.#isEnding) return;
    // Later, because an operation may be arriving.
    setImmediate(() => {
      if (this.#running.count === 0) this.#close(closeCode.goingAway, 'The gateway is stopping.');
    });
  }

  /** Closes the WebSocket, and ends its operations immediately: nothing more can be sent. */
  #close(code: number, reason: string): void {
    closeWebSocket(this.#parts.socket, code, reason, this.#parts.limits.clock);
    this.#running.abortAll();
  }

  /** Closes the WebSocket without waiting for the client. */
  #drop(code: number, reason: string): void {
    this.#dropCode = code;
    dropWebSocket(this.#parts.socket, code, reason);
    this.#running.abortAll();
  }

  #fail(error: unknown): void {
    const { log, requestId } = this.#parts;
    log.error({ requestId, error: error instanceof Error && stackOf(error) }, 'internal error');
    this.#close(closeCode.internal, 'An unexpected error occurred in the gateway.');
  }

  #restartIdleTime(): void {
    const { limits, config } = this.#parts;
    this.#idleTimer?.cancel();
    const end = (): void => this.#close(closeCode.normal, 'No operation for a long time.');
    this.#idleTimer = limits.clock.after(config.WEBSOCKET_IDLE_TIMEOUT_MS, end);
  }
}

/** Maximum length of the id of an operation: each of its messages repeats the id. */
const maxIdLength = 256;

/** @returns undefined for text that is not a message of the protocol, or has a very long id */
function readMessage(data: Buffer): Message | undefined {
  try {
    const message = JSON.parse(data.toString()) as { readonly payload?: unknown };
    addQuery(message.payload);
    const valid = validateMessage(message);
    return 'id' in valid && valid.id.length > maxIdLength ? undefined : valid;
  } catch {
    return undefined;
  }
}

/** The protocol requires `query`. Clients that name a document may leave it out. */
function addQuery(payload: unknown): void {
  if (typeof payload !== 'object' || payload === null) return;
  const params: { query?: unknown } = payload;
  if (namesDocument({ ...params })) params.query ??= '';
}
