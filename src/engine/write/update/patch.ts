/**
 * Strategy `patch`: sends the named fields alone, for services whose update keeps the others. An
 * update with a condition reads the entity before.
 */
import { failedWith, InvalidInput, isOutdated, UpstreamError } from '../../api/error.ts';
import type { Execution } from '../../execution/execution.ts';
import { getter, Paths } from '../../read/path.ts';
import type { Ref } from '../../read/resource.ts';
import { findOut, hasUnknownOutcome, refusalOf } from '../../rest/call/unknown-outcome.ts';
import { checkApplied } from '../acknowledgement.ts';
import { showsAllChanges } from './applied-change.ts';
import { type Change, type JsonRecord, patchBody, readPathsOf } from '../change.ts';
import { finalError } from './conditional-write.ts';
import { fixedArguments, keyArguments } from '../../read/key-arguments.ts';
import type { PlannedWrite, Strategy, WriteOutcome, WriteRequest } from '../strategy.ts';
import { unchanged } from './unchanged.ts';
import {
  hasCondition,
  readCurrent,
  readFresh,
  type VersionCondition,
} from './version-condition.ts';

interface PatchRules {
  /**
   * The gateway compares the version immediately before the write. Not atomic: another process can
   * write in between.
   */
  readonly condition?: VersionCondition;
  /**
   * Parameters that name other entities of the resource, by ids with commas between them. A 404
   * does not say which of the entities is missing, so the gateway looks for it.
   */
  readonly references?: readonly string[];
  /**
   * Paths of flags that the service ignores without an error where they do not apply, and where
   * they do. The answer shows whether a flag was set.
   */
  readonly ignored?: Readonly<Record<string, string>>;
}

export const patch = (rules: PatchRules = {}): Strategy => ({
  kind: 'patch',
  mayWriteFirst: true,
  conditions: rules.condition ? [rules.condition.setting] : [],
  operations: ({ operation, resource }) => [resource.read.operation, operation],
  calls: (write) => [
    [
      write.resource.read.operation,
      (readsBefore(write, rules) ? 1 : 0) + referencesOf(write, rules).length,
    ],
    [write.operation, 1],
  ],
  run: (write) =>
    write.execution.runExclusive(write.ref!, write.operation, () => runInTurn(write, rules)),
});

/** After a lost turn the entity is read and written again. */
async function runInTurn(write: WriteRequest, rules: PatchRules): Promise<WriteOutcome> {
  const { execution, operation } = write;
  const ref = write.ref!;
  for (;;) {
    try {
      return await run(write, rules);
    } catch (error) {
      if (!isOutdated(error)) throw error;
      if (hasUnknownOutcome(error)) throw finalError(error, ref);
      await execution.turns.retake(ref, operation);
    }
  }
}

/** Whether the write depends on the entity as it is. */
const readsBefore = (
  { changes, settings }: Pick<PlannedWrite, 'changes' | 'settings'>,
  { condition }: PatchRules,
): boolean =>
  changes.some(({ patchNeedsCurrent }) => patchNeedsCurrent) || hasCondition(settings, condition);

