/** The error of a call that is not sent because the shared store fails. */
import { upstreamError, type UpstreamError } from '../api/error.ts';
import type { AnyOperation } from '../api/operation.ts';

/** The error reason by which clients recognise it. */
export const storeFailureReason = 'storeUnavailable';

/** An error that says that the operation was not sent, and why. */
export const storeFailure = (operation: AnyOperation, cause?: unknown): UpstreamError =>
  upstreamError(operation, 'UPSTREAM_UNAVAILABLE', { reason: storeFailureReason, cause });
