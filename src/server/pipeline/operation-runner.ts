/**
 * Executes operations that have no HTTP request of their own, by the same pipeline as those that
 * have one.
 */
import type { Api } from '../../engine/api/api.ts';
import type { ExecutionResult, GraphQLFormattedError } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { Slices } from '../../engine/caller/slices.ts';
import { toGraphError } from '../../engine/schema/error/error.ts';
import type { GraphqlHandlerParts } from './graphql-handler.ts';
import { requestOf } from './pipeline.ts';
import type { OperationResult } from './plugin.ts';
import { paramsFrom } from '../document/params.ts';
import { jsonOf, sentError } from '../response/response-limit.ts';
import type { GraphqlRequest } from '../connection/server-request.ts';
import { ExpectedError } from '../../engine/api/stackless.ts';

type OperationRunnerParts = Pick<
  GraphqlHandlerParts,
  'api' | 'yoga' | 'pipeline' | 'formatResult' | 'persisted'
>;

/** Sends the JSON of a result. */
type SendJson = (json: string) => Promise<void>;

/** An operation that ended without data. */
export class OperationError extends ExpectedError {
  /** The errors as they are sent. */
  readonly errors: readonly GraphQLFormattedError[];

  constructor(errors: readonly GraphQLFormattedError[]) {
    super('the operation ended without data');
    this.name = 'OperationError';
    this.errors = errors;
  }
}

/**
 * A WebSocket can bring many operations at once: they start in slices of time, and take their
 * places then. So thousands of subscriptions that begin together do not need as many slots.
 */
const starts = new Slices();

/** Executes the operations of all WebSockets and MCP calls. */
export class OperationRunner {
  readonly #parts: OperationRunnerParts;

  constructor(parts: OperationRunnerParts) {
    this.#parts = parts;
  }

  get api(): Api {
    return this.#parts.api;
  }

  /**
   * Executes an operation. Sends its result, or those of the events of a subscription.
   * @param payload of the message: document, variables and name of the operation
   * @param send sends the JSON of a result; the next event waits until it is sent
   * @throws OperationError for an operation, or an event, that is rejected
   */
  async run(payload: object, request: GraphqlRequest, send: SendJson): Promise<void> {
    await new Promise<void>((resolve) => starts.run(resolve));
    // The client has left meanwhile.
    if (request.closed.aborted) return;
    try {
      await request.place.enter(request);
      if (request.closed.aborted) return;
      const { persisted } = this.#parts;
      const params = await persisted.complete(paramsFrom({ ...payload }), request.details);
      const result = await this.#execute(params, request);
      if (Symbol.asyncIterator in result) {
        for await (const event of result) await send(this.#jsonOf(event, request));
      } else {
        const json = this.#jsonOf(result, request);
        request.place.endTurn();
        // Not waited for: the result, which is far larger than its JSON, would stay in memory.
        void send(json);
      }
    } catch (error) {
      if (error instanceof OperationError) throw error;
      const { api, formatResult } = this.#parts;
      const { errors } = formatResult({ errors: [toGraphError(api, error)] }, request);
      throw new OperationError(errors.map(sentError));
    }
  }

  /**
   * Executes a query or a mutation. It waits for its turn as those of HTTP requests do.
   * @param params with the document itself: whoever calls decides which ones may run
   * @returns its result with formatted errors, also if it is rejected
   */
  async result(params: GraphQLParams, request: GraphqlRequest): Promise<ExecutionResult> {
    const { api, formatResult } = this.#parts;
    try {
      await request.place.enter(request);
      if (request.closed.aborted) return {};
      const result = await this.#execute(params, request);
      request.place.endTurn();
      if (Symbol.asyncIterator in result) throw new Error('a subscription has no result');
      return formatResult(result, request);
    } catch (error) {
      return formatResult({ errors: [toGraphError(api, error)] }, request);
    }
  }

  async #execute(params: GraphQLParams, request: GraphqlRequest): Promise<OperationResult> {
    const { pipeline } = this.#parts;
    if (!pipeline.needsYoga) return pipeline.run(params, request);
    // For plugins that look at parameters, or at all results.
    const yoga = await this.#parts.yoga();
    const operation = { params, request: requestOf(request) };
    return (await yoga.getResultForParams(operation, { serverRequest: request })) ?? {};
  }

  /** @returns the JSON of a result. @throws OperationError for a result without data */
  #jsonOf(result: ExecutionResult, request: GraphqlRequest): string {
    const formatted = this.#parts.formatResult(result, request);
    if ('data' in formatted) return jsonOf(formatted);
    throw new OperationError(formatted.errors?.map(sentError) ?? []);
  }
}
