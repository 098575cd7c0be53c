/** Whatever goes wrong on the way to a service and back, as one type; the codes are those the graph shows. */
import { type AnyOperation, type Bucket, type Service, serviceOf } from './operation.ts';

export type UpstreamCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'MISSING_SCOPE'
  | 'NOT_FOUND'
  | 'GONE'
  | 'INVALID_INPUT'
  | 'CONFLICT'
  | 'INVALID_TRANSITION'
  | 'STREAM_INACTIVE'
  | 'QUOTA_EXCEEDED'
  | 'RATE_LIMITED'
  | 'UPSTREAM_UNAVAILABLE'
  | 'UPSTREAM_TIMEOUT'
  | 'UPSTREAM_INVALID'
  | 'UPSTREAM_TOO_LARGE'
  | 'OPERATION_RETIRED';

export interface Failure {
  readonly code: UpstreamCode;
  readonly service: Service;
  /** The operation's key. */
  readonly operation: string;
  /** HTTP status, where there was an answer. */
  readonly status?: number | undefined;
  /** Upstream's stable word for it; its message is never kept. */
  readonly reason?: string | undefined;
  /** Seconds to wait, from `Retry-After`. */
  readonly retryAfter?: number | undefined;
  /** `UNKNOWN`: a write was sent and its answer lost, so it may have been applied. */
  readonly outcome?: 'UNKNOWN' | undefined;
  /** The parameter that upstream says is wrong. */
  readonly location?: string | undefined;
  /** The argument of the graph that it stands for, where that is known. */
  readonly argument?: string | undefined;
  /** Scopes any of which would have let the call through. */
  readonly anyOf?: readonly string[] | undefined;
  readonly bucket?: Bucket | undefined;
  /** Units of the bucket that the caller has for a day, where the gateway sets a budget. */
  readonly limit?: number | undefined;
  readonly remaining?: number | undefined;
  /** When the bucket is full again, RFC 3339. */
  readonly resetAt?: string | undefined;
  /** What was looked for and isn't there. */
  readonly id?: string | undefined;
}

export class UpstreamError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super(
      `${failure.operation}: ${failure.code}${failure.reason === undefined ? '' : ` (${failure.reason})`}`,
      { cause },
    );
    this.name = 'UpstreamError';
    this.failure = failure;
  }

  get code(): UpstreamCode {
    return this.failure.code;
  }
}

/** A failure that no answer stands for: what an operation did not bring, as the layers above found out. */
export const upstreamError = (
  operation: AnyOperation,
  code: UpstreamCode,
  {
    cause,
    ...more
  }: Pick<Failure, 'id' | 'bucket' | 'limit' | 'remaining' | 'resetAt'> & {
    readonly cause?: unknown;
  } = {},
): UpstreamError =>
  new UpstreamError(
    { code, service: serviceOf(operation), operation: operation.key, ...more },
    cause,
  );

/** An argument that was refused before any call was made. */
export class InvalidInput extends Error {
  /** Its name, or its path in the input. */
  readonly argument: string;
  readonly problem: string;

  constructor(argument: string, why: string) {
    super(`${argument}: ${why}`);
    this.name = 'InvalidInput';
    this.argument = argument;
    this.problem = why;
  }
}
