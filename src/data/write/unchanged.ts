/** The outcome of an update whose input changes nothing. */
import { upstreamError } from '../../upstream/error.ts';
import type { WriteOutcome, WriteRequest } from './strategy.ts';

/**
 * Writes nothing, and reads no more than the payload selects: a missing entity would otherwise be a
 * success without an object.
 * @throws UpstreamError `NOT_FOUND` for a missing entity
 */
export async function unchanged({ execution, ref, selected }: WriteRequest): Promise<WriteOutcome> {
  if (selected.size === 0) return { ref };
  const found = await execution.load(ref!, { paths: selected, downstream: new Set() });
  if (found === null) throw upstreamError(ref!.resource.read.operation, 'NOT_FOUND');
  return { ref };
}
