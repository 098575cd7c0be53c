/**
 * The condition of a write to a service that takes none: the gateway reads the entity immediately
 * before the write, and compares the version that the client has read. Not atomic: another process
 * can write in between.
 */
import { upstreamError } from '../../api/error.ts';
import type { Execution } from '../../execution/execution.ts';
import { getter, Paths } from '../../read/path.ts';
import type { Ref } from '../../read/resource.ts';
import type { JsonRecord } from '../change.ts';
import { Conflict } from './conditional-write.ts';
import { fixedArguments, keyArguments } from '../../read/key-arguments.ts';
import type { WriteRequest } from '../strategy.ts';

/** A version that the client has read. */
export interface VersionCondition {
  /** The setting with the version. */
  readonly setting: string;
  /** The path of the version in the entity. */
  readonly path: string;
}

/** Whether the client states a version. */
export const hasCondition = (
  settings: Readonly<JsonRecord>,
  condition: VersionCondition | undefined,
): condition is VersionCondition => condition !== undefined && settings[condition.setting] != null;

/**
 * Reads the entity of a write.
 * @param paths what the write needs of it
 * @throws Conflict if the client states a version, and the entity has another one
 */
export async function readCurrent(
  { execution, ref, settings }: WriteRequest,
  paths: readonly string[],
  condition: VersionCondition | undefined,
): Promise<JsonRecord> {
  const isConditional = hasCondition(settings, condition);
  const wanted = Paths.of('id', ...(isConditional ? [condition.path] : []), ...paths);
  const current = (await readFresh(execution, ref!, wanted)) as JsonRecord;
  const id = ref!.key.at(-1)!;
  // The condition would be compared with the version of another entity.
  if (current['id'] !== id)
    throw upstreamError(ref!.resource.read.operation, 'UPSTREAM_INVALID', { id });
  if (isConditional && settings[condition.setting] !== getter(condition.path)(current))
    throw new Conflict(ref!);
  return current;
}

/** Reads an entity by a call of its own: what the execution has read before may be older. */
export function readFresh(execution: Execution, ref: Ref, { mask }: Paths): Promise<unknown> {
  const { operation } = ref.resource.read;
  const fixed = fixedArguments(operation, ref.resource);
  return execution.send(operation, { ...keyArguments(operation, ref), ...fixed, fields: mask });
}
