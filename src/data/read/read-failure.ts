/** What a refused read says of the things that were asked together. */
import { UpstreamError } from '../../upstream/error.ts';
import type { Held } from './cache-entry.ts';
import type { Paths } from './path.ts';

/** Reasons that concern the account and not one id: asking again in halves would only ask more often. */
const accountReasons: ReadonlySet<string> = new Set([
  'insufficientLivePermissions',
  'liveStreamingNotEnabled',
  'livePermissionBlocked',
  'accessNotConfigured',
]);

/** One refused id refuses all that travel with it. @param param the parameter that the ids are in: what another one is refused for is no id's fault */
export function isRefusal(error: unknown, param: string): boolean {
  if (!(error instanceof UpstreamError)) return false;
  const { code, reason, location = param } = error.failure;
  if (code === 'INVALID_INPUT' && location !== param) return false;
  return (
    ['INVALID_INPUT', 'FORBIDDEN', 'NOT_FOUND'].includes(code) && !accountReasons.has(reason ?? '')
  );
}

/** A single id that isn't there is an answer; any other failure is kept for whoever asks. */
export function refuse(held: Held, paths: Paths, error: unknown): void {
  if (error instanceof UpstreamError && error.code === 'NOT_FOUND') held.put(null, paths);
  else held.fail(paths, error);
}
