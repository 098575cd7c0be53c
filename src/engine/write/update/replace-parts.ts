/**
 * Strategy `replaceParts`, for services with a parameter `part`: an update replaces whole parts, so
 * they are read first, merged with the changes and sent again. The read requests whole parts: an
 * update would erase what is missing, also what no schema describes. What is described as
 * read-only, secrets among it, is dropped at once.
 */
import { checkApplied } from '../acknowledgement.ts';
import { upstreamError } from '../../api/error.ts';
import type { AnyOperation } from '../../api/operation.ts';
import { validAt } from '../../rest/operation/invalid-value.ts';
import { getter, Paths } from '../../read/path.ts';
import { shownParts } from '../answered-part.ts';
import { type JsonRecord, mergeChanges, newBody, writablePaths } from '../change.ts';
import { type WriteCondition, writeConditionally } from './conditional-write.ts';
import { PartlyDone } from '../partly-done.ts';
import type { CallCount, Strategy, WriteRequest } from '../strategy.ts';
import { addUndescribed, bodySchemaOf } from '../undescribed.ts';
import { unchanged } from './unchanged.ts';

/** The first step of a path: the `part` that has it. */
export const partOf = (path: string): string => path.split('.', 1)[0]!;

export interface ReplaceRules {
  /** The input names everything writable in a part, so nothing is read. */
  readonly overwrites?: true;
  /** A path that only the owner may read: if the read lacks it, nothing is written. */
  readonly ownerOnlyPath?: string;
  /** Parts that the API requires with a changed part; they are sent again unchanged. */
  readonly resend?: Readonly<Record<string, readonly string[]>>;
  /** Paths of other parts that `adjust` reads, by the changed part. */
  readonly alsoRead?: Readonly<Record<string, readonly string[]>>;
  /**
   * By part, the paths that every entity has, beside those that the body requires: if the read
   * lacks one, nothing is written.
   */
  readonly requiredPath?: Readonly<Record<string, string | readonly string[]>>;
  /** Parts that the API rejects together: each is sent in a call of its own, in this order. */
  readonly onePartPerCall?: readonly string[];
  /** Paths of the entity that every answer has. Default: the parts that the answer shows. */
  readonly answered?: Paths;
}

export const replaceParts = (rules: ReplaceRules = {}): Strategy => ({
  kind: 'replaceParts',
  operations: ({ operation, resource }) =>
    rules.overwrites ? [operation] : [resource.read.operation, operation],
  calls: ({ operation, resource, changes }) => {
    const writes = rules.onePartPerCall ? new Set(changes.map(({ path }) => partOf(path))).size : 1;
    const write: CallCount = [operation, writes];
    return rules.overwrites ? [write] : [[resource.read.operation, 1], write];
  },
  requiredPaths: ({ operation, changes }) => {
    if (rules.overwrites) return [];
    const { parts } = replacedParts(rules, changes);
    const { ownerOnlyPath } = rules;
    const ownerOnly = ownerOnlyPath === undefined ? [] : [partOf(ownerOnlyPath)];
    return [...ownerOnly, ...requiredPaths(rules, operation, parts)];
  },
  run: async (write) => {
    const ref = write.ref!;
    if (write.changes.length === 0 && !write.file) return unchanged(write);
    if (rules.overwrites) await overwrite(write, rules);
    else await write.execution.runExclusive(ref, write.operation, () => replace(write, rules));
    return { ref };
  },
});

/** Sends only the changes. */
async function overwrite(write: WriteRequest, { answered }: ReplaceRules): Promise<void> {
  const { ref, changes, adjust } = write;
  const { body, parts } = newBody(changes);
  adjust?.(body, {});
  await send(write, { id: ref!.key.at(-1)!, ...body }, { parts, answered, shown: {} });
}

/**
 * Reads what will be replaced, merges it with the changes and replaces it: all parts at once, or
 * one after the other where the API rejects them together.
 * @throws PartlyDone if a call fails after an earlier one wrote its part
 */
