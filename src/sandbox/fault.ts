/** Fault injection: errors, delays and broken connections that tests cause in matching calls. */
import { ApiError } from './http/api-error.ts';
import type { RefusalReason } from './rule.ts';

/** The calls that a fault affects: those that meet all conditions. */
export interface FaultMatch {
  /** Key of an operation, such as `video:videos.list`: recorded calls have it. */
  readonly operation?: string;
  readonly service?: string;
  readonly method?: string;
  /** A part of the path with its query string. */
  readonly pathIncludes?: string;
  /** Calls with the header `If-Match`. */
  readonly conditional?: true;
  /**
   * The path of an endpoint of sign-ins, such as `/token`. Faults without it do not affect these,
   * and those with it affect nothing else.
   */
  readonly signIn?: string;
}

/** A fault: the matching calls, their number, and the effect. */
export interface Fault {
  /** Default: every call. */
  readonly match?: FaultMatch;
  /** The number of calls that the fault affects. Default: no limit. */
  readonly times?: number;
  /** Affects only the first of this number of matching calls, and so on. Default: 1, each call. */
  readonly every?: number;
  /** Milliseconds to wait before anything else. */
  readonly delayMs?: number;
  /** Waits for it before anything else; only for callers in the same process. */
  readonly until?: Promise<unknown>;
  /** Responds with an error of this HTTP status instead of executing the call. */
  readonly status?: number;
  /** The reason of the error of `status`. */
  readonly reason?: string;
  /** The message of the error of `status`. Default: the usual one. */
  readonly message?: string;
  /** The location of the error of `status`. Default: none. */
  readonly location?: string;
  /** The domain of the error of `status`. Default: the usual one of its reason. */
  readonly domain?: string;
  /** The details of the error of `status`, as Calendar never has them. Default: none. */
  readonly details?: readonly object[];
  /** The header `Retry-After`, in seconds. */
  readonly retryAfter?: number;
  /** Closes the connection without a response, before or after executing the call. */
  readonly drop?: 'before' | 'after';
  /** Executes the call, sends half of the response and closes the connection. */
  readonly cut?: true;
  /**
   * Reads this number of bytes of an upload, or sends this number of bytes of a response, then
   * closes the connection. A resumable upload keeps the bytes.
   */
  readonly cutAfter?: number;
  /** Executes the call and sends invalid JSON instead of its response. */
  readonly garble?: true;
  /**
   * Sends the answer of a front end or a proxy, with `status`, in place of one of the service: a
   * page in HTML, plain or compressed although nobody asked for that, JSON of its own, or nothing.
   * Default status: 502.
   */
  readonly page?: 'empty' | 'gzip' | 'html' | 'json';
  /** Never responds. */
  readonly hang?: true;
  /**
   * Does not execute a write, and answers success with the entity as it is. `match.operation` must
   * name an update, a deletion, or an action on an entity that exists.
   */
  readonly ignore?: true;
}

/** Domains of errors, by reason. Default: `global`. */
const domains: Readonly<Record<string, string>> = {
  quotaExceeded: 'youtube.quota',
  dailyLimitExceeded: 'usageLimits',
  rateLimitExceeded: 'usageLimits',
  userRateLimitExceeded: 'usageLimits',
  servingLimitExceeded: 'usageLimits',
};

/** Default reasons, by status. */
const reasons: Readonly<Record<number, string>> = {
  401: 'authError',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  410: 'deleted',
  412: 'conditionNotMet',
  429: 'rateLimitExceeded',
  500: 'internalError',
  503: 'backendError',
};

/** The error of a fault with a status. */
export function faultError({
  status = 500,
  reason,
  message,
  location,
  domain,
  details,
  retryAfter,
}: Fault): ApiError {
  const ownReason = reason ?? reasons[status] ?? 'badRequest';
  // A fault may have any reason: it is no rule of the sandbox.
  return new ApiError(status, ownReason as RefusalReason, {
    domain: domain ?? domains[ownReason] ?? 'global',
    ...(message !== undefined && { message }),
    ...(details && { details }),
    ...(location !== undefined && { location }),
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  });
}
