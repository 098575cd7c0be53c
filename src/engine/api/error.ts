/**
 * The errors of the upstream layer: a failed call, and an argument that is rejected before any
 * call.
 */
import type { Bucket, OwnCode, Service } from './register.ts';
import { type AnyOperation, serviceOf } from './operation.ts';
import { ExpectedError } from './stackless.ts';

/** Error codes of failed calls; the graph shows them as `extensions.code`. */
export type UpstreamCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'MISSING_SCOPE'
  | 'NOT_FOUND'
  | 'GONE'
  | 'INVALID_INPUT'
  | 'CONFLICT'
  | 'QUOTA_EXCEEDED'
  | 'RATE_LIMITED'
  | 'UPSTREAM_UNAVAILABLE'
  | 'UPSTREAM_TIMEOUT'
  | 'UPSTREAM_INVALID'
  | 'UPSTREAM_TOO_LARGE'
  | 'QUERY_TOO_EXPENSIVE'
  | 'OPERATION_RETIRED'
  | OwnCode;

export interface ErrorReason {
  /** The error code of the reason, if it differs from the code of the HTTP status. */
  readonly code?: UpstreamCode;
  /** The error code in reads, if it differs: a value of a write can be wrong where no read's is. */
  readonly readCode?: UpstreamCode;
  /**
   * The limit that the call exceeds; the service has not executed the call. `short`: the limit
   * lifts within seconds, so that the call may be repeated. `long`: it lifts at the end of a day or
   * when the user frees storage.
   */
  readonly limit?: 'short' | 'long';
  /** Whether each user has a limit of this kind. */
  readonly limitsUser?: true;
  /** Whether the operation's quota bucket has no units left until the quota day ends. */
  readonly exhaustsBucket?: true;
  /** Whether the reason concerns the account or the API project, not the ids of the call. */
  readonly accountWide?: true;
  /**
   * The access token lacks a scope. `certain`: the token has none of the scopes that the operation
   * accepts. `likely`: some operations also use the reason where the user lacks a permission.
   */
  readonly missingScope?: 'certain' | 'likely';
  /**
   * The reason is a fault of the API project of the call. That of a call without an access
   * token is the project of the gateway's key: only its operator can correct it.
   */
  readonly ofProject?: true;
  /**
   * The service has failed, whatever the status is: the call may be repeated if it is idempotent,
   * and a write may have been applied.
   */
  readonly isOutage?: true;
  /** Whether the service rejects a page token without naming its parameter. */
  readonly rejectsPageToken?: true;
}

/** By reason. A reason that is not listed has the meaning of its HTTP status. */
export type ReasonTable = Readonly<Record<string, ErrorReason>>;

/** The facts of a failed call. */
export interface Failure {
  readonly code: UpstreamCode;
  readonly service: Service;
  /** Key of the operation. */
  readonly operation: string;
  /** HTTP status; absent if no response arrived. */
  readonly status?: number | undefined;
  /** Reason of the error body, whose message is dropped, but for the name of a limit. */
  readonly reason?: string | undefined;
  /** The meaning of the reason in the description of the API; undefined: it has none. */
  readonly meaning?: ErrorReason | undefined;
  /** Seconds to wait, from `Retry-After`. */
  readonly retryAfter?: number | undefined;
  /** Whose limit the call exceeds, if the response says so: `user`, or a project `projects/1`. */
  readonly limitOf?: string | undefined;
  /** Whether the response says that the limit is one of a whole day. */
  readonly isDaily?: true | undefined;
  /** `UNKNOWN`: a write was sent and its response lost, so that it may have been applied. */
  readonly outcome?: 'UNKNOWN' | undefined;
  /** What a repetition of such a write was answered (`unknown-outcome.ts`). */
  readonly refusal?: Failure | undefined;
  /** The parameter or body path that the error body names. */
  readonly location?: string | undefined;
  /** The GraphQL argument that `location` comes from, if it is known. */
  readonly argument?: string | undefined;
  /** The rejected value of the argument, if it is known. Only the message shows it. */
  readonly value?: unknown;
  /** Scopes of which the access token needs any one; the first one suffices in any case. */
  readonly anyOf?: readonly string[] | undefined;
  /** Whether the response proves that the access token has none of the scopes in `anyOf`. */
  readonly provesMissingScope?: true | undefined;
  readonly bucket?: Bucket | undefined;
  /** Daily units of the caller in the bucket, or calls or units of one query. */
  readonly limit?: number | undefined;
  readonly remaining?: number | undefined;
  /** When the bucket is full again, RFC 3339. */
  readonly resetAt?: string | undefined;
  /** Id of the entity that was not found, or that a write with an unknown outcome has sent. */
  readonly id?: string | undefined;
  /** Id of the entity above, if the call names it, too: that one may be missing instead. */
  readonly parentId?: string | undefined;
  /** The GraphQL type of the entity that was not found, if one was requested by its id. */
  readonly type?: string | undefined;
  /** Whether the call, or the read of the entity, had no access token. */
  readonly withoutToken?: boolean | undefined;
}

