/**
 * Strategy `replaceIfMatch`, for services that honour `If-Match`: read, merge and replace under
 * `If-Match`. A PATCH of the named fields is sent instead if a replace would erase values that the
 * caller may not see, or if the client requests it; and after a replace that is refused for what
 * the client has not changed.
 */
import { checkApplied } from '../acknowledgement.ts';
import { UpstreamError, upstreamError } from '../../api/error.ts';
import type { AnyOperation } from '../../api/operation.ts';
import { meet, validAt } from '../../rest/operation/invalid-value.ts';
import type { Execution } from '../../execution/execution.ts';
import { getter, Paths } from '../../read/path.ts';
import type { Ref } from '../../read/resource.ts';
import { hasUnknownOutcome } from '../../rest/call/unknown-outcome.ts';
import { changesNothing, showsAllChanges } from './applied-change.ts';
import { type JsonRecord, mergeChanges, patchBody, readPathsOf, writablePaths } from '../change.ts';
import {
  conditionHeaders,
  Conflict,
  isPreconditionFailed,
  readAfter,
  type WriteCondition,
  writeConditionally,
} from './conditional-write.ts';
import { keyArguments } from '../../read/key-arguments.ts';
import type { Strategy, WriteRequest } from '../strategy.ts';
import { addUndescribed, bodySchemaOf } from '../undescribed.ts';
import { unchanged } from './unchanged.ts';

interface ConditionalRules<Entity> {
  readonly patch: AnyOperation;
  /** Paths that the reference calls writable and that are never sent. */
  readonly dropped?: readonly string[];
  /**
   * Whether the caller may replace the entity and is shown all of it, so that the replace erases
   * nothing; otherwise the changes are sent as a PATCH. Default: always.
   */
  readonly mayReplace?: {
    /** Paths of the entity that `test` needs. */
    readonly paths: readonly string[];
    readonly calls: readonly AnyOperation[];
    readonly test: (execution: Execution, current: Entity) => Promise<boolean>;
  };
  /**
   * The turn of a whole of which some entities are a part. What is written in it was read in it.
   */
  readonly turn?: {
    /** Paths of the entity that `of` needs. */
    readonly paths: readonly string[];
    readonly of: (current: Entity, ref: Ref) => Ref | undefined;
  };
  /** Rejects changes that the entity does not allow. The read before the write has the paths. */
  readonly check?: {
    readonly paths: readonly string[];
    /** @throws InvalidInput; UpstreamError `GONE` */
    readonly run: (current: Entity, write: WriteRequest) => void;
  };
  /** Values that the service shows as absent, by path. */
  readonly defaults?: Readonly<JsonRecord>;
  /** Removes read-only fields from the items of lists in the body. */
  readonly writableBody?: (body: Entity) => Entity;
  /** REST parameters of a write, by its body and its changes. */
  readonly args?: (body: Entity, changes: WriteRequest['changes']) => Readonly<JsonRecord>;
}

/** Declares the strategy. Settings: `mode` (`safe` or `patch`) and `ifMatch` (an etag). */
export const replaceIfMatch = <Entity>(rules: ConditionalRules<Entity>): Strategy => ({
  kind: 'replaceIfMatch',
  conditions: ['ifMatch'],
  operations: ({ operation, resource }) => [
    resource.read.operation,
    operation,
    rules.patch,
    ...(rules.mayReplace?.calls ?? []),
  ],
  requiredPaths: ({ operation }) => ['etag', ...requiredBodyPaths(operation)],
  run: async (write) => {
    if (write.changes.length === 0) return unchanged(write, clientEtagOf(write));
    const unread =
      write.settings['mode'] === 'patch' && !write.changes.some((each) => each.patchNeedsCurrent);
    if (!unread) await readAndWrite(write, rules);
    else if (rules.turn) await patchInTurn(write, rules, rules.turn);
    else await patchUnread(write, rules);
    return { ref: write.ref };
  },
});