/** @throws Conflict if the entity does not have the version that the client requires */
async function run(write: WriteRequest, rules: PatchRules): Promise<WriteOutcome> {
  const { execution, operation, resource, ref, changes, parameters, selected } = write;
  const hasRead = readsBefore(write, rules);
  const needed = changes.flatMap((each) => (each.patchNeedsCurrent ? [each.path] : []));
  const current = hasRead ? await readCurrent(write, needed, rules.condition) : {};
  // An update without a field would still count as a change of the entity.
  if (changes.length === 0 && Object.keys(parameters).length === 0) return unchanged(write);
  const body = patchBody(current, changes);
  write.adjust?.(body, current);
  const answered = selected.with('id', ...readPathsOf(operation, changes));
  const args = {
    ...keyArguments(operation, ref!),
    ...fixedArguments(operation, resource),
    ...parameters,
    fields: answered.mask,
    body,
  };
  const options = hasRead ? { mayBeSent: () => execution.turns.isHeld(ref!) } : {};
  const answer = await execution.send(operation, args, options).catch(async (error: unknown) => {
    if (hasUnknownOutcome(error) && refusalOf(error))
      return findPatched(error, write, { current, answered });
    throw await withMissingReference(error, write, rules);
  });
  execution.invalidate(ref, answer as object, answered);
  checkNotIgnored(write, answer as JsonRecord, rules);
  const shown = { answer: answer as JsonRecord };
  const [read, unread] = [true, false].map((isRead) =>
    changes.filter(({ patchNeedsCurrent }) => (patchNeedsCurrent === true) === isRead),
  );
  checkApplied(write, { ...shown, changes: unread!, previous: undefined });
  checkApplied(write, { ...shown, changes: read!, previous: current });
  return { ref };
}

/**
 * The entity, if it shows that the write was applied. After a write with a parameter, nothing does.
 * @throws the error of the write
 */
function findPatched(
  error: UpstreamError,
  { execution, ref, changes, parameters }: WriteRequest,
  { current, answered }: { readonly current: JsonRecord; readonly answered: Paths },
): Promise<JsonRecord> {
  if (Object.keys(parameters).length > 0) throw error;
  return findOut(error, async () => {
    const fresh = (await readFresh(execution, ref!, answered)) as JsonRecord;
    const isSame = fresh['id'] === ref!.key.at(-1);
    if (isSame && showsAllChanges(changes, { previous: current, fresh })) return fresh;
    throw error;
  });
}

/**
 * @throws InvalidInput for the first flag that the client sets and that the answer does not have
 */
function checkNotIgnored(
  { changes }: WriteRequest,
  answer: JsonRecord,
  { ignored = {} }: PatchRules,
): void {
  const isIgnored = ({ path, apply }: Change): boolean =>
    Object.hasOwn(ignored, path) && apply(undefined) === true && getter(path)(answer) !== true;
  const flag = changes.find(isIgnored);
  if (!flag) return;
  const written = changes.flatMap((change) => (isIgnored(change) ? [] : [change.argument]));
  const rest = written.length === 0 ? '' : `; written: ${written.join(', ')}`;
  throw new InvalidInput(
    flag.argument,
    `true was ignored; expected it for ${ignored[flag.path]!} only${rest}`,
  );
}

/** An entity that a parameter names. */
interface Reference {
  /** The parameter, and the place of the id in it: `addParents.0`. */
  readonly location: string;
  readonly id: string;
}

const referencesOf = (
  { parameters }: Pick<PlannedWrite, 'parameters'>,
  { references = [] }: PatchRules,
): Reference[] =>
  references.flatMap((parameter) =>
    ((parameters[parameter] as string | undefined)?.split(',') ?? []).map((id, index) => ({
      location: `${parameter}.${index}`,
      id,
    })),
  );

/** A 404 with the parameter that names the missing entity, unless it is the written one. */
async function withMissingReference(
  error: unknown,
  write: WriteRequest,
  rules: PatchRules,
): Promise<unknown> {
  if (!failedWith(error, 'NOT_FOUND')) return error;
  const { execution, resource, ref } = write;
  const references = referencesOf(write, rules);
  if (references.length === 0 || !(await exists(execution, ref!))) return error;
  // The last one is missing if all others exist.
  for (const [index, { location, id }] of references.entries())
    if (
      index === references.length - 1 ||
      !(await exists(execution, { resource, key: [...ref!.key.slice(0, -1), id] }))
    )
      return new UpstreamError({ ...error.failure, location, id }, error);
  return error;
}

/** False only for an entity that is missing: the lookup explains an error, and makes none. */
const exists = (execution: Execution, ref: Ref): Promise<boolean> =>
  readFresh(execution, ref, Paths.of('id')).then(
    () => true,
    (error: unknown) => !failedWith(error, 'NOT_FOUND'),
  );
