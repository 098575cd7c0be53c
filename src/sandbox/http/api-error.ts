/** The error that the simulated services respond with, and its JSON body. */
import type { Service } from '../../engine/api/register.ts';
import type { RefusalReason } from '../rule.ts';

/** The optional fields of an error. */
interface ApiErrorDetail {
  /** Default: `global`. Null omits the field, as newer YouTube errors do. */
  readonly domain?: string | null;
  readonly message?: string;
  /** The parameter, header or body path that caused the error. */
  readonly location?: string;
  readonly locationType?: 'parameter' | 'header' | 'other';
  /** Entries of `error.details`; Calendar errors do not have this field. */
  readonly details?: readonly object[];
  /** Headers of the response. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown by checks and handlers; the sandbox responds with its status and JSON body. */
export class ApiError extends Error {
  readonly status: number;
  readonly reason: RefusalReason;
  readonly detail: ApiErrorDetail;

  /**
   * @param status HTTP status
   * @param reason the stable word that clients compare, `error.errors[0].reason`
   */
  constructor(status: number, reason: RefusalReason, detail: ApiErrorDetail = {}) {
    super(detail.message ?? reason);
    this.status = status;
    this.reason = reason;
    this.detail = detail;
  }
}

/**
 * Rejects a request whose parameters or body do not have the types of the method.
 * @throws ApiError 400
 */
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

/** An entry of `error.details`. @param reason in capitals, for example `API_KEY_INVALID` */
export const errorInfo = (
  reason: string,
  metadata: Readonly<Record<string, string>> = {},
): object => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain: 'googleapis.com',
  metadata,
});

/** `google.rpc.Code` by HTTP status. */
const rpcCodes: Readonly<Record<number, string>> = {
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

/** The JSON body of an error. Calendar errors have neither `status` nor `details`. */
export function errorBody({ status, reason, detail, message }: ApiError, service: Service): object {
  const { domain = 'global', location, locationType = 'parameter', details } = detail;
  const entry = {
    ...(domain !== null && { domain }),
    reason,
    message,
    ...(location !== undefined && { location, locationType }),
  };
  const error = { code: status, message, errors: [entry] };
  if (service === 'calendar') return { error };
  return {
    error: { ...error, status: rpcCodes[status] ?? 'UNKNOWN', ...(details && { details }) },
  };
}