/** A failed call. `cause` is the error code of Node or undici, if the connection failed. */
export class UpstreamError extends ExpectedError {
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    const { operation, code, reason } = failure;
    super(`${operation}: ${code}${reason === undefined ? '' : ` (${reason})`}`, { cause });
    this.name = 'UpstreamError';
    this.failure = failure;
  }

  get code(): UpstreamCode {
    return this.failure.code;
  }
}

/** Codes of failures that can pass. */
export const temporaryCodes: ReadonlySet<UpstreamCode> = new Set<UpstreamCode>([
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_INVALID',
  'RATE_LIMITED',
]);

/** Whether a call has failed with the code. */
export const failedWith = (error: unknown, code: UpstreamCode): error is UpstreamError =>
  error instanceof UpstreamError && error.code === code;

/** The facts that the gateway may add to an error that it detects itself. */
type ErrorFacts = Pick<
  Failure,
  | 'id'
  | 'location'
  | 'type'
  | 'bucket'
  | 'limit'
  | 'remaining'
  | 'resetAt'
  | 'outcome'
  | 'anyOf'
  | 'reason'
  | 'meaning'
  | 'value'
  | 'withoutToken'
  | 'retryAfter'
> & {
  readonly cause?: unknown;
};

/** An error that the gateway detects itself, without an HTTP response that states it. */
export const upstreamError = (
  operation: AnyOperation,
  code: UpstreamCode,
  { cause, ...facts }: ErrorFacts = {},
): UpstreamError =>
  new UpstreamError(
    { code, service: serviceOf(operation), operation: operation.key, ...facts },
    cause,
  );

/**
 * The reason of a call that was not sent because `CallOptions.mayBeSent` forbade it. An earlier
 * request of a write may have been applied: then the outcome is `UNKNOWN`.
 */
export const outdatedReason = 'outdated';

/** Whether a call was not sent, because what it was made from may be old. */
export const isOutdated = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError &&
  error.failure.status === undefined &&
  error.failure.reason === outdatedReason;

/** An argument that is rejected before any call. */
export class InvalidInput extends ExpectedError {
  /** Name of the argument, or its path in the input. */
  readonly argument: string;
  readonly problem: string;
  /** Whether a URL was given in the place of an id: `Api.messages.urlHint` says what to do. */
  readonly isUrl: boolean;

  /** @param problem the error and the accepted values: `"a/b" is not an id; expected ...` */
  constructor(argument: string, problem: string, isUrl = false) {
    super(`${argument}: ${problem}`);
    this.name = 'InvalidInput';
    this.argument = argument;
    this.problem = problem;
    this.isUrl = isUrl;
  }

  /** The same error about another argument. */
  at(argument: string): InvalidInput {
    return new InvalidInput(argument, this.problem, this.isUrl);
  }
}

/**
 * Formats a value for the text of an error: a string is quoted, shortened, and its invisible
 * characters are escaped.
 */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  return quoteVisibly(value.length > maxShown ? `${value.slice(0, maxShown)}…` : value);
}

/** @returns the whole text in quotes, with its invisible characters escaped */
export const quoteVisibly = (text: string): string =>
  JSON.stringify(text).replace(
    invisible,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );

/** Maximum number of characters of a string that an error contains. */
const maxShown = 80;

/** Invisible characters that JSON does not escape. */
const invisible = /[\p{Cf}\p{Zl}\p{Zp}]/gu;