async function replace(write: WriteRequest, rules: ReplaceRules): Promise<void> {
  const plan = readPlan(write, rules);
  const { onePartPerCall, answered } = rules;
  // Each call writes parts of its own, so the parts in earlier answers are still as shown.
  const shown: JsonRecord = {};
  const replaceTogether = (
    parts: readonly string[],
    initial?: JsonRecord,
  ): Promise<JsonRecord | undefined> =>
    writeConditionally(write, {
      initial,
      changes: write.changes.filter(({ path }) => parts.includes(partOf(path))),
      read: () => readCurrent(write, rules, plan),
      send: async (current, condition) => {
        const body = mergedBody(write, plan, { current, parts });
        const next = await send(write, body, { parts, answered, shown, condition, current });
        return next === undefined ? undefined : { ...current, etag: next };
      },
    });
  if (!onePartPerCall) {
    await replaceTogether(plan.parts);
    return;
  }
  const parts = plan.parts.toSorted(byOrderOf(onePartPerCall));
  let current: JsonRecord | undefined;
  for (const [index, part] of parts.entries()) {
    try {
      // The next part needs no read of its own if this call shows the version that it has left.
      current = await replaceTogether([part], current);
    } catch (error) {
      if (index === 0) throw error;
      // Also a defect: what was written stays.
      throw partlyDone(write, parts.slice(0, index), error);
    }
  }
}

/** Compares by position in a list; values that are not in the list come last. */
const byOrderOf =
  (order: readonly string[]) =>
  (one: string, other: string): number =>
    placeIn(order, one) - placeIn(order, other);

const placeIn = (order: readonly string[], each: string): number => {
  const index = order.indexOf(each);
  return index < 0 ? order.length : index;
};

/** A body of some parts: what was read, with the changes. */
function mergedBody(
  { execution: { api }, ref, operation, changes, adjust }: WriteRequest,
  { writable }: ReadPlan,
  { current, parts }: { readonly current: JsonRecord; readonly parts: readonly string[] },
): JsonRecord {
  const next = mergeChanges(current, writable, changes);
  const changed = new Set(changes.map(({ path }) => path));
  addUndescribed(next, current, bodySchemaOf(api, operation), changed);
  adjust?.(next, current);
  return {
    id: ref!.key.at(-1)!,
    ...Object.fromEntries(Object.entries(next).filter(([name]) => parts.includes(name))),
  };
}

function partlyDone(
  { ref, changes }: WriteRequest,
  written: readonly string[],
  cause: unknown,
): PartlyDone {
  const argumentsOf = (isWritten: boolean): string[] =>
    changes
      .filter(({ path }) => written.includes(partOf(path)) === isWritten)
      .map(({ argument }) => argument);
  return new PartlyDone(
    { ref: ref!, done: argumentsOf(true), remaining: argumentsOf(false) },
    cause,
  );
}

/** The parts that a client changes, and those that will be replaced. */
function replacedParts(
  { resend = {} }: ReplaceRules,
  changes: WriteRequest['changes'],
): Pick<ReadPlan, 'changed' | 'parts'> {
  const changed = Paths.of(...changes.map(({ path }) => path)).parts;
  const { parts } = Paths.of(...changed, ...changed.flatMap((part) => resend[part] ?? []));
  return { changed, parts };
}

/** Paths of the replaced parts that every entity has. */
const requiredPaths = (
  { requiredPath = {} }: ReplaceRules,
  update: AnyOperation,
  parts: readonly string[],
): string[] => [
  ...parts.flatMap((part) => requiredPath[part] ?? []),
  ...requiredBodyPaths(update, parts),
];

interface ReadPlan {
  readonly changed: readonly string[];
  readonly parts: readonly string[];
  readonly writable: readonly string[];
}

function readPlan({ operation, changes }: WriteRequest, rules: ReplaceRules): ReadPlan {
  const { changed, parts } = replacedParts(rules, changes);
  const writable = writablePaths(operation).filter((path) => parts.includes(partOf(path)));
  return { changed, parts, writable };
}

