/**
 * Strategy `replaceParts` of the YouTube services: an update replaces whole parts, so everything
 * writable in them is read first, merged with the changes and sent again. The read asks for every
 * writable path, never for the client's selection: a path left out would be erased.
 */
import { upstreamError, UpstreamError } from '../../upstream/error.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import { covers, getter, Paths } from '../read/path.ts';
import type { Ref } from '../read/resource.ts';
import { type JsonRecord, mergeChanges, newBody, writablePaths } from './change.ts';
import { PartlyDone } from './partly-done.ts';
import type { CallCount, Strategy, WriteRequest } from './strategy.ts';

/** The first step of a path: its `part` in the YouTube APIs. */
const partOf = (path: string): string => path.split('.', 1)[0]!;

export interface ReplaceRules {
  /** False: the input names everything writable in a part, so nothing is read. Default: true. */
  readonly read?: false;
  /** A path that only the owner may read: if the read lacks it, nothing is written. */
  readonly ownerOnlyPath?: string;
  /** Parts that the API demands beside a changed part; they are sent again as they are. */
  readonly resend?: Readonly<Record<string, readonly string[]>>;
  /** Paths of other parts that `adjust` reads, by the changed part. */
  readonly alsoRead?: Readonly<Record<string, readonly string[]>>;
  /** Paths below these are documented as writable and no longer kept: neither read nor sent. */
  readonly dropped?: readonly string[];
  /** By part, a path that every entity has: if the read lacks it, nothing is written. */
  readonly always?: Readonly<Record<string, string>>;
  /** Parts that the API refuses together: each goes in a call of its own, in this order. */
  readonly onePartPerCall?: readonly string[];
  /** Paths of the entity that the answer proves. Default: the written parts. */
  readonly answered?: Paths;
}

/** Declares the strategy. */
export const replaceParts = (rules: ReplaceRules = {}): Strategy => ({
  kind: 'replaceParts',
  operations: ({ operation, resource }) =>
    rules.read === false ? [operation] : [resource.read.operation, operation],
  calls: ({ operation, resource, changes }) => {
    const writes = rules.onePartPerCall ? new Set(changes.map(({ path }) => partOf(path))).size : 1;
    const write: CallCount = [operation, writes];
    return rules.read === false ? [write] : [[resource.read.operation, 1], write];
  },
  requiredPaths: ({ operation, changes }) => {
    if (rules.read === false) return [];
    const { parts } = replacedParts(rules, changes);
    const { ownerOnlyPath } = rules;
    const ownerOnly = ownerOnlyPath === undefined ? [] : [partOf(ownerOnlyPath)];
    return [...ownerOnly, ...permanentPaths(rules, operation, parts)];
  },
  run: async (write) => {
    const ref = write.ref!;
    if (write.changes.length === 0 && !write.file) return { ref };
    const { next, parts } =
      rules.read === false ? overwrite(write) : await readAndMerge(write, rules);
    if (rules.onePartPerCall)
      await sendPartByPart(
        write,
        next,
        rules.onePartPerCall.filter((part) => parts.includes(part)),
      );
    else await sendParts(write, next, { parts, answered: rules.answered });
    return { ref };
  },
});

interface Replacement {
  readonly next: JsonRecord;
  readonly parts: readonly string[];
}

/** The body of the changes alone. */
function overwrite({ ref, changes, adjust }: WriteRequest): Replacement {
  const { body, parts } = newBody(changes);
  adjust?.(body, {});
  return { next: { id: ref!.key.at(-1)!, ...body }, parts };
}

