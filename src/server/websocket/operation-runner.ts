/** Executes operations of WebSockets by the same plugins of Yoga as those of HTTP requests. */
import {
  type ExecutionResult,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
} from 'graphql';
import { toGraphError } from '../../graph/error.ts';
import type { FormatResult } from '../error-format.ts';
import { shareError } from '../limits/share-error.ts';
import { paramsFrom } from '../params.ts';
import type { PersistedDocuments } from '../persisted-documents.ts';
import type { GraphqlRequest } from '../server-request.ts';
import type { LoadYoga } from '../yoga.ts';

/** The parts of a runner. */
interface OperationRunnerParts {
  readonly yoga: LoadYoga;
  readonly formatResult: FormatResult;
  readonly persisted: PersistedDocuments;
}

/** An operation that ended without data. */
export class OperationError extends Error {
  /** The errors as they are sent. */
  readonly errors: readonly GraphQLFormattedError[];

  constructor(errors: readonly GraphQLFormattedError[]) {
    super('the operation ended without data');
    this.name = 'OperationError';
    this.errors = errors;
  }
}

/** Executes the operations of all WebSockets. */
export class OperationRunner {
  readonly #parts: OperationRunnerParts;

  constructor(parts: OperationRunnerParts) {
    this.#parts = parts;
  }

  /**
   * Executes an operation. Yields its result, or those of the events of a subscription, as they are
   * sent.
   * @param payload of the message: document, variables and name of the operation
   * @throws OperationError for an operation, or an event, that is rejected
   */
  async *run(
    payload: object,
    serverRequest: GraphqlRequest,
  ): AsyncGenerator<FormattedExecutionResult, void> {
    try {
      const result = await this.#execute(payload, serverRequest);
      if (!(Symbol.asyncIterator in result)) yield this.#sentResult(result, serverRequest);
      else for await (const event of result) yield this.#sentResult(event, serverRequest);
    } catch (error) {
      if (error instanceof OperationError) throw error;
      const result = { errors: [toGraphError(error)] };
      const { errors } = this.#parts.formatResult(result, serverRequest);
      throw new OperationError(errors.map(sentError));
    }
  }

  async #execute(
    payload: object,
    serverRequest: GraphqlRequest,
  ): Promise<ExecutionResult | AsyncIterable<ExecutionResult>> {
    const { place } = serverRequest;
    const refusal = await place.begin(serverRequest);
    if (refusal) throw shareError('operations', refusal, place.caller);
    const yoga = await this.#parts.yoga();
    // Plugins of Yoga look at the method: operations of a GET may only read.
    const request = new yoga.fetchAPI.Request('http://gateway/graphql', { method: 'POST' });
    const { details } = serverRequest;
    const params = await this.#parts.persisted.complete(paramsFrom({ ...payload }), details);
    return (await yoga.getResultForParams({ params, request }, { serverRequest })) ?? {};
  }

  /** @returns the result as it is sent. @throws OperationError for a result without data */
  #sentResult(result: ExecutionResult, request: GraphqlRequest): FormattedExecutionResult {
    const { errors, ...rest } = this.#parts.formatResult(result, request);
    const sentErrors = errors?.map(sentError);
    if (!('data' in rest)) throw new OperationError(sentErrors ?? []);
    return sentErrors === undefined ? rest : { ...rest, errors: sentErrors };
  }
}

/** @returns the error as it is sent, without what is meant for the HTTP response */
export function sentError(error: GraphQLError): GraphQLFormattedError {
  const { extensions, ...rest } = error.toJSON();
  const { http: _, ...visible } = extensions ?? {};
  return { ...rest, extensions: visible };
}
