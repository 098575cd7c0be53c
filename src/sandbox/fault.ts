/** Faults that tests order: which calls they hit, how often, and what they do. */
import { type AnyOperation, serviceOf } from '../upstream/operation.ts';
import { ApiError } from './api-error.ts';

export interface FaultMatch {
  /** An operation's key. */
  readonly operation?: string;
  readonly service?: string;
  readonly method?: string;
  /** Text that the path with its query string holds. */
  readonly pathIncludes?: string;
}

export interface Fault {
  /** All of these must fit; none given: every call. */
  readonly match?: FaultMatch;
  /** How many calls it hits before it is used up; absent: all until it is removed. */
  readonly times?: number;
  /** Waits before anything else happens, in ms. */
  readonly delayMs?: number;
  /** Answers with this status instead of doing the call. */
  readonly status?: number;
  /** The error body's reason beside `status`. */
  readonly reason?: string;
  /** `Retry-After`, in seconds. */
  readonly retryAfter?: number;
  /** Breaks the connection without an answer, before or after the call has had its effect. */
  readonly drop?: 'before' | 'after';
  /** Does the call, sends half of the answer, breaks the connection. */
  readonly cut?: true;
  /** Takes so many bytes of an upload's request, then breaks the connection; a resumable upload keeps what was taken. */
  readonly cutAfter?: number;
  /** Does the call and answers something that is no JSON, labelled as JSON. */
  readonly garble?: true;
  /** Answers an HTML page; the status is 502 unless given. */
  readonly html?: true;
  /** Never answers. */
  readonly hang?: true;
}

const domains: Readonly<Record<string, string>> = {
  quotaExceeded: 'youtube.quota',
  dailyLimitExceeded: 'usageLimits',
  rateLimitExceeded: 'usageLimits',
  userRateLimitExceeded: 'usageLimits',
  servingLimitExceeded: 'usageLimits',
};

const words: Readonly<Record<number, string>> = {
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

/** The refusal that a fault with a status stands for. */
export function faultError({ status = 500, reason, retryAfter }: Fault): ApiError {
  const word = reason ?? words[status] ?? 'badRequest';
  return new ApiError(status, word, {
    domain: domains[word] ?? 'global',
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  });
}

export class Faults {
  #all: { readonly fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.#all.push({ fault, left: fault.times ?? Infinity });
  }

  clear(): void {
    this.#all = [];
  }

  /** The first fault that fits a call; it counts as used. */
  take(operation: AnyOperation | undefined, method: string, url: string): Fault | undefined {
    const hit = this.#all.find(
      ({ fault, left }) => left > 0 && fits(fault.match ?? {}, operation, method, url),
    );
    if (hit) hit.left -= 1;
    return hit?.fault;
  }
}

function fits(
  { operation: key, service, method: verb, pathIncludes }: FaultMatch,
  operation: AnyOperation | undefined,
  method: string,
  url: string,
): boolean {
  if (key !== undefined && key !== operation?.key) return false;
  if (service !== undefined && (operation === undefined || serviceOf(operation) !== service))
    return false;
  if (verb !== undefined && verb !== method) return false;
  return pathIncludes === undefined || url.includes(pathIncludes);
}
