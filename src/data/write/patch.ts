/**
 * Strategy `patch`: sends the named fields alone, for services whose update keeps the others. An
 * update with a condition reads the entity before.
 */
import { upstreamError } from '../../upstream/error.ts';
import { getter, Paths } from '../read/path.ts';
import { type JsonRecord, patchBody } from './change.ts';
import { Conflict } from './conditional-write.ts';
import { keyArguments } from './key-arguments.ts';
import type { PlannedWrite, Strategy, WriteOutcome, WriteRequest } from './strategy.ts';

/** A version that the client has read, where the service takes no condition. */
interface VersionCondition {
  /** The setting with the version. */
  readonly setting: string;
  /** The path of the version in the entity. */
  readonly path: string;
}

interface PatchRules {
  /** REST parameters of the write (`supportsAllDrives`). */
  readonly args?: Readonly<JsonRecord>;
  /**
   * The gateway compares the version immediately before the write. Not atomic: another process can
   * write in between.
   */
  readonly condition?: VersionCondition;
}

/** Declares the strategy. */
export const patch = (rules: PatchRules = {}): Strategy => ({
  kind: 'patch',
  operations: ({ operation, resource }) => [resource.read.operation, operation],
  calls: (write) => [
    [write.resource.read.operation, readsBefore(write, rules) ? 1 : 0],
    [write.operation, 1],
  ],
  run: (write) =>
    write.execution.runExclusive(write.ref!, write.operation, () => run(write, rules)),
});

/** Whether the write depends on the entity as it is. */
const readsBefore = (
  { changes, settings }: Pick<PlannedWrite, 'changes' | 'settings'>,
  { condition }: PatchRules,
): boolean =>
  changes.some(({ patchNeedsCurrent }) => patchNeedsCurrent) ||
  (condition !== undefined && settings[condition.setting] != null);

/** @throws Conflict if the entity does not have the version that the client requires */
async function run(write: WriteRequest, rules: PatchRules): Promise<WriteOutcome> {
  const { execution, operation, ref, changes, parameters, settings, selected } = write;
  const { condition, args } = rules;
  const current = readsBefore(write, rules) ? await readCurrent(write, rules) : {};
  const required = condition && (settings[condition.setting] as string | null | undefined);
  if (required != null && required !== getter(condition!.path)(current)) throw new Conflict(ref!);
  // An update without a field would still count as a change of the entity.
  if (changes.length === 0 && Object.keys(parameters).length === 0) return { ref };
  const body = patchBody(current, changes);
  write.adjust?.(body, current);
  const answered = selected.with('id');
  const answer = await execution.send(operation, {
    ...keyArguments(operation, ref!),
    ...args,
    ...parameters,
    fields: answered.mask,
    body,
  });
  execution.invalidate(ref, answer as object, answered);
  return { ref };
}

async function readCurrent(
  { execution, ref, changes }: WriteRequest,
  { condition }: PatchRules,
): Promise<JsonRecord> {
  const { read, fixed } = ref!.resource;
  const { operation } = read;
  const paths = changes.flatMap(({ path, patchNeedsCurrent }) => (patchNeedsCurrent ? [path] : []));
  const { mask } = Paths.of('id', ...(condition ? [condition.path] : []), ...paths);
  const request = { ...keyArguments(operation, ref!), ...fixed, fields: mask };
  const current = (await execution.send(operation, request)) as JsonRecord;
  const id = ref!.key.at(-1)!;
  // The condition would be compared with the version of another entity.
  if (current['id'] !== id) throw upstreamError(operation, 'UPSTREAM_INVALID', { id });
  return current;
}
