/** Queries and mutations, repeated after failures that pass. */
import { RequestError, type SentError, toGatewayError } from './error.ts';
import { Retries, type RetryOptions } from './retries.ts';
import {
  type ClientOptions,
  emptied,
  isEmpty,
  type OperationRequest,
  post,
  type Result,
  resultOf,
} from './transport.ts';

/** Options of a query or mutation. */
export interface RequestOptions extends Omit<RetryOptions, 'firstPauseMs'> {
  /**
   * Whether a mutation may be repeated although it may have been applied: `repeatable` of the
   * directive `@effect` of its field.
   */
  readonly repeatable?: boolean;
  /** How often it is sent. Default: 4. */
  readonly attempts?: number;
}

const responseType = 'application/graphql-response+json, application/json';

/**
 * Sends a query or mutation, again while it fails with temporary errors and nothing of it
 * arrives. A mutation is not repeated if it may have been applied.
 * @throws RequestError if there is no result; the reason of the signal
 */
export async function request<Data>(
  client: ClientOptions,
  operation: OperationRequest,
  { repeatable = false, attempts = 4, ...options }: RequestOptions,
): Promise<Result<Data>> {
  const retries = new Retries({ ...client, ...options }, { failures: attempts - 1 });
  // A query in which the word occurs is repeated less often, which harms nobody.
  const isMutation = /\bmutation\b/.test(operation.text);
  for (;;) {
    let result: Result<Data> | undefined;
    let failure: unknown;
    try {
      const response = await post(client, operation, responseType, options.signal);
      result = await resultOf<Data>(response, operation.onExtensions);
      if (!isEmpty(result)) return isMutation ? withPayloadErrors(result) : result;
      failure = emptied(result, 200);
    } catch (error) {
      failure = error;
    }
    if (isMutation && failure instanceof RequestError) failure.mayBeApplied = mayBeApplied(failure);
    try {
      await retries.after(failure, mayRepeat(failure, repeatable));
    } catch (error) {
      if (result && error === failure) return result;
      throw error;
    }
  }
}

const mayRepeat = (error: unknown, repeatable: boolean): boolean =>
  error instanceof RequestError && error.isTemporary && (repeatable || !error.mayBeApplied);

/**
 * A mutation was not applied if the gateway says so: it has rejected the request, or the field of
 * the mutation itself has failed, with an outcome that is known. Of a defect, nobody knows.
 */
const mayBeApplied = ({ status, errors }: RequestError): boolean =>
  errors.length === 0
    ? status < 400 || status > 499
    : errors.some(
        (error) =>
          error.path.length > 1 ||
          error.code === 'INTERNAL' ||
          ('outcome' in error && error.outcome === 'UNKNOWN'),
      );

interface Payload {
  readonly errors?: readonly SentError[];
}

/** The errors of the payloads come after those of fields. */
function withPayloadErrors<Data>(result: Result<Data>): Result<Data> {
  const payloads = Object.values(result.data as Record<string, Payload | null>);
  const errors = payloads.flatMap((payload) => payload?.errors ?? []);
  return { ...result, errors: [...result.errors, ...errors.map(toGatewayError)] };
}
