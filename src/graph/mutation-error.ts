/** An error of a mutation that a client can act on, detected by the gateway itself. */
import type { ErrorCode } from './error.ts';

export class MutationError extends Error {
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