function readAndWrite<Entity>(
  write: WriteRequest,
  rules: ConditionalRules<Entity>,
): Promise<unknown> {
  const { execution, operation, changes } = write;
  const ref = write.ref!;
  const steps = {
    changes,
    defaults: rules.defaults,
    clientEtag: clientEtagOf(write),
    read: () => readCurrent(write, rules),
    send: async (current: JsonRecord, condition: WriteCondition) => {
      const answer = await writeOnce(write, rules, { current, condition });
      // The read has shown the entity as it stays.
      if (answer === undefined) return undefined;
      acknowledge(write, rules, answer, current);
      return undefined;
    },
  };
  return execution.runExclusive(ref, operation, async () => {
    const initial = await steps.read();
    const turn = rules.turn?.of(initial as Entity, ref);
    return turn
      ? execution.runExclusive(turn, operation, () => writeConditionally(write, steps))
      : writeConditionally(write, { ...steps, initial });
  });
}

/** Sends a PATCH of an entity of which only its turn and the changed values were read. */
async function patchInTurn<Entity>(
  write: WriteRequest,
  rules: ConditionalRules<Entity>,
  turn: NonNullable<ConditionalRules<Entity>['turn']>,
): Promise<void> {
  const { execution, operation } = write;
  const ref = write.ref!;
  const { operation: get } = ref.resource.read;
  const read = Paths.of(...turn.paths, ...readPathsOf(operation, write.changes));
  const args = { ...keyArguments(get, ref), fields: read.mask };
  const previous = (await execution.send(get, args, { acceptsInvalid: true })) as JsonRecord;
  const other = turn.of(previous as Entity, ref);
  const patch = (): Promise<void> => patchUnread(write, rules, previous);
  await (other ? execution.runExclusive(other, operation, patch) : patch());
}

const clientEtagOf = ({ settings }: WriteRequest): string | null | undefined =>
  settings['ifMatch'] as string | null | undefined;

const requiredBodyPaths = ({ requiredBody = [] }: AnyOperation): string[] =>
  requiredBody.map(({ path }) => path);

/**
 * Reads the whole entity before a replace, which erases what it lacks, also what no schema
 * describes. The read has no argument that shortens lists of the answer (`maxAttendees`).
 */
async function readCurrent<Entity>(
  write: WriteRequest,
  { dropped = [], mayReplace, turn, check }: ConditionalRules<Entity>,
): Promise<JsonRecord> {
  const { execution, operation, ref, changes, settings } = write;
  const checked = [...(check?.paths ?? []), ...(turn?.paths ?? [])];
  const writable = writableOf(operation, dropped);
  const isPatch = settings['mode'] === 'patch';
  const requested = isPatch
    ? Paths.of('id', 'etag', ...checked, ...readPathsOf(operation, changes))
    : Paths.of('id', 'etag', ...checked, ...(mayReplace?.paths ?? []), ...writable);
  const { operation: get } = ref!.resource.read;
  const args = { ...keyArguments(get, ref!), fields: isPatch ? requested.mask : '*' };
  // Invalid values are looked at where they are needed: much of a whole object is read-only.
  const answer = (await execution.send(get, args, { acceptsInvalid: true })) as JsonRecord;
  const kept = [...requested.set];
  const current = mergeChanges(validAt(answer, kept) as JsonRecord, kept, []);
  if (!isPatch) addUndescribed(current, answer, bodySchemaOf(execution.api, operation));
  const id = ref!.key.at(-1)!;
  // Values of another entity would be written to this one. Without an etag, no condition protects
  // the entity.
  if (current['id'] !== id || typeof current['etag'] !== 'string')
    throw upstreamError(get, 'UPSTREAM_INVALID', { id });
  // The payload of a conflict shows this version without a further call.
  execution.invalidate(ref, current, requested);
  check?.run(current as Entity, write);
  return current;
}

const writableOf = (operation: AnyOperation, dropped: readonly string[]): string[] =>
  writablePaths(operation).filter(
    (path) => !dropped.some((each) => path === each || path.startsWith(`${each}.`)),
  );

interface CurrentVersion {
  readonly current: JsonRecord;
  readonly condition: WriteCondition;
}

/**
 * Writes a version that was read.
 * @returns the answer; undefined if the version has all changes, so that nothing is written
 */
