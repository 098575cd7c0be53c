/** What an exchange that did not succeed means: status and stable words become one of the codes, upstream's prose is dropped. */
import { parse } from './answer.ts';
import type { Failure, UpstreamCode } from './error.ts';
import type { CallOutcome, HttpCall } from './http-call.ts';
import { type AnyOperation, serviceOf } from './operation.ts';
import { retryAfter } from './retry-after.ts';

/** What is read of an exchange that has ended. */
export type Ended = Pick<HttpCall, 'end' | 'status' | 'headers' | 'body'>;

export function failureOf(operation: AnyOperation, ended: Ended): Failure {
  const { end, status, headers } = ended;
  const common = {
    service: serviceOf(operation),
    operation: operation.key,
    ...(status > 0 && { status }),
  };
  if (end !== 'answer') return { ...common, code: brokenBy[end ?? 'reset'] };
  if (status < 400) return { ...common, code: 'UPSTREAM_INVALID' };
  const { reason, location, lacksScope } = wordsOf(ended.body);
  const code = codeOf(status, reason, lacksScope);
  return {
    ...common,
    code,
    reason,
    location,
    retryAfter: retryAfter(headers),
    ...(code === 'MISSING_SCOPE' && { anyOf: operation.scopes.map(fullScope) }),
    ...(code === 'QUOTA_EXCEEDED' && { bucket: operation.bucket }),
  };
}

const brokenBy: Readonly<Record<Exclude<CallOutcome, 'answer'>, UpstreamCode>> = {
  unsent: 'UPSTREAM_UNAVAILABLE',
  reset: 'UPSTREAM_UNAVAILABLE',
  cut: 'UPSTREAM_INVALID',
  timeout: 'UPSTREAM_TIMEOUT',
  late: 'UPSTREAM_TIMEOUT',
  gone: 'UPSTREAM_TIMEOUT',
  garbled: 'UPSTREAM_INVALID',
  tooLarge: 'UPSTREAM_TOO_LARGE',
};

/** Reasons that say more than their status. The last three are the gateway's own key being refused: an operator's fault, no caller's. */
const byReason: Readonly<Record<string, UpstreamCode>> = {
  quotaExceeded: 'QUOTA_EXCEEDED',
  dailyLimitExceeded: 'QUOTA_EXCEEDED',
  rateLimitExceeded: 'RATE_LIMITED',
  userRateLimitExceeded: 'RATE_LIMITED',
  servingLimitExceeded: 'RATE_LIMITED',
  userRequestsExceedRateLimit: 'RATE_LIMITED',
  sharingRateLimitExceeded: 'RATE_LIMITED',
  uploadRateLimitExceeded: 'RATE_LIMITED',
  invalidTransition: 'INVALID_TRANSITION',
  redundantTransition: 'INVALID_TRANSITION',
  errorStreamInactive: 'STREAM_INACTIVE',
  keyInvalid: 'UPSTREAM_UNAVAILABLE',
  keyExpired: 'UPSTREAM_UNAVAILABLE',
  API_KEY_INVALID: 'UPSTREAM_UNAVAILABLE',
};

const byStatus: Readonly<Record<number, UpstreamCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'GONE',
  412: 'CONFLICT',
  429: 'RATE_LIMITED',
};

function codeOf(status: number, reason: string | undefined, lacksScope: boolean): UpstreamCode {
  if (status >= 500) return 'UPSTREAM_UNAVAILABLE';
  if (status === 401) return 'UNAUTHENTICATED';
  if (status === 403 && lacksScope) return 'MISSING_SCOPE';
  return (
    (reason !== undefined && Object.hasOwn(byReason, reason) && byReason[reason]) ||
    byStatus[status] ||
    'INVALID_INPUT'
  );
}

const fullScope = (scope: string): string =>
  scope.startsWith('https://') ? scope : `https://www.googleapis.com/auth/${scope}`;

interface ErrorBody {
  readonly error?: {
    readonly errors?: readonly { readonly reason?: unknown; readonly location?: unknown }[];
    readonly details?: readonly { readonly reason?: unknown }[];
    readonly status?: unknown;
  };
}

/** The stable words of an error body: the first error's reason, else a detail's, else the canonical status. Any shape is survived. */
function wordsOf(body: Buffer): {
  reason: string | undefined;
  location: string | undefined;
  lacksScope: boolean;
} {
  const { error }: ErrorBody = parse(body) ?? {};
  const first = listOf(error?.errors)[0];
  const details = listOf(error?.details).map((detail) => word(detail?.reason));
  const reason =
    word(first?.reason) ?? details.find((word) => word !== undefined) ?? word(error?.status);
  const lacksScope =
    reason === 'insufficientPermissions' || details.includes('ACCESS_TOKEN_SCOPE_INSUFFICIENT');
  // Both forms of a refused key carry this detail; the first error's reason may be no more than `badRequest`.
  const named =
    details.includes('API_KEY_INVALID') && reason === 'badRequest' ? 'API_KEY_INVALID' : reason;
  return { reason: named, location: word(first?.location), lacksScope };
}

const listOf = <T>(value: readonly T[] | undefined): readonly (T | null)[] =>
  Array.isArray(value) ? value : [];

const word = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w.]{1,64}$/.test(value) ? value : undefined;
