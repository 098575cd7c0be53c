/**
 * Reads error bodies of the REST APIs, but only stable words: reasons and the name of a parameter.
 * Messages are dropped. All services use the same shape; `status` and `details` appear in
 * responses of the newer front end.
 */
import { parseJsonObject } from './response-body.ts';

/** The stable words of an error body. */
interface ErrorWords {
  /** Reason of the first error. */
  readonly reason: string | undefined;
  /** The parameter that caused the first error. */
  readonly location: string | undefined;
  /** Reasons of the details. */
  readonly details: readonly string[];
  /** Canonical status name, such as `INVALID_ARGUMENT`. */
  readonly status: string | undefined;
}

interface ErrorBody {
  readonly error?: {
    readonly errors?: readonly { readonly reason?: unknown; readonly location?: unknown }[];
    readonly details?: readonly { readonly reason?: unknown }[];
    readonly status?: unknown;
  };
}

/** Size of the longest body that is read; those of the services have some kilobytes. */
const maxBytes = 64 * 1024;

/** Reads a body of any shape; proxies answer HTML or nothing at all. */
export function readErrorBody(body: Buffer): ErrorWords {
  const { error }: ErrorBody = (body.length <= maxBytes && parseJsonObject(body)) || {};
  const first = elements(error?.errors)[0];
  return {
    reason: stableWord(first?.reason),
    location: stableWord(first?.location),
    details: elements(error?.details).flatMap((detail) => stableWord(detail?.reason) ?? []),
    status: stableWord(error?.status),
  };
}

const elements = <T>(value: readonly T[] | undefined): readonly (T | null)[] =>
  Array.isArray(value) ? value : [];

/** Text, URLs and secrets are not stable words. */
const stableWord = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w.]{1,64}$/.test(value) ? value : undefined;
