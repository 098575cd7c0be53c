/** Failures of a call after which the same call may succeed later, and those that leave nothing. */
import { type UpstreamCode, UpstreamError } from '../../upstream/error.ts';

const temporaryCodes: ReadonlySet<UpstreamCode> = new Set<UpstreamCode>([
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_INVALID',
  'RATE_LIMITED',
]);

/** Whether the next attempt may succeed. */
export const isTemporary = ({ code }: UpstreamError): boolean => temporaryCodes.has(code);

/** Invented tokens must not take memory for the retention time: any number of them can be sent. */
export const isRejectedToken = (error: unknown): boolean =>
  error instanceof UpstreamError && error.code === 'UNAUTHENTICATED';
