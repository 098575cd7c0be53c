/** Failures of one call of a bulk write that its other calls would meet, too. */
import { UpstreamError, type UpstreamCode } from '../api/error.ts';

const callerCodes: ReadonlySet<UpstreamCode> = new Set(['MISSING_SCOPE', 'UNAUTHENTICATED']);

/** Whether a failure concerns the caller and not one entity. */
export const concernsCaller = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError &&
  (callerCodes.has(error.code) || error.failure.meaning?.accountWide === true);

/** The same failure for an entry that was not sent: its outcome is known. */
export const notSent = ({ failure }: UpstreamError): UpstreamError =>
  new UpstreamError({ ...(failure.refusal ?? failure), status: undefined, outcome: undefined });
