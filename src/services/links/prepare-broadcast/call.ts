/** The calls of `prepareBroadcast`: their errors lead to the value of the input. */
import type { Execution } from '../../../engine/execution/execution.ts';
import { Paths } from '../../../engine/read/path.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { NotApplied } from '../../../engine/write/acknowledgement.ts';
import type { JsonRecord } from '../../../engine/write/change.ts';
import type { Strategy, WriteRequest } from '../../../engine/write/strategy.ts';
import { UpstreamError } from '../../../engine/api/error.ts';
import type { AnyOperation } from '../../../engine/api/operation.ts';
import { type ErrorPlaces, withErrorPath } from '../../../engine/schema/error/error-path.ts';

/** Reads an entity as it is now. @returns null for one that does not exist */
export async function loadNow<T extends object>(
  execution: Execution,
  ref: Ref,
  paths: Paths,
): Promise<T | null> {
  execution.invalidate();
  const found = await execution.load(ref, { paths, downstream: new Set() });
  return found as T | null;
}

/** What the input says about a call, for its errors. */
interface CallPlaces {
  readonly places: ErrorPlaces;
}

/** Makes a call. @throws its error, with the path in the input */
export async function sendAt(
  execution: Execution,
  operation: AnyOperation,
  { places, ...args }: JsonRecord & CallPlaces,
): Promise<JsonRecord> {
  try {
    return (await execution.send<AnyOperation>(operation, args)) as JsonRecord;
  } catch (error) {
    throw withErrorPath(execution.api, error, places);
  }
}

type NewEntity = Pick<WriteRequest, 'operation' | 'resource' | 'changes'> &
  Partial<Pick<WriteRequest, 'parentKey' | 'parameters' | 'selected'>> &
  CallPlaces;

/** Creates an entity. @returns its id @throws the error of the call, with the path in the input */
export async function insertAt(
  execution: Execution,
  strategy: Strategy,
  { places, ...entity }: NewEntity,
): Promise<string> {
  const rest = { parameters: {}, settings: {}, selected: Paths.none };
  try {
    const { ref } = await strategy.run({ ...rest, ...entity, execution });
    return ref!.key.at(-1)!;
  } catch (error) {
    throw withErrorPath(execution.api, error, places);
  }
}

/** Time in ms after which a read is made again that shows what was deleted: it can lag behind. */
const lagMs = 1_000;

/**
 * Deletes what this run has made. An answer of success alone would leave in silence what the
 * service has not deleted.
 * @param isThere whether a read shows the entity
 * @returns false for what is gone already
 * @throws NotApplied if it is still there. A read that fails disproves nothing.
 */
export async function deleteMade(
  execution: Execution,
  operation: AnyOperation,
  args: JsonRecord,
  { ref, isThere }: { readonly ref: Ref; readonly isThere: () => Promise<boolean> },
): Promise<boolean> {
  try {
    await execution.send<AnyOperation>(operation, args);
  } catch (error) {
    if (!(error instanceof UpstreamError) || !['NOT_FOUND', 'GONE'].includes(error.code))
      throw error;
    return false;
  }
  const stays = (): Promise<boolean> =>
    isThere().catch((error: unknown) => {
      if (error instanceof UpstreamError) return false;
      throw error;
    });
  if (!(await stays())) return true;
  await execution.pause(lagMs);
  if (await stays()) throw new NotApplied(ref, ['by'], 'the deletion');
  return true;
}
