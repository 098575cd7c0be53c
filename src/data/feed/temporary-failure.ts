/** Failures of a call after which the same call may succeed later. */
import type { UpstreamCode, UpstreamError } from '../../upstream/error.ts';

const temporaryCodes: ReadonlySet<UpstreamCode> = new Set<UpstreamCode>([
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_INVALID',
  'RATE_LIMITED',
]);

/** Whether the next attempt may succeed. */
export const isTemporary = ({ code }: UpstreamError): boolean => temporaryCodes.has(code);
