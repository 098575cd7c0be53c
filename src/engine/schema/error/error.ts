/** Errors as `GraphQLError`s. */
import { GraphQLError } from 'graphql';
import type { Api } from '../../api/api.ts';
import { ResponseTooLarge } from '../../read/usage.ts';
import { storeFailureReason } from '../../store/store-failure.ts';
import { StoreUnavailable } from '../../store/store-unavailable.ts';
import { type Failure, InvalidInput, UpstreamError } from '../../api/error.ts';
import { stackless } from '../../api/stackless.ts';
import { RejectedEntries } from './rejected-entries.ts';
import type { ErrorCode } from './error-code.ts';
import { messageOf, messageOfInput } from './failure-message.ts';

/**
 * Makes an error for the client.
 * @param extra further entries of `extensions`, as `docs/errors.md` lists them
 */
export function graphError(
  code: ErrorCode,
  message: string,
  extra: Readonly<Record<string, unknown>> = {},
): GraphQLError {
  return stackless(() => new GraphQLError(message, { extensions: { code, ...extra } }));
}

/**
 * An error of the executor about a value that a REST API should not have returned. Without a code,
 * as the executor of graphql-js makes it.
 */
export const invalidValue = (message: string): GraphQLError =>
  stackless(() => new GraphQLError(message));

/** Returns the same error with another message and extensions, and at most two source locations. */
export function withMessage(
  { nodes, source, positions, path }: Partial<GraphQLError>,
  message: string,
  extensions: Readonly<Record<string, unknown>>,
): GraphQLError {
  const options = {
    ...(nodes && { nodes: nodes.slice(0, 2) }),
    source,
    positions: positions?.slice(0, 2) ?? null,
    path,
    extensions,
  };
  return stackless(() => new GraphQLError(message, options));
}

/** Removes `Did you mean ...`, which reveals names of the schema. */
export const withoutSuggestion = (message: string): string =>
  message.replace(/ Did you mean .*$/s, '');

/** Facts of a failure that only the gateway uses. */
const hiddenFacts: ReadonlySet<string> = new Set([
  'limitOf',
  'isDaily',
  'location',
  'meaning',
  'provesMissingScope',
  'refusal',
  'status',
  'type',
  'value',
  'withoutToken',
]);

/** The extensions of a failed call: those in `docs/errors.md`, and what else is known. */
const failureExtensions = (failure: Failure): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(failure).filter(
      ([name, value]) => value !== undefined && !hiddenFacts.has(name),
    ),
  );

/**
 * Returns any thrown value as a `GraphQLError` for the client: unknown errors become `INTERNAL`,
 * without details.
 */
export function toGraphError(api: Api, error: unknown): GraphQLError {
  if (error instanceof GraphQLError && typeof error.extensions['code'] === 'string') return error;
  const cause = error instanceof GraphQLError && error.originalError ? error.originalError : error;
  return stackless(() => errorOf(api, cause));
}

function errorOf(api: Api, cause: unknown): GraphQLError {
  if (cause instanceof UpstreamError)
    return new GraphQLError(messageOf(api, cause.failure), {
      extensions: failureExtensions(cause.failure),
      originalError: cause,
    });
  if (cause instanceof ResponseTooLarge)
    return new GraphQLError(`${cause.message} Request shorter lists.`, {
      extensions: { code: 'QUERY_TOO_LARGE', limit: cause.limit, value: cause.value },
      originalError: cause,
    });
  if (cause instanceof StoreUnavailable)
    return new GraphQLError(
      'The gateway cannot reach the store that its replicas share. Retry in a few seconds.',
      {
        extensions: { code: 'UPSTREAM_UNAVAILABLE', reason: storeFailureReason },
        originalError: cause,
      },
    );
  if (cause instanceof InvalidInput)
    return new GraphQLError(messageOfInput(api, cause), {
      extensions: {
        code: 'INVALID_INPUT',
        argument: cause.argument,
        ...(cause instanceof RejectedEntries && { positions: cause.positions }),
      },
      originalError: cause,
    });
  return new GraphQLError(
    'An unexpected error occurred in the gateway. Report it with its requestId.',
    {
      extensions: { code: 'INTERNAL' },
      originalError: cause instanceof Error ? cause : null,
    },
  );
}
