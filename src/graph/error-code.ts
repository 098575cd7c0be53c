/**
 * All error codes: what each one means, whether the same request can succeed later, and what the
 * entries of `extensions` are. The enum `ErrorCode` and `schema/errors.json` are made from it, and
 * a test compares it with `docs/errors.md`.
 */
import type { UpstreamCode } from '../upstream/error.ts';

/** The facts about a code that a client needs. */
interface ErrorCodeFacts {
  /** One or two sentences, for the schema. */
  readonly meaning: string;
  /** Whether the same request can succeed later, although nothing was changed in it. */
  readonly isTemporary?: true;
  /**
   * Entries of `extensions` besides `code` and `requestId`; each may be absent. Payload errors have
   * fields.
   */
  readonly extensions?: readonly string[];
}

/** Entries of the errors of REST calls. `reason` is absent if the REST API stated none. */
export const callExtensions = ['service', 'operation', 'reason'] as const;

/** Codes of failed REST calls, which come first, and codes of the gateway itself. */
const errorTable = {
  UNAUTHENTICATED: {
    meaning:
      'The field needs an access token and the request has none, or the REST API rejected the token.',
    extensions: callExtensions,
  },
  FORBIDDEN: {
    meaning:
      'The caller lacks permission, or the account has no YouTube channel. `reason` names the cause if known.',
    extensions: callExtensions,
  },
  MISSING_SCOPE: {
    meaning: 'The access token lacks a required OAuth scope.',
    extensions: [...callExtensions, 'anyOf'],
  },
  NOT_FOUND: {
    meaning: 'No object with this id exists, or the caller may not see the object.',
    extensions: [...callExtensions, 'argument', 'id', 'parentId'],
  },
  GONE: {
    meaning: 'The object existed and has been deleted.',
    extensions: [...callExtensions, 'id', 'parentId'],
  },
  INVALID_INPUT: {
    meaning:
      'A value of the input was rejected by the gateway or by the REST API. `path` of a payload error, or `extensions.argument`, names the value if known.',
    extensions: [...callExtensions, 'argument', 'limit'],
  },
  CONFLICT: {
    meaning:
      'Another write changed the object, or an object with the same id or key already exists.',
    extensions: callExtensions,
  },
  INVALID_TRANSITION: {
    meaning: 'The broadcast cannot change to this status from the current one.',
    extensions: callExtensions,
  },
  STREAM_INACTIVE: {
    meaning: 'No stream is bound to the broadcast, or the bound stream receives no data.',
    extensions: callExtensions,
  },
  QUOTA_EXCEEDED: {
    meaning:
      'The daily quota of the REST API is spent, or the budget of the caller is too small. More is available after `resetAt`.',
    isTemporary: true,
    extensions: [
      ...callExtensions,
      'bucket',
      'limit',
      'remaining',
      'resetAt',
      'retryAfter',
      'advice',
    ],
  },
  RATE_LIMITED: {
    meaning: 'Too many calls in a short time. Retry after `retryAfter` seconds.',
    isTemporary: true,
    extensions: [...callExtensions, 'retryAfter'],
  },
  UPSTREAM_UNAVAILABLE: {
    meaning:
      'The REST API failed or cannot be reached, or the gateway cannot reach the store that its replicas share. With `outcome: UNKNOWN`, a write may have been applied: read the object before the next attempt.',
    isTemporary: true,
    extensions: [...callExtensions, 'outcome', 'retryAfter'],
  },
  UPSTREAM_TIMEOUT: {
    meaning:
      'The REST API did not respond in time. With `outcome: UNKNOWN`, a write may have been applied: read the object before the next attempt.',
    isTemporary: true,
    extensions: [...callExtensions, 'outcome'],
  },
  UPSTREAM_INVALID: {
    meaning:
      'The gateway cannot read the response of the REST API, or a value in it does not have its documented type. With `outcome: UNKNOWN`, a write may have been applied: read the object before the next attempt.',
    isTemporary: true,
    extensions: [...callExtensions, 'outcome', 'id'],
  },
  UPSTREAM_TOO_LARGE: {
    meaning: 'The response of the REST API is too large. Request fewer items or fields.',
    extensions: [...callExtensions, 'outcome'],
  },
  QUERY_TOO_EXPENSIVE: {
    meaning:
      'The operation can cost, or has cost, more calls or quota units than the limit. `advice` names the lists to shorten.',
    extensions: [...callExtensions, 'limit', 'value', 'bucket', 'field', 'advice'],
  },
  OPERATION_RETIRED: {
    meaning: 'The REST API no longer supports the operation.',
    extensions: callExtensions,
  },
  PARTLY_DONE: {
    meaning:
      'The mutation takes several calls, and one call failed after earlier calls had succeeded.',
  },
  QUERY_TOO_DEEP: {
    meaning: 'The document is nested too deeply.',
    extensions: ['limit', 'value'],
  },
  QUERY_TOO_LARGE: {
    meaning: 'The document, the variables, a list in them, or the response is too large.',
    extensions: ['limit', 'value', 'argument'],
  },
  INTERNAL: {
    meaning: 'A defect of the gateway. Report it with `extensions.requestId`.',
  },
  OVERLOADED: {
    meaning:
      'Too many concurrent requests, or the share of the caller is used up. Of a subscription: it has to begin again with its last cursor.',
    isTemporary: true,
  },
  GRAPHQL_PARSE_FAILED: { meaning: 'The document is not valid GraphQL.' },
  GRAPHQL_VALIDATION_FAILED: {
    meaning: 'The document does not match the schema.',
    extensions: ['argument'],
  },
  PERSISTED_QUERY_NOT_FOUND: {
    meaning:
      'The gateway does not have the document of this hash. Send the document with its hash.',
  },
  PERSISTED_QUERY_NOT_SUPPORTED: {
    meaning: 'The gateway keeps no document for this request. Send documents without hashes.',
  },
} as const satisfies Readonly<Record<UpstreamCode, ErrorCodeFacts>> &
  Readonly<Record<string, ErrorCodeFacts>>;

/** The value of `extensions.code`. */
export type ErrorCode = keyof typeof errorTable;

/** All codes, in the order of the table. */
export const errorCodes = Object.keys(errorTable) as readonly ErrorCode[];

/** The facts about a code. */
export const factsOf = (code: ErrorCode): ErrorCodeFacts => errorTable[code];

/** All entries that `extensions` of an error with the code can have. */
export const extensionsOf = (code: ErrorCode): string[] => [
  'code',
  'requestId',
  ...(factsOf(code).extensions ?? []),
];

/** @returns the text of `schema/errors.json` */
export function printErrors(): string {
  const errors = errorCodes.map((code) => {
    const { meaning, isTemporary = false } = factsOf(code);
    return { code, meaning, isTemporary, extensions: extensionsOf(code) };
  });
  return `${JSON.stringify(errors, null, 2)}\n`;
}
