/** The outcome of an update whose input changes nothing. */
import { upstreamError } from '../../api/error.ts';
import type { JsonRecord } from '../change.ts';
import { checkClientEtag } from './conditional-write.ts';
import type { WriteOutcome, WriteRequest } from '../strategy.ts';

/**
 * Writes nothing. Reads what the payload selects, so that a missing entity is an error and not a
 * success without an object.
 * @param clientEtag the etag that the client requires
 * @throws UpstreamError `NOT_FOUND` for a missing entity; Conflict for one with another etag
 */
export async function unchanged(
  { execution, ref, selected }: WriteRequest,
  clientEtag?: string | null,
): Promise<WriteOutcome> {
  const paths = clientEtag == null ? selected : selected.with('etag');
  if (paths.size === 0) return { ref };
  const found = await execution.load(ref!, { paths, downstream: new Set() });
  if (found === null) throw upstreamError(ref!.resource.read.operation, 'NOT_FOUND');
  checkClientEtag(clientEtag, found as JsonRecord, ref!);
  return { ref };
}
