/** Executes operations of WebSockets by the same plugins of Yoga as those of HTTP requests. */
import {
  type ExecutionResult,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
} from 'graphql';
import { toGraphError } from '../../graph/error.ts';
import type { FormatResult } from '../error-format.ts';
import { paramsFrom } from '../params.ts';
import type { GraphqlRequest } from '../server-request.ts';
import type { YogaServer } from '../yoga.ts';

/** The parts of a runner. */
interface OperationRunnerParts {
  readonly yoga: YogaServer;
  readonly formatResult: FormatResult;
}

/** An operation that ended without data. Its errors are formatted. */
export class OperationError extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super('the operation ended without data');
    this.name = 'OperationError';
    this.errors = errors;
  }
}

/** A result with data, or those of a subscription. */
type OperationResult = ExecutionResult | AsyncGenerator<ExecutionResult, void>;

/** Executes one operation after the other; the parts are those of the HTTP server. */
export class OperationRunner {
  readonly #parts: OperationRunnerParts;

  constructor(parts: OperationRunnerParts) {
    this.#parts = parts;
  }

  /**
   * Executes an operation. The results have formatted errors.
   * @param payload of the message: document, variables and name of the operation
   * @throws OperationError for an operation that is rejected; also while events are read
   */
  async run(payload: object, serverRequest: GraphqlRequest): Promise<OperationResult> {
    const result = await this.#result(payload, serverRequest);
    const { requestId } = serverRequest;
    return Symbol.asyncIterator in result
      ? this.#events(result, requestId)
      : this.#formatted(result, requestId);
  }

  async #result(
    payload: object,
    serverRequest: GraphqlRequest,
  ): Promise<ExecutionResult | AsyncIterable<ExecutionResult>> {
    const { yoga } = this.#parts;
    // Plugins of Yoga look at the method: operations of a GET may only read.
    const request = new yoga.fetchAPI.Request('http://gateway/graphql', { method: 'POST' });
    try {
      const params = paramsFrom({ ...payload });
      const result = await yoga.getResultForParams({ params, request }, { serverRequest });
      return result ?? {};
    } catch (error) {
      return { errors: [error instanceof GraphQLError ? error : toGraphError(error)] };
    }
  }

  async *#events(
    results: AsyncIterable<ExecutionResult>,
    requestId: string,
  ): AsyncGenerator<ExecutionResult, void> {
    for await (const result of results) yield this.#formatted(result, requestId);
  }

  #formatted(result: ExecutionResult, requestId: string): ExecutionResult {
    const formatted = this.#parts.formatResult(result, requestId);
    if (!('data' in formatted)) throw new OperationError(formatted.errors ?? []);
    return formatted;
  }
}

/** An execution result with the optional parts as `graphql-ws` declares them. */
type SentResult = { readonly [K in keyof ExecutionResult]: ExecutionResult[K] | undefined };

/** @returns the result as it is sent */
export const sentResult = ({
  data = null,
  errors,
  extensions,
}: SentResult): FormattedExecutionResult => ({
  data,
  ...(errors && { errors: errors.map(sentError) }),
  ...(extensions && { extensions }),
});

/** @returns the error as it is sent, without what is meant for the HTTP response */
export function sentError(error: GraphQLError): GraphQLFormattedError {
  const { extensions, ...rest } = error.toJSON();
  const { http: _, ...visible } = extensions ?? {};
  return { ...rest, extensions: visible };
}
