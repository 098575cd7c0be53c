/** How the failure of a call that reads several entities is distributed among them. */
import { UpstreamError } from '../rest/call/error.ts';
import { errorReasonOf } from '../rest/operation/error-reason.ts';
import type { CacheEntry } from './load/cache-entry.ts';
import type { Paths } from './path.ts';

const CODES_OF_AN_ID: ReadonlySet<string> = new Set(['INVALID_INPUT', 'FORBIDDEN', 'NOT_FOUND']);

/**
 * Whether one of the ids can be the cause, so that the others succeed in a call without it.
 * @param param the parameter of the call that has the ids
 */
export function isCausedByAnId(error: unknown, param: string): boolean {
  if (!(error instanceof UpstreamError)) return false;
  const { code, location = param } = error.failure;
  if (code === 'INVALID_INPUT' && location !== param) return false;
  if (errorReasonOf(error.failure)?.accountWide) return false;
  return CODES_OF_AN_ID.has(code);
}

/** Stores the failure of a call for one entity. NOT_FOUND is an answer: the entity is null. */
export function storeFailure(entry: CacheEntry, paths: Paths, error: unknown): void {
  if (error instanceof UpstreamError && error.code === 'NOT_FOUND') entry.store(null, paths);
  else entry.fail(paths, error);
}