async function readAndMerge(write: WriteRequest, rules: ReplaceRules): Promise<Replacement> {
  const { ref, operation, changes, adjust } = write;
  const { changed, parts } = replacedParts(rules, changes);
  const dropped = new Set(rules.dropped);
  const writable = writablePaths(operation).filter(
    (path) => parts.includes(partOf(path)) && !covers(dropped, path),
  );
  const current = await readCurrent(write, rules, { changed, parts, writable });
  const next: JsonRecord = { id: ref!.key.at(-1)!, ...mergeChanges(current, writable, changes) };
  adjust?.(next, current);
  return { next, parts };
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
const permanentPaths = (
  { always = {} }: ReplaceRules,
  update: AnyOperation,
  parts: readonly string[],
): string[] => [
  ...parts.flatMap((part) => always[part] ?? []),
  ...requiredBodyPaths(update, parts),
];

interface ReadPlan {
  /** Parts that the client changes. */
  readonly changed: readonly string[];
  /** Parts that will be replaced. */
  readonly parts: readonly string[];
  readonly writable: readonly string[];
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
  const { ownerOnlyPath, alsoRead = {}, always = {} } = rules;
  const expected = permanentPaths(rules, update, parts);
  const requested = Paths.of(
    'id',
    ...writable,
    ...changed.flatMap((part) => alsoRead[part] ?? []),
    ...parts.flatMap((part) => always[part] ?? []),
    ...(ownerOnlyPath ? [ownerOnlyPath] : []),
  );
  const current = await readOne(execution, operation, { id, requested });
  if (!current) throw upstreamError(operation, 'NOT_FOUND', { id });
  if (ownerOnlyPath && getter(partOf(ownerOnlyPath))(current) === undefined)
    throw upstreamError(operation, 'FORBIDDEN', { id });
  // Merged with another entity, the write would give this one the other's values.
  if (current['id'] !== id) throw upstreamError(operation, 'UPSTREAM_INVALID', { id });
  // A read without what every entity has hides more: writing it back would erase what it hides.
  if (expected.some((path) => getter(path)(current) === undefined))
    throw upstreamError(operation, 'UPSTREAM_INVALID', { id });
  return current;
}

async function readOne(
  execution: WriteRequest['execution'],
  operation: AnyOperation,
  { id, requested }: { readonly id: string; readonly requested: Paths },
): Promise<JsonRecord | undefined> {
  const args = { part: requested.parts, id: [id], fields: `items(${requested.mask})` };
  const answer = (await execution.send(operation, args)) as { items?: JsonRecord[] } | undefined;
  return answer?.items?.[0];
}

const requiredBodyPaths = (
  { requiredBody = [] }: AnyOperation,
  parts: readonly string[],
): string[] =>
  requiredBody.flatMap(({ path, whenPart = partOf(path) }) =>
    parts.includes(whenPart) ? [path] : [],
  );

async function sendParts(
  { execution, operation, ref, parameters, file }: WriteRequest,
  body: JsonRecord,
  { parts, answered }: { readonly parts: readonly string[]; readonly answered?: Paths | undefined },
): Promise<void> {
  const args = { ...parameters, part: parts, body };
  const answer = (await execution.send(operation, args, { file })) as JsonRecord | undefined;
  const proven = answeredParts(answer, ref!, parts);
  const paths = answered ?? Paths.of('id', ...Object.keys(proven));
  execution.invalidate(ref, { id: body['id'], ...proven }, paths);
}

/**
 * The written parts as the answer shows them. A part that the answer lacks is not known to be
 * empty.
 */
function answeredParts(
  answer: JsonRecord | undefined,
  { key }: Ref,
  parts: readonly string[],
): JsonRecord {
  if (!answer || (answer['id'] ?? key.at(-1)) !== key.at(-1)) return {};
  return Object.fromEntries(
    parts.flatMap((part) => (answer[part] == null ? [] : [[part, answer[part]]])),
  );
}

/** @throws PartlyDone where a call fails after an earlier one wrote its part */
async function sendPartByPart(
  write: WriteRequest,
  next: JsonRecord,
  parts: readonly string[],
): Promise<void> {
  const { execution, operation, changes } = write;
  const ref = write.ref!;
  const argumentsOf = (of: readonly string[]): string[] =>
    changes.filter(({ path }) => of.includes(partOf(path))).map(({ argument }) => argument);
  const proven: JsonRecord = {};
  for (const [index, part] of parts.entries())
    try {
      const body = { id: next['id'], [part]: next[part] };
      const answer = (await execution.send(operation, { part: [part], body })) as
        | JsonRecord
        | undefined;
      // Each call writes a part of its own, so what earlier answers proved still holds.
      Object.assign(proven, answeredParts(answer, ref, [part]));
      execution.invalidate(
        ref,
        { id: next['id'], ...proven },
        Paths.of('id', ...Object.keys(proven)),
      );
    } catch (error) {
      if (index === 0 || !(error instanceof UpstreamError)) throw error;
      const done = argumentsOf(parts.slice(0, index));
      throw new PartlyDone({ ref, done, remaining: argumentsOf(parts.slice(index)) }, error);
    }
}
