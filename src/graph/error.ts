/** Creates every `GraphQLError` of the graph, and has the only list of error codes. */
import { GraphQLError } from 'graphql';
import { ResponseTooLarge } from '../data/cost/allowance.ts';
import { type Failure, InvalidInput, UpstreamError, type UpstreamCode } from '../upstream/error.ts';
import { errorReasonOf } from '../upstream/error-reason.ts';
import type { Service } from '../upstream/operation.ts';
import { shortScope } from '../upstream/scope.ts';

/** Codes of errors that are not failures of a REST call. */
const gatewayCodes = [
  'PARTLY_DONE',
  'QUERY_TOO_DEEP',
  'QUERY_TOO_LARGE',
  'INTERNAL',
  'OVERLOADED',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'PERSISTED_QUERY_NOT_SUPPORTED',
] as const;

export type ErrorCode = UpstreamCode | (typeof gatewayCodes)[number];

/** @param extra further entries of `extensions`, as `docs/errors.md` lists them */
export function graphError(
  code: ErrorCode,
  message: string,
  extra: Readonly<Record<string, unknown>> = {},
): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...extra } });
}

/** Returns the same error with another message and extensions, and at most two source locations. */
export function withMessage(
  { nodes, source, positions, path }: GraphQLError,
  message: string,
  extensions: Readonly<Record<string, unknown>>,
): GraphQLError {
  return new GraphQLError(message, {
    ...(nodes && { nodes: nodes.slice(0, 2) }),
    source,
    positions: positions?.slice(0, 2) ?? null,
    path,
    extensions,
  });
}

/** Removes `Did you mean ...`, which reveals names of the schema. */
export const withoutSuggestion = (message: string): string =>
  message.replace(/ Did you mean .*$/s, '');

const unitsOf = (bucket: string | undefined): string =>
  bucket === undefined ? 'REST calls' : `quota units of the bucket ${bucket}`;

/** Names of the services in messages for users. */
const productNames: Readonly<Record<Service, string>> = {
  video: 'YouTube',
  live: 'YouTube Live',
  storage: 'Google Drive',
  calendar: 'Google Calendar',
};

const maxScopes = 5;

/** The short names of scopes; `anyOf` of the error has all full names. */
function scopeList(scopes: readonly string[]): string {
  const names = scopes.slice(0, maxScopes).map(shortScope).join(', ');
  const more = scopes.length - maxScopes;
  return more > 0 ? `${names} and ${more} more (see anyOf)` : names;
}

/** Messages of failed REST calls: for developers, not for end users. */
const messages: Readonly<Record<UpstreamCode, (failure: Failure, product: string) => string>> = {
  UNAUTHENTICATED: (_, product) => `${product} needs a valid access token.`,
  FORBIDDEN: (_, product) => `${product} does not allow the caller to do this.`,
  MISSING_SCOPE: ({ anyOf = [] }) =>
    `The access token needs one of these scopes: ${scopeList(anyOf)}. Request a new token with it.`,
  NOT_FOUND: ({ id }, product) =>
    `${product} has nothing with ${id === undefined ? 'this id' : `the id ${id}`} that the caller may see.`,
  GONE: (_, product) => `${product} has deleted it.`,
  INVALID_INPUT: (failure, product) => {
    const { location, argument = location } = failure;
    const expected = errorReasonOf(failure)?.expected;
    const value = argument === undefined ? 'a value of the request' : `the value of ${argument}`;
    return `${product} refused ${value}${expected === undefined ? '' : `; expected ${expected}`}.`;
  },
  CONFLICT: () => 'Another write changed the entity in the meantime, or the id is taken.',
  INVALID_TRANSITION: () => 'The broadcast cannot go to this status from its current one.',
  STREAM_INACTIVE: () => 'The bound stream receives no data.',
  QUOTA_EXCEEDED: ({ bucket }) => `The daily quota of the bucket ${bucket} is used up.`,
  RATE_LIMITED: (_, product) => `Too many calls to ${product} in a short time; try again later.`,
  UPSTREAM_UNAVAILABLE: (_, product) => `${product} is not available.`,
  UPSTREAM_TIMEOUT: (_, product) => `${product} did not respond in time.`,
  UPSTREAM_INVALID: (_, product) => `${product} sent a response that cannot be read.`,
  UPSTREAM_TOO_LARGE: (_, product) => `${product} sent a response that is too large.`,
  QUERY_TOO_EXPENSIVE: ({ bucket, limit }) =>
    `This takes more than ${limit} ${unitsOf(bucket)}: request shorter lists.`,
  OPERATION_RETIRED: (_, product) => `${product} no longer supports this operation.`,
};

/** All error codes, for the documentation and its test. */
export const errorCodes: readonly ErrorCode[] = [
  ...(Object.keys(messages) as UpstreamCode[]),
  ...gatewayCodes,
];

/** The message of a failed REST call, without text of the REST API. */
export const messageOf = (failure: Failure): string =>
  errorReasonOf(failure)?.message ?? messages[failure.code](failure, productNames[failure.service]);

/**
 * The extensions of a failed call: those in `docs/errors.md`, and what else is known.
 */
function failureExtensions(failure: Failure): Record<string, unknown> {
  const { code, status: _, location: _location, provesMissingScope: _proves, ...shown } = failure;
  return {
    code,
    ...Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined)),
  };
}

/**
 * Returns any thrown value as a `GraphQLError` for the client: unknown errors become `INTERNAL`,
 * without details.
 */
export function toGraphError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError && typeof error.extensions['code'] === 'string') return error;
  const cause = error instanceof GraphQLError && error.originalError ? error.originalError : error;
  if (cause instanceof UpstreamError)
    return new GraphQLError(messageOf(cause.failure), {
      extensions: failureExtensions(cause.failure),
      originalError: cause,
    });
  if (cause instanceof ResponseTooLarge)
    return new GraphQLError(`${cause.message} Request shorter lists.`, {
      extensions: { code: 'QUERY_TOO_LARGE', limit: cause.limit, value: cause.value },
      originalError: cause,
    });
  if (cause instanceof InvalidInput)
    return new GraphQLError(cause.message, {
      extensions: { code: 'INVALID_INPUT', argument: cause.argument },
      originalError: cause,
    });
  return new GraphQLError('An unexpected error occurred in the gateway.', {
    extensions: { code: 'INTERNAL' },
    originalError: cause instanceof Error ? cause : null,
  });
}
