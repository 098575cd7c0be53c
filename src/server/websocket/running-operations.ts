/** The running operations of one WebSocket. */
import type { GraphQLError } from 'graphql';
import { graphError } from '../../graph/error.ts';
import type { Identity } from '../../upstream/upstream.ts';
import type { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { type Logger, logOperation } from '../log.ts';
import { requestIdOf } from '../request-id.ts';
import type { GraphqlRequest } from '../server-request.ts';

/** The dependencies of the running operations. */
interface RunningOperationsParts {
  readonly log: Logger;
  /** All operations of the process. */
  readonly operations: ConcurrencyLimit;
  /** Maximum number of operations of this WebSocket. */
  readonly max: number;
  /** Maximum time in milliseconds of an execution. */
  readonly deadlineMs: number;
  /** Id of the request that opened the WebSocket. */
  readonly connectionId: string;
}

interface RunningOperation {
  readonly request: GraphqlRequest;
  readonly start: number;
  readonly disconnected: AbortController;
  readonly closed: AbortController;
  readonly release: () => void;
}

/** Operations by the ids that the client has given them. */
export class RunningOperations {
  readonly #parts: RunningOperationsParts;
  readonly #operations = new Map<string, RunningOperation>();

  constructor(parts: RunningOperationsParts) {
    this.#parts = parts;
  }

  /** The number of running operations. */
  get count(): number {
    return this.#operations.size;
  }

  /** Starts an operation. @returns an error if there are too many */
  start(id: string, identity: Identity): GraphqlRequest | GraphQLError {
    const { operations, max, deadlineMs } = this.#parts;
    // A client may use an id again before the protocol has forgotten an operation that was ended.
    this.#end(id, true);
    const requestId = requestIdOf({});
    if (this.count >= max)
      return graphError(
        'OVERLOADED',
        `The WebSocket has ${max} running operations, which is the limit. End one of them first.`,
        { requestId },
      );
    const release = operations.take();
    if (release === undefined)
      return graphError('OVERLOADED', 'Too many concurrent operations; retry after 1 second.', {
        requestId,
      });
    const [start, disconnected, closed] = [
      performance.now(),
      new AbortController(),
      new AbortController(),
    ];
    const details = {
      identity,
      signal: disconnected.signal,
      deadline: start + deadlineMs,
      requestId,
    };
    const request: GraphqlRequest = { requestId, details, closed: closed.signal };
    this.#operations.set(id, { request, start, disconnected, closed, release });
    return request;
  }

  /** The operation has ended by itself. */
  end(id: string): void {
    this.#end(id, false);
  }

  /** Ends the operations that the client has ended: all but those with an entry. */
  abortExcept(ids: Readonly<Record<string, unknown>>): void {
    for (const id of this.#operations.keys()) if (!Object.hasOwn(ids, id)) this.#end(id, true);
  }

  /** Ends all operations. */
  abortAll(): void {
    for (const id of this.#operations.keys()) this.#end(id, true);
  }

  #end(id: string, isAborted: boolean): void {
    const operation = this.#operations.get(id);
    if (operation === undefined) return;
    const { log, connectionId } = this.#parts;
    const { request, start, disconnected, closed, release } = operation;
    this.#operations.delete(id);
    release();
    if (isAborted) disconnected.abort();
    closed.abort();
    logOperation(log, { ...request, connectionId, start, isAborted });
  }
}