/**
 * Reads everything that will be replaced.
 * @throws UpstreamError `NOT_FOUND`; `FORBIDDEN` for a read without the owner-only path;
 * `UPSTREAM_INVALID` for another entity, or a read that lacks what every entity has
 */
async function readCurrent(
  { execution, operation: update, ref }: WriteRequest,
  rules: ReplaceRules,
  { changed, parts, writable }: ReadPlan,
): Promise<JsonRecord> {
  const { operation } = ref!.resource.read;
  const id = ref!.key.at(-1)!;
  const { ownerOnlyPath, alsoRead = {} } = rules;
  const required = requiredPaths(rules, update, parts);
  const needed = [
    'id',
    'etag',
    ...changed.flatMap((part) => alsoRead[part] ?? []),
    ...required,
    ...(ownerOnlyPath ? [ownerOnlyPath] : []),
  ];
  const requested = Paths.of(...parts, ...needed);
  const answer = await readOne(execution, operation, { id, requested });
  if (!answer) throw upstreamError(operation, 'NOT_FOUND', { id });
  if (ownerOnlyPath && getter(partOf(ownerOnlyPath))(answer) === undefined)
    throw upstreamError(operation, 'FORBIDDEN', { id });
  // Values of another entity would be written to this one.
  if (answer['id'] !== id) throw upstreamError(operation, 'UPSTREAM_INVALID', { id });
  const kept = [...writable, ...needed];
  const current = mergeChanges(validAt(answer, kept) as JsonRecord, kept, []);
  addUndescribed(current, answer, bodySchemaOf(execution.api, update));
  // The read lacks what every entity has, so it may lack more, and the replace would erase that.
  if (required.some((path) => getter(path)(current) === undefined))
    throw upstreamError(operation, 'UPSTREAM_INVALID', { id });
  return current;
}

async function readOne(
  execution: WriteRequest['execution'],
  operation: AnyOperation,
  { id, requested }: { readonly id: string; readonly requested: Paths },
): Promise<JsonRecord | undefined> {
  const args = { part: requested.parts, id: [id], fields: `items(${requested.mask})` };
  // Invalid values are looked at where they are needed: most of a whole part is read-only.
  const options = { acceptsInvalid: true } as const;
  const answer = (await execution.send(operation, args, options)) as
    | { items?: JsonRecord[] }
    | undefined;
  return answer?.items?.[0];
}

const requiredBodyPaths = (
  { requiredBody = [] }: AnyOperation,
  parts: readonly string[],
): string[] =>
  requiredBody.flatMap(({ path, whenPart = partOf(path) }) =>
    parts.includes(whenPart) ? [path] : [],
  );

interface Sent {
  readonly parts: readonly string[];
  readonly answered: Paths | undefined;
  /** The parts in the answers to this write so far; those of this answer are added. */
  readonly shown: JsonRecord;
  readonly condition?: WriteCondition;
  /** The entity as it was read for the write. */
  readonly current?: JsonRecord;
}

/** @returns the etag of the new version, if the answer has one */
async function send(
  write: WriteRequest,
  body: JsonRecord,
  { parts, answered, shown, condition, current: previous }: Sent,
): Promise<string | undefined> {
  const { execution, operation, ref, parameters, file } = write;
  const args = { ...parameters, part: parts, body };
  const answer = (await execution.send(operation, args, { file, ...condition })) as
    | JsonRecord
    | undefined;
  const shownNow = shownParts(answer, ref!, parts);
  Object.assign(shown, shownNow);
  const paths = answered ?? Paths.of('id', ...Object.keys(shown));
  execution.invalidate(ref, { id: body['id'], ...shown }, paths);
  const changes = write.changes.filter(({ path }) => partOf(path) in shownNow);
  checkApplied(write, { changes, previous, answer: shownNow });
  return typeof answer?.['etag'] === 'string' ? answer['etag'] : undefined;
}