async function writeOnce<Entity>(
  write: WriteRequest,
  rules: ConditionalRules<Entity>,
  { current, condition }: CurrentVersion,
): Promise<object | undefined> {
  const { execution, operation, changes, settings } = write;
  const replaces =
    settings['mode'] !== 'patch' &&
    ((await rules.mayReplace?.test(execution, current as Entity)) ?? true);
  // A value that the read lacks may be hidden from a caller who may not replace the entity.
  if (changesNothing(changes, { current, defaults: rules.defaults, showsAll: replaces }))
    return undefined;
  if (!replaces) return sendPatch(write, rules, { current, condition });
  // The read lacks what every entity has, so it may lack more, and the replace would erase that.
  if (requiredBodyPaths(operation).some((path) => getter(path)(current) === undefined))
    throw upstreamError(write.ref!.resource.read.operation, 'UPSTREAM_INVALID');
  const writable = writableOf(operation, rules.dropped ?? []);
  const next = mergeChanges(current, writable, changes);
  const changed = new Set(changes.map(({ path }) => path));
  addUndescribed(next, current, bodySchemaOf(execution.api, operation), changed);
  write.adjust?.(next, current);
  const body = writableBody(rules, next);
  try {
    return (await execution.send(operation, argsOf(write, rules, body), condition)) as object;
  } catch (error) {
    if (!mayConcernOthers(error, changes)) throw error;
    return sendPatch(write, rules, { current, condition });
  }
}

/**
 * Whether a replace may be refused for a value that the client has not changed: services refuse
 * some values that they have returned. A PATCH does not send these back.
 */
function mayConcernOthers(error: unknown, changes: WriteRequest['changes']): boolean {
  if (!(error instanceof UpstreamError) || error.failure.status !== 400) return false;
  const { outcome, location = '' } = error.failure;
  const place = location.replace(/^body\./, '');
  if (outcome !== undefined) return false;
  // A refusal without a place may be of any value.
  return place === '' || !changes.some(({ path }) => meet(path, place));
}

async function sendPatch<Entity>(
  write: WriteRequest,
  rules: ConditionalRules<Entity>,
  { current, condition }: CurrentVersion,
): Promise<object> {
  const body = writableBody(rules, patchBody(current, write.changes));
  return (await write.execution.send(rules.patch, argsOf(write, rules, body), condition)) as object;
}

/**
 * Sends a PATCH of an entity that was not read as a whole. After a 412 there is nothing to merge
 * again.
 * @param previous the changed values of before, if they were read
 */
async function patchUnread<Entity>(
  write: WriteRequest,
  rules: ConditionalRules<Entity>,
  previous?: JsonRecord,
): Promise<void> {
  const { execution } = write;
  const ref = write.ref!;
  const condition = { headers: conditionHeaders(clientEtagOf(write)) };
  try {
    acknowledge(write, rules, await sendPatch(write, rules, { current: {}, condition }), previous);
  } catch (error) {
    if (!isPreconditionFailed(error)) throw error;
    execution.invalidate();
    if (!hasUnknownOutcome(error)) throw new Conflict(ref);
    const fresh = await readAfter(error, () => readCurrent(write, rules), ref);
    if (!showsAllChanges(write.changes, { previous: {}, fresh, defaults: rules.defaults }))
      throw new Conflict(ref);
  }
}

const writableBody = <Entity>(rules: ConditionalRules<Entity>, body: JsonRecord): object =>
  rules.writableBody?.(body as Entity & JsonRecord) ?? body;

/** The answer has to show the changes. */
const answered = ({ operation, changes, selected }: WriteRequest): Paths =>
  selected.with('etag', ...readPathsOf(operation, changes));

/**
 * Stores the answer of a write.
 * @param previous the entity as it was read for the write
 * @throws NotApplied if the answer shows that a change was ignored
 */
function acknowledge<Entity>(
  write: WriteRequest,
  { defaults }: ConditionalRules<Entity>,
  answer: object,
  previous?: JsonRecord,
): void {
  write.execution.invalidate(write.ref, answer, answered(write));
  const { changes } = write;
  const shown = answer as JsonRecord;
  // An answer without a version says nothing of the entity.
  if (shown['etag'] !== undefined)
    checkApplied(write, { changes, previous, answer: shown, defaults });
}

const argsOf = <Entity>(
  write: WriteRequest,
  rules: ConditionalRules<Entity>,
  body: object,
): JsonRecord => ({
  ...keyArguments(write.operation, write.ref!),
  ...write.parameters,
  ...rules.args?.(body as Entity, write.changes),
  fields: answered(write).mask,
  body,
});
