/** Which failures of a call are temporary, and which ones leave no state behind. */
import { failedWith, temporaryCodes, type UpstreamError } from '../api/error.ts';

/** Whether the next attempt may succeed. What the operator has to correct lasts. */
export const isTemporary = ({ code, failure }: UpstreamError): boolean =>
  temporaryCodes.has(code) && !failure.meaning?.ofProject;

/**
 * Whether the service has rejected the token. Nothing is kept for it, because anybody can send any
 * number of invented tokens.
 */
export const isRejectedToken = (error: unknown): boolean => failedWith(error, 'UNAUTHENTICATED');
