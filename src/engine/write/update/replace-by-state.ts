/**
 * Strategy `replaceByState`: an update of parts of which some have to be written by the update of
 * another resource with the same key, depending on the state of the entity. The texts of a
 * broadcast that has started are those of its video, for example.
 */
import { UpstreamError } from '../../api/error.ts';
import { hasUnknownOutcome } from '../../rest/call/unknown-outcome.ts';
import type { AnyOperation } from '../../api/operation.ts';
import type { Resource } from '../../read/resource.ts';
import type { Change, JsonRecord } from '../change.ts';
import { PartlyDone } from '../partly-done.ts';
import { partOf, replaceParts, type ReplaceRules } from './replace-parts.ts';
import type { CallCount, PlannedWrite, Strategy, WriteOutcome, WriteRequest } from '../strategy.ts';

/** The update that takes the other changes. Their paths are the same in both resources. */
interface OtherUpdate {
  readonly operation: AnyOperation;
  readonly resource: Resource;
  readonly rules: ReplaceRules;
  readonly adjust?: NonNullable<WriteRequest['adjust']>;
}

interface StateRules {
  /** The rules of the update itself. It must read everything that `moved` decides by. */
  readonly own: ReplaceRules;
  readonly other: OtherUpdate;
  /** Paths that the other update can write. */
  readonly movable: ReadonlySet<string>;
  /** The changes that the other update has to write, by the entity as it was read. */
  readonly moved: (changes: readonly Change[], current: JsonRecord) => readonly Change[];
  /**
   * The reason of a rejection by which the service reveals a state that the read does not show.
   * After it the other update writes the movable changes, unless the client has changed `path`: the
   * new value is then the cause.
   */
  readonly rejection: {
    readonly reason: string;
    readonly path: string;
    /** The error if another change cannot be written without a new value at the path. */
    readonly missing: () => Error;
  };
}

/** Another update has to write some changes. Ends an update before anything is sent. */
class Moved extends Error {
  readonly changes: readonly Change[];

  constructor(changes: readonly Change[]) {
    super('Another update has to write these changes.');
    this.name = 'Moved';
    this.changes = changes;
  }
}

export function replaceByState(rules: StateRules): Strategy {
  const own = replaceParts(rules.own);
  const { operation, resource } = rules.other;
  return {
    ...own,
    kind: 'replaceByState',
    operations: (write) => [...own.operations(write), resource.read.operation, operation],
    calls: (write) => callsOf(write, rules, own),
    run: (write) => replace(write, rules, own),
  };
}

/** Calls of the update, of a second one for the other changes, and of the other update. */
function callsOf(
  write: PlannedWrite,
  { movable, other }: StateRules,
  own: Strategy,
): readonly CallCount[] {
  const { changes } = write;
  const calls = own.calls!(write);
  const movableCount = changes.filter(({ path }) => movable.has(path)).length;
  if (movableCount === 0) return calls;
  const rounds = movableCount === changes.length ? 1 : 2;
  return [
    ...calls.map(([operation, times]): CallCount => [operation, times * rounds]),
    [other.resource.read.operation, 1],
    [other.operation, 1],
  ];
}

/** @throws PartlyDone if the other update fails after the own one has written its changes */
async function replace(
  write: WriteRequest,
  rules: StateRules,
  own: Strategy,
): Promise<WriteOutcome> {
  const { changes, ref } = write;
  const adjust: WriteRequest['adjust'] = (next, current) => {
    write.adjust?.(next, current);
    const moved = rules.moved(changes, current);
    if (moved.length > 0) throw new Moved(moved);
  };
  let moved: readonly Change[];
  try {
    return await runOwn(own, { ...write, adjust }, rules);
  } catch (error) {
    moved = movedBy(error, rules, changes);
    if (moved.length === 0) throw error;
  }
  const rest = changes.filter((change) => !moved.includes(change));
  if (rest.length > 0) await runOwn(own, { ...write, changes: rest }, rules);
  try {
    await runOther(write, rules.other, moved);
  } catch (error) {
    if (rest.length === 0) throw error;
    throw new PartlyDone({ ref, done: rest.map(nameOf), remaining: moved.map(nameOf) }, error);
  }
  return { ref };
}

const nameOf = ({ argument }: Change): string => argument;

/** The changes that the other update has to write after this error; none: the write has failed. */
function movedBy(
  error: unknown,
  { movable, rejection }: StateRules,
  changes: readonly Change[],
): readonly Change[] {
  if (error instanceof Moved) return error.changes;
  if (!isRejection(error, rejection, changes)) return [];
  return changes.filter(({ path }) => movable.has(path));
}

/** Whether the service rejects a value at the path of the rejection that no change names. */
const isRejection = (
  error: unknown,
  { reason, path }: StateRules['rejection'],
  changes: readonly Change[],
): boolean =>
  error instanceof UpstreamError &&
  !hasUnknownOutcome(error) &&
  error.failure.reason === reason &&
  !changes.some((change) => change.path === path);

/** @throws the error of `rejection.missing` if no update can write one of the changes */
async function runOwn(
  own: Strategy,
  write: WriteRequest,
  { movable, rejection }: StateRules,
): Promise<WriteOutcome> {
  try {
    return await own.run(write);
  } catch (error) {
    const isStuck = write.changes.some(
      ({ path }) => !movable.has(path) && partOf(path) === partOf(rejection.path),
    );
    if (isStuck && isRejection(error, rejection, write.changes)) throw rejection.missing();
    throw error;
  }
}

const runOther = (
  write: WriteRequest,
  { operation, resource, rules, adjust }: OtherUpdate,
  changes: readonly Change[],
): Promise<WriteOutcome> =>
  replaceParts(rules).run({
    ...write,
    operation,
    resource,
    ref: { resource, key: write.ref!.key },
    changes,
    adjust,
  });
