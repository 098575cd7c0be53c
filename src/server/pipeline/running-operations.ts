/** The running operations of one client: of a WebSocket, or of an MCP call. */
import { hostContextOf } from '../connection/host-context.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { GraphQLError } from 'graphql';
import { callerKey, type Identities } from '../../engine/caller/identities.ts';
import { graphError } from '../../engine/schema/error/error.ts';
import { CompleteMessage, tooLittleMemory } from '../limits/body-memory.ts';
import { OperationPlace } from '../limits/operation-place.ts';
import { clientNameOf } from '../connection/identity.ts';
import type { UnitBudget } from '../../engine/cost/unit-budget.ts';
import { type Logger, logOperation } from '../record/log.ts';
import { newRequestId, type RejectionReason, RequestRecord } from '../record/request-record.ts';
import type { RequestObserver } from '../record/request-observer.ts';
import type { Tracer } from '../record/request-trace.ts';
import type { GraphqlRequest, RequestLimits } from '../connection/server-request.ts';
import type { RoutePath } from '../record/route.ts';
import { measuredNow } from '../../engine/caller/clock.ts';

/** Who sends the operations. */
export interface OperationCaller {
  readonly identities: Identities;
  /** Whether results have `extensions.trace`. */
  readonly isTraced: boolean;
  /** The name that the client has sent. Default: that of the request that began the session. */
  readonly client?: string | undefined;
}

/** How the operations have come. */
export interface OperationSource {
  /** In place of an HTTP method, in the log and in traces. */
  readonly method: 'WEBSOCKET' | 'MCP';
  readonly route: RoutePath;
  /** Why there are too many. */
  readonly rejection: RejectionReason;
  /** What the error says then. @param max the maximum number */
  readonly tooMany: (max: number) => string;
}

interface RunningOperationsParts {
  readonly source: OperationSource;
  readonly log: Logger;
  readonly observer?: RequestObserver | undefined;
  readonly tracer?: Tracer | undefined;
  /** Headers of the request that began the connection or session; `traceparent` is read. */
  readonly headers: IncomingHttpHeaders;
  /** What all operations of the process share. */
  readonly limits: RequestLimits;
  /** Maximum number of operations at the same time. */
  readonly max: number;
  /** Id of the request that began the connection or session. */
  readonly connectionId: string;
  /** The budget of agents. Left out: no agent has sent the operations. */
  readonly agentBudget?: UnitBudget | undefined;
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

/** Operations by the ids that the client has given them. */
export class RunningOperations {
  readonly #parts: RunningOperationsParts;
  readonly #entries = new Map<string, Entry>();

  constructor(parts: RunningOperationsParts) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#entries.size;
  }

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
    { identities, isTraced, client }: OperationCaller,
    messageBytes: number,
  ): RunningOperation | GraphQLError {
    const { source, limits, max, tracer, headers, agentBudget } = this.#parts;
    const { method, route } = source;
    const requestId = newRequestId();
    const record = new RequestRecord();
    const start = measuredNow();
    const reject = (reason: RejectionReason, message: string): GraphQLError => {
      record.addError('OVERLOADED');
      record.rejection = reason;
      this.#parts.observer?.onOperation({ record, start, isAborted: false });
      return graphError('OVERLOADED', message, { requestId });
    };
    if (this.count >= max) return reject(source.rejection, source.tooMany(max));
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
    const deadline = limits.clock.now() + limits.deadlineMs;
    const trace = tracer?.startRequest({ req: { method, headers }, route, requestId, start });
    const { signal } = disconnected;
    const details = {
      identities,
      signal,
      deadline,
      requestId,
      hostContext: hostContextOf(headers),
      trace,
      isTraced,
      client: client ?? clientNameOf(headers),
      agentBudget,
      waits: record,
      defects: record,
      yieldTurn: () => place.yieldTurn(),
    };
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
    const { log, connectionId, observer, source } = this.#parts;
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
    logOperation(log, { ...ended, source, requestId, traceId, connectionId, identity, bytes });
    observer?.onOperation(ended);
    trace?.end(ended);
    return true;
  }
}
