/** How the sandbox says no: one throwable thing, and the error body that the real services make of it. */
import type { Service } from '../upstream/operation.ts';

export interface ApiErrorDetail {
  /** `global` unless said; null leaves the key out, as the newer front end does. */
  readonly domain?: string | null;
  readonly message?: string;
  readonly location?: string;
  readonly locationType?: 'parameter' | 'header' | 'other';
  /** Entries of `error.details` (canonical error details), shown by video, live and storage only. */
  readonly details?: readonly object[];
  readonly headers?: Readonly<Record<string, string>>;
}

export class ApiError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly detail: ApiErrorDetail;

  constructor(status: number, reason: string, detail: ApiErrorDetail = {}) {
    super(detail.message ?? reason);
    this.status = status;
    this.reason = reason;
    this.detail = detail;
  }
}

/** What the newer front end says of a request that does not bind to the method: `invalid`, without a domain. */
export function throwBindingError(message: string): never {
  throw new ApiError(400, 'invalid', {
    domain: null,
    message,
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ description: message }],
      },
    ],
  });
}

/** An entry of `error.details` that names a cause in capitals. */
export const errorInfo = (
  reason: string,
  metadata: Readonly<Record<string, string>> = {},
): object => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain: 'googleapis.com',
  metadata,
});

const canonical: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  412: 'FAILED_PRECONDITION',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
};

/** The error body in the shape that all four services share; calendar leaves `status` and `details` out. */
export function errorBody({ status, reason, detail, message }: ApiError, service: Service): object {
  const { domain = 'global', location, locationType, details } = detail;
  const entry = {
    ...(domain === null ? {} : { domain }),
    reason,
    message,
    ...(location === undefined ? {} : { location, locationType: locationType ?? 'parameter' }),
  };
  const newer =
    service === 'calendar'
      ? {}
      : { status: canonical[status] ?? 'UNKNOWN', ...(details ? { details } : {}) };
  return { error: { code: status, message, errors: [entry], ...newer } };
}
