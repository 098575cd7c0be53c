/**
 * The errors of the gateway in one form, as a union by `code`: of a field, in the payload of a
 * mutation, and of a step (`errorCode`).
 */
import type { Bucket, Service } from '../../schema/extensions.js';
import {
  type GatewayErrorCode,
  type ExtensionNames,
  temporaryCodes,
  userTexts,
} from './error-code.ts';

/** What the entries of `extensions` are. Each may be absent. */
interface Extensions {
  readonly requestId?: string;
  readonly service?: Service;
  readonly operation?: string;
  readonly reason?: string | null;
  readonly argument?: string;
  readonly positions?: readonly number[];
  readonly id?: string;
  readonly parentId?: string;
  readonly anyOf?: readonly string[];
  readonly outcome?: 'UNKNOWN';
  readonly limit?: number;
  readonly value?: number | string;
  readonly bucket?: Bucket;
  readonly field?: string;
  readonly remaining?: number;
  readonly resetAt?: string;
  /** Seconds. */
  readonly retryAfter?: number;
  readonly advice?: string;
  readonly count?: number;
  readonly codes?: Readonly<Partial<Record<GatewayErrorCode, number>>>;
}

/** What the type of a payload's error has beside, where it is selected. */
interface PayloadFields {
  readonly CONFLICT: { readonly current?: object | null };
  readonly NOT_APPLIED: { readonly current?: object | null };
  readonly NOT_FOUND: { readonly objectId?: string | null };
  readonly GONE: { readonly objectId?: string | null };
  readonly PARTLY_DONE: {
    readonly done?: readonly string[];
    readonly remaining?: readonly string[];
  };
  readonly INVALID_TRANSITION: {
    readonly allowed?: readonly string[] | null;
    readonly status?: string | null;
  };
  readonly STREAM_INACTIVE: {
    readonly streamHealth?: string | null;
    readonly streamStatus?: string | null;
  };
}

interface CommonFields<Code> {
  /** `FIELD`: in `errors` of the response. `PAYLOAD`: in `errors` of the payload of a mutation. */
  readonly kind: 'FIELD' | 'PAYLOAD';
  readonly code: Code;
  /** For developers. */
  readonly message: string;
  /** The place in the response, or in `input` of a payload's mutation. Empty: the whole. */
  readonly path: readonly (string | number)[];
  /** What you can tell the users of your product. */
  readonly userText: string;
  /** Whether the same request can succeed later. */
  readonly isTemporary: boolean;
}

/** An error with a code. `switch (error.code)` leads to what its code has beside. */
export type GatewayError = {
  [Code in GatewayErrorCode]: CommonFields<Code> &
    Pick<Extensions, ExtensionNames[Code] | 'requestId' | 'reason'> &
    (Code extends keyof PayloadFields ? PayloadFields[Code] : unknown);
}[GatewayErrorCode];

/** An error as the gateway sends it. */
export interface SentError {
  readonly message?: string;
  readonly path?: readonly (string | number)[] | null;
  readonly extensions?: object;
  readonly code?: unknown;
  readonly errorCode?: unknown;
}

/**
 * @param sent of a field, of a payload (with `code` selected), or an event with an `errorCode`
 * @returns with the text of any other failure, if the client does not know the code
 */
export function toGatewayError(sent: SentError): GatewayError {
  const { extensions, message = '', path, ...rest } = sent;
  const own: { code?: unknown } = { ...rest, ...extensions };
  const code = (rest.errorCode ?? own.code) as GatewayErrorCode;
  return {
    ...own,
    kind: extensions ? 'FIELD' : 'PAYLOAD',
    code,
    message,
    path: path ?? [],
    userText: userTexts[code] ?? 'This did not work.',
    isTemporary: temporaryCodes.includes(code),
  } as GatewayError;
}

/** What is known of a response without a result. */
interface Failure {
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  readonly errors?: readonly GatewayError[];
  /** The header `retry-after`. */
  readonly retryAfter?: string | null | undefined;
  readonly cause?: unknown;
}

/** A request without a result: the gateway has rejected it, a proxy has answered, or nobody. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  /** Empty if the gateway has not answered. */
  readonly errors: readonly GatewayError[];
  /** Whether it was a mutation that may have been applied. */
  mayBeApplied = false;
  readonly #retryAfter: string | null | undefined;

  constructor(message: string, { status, errors = [], retryAfter, cause }: Failure) {
    super(errors[0]?.message ?? message, { cause });
    this.status = status;
    this.errors = errors;
    this.#retryAfter = retryAfter;
  }

  /** The code of the first error; undefined if the gateway has not answered. */
  get code(): GatewayErrorCode | undefined {
    return this.errors[0]?.code;
  }

  get userText(): string {
    const other = this.isTemporary ? 'There is no connection.' : userTexts.QUERY_TOO_DEEP;
    return this.errors[0]?.userText ?? other;
  }

  /** Whether the same request can succeed later. Without errors: unless it has to be corrected. */
  get isTemporary(): boolean {
    const { status, errors } = this;
    if (errors.length > 0) return errors.every(({ isTemporary }) => isTemporary);
    return status < 400 || status > 499 || status === 408 || status === 429;
  }

  /** The shortest pause before the next attempt. Infinite: nobody knows when quota is left. */
  get retryAfterMs(): number {
    const seconds = this.errors.map((error) => {
      if ('retryAfter' in error) return error.retryAfter ?? 0;
      return error.code === 'QUOTA_EXCEEDED' ? Infinity : 0;
    });
    return Math.max(Number(this.#retryAfter) || 0, ...seconds) * 1_000;
  }
}
