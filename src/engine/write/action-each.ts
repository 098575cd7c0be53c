/**
 * Strategy `actionEach`: the bulk form of `action` for operations that take many ids in one call
 * and act on all of them or on none.
 */
import { upstreamError, UpstreamError, type UpstreamCode } from '../api/error.ts';
import type { AnyOperation } from '../api/operation.ts';
import type { Execution } from '../execution/execution.ts';
import { Paths } from '../read/path.ts';
import type { Ref } from '../read/resource.ts';
import { concernsCaller } from './caller-failure.ts';
import type { JsonRecord } from './change.ts';
import type { BulkResult, Strategy, WriteRequest } from './strategy.ts';

interface ActionEachRules {
  readonly idsPerCall: number;
  readonly findOperation: AnyOperation;
  /** Reads the ids of a rejected call, to learn which were the cause; undefined if that failed. */
  readonly find: (execution: Execution, ids: readonly string[]) => Promise<Found | undefined>;
  /** The entity after the action, as far as the request determines it. */
  readonly answer: (id: string, parameters: Readonly<JsonRecord>) => object;
  readonly answered: Paths;
}

/** The result of a read of the ids of a rejected call. */
export interface Found {
  /** An id that is missing here is `NOT_FOUND`. */
  readonly existing: ReadonlySet<string>;
  /** The ids that the caller is known to be allowed to act on; of the others nothing is known. */
  readonly allowed: ReadonlySet<string>;
}

/** The errors of ids that were not acted on. */
type Failures = ReadonlyMap<string, unknown>;

/**
 * Maximum writes for the ids of one call: one with all of them; after a rejection one with those
 * that are known to be allowed, and one with each half of those of which nothing is known.
 */
const maxWrites = 4;

const idCodes: ReadonlySet<UpstreamCode> = new Set(['NOT_FOUND', 'FORBIDDEN']);

/** Declares the strategy. One rejected id costs one read and up to three further calls. */
export const actionEach = (rules: ActionEachRules): Strategy => ({
  kind: 'actionEach',
  operations: ({ operation }) => [operation, rules.findOperation],
  calls: ({ operation, refs = [] }) => {
    const chunks = chunked(refs, rules.idsPerCall);
    const writes = chunks.map(({ length }) => Math.min(maxWrites, 1 + length));
    return [
      [operation, writes.reduce((sum, each) => sum + each, 0)],
      [rules.findOperation, chunks.length],
    ];
  },
  run: async (write) => {
    const refs = write.refs ?? [];
    const failures = await actOnAll(write, rules);
    const results = refs.map(({ resource, key }, index): BulkResult => {
      const id = key.at(-1)!;
      return failures.has(id)
        ? { index, error: failures.get(id) }
        : { index, ref: { resource, key } };
    });
    return { results };
  },
});

const ownIdOf = ({ key }: Ref): string => key.at(-1)!;

/** @throws the first failure if all ids failed for reasons that concern the caller, not one id */
async function actOnAll(write: WriteRequest, rules: ActionEachRules): Promise<Failures> {
  const byId = new Map((write.refs ?? []).map((ref) => [ownIdOf(ref), ref]));
  const chunks = chunked([...byId.keys()], rules.idsPerCall);
  const outcomes = await Promise.all(chunks.map((chunk) => actOnChunk(write, rules, chunk)));
  const failures = new Map(outcomes.flatMap((each) => [...each]));
  const [first] = failures.values();
  if (failures.size === byId.size && [...failures.values()].every(concernsCaller)) throw first;
  const done = [...byId].filter(([id]) => !failures.has(id));
  write.execution.invalidateMany(
    done.map(([id, ref]) => ({ ref, answer: rules.answer(id, write.parameters) })),
    rules.answered,
  );
  return failures;
}

const chunked = <T>(all: readonly T[], size: number): (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );

/**
 * Acts on ids with one call. If it is rejected, the ids are read: those that exist are sent again,
 * the ones that the read proves nothing about in two halves, so that a forbidden one among them
 * does not fail all of them.
 */
async function actOnChunk(
  write: WriteRequest,
  rules: ActionEachRules,
  ids: readonly string[],
): Promise<Failures> {
  const failures = await actTogether(write, ids);
  const [rejected] = failures.values();
  if (ids.length === 1 || !isCausedByAnId(rejected)) return failures;
  const found = await rules.find(write.execution, ids);
  if (found === undefined) return failures;
  const { existing, allowed } = found;
  const allowedIds = ids.filter((id) => allowed.has(id));
  // If all ids are allowed, the rejection has another cause, and a second call would meet it too.
  if (allowedIds.length === ids.length) return failures;
  const missing = ids.filter((id) => !existing.has(id));
  const unclearIds = ids.filter((id) => existing.has(id) && !allowed.has(id));
  const groups = [allowedIds, ...chunked(unclearIds, Math.ceil(unclearIds.length / 2) || 1)];
  const again = await Promise.all(groups.map((group) => actTogether(write, group)));
  return new Map([
    ...missing.map((id) => [id, upstreamError(write.operation, 'NOT_FOUND', { id })] as const),
    ...again.flatMap((each) => [...each]),
  ]);
}

const isCausedByAnId = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && idCodes.has(error.code) && !concernsCaller(error);

/** Makes one call, or none without ids. */
async function actTogether(
  { execution, operation, parameters }: WriteRequest,
  ids: readonly string[],
): Promise<Failures> {
  if (ids.length === 0) return new Map();
  try {
    await execution.send(operation, { id: ids, ...parameters });
    return new Map();
  } catch (error) {
    const [id] = ids;
    const ofOne = ids.length === 1 && isCausedByAnId(error);
    const failure = ofOne ? new UpstreamError({ ...error.failure, id }) : error;
    return new Map(ids.map((each) => [each, failure]));
  }
}
