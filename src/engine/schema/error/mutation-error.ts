/** Errors of mutations. */
import type { ErrorCode } from './error-code.ts';
import { ExpectedError } from '../../api/stackless.ts';

/**
 * An error of a mutation with the facts of its payload error. The gateway has detected the error
 * itself, or knows more about a failed call than its response says.
 */
export class MutationError extends ExpectedError {
  readonly code: ErrorCode;
  /** `path`, `reason`, and the fields of the code's own error type. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, extra: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'MutationError';
    this.code = code;
    this.extra = extra;
  }
}
