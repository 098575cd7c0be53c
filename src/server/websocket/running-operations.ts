/** The running operations of one WebSocket. */
import type { IncomingHttpHeaders } from 'node:http';
import { GraphQLError } from 'graphql';
import { callerKey } from '../../engine/execution/identities.ts';
import { graphError } from '../../engine/schema/error/error.ts';
import { type ReceivedRequest, tooLittleMemory } from '../limits/body-memory.ts';
import { OperationPlace } from '../document/operation-limit.ts';
import { type Logger, logOperation } from '../record/log.ts';
import { newRequestId, type RejectionReason, RequestRecord } from '../record/request-record.ts';
import type { RequestObserver } from '../record/request-observer.ts';
import type { Tracer } from '../record/request-trace.ts';
import type { GraphqlRequest, RequestLimits } from '../connection/server-request.ts';
import type { ConnectionCaller } from './connection-identity.ts';

/** The dependencies of the running operations. */
interface RunningOperationsParts {
  readonly log: Logger;
  readonly observer?: RequestObserver | undefined;
  readonly tracer?: Tracer | undefined;
  /** Headers of the request that opened the WebSocket. */
  readonly headers: IncomingHttpHeaders;
  /** What all operations of the process share. */
  readonly limits: RequestLimits;
  /** Maximum number of operations of this WebSocket. */
  readonly max: number;
  /** Maximum time in milliseconds of an execution. */
  readonly deadlineMs: number;
  /** Id of the request that opened the WebSocket. */
  readonly connectionId: string;
}

/** One operation. Its `request.closed` aborts when it has ended, for whatever reason. */
export interface RunningOperation {
  /** The id that the client has given it. */
  readonly id: string;
  readonly request: GraphqlRequest;
  /** Bytes of the messages with its results. */
  bytes: number;
}

/** An operation, and what is needed to end it. */
interface Entry {
  readonly operation: RunningOperation;
  /** Start time, of `performance.now()`. */
  readonly start: number;
  readonly disconnected: AbortController;
  readonly closed: AbortController;
  readonly release: () => void;
}

/** The message of an operation, in the memory of bodies. */
class CompleteMessage implements ReceivedRequest {
  receivedBytes = 0;
  readonly receiveUntil = 0;
  /** Only messages that are not complete make room. */
  readonly isAccepted = true;
  isRejected = false;

  reject(): void {
    this.isRejected = true;
  }
}

/** Operations by the ids that the client has given them. */
export class RunningOperations {
  readonly #parts: RunningOperationsParts;
  readonly #entries = new Map<string, Entry>();

  constructor(parts: RunningOperationsParts) {
    this.#parts = parts;
  }

  /** The number of running operations. */
  get count(): number {
    return this.#entries.size;
  }

  /** Whether an operation with this id is running. */
  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /**
   * Starts an operation, whose id must not be in use.
   * @param messageBytes of the message, which the operation keeps in memory until it ends
   * @returns an error if there are too many
   */
  start(
    id: string,
    { identities, isTraced }: ConnectionCaller,
    messageBytes: number,
  ): RunningOperation | GraphQLError {
    const { limits, max, deadlineMs, tracer, headers } = this.#parts;
    const requestId = newRequestId();
    const record = new RequestRecord();
    const start = performance.now();
    const reject = (reason: RejectionReason, message: string): GraphQLError => {
      record.addError('OVERLOADED');
      record.rejection = reason;
      this.#parts.observer?.onOperation({ record, start, isAborted: false });
      return graphError('OVERLOADED', message, { requestId });
    };
    if (this.count >= max)
      return reject(
        'websocket_operations',
        `The WebSocket has ${max} running operations, which is the limit. End one of them first.`,
      );
    const place = new OperationPlace(limits, callerKey(identities.main));
    const message = new CompleteMessage();
    limits.bodies.add(message, messageBytes, true);
    if (message.isRejected) return reject('memory', tooLittleMemory);
    const release = (): void => {
      place.end();
      limits.bodies.release(message);
    };
    const disconnected = new AbortController();
    const closed = new AbortController();
    const deadline = start + deadlineMs;
    const req = { method: 'WEBSOCKET', headers };
    const trace = tracer?.startRequest({ req, route: '/graphql', requestId, start });
    const { signal } = disconnected;
    const details = { identities, signal, deadline, requestId, trace, isTraced, waits: record };
    const request = { requestId, record, details, closed: closed.signal, place };
    const operation = { id, request, bytes: 0 };
    this.#entries.set(id, { operation, start, disconnected, closed, release });
    return operation;
  }

  /** Ends an operation whose last result is there. @returns false if it has ended before */
  end({ id, request }: RunningOperation): boolean {
    // The client may have ended it, and have given its id to another operation since.
    return !request.closed.aborted && this.#end(id, false);
  }

  /** Ends an operation and aborts its execution. @returns false if there is none with this id */
  abort(id: string): boolean {
    return this.#end(id, true);
  }

  /** Ends all operations and aborts their executions. */
  abortAll(): void {
    for (const id of this.#entries.keys()) this.#end(id, true);
  }

  #end(id: string, isAborted: boolean): boolean {
    const entry = this.#entries.get(id);
    if (entry === undefined) return false;
    const { log, connectionId, observer } = this.#parts;
    const { operation, start, disconnected, closed, release } = entry;
    this.#entries.delete(id);
    release();
    if (isAborted) disconnected.abort();
    closed.abort();
    const { requestId, record, details } = operation.request;
    const ended = { record, start, isAborted };
    const { identities, trace } = details;
    const identity = identities.main;
    const { bytes } = operation;
    const traceId = trace?.traceId;
    logOperation(log, { ...ended, requestId, traceId, connectionId, identity, bytes });
    observer?.onOperation(ended);
    trace?.end(ended);
    return true;
  }
}
