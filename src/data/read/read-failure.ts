/** What a refused read says of the things that were asked together. */
import { UpstreamError } from '../../upstream/error.ts';
import { errorReasonOf } from '../../upstream/error-reason.ts';
import type { Held } from './cache-entry.ts';
import type { Paths } from './path.ts';

/** One refused id refuses all that travel with it. @param param the parameter that the ids are in: what another one is refused for is no id's fault */
export function isRefusal(error: unknown, param: string): boolean {
  if (!(error instanceof UpstreamError)) return false;
  const { code, location = param } = error.failure;
  if (code === 'INVALID_INPUT' && location !== param) return false;
  // A split batch would fail for the same account again.
  if (errorReasonOf(error.failure)?.accountWide) return false;
  return ['INVALID_INPUT', 'FORBIDDEN', 'NOT_FOUND'].includes(code);
}

/** A single id that isn't there is an answer; any other failure is kept for whoever asks. */
export function refuse(held: Held, paths: Paths, error: unknown): void {
  if (error instanceof UpstreamError && error.code === 'NOT_FOUND') held.put(null, paths);
  else held.fail(paths, error);
}
