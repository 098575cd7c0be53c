/** The error codes of the gateway. `npm run schema` writes this file. */

/** What you can tell the users of your product. */
export const userTexts = {
  UNAUTHENTICATED: 'Please sign in again.',
  FORBIDDEN: 'Your account may not do this.',
  MISSING_SCOPE:
    'This needs a permission that you have not given yet. Please allow access to this service.',
  NOT_FOUND: 'This does not exist, or you may not see it.',
  GONE: 'This has been deleted.',
  INVALID_INPUT: 'Please check this value.',
  CONFLICT: 'Somebody else has changed this, or it exists already.',
  QUOTA_EXCEEDED: 'The limit for today is reached. Please try again tomorrow.',
  RATE_LIMITED: 'There were too many requests. Please try again later.',
  UPSTREAM_UNAVAILABLE: 'The service does not respond. Please try again later.',
  UPSTREAM_TIMEOUT: 'The service took too long. Please try again later.',
  UPSTREAM_INVALID: 'The service gave an answer that cannot be read. Please try again later.',
  UPSTREAM_TOO_LARGE: 'This is too large to show.',
  QUERY_TOO_EXPENSIVE: 'This asks for too much at once.',
  OPERATION_RETIRED: 'The service no longer offers this.',
  PARTLY_DONE: 'Only some of the steps were done.',
  NOT_APPLIED: 'This cannot be changed here.',
  MORE_ERRORS: 'Some of this could not be loaded.',
  QUERY_TOO_DEEP: 'This does not work, because of a mistake in this app.',
  QUERY_TOO_LARGE: 'This is too much at once.',
  INTERNAL: 'Something went wrong. Please try again later.',
  OVERLOADED: 'Too much is going on at the moment. Please try again in a minute.',
  GRAPHQL_PARSE_FAILED: 'This does not work, because of a mistake in this app.',
  GRAPHQL_VALIDATION_FAILED: 'This does not work, because of a mistake in this app.',
  PERSISTED_QUERY_NOT_FOUND: 'This did not work. Please try again.',
  PERSISTED_QUERY_NOT_SUPPORTED: 'This did not work. Please try again.',
  PERSISTED_QUERY_ONLY: 'This does not work, because of a mistake in this app.',
  INVALID_TRANSITION: 'The broadcast cannot do this in its present state.',
  STREAM_INACTIVE: 'The broadcast receives no video. Please start the encoder first.',
} as const;

/** A value of `extensions.code`. A newer gateway can have others. */
export type GatewayErrorCode = keyof typeof userTexts;

/** After these errors, the same request can succeed later. */
export const temporaryCodes: readonly GatewayErrorCode[] = [
  'QUOTA_EXCEEDED',
  'RATE_LIMITED',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_INVALID',
  'OVERLOADED',
];

/** The entries that `extensions` of an error can have. */
export interface ExtensionNames {
  readonly UNAUTHENTICATED: 'service' | 'operation' | 'reason';
  readonly FORBIDDEN: 'service' | 'operation' | 'reason';
  readonly MISSING_SCOPE: 'service' | 'operation' | 'reason' | 'anyOf';
  readonly NOT_FOUND: 'service' | 'operation' | 'reason' | 'argument' | 'id' | 'parentId';
  readonly GONE: 'service' | 'operation' | 'reason' | 'id' | 'parentId';
  readonly INVALID_INPUT:
    | 'service'
    | 'operation'
    | 'reason'
    | 'argument'
    | 'positions'
    | 'limit'
    | 'value';
  readonly CONFLICT: 'service' | 'operation' | 'reason';
  readonly QUOTA_EXCEEDED:
    | 'service'
    | 'operation'
    | 'reason'
    | 'bucket'
    | 'limit'
    | 'remaining'
    | 'resetAt'
    | 'retryAfter'
    | 'advice';
  readonly RATE_LIMITED: 'service' | 'operation' | 'reason' | 'retryAfter';
  readonly UPSTREAM_UNAVAILABLE:
    | 'service'
    | 'operation'
    | 'reason'
    | 'outcome'
    | 'id'
    | 'argument'
    | 'retryAfter';
  readonly UPSTREAM_TIMEOUT: 'service' | 'operation' | 'reason' | 'outcome' | 'id' | 'argument';
  readonly UPSTREAM_INVALID: 'service' | 'operation' | 'reason' | 'outcome' | 'id' | 'argument';
  readonly UPSTREAM_TOO_LARGE: 'service' | 'operation' | 'reason' | 'outcome' | 'id' | 'argument';
  readonly QUERY_TOO_EXPENSIVE:
    | 'service'
    | 'operation'
    | 'reason'
    | 'limit'
    | 'value'
    | 'bucket'
    | 'field'
    | 'advice';
  readonly OPERATION_RETIRED: 'service' | 'operation' | 'reason';
  readonly PARTLY_DONE: never;
  readonly NOT_APPLIED: never;
  readonly MORE_ERRORS: 'count' | 'codes';
  readonly QUERY_TOO_DEEP: 'limit' | 'value';
  readonly QUERY_TOO_LARGE: 'limit' | 'value' | 'argument';
  readonly INTERNAL: never;
  readonly OVERLOADED: never;
  readonly GRAPHQL_PARSE_FAILED: never;
  readonly GRAPHQL_VALIDATION_FAILED: 'argument';
  readonly PERSISTED_QUERY_NOT_FOUND: never;
  readonly PERSISTED_QUERY_NOT_SUPPORTED: never;
  readonly PERSISTED_QUERY_ONLY: never;
  readonly INVALID_TRANSITION: 'service' | 'operation' | 'reason';
  readonly STREAM_INACTIVE: 'service' | 'operation' | 'reason';
}
