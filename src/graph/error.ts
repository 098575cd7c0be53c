/** The one place that makes a `GraphQLError`, and the one list of codes. Nothing of upstream but its stable words passes here. */
import { GraphQLError } from 'graphql';
import { type Failure, InvalidInput, UpstreamError, type UpstreamCode } from '../upstream/error.ts';
import { errorReasonOf } from '../upstream/error-reason.ts';

/** Codes of failures that are not upstream's. */
const own = [
  'PARTLY_DONE',
  'QUERY_TOO_EXPENSIVE',
  'QUERY_TOO_DEEP',
  'QUERY_TOO_LARGE',
  'INTERNAL',
  'OVERLOADED',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
] as const;

export type ErrorCode = UpstreamCode | (typeof own)[number];

/** @param extra further entries of `extensions` (the table of codes in the README says which belong to a code). */
export function graphError(
  code: ErrorCode,
  message: string,
  extra: Readonly<Record<string, unknown>> = {},
): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...extra } });
}

/** The same error in the words in which it may leave: of the document it names no more than two places. */
export function restated(
  { nodes, source, positions, path }: GraphQLError,
  message: string,
  extensions: Readonly<Record<string, unknown>>,
) {
  return new GraphQLError(message, {
    ...(nodes && { nodes: nodes.slice(0, 2) }),
    source,
    positions: positions?.slice(0, 2) ?? null,
    path,
    extensions,
  });
}

/** What the graph says of a failed call, in our own words: for developers, not for end users. */
const sentences: Readonly<Record<UpstreamCode, (failure: Failure) => string>> = {
  UNAUTHENTICATED: ({ service }) => `The ${service} service needs a valid access token.`,
  FORBIDDEN: () => 'The caller may not do this.',
  MISSING_SCOPE: () => 'The access token lacks a scope.',
  NOT_FOUND: () => 'Nothing with this id is there, or the caller may not see it.',
  GONE: () => 'It was there, and is gone.',
  INVALID_INPUT: ({ location, argument = location }) =>
    argument === undefined
      ? 'Upstream refused a value.'
      : `Upstream refused the value of ${argument}.`,
  CONFLICT: () => 'It was changed by somebody else meanwhile, or exists already.',
  INVALID_TRANSITION: () => 'The broadcast cannot go to this status from where it is.',
  STREAM_INACTIVE: () => 'The bound stream receives no data.',
  QUOTA_EXCEEDED: ({ bucket }) => `The quota of the bucket ${bucket} is spent.`,
  RATE_LIMITED: () => 'Too many calls in a short time.',
  UPSTREAM_UNAVAILABLE: ({ service }) => `The ${service} service is not available.`,
  UPSTREAM_TIMEOUT: ({ service }) => `The ${service} service did not answer in time.`,
  UPSTREAM_INVALID: ({ service }) => `The ${service} service gave an answer that cannot be read.`,
  UPSTREAM_TOO_LARGE: ({ service }) => `The answer of the ${service} service was too large.`,
  OPERATION_RETIRED: () => 'Upstream no longer supports this operation.',
};

/** Every code there is, for the documentation and its test. */
export const errorCodes: readonly ErrorCode[] = [
  ...(Object.keys(sentences) as UpstreamCode[]),
  ...own,
];

export const messageOf = (failure: Failure): string =>
  errorReasonOf(failure)?.message ?? sentences[failure.code](failure);

/** The entries of the code table that a failed call fills. */
function extensionsOf(failure: Failure): Record<string, unknown> {
  const { code, status: _status, location: _location, ...told } = failure;
  return {
    code,
    ...Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)),
  };
}

/** Any thrown thing as a `GraphQLError` that may be shown: what we don't know becomes `INTERNAL` and tells nothing. */
export function toGraphError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError && typeof error.extensions['code'] === 'string') return error;
  const cause = error instanceof GraphQLError && error.originalError ? error.originalError : error;
  if (cause instanceof UpstreamError)
    return new GraphQLError(messageOf(cause.failure), {
      extensions: extensionsOf(cause.failure),
      originalError: cause,
    });
  if (cause instanceof InvalidInput)
    return new GraphQLError(cause.message, {
      extensions: { code: 'INVALID_INPUT', argument: cause.argument },
      originalError: cause,
    });
  return new GraphQLError('Something went wrong in the gateway.', {
    extensions: { code: 'INTERNAL' },
    originalError: cause instanceof Error ? cause : null,
  });
}
