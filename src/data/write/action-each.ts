/**
 * Strategy `actionEach`: the bulk form of `action` for operations that take many ids in one call
 * and act on all of them or on none.
 */
import { upstreamError, UpstreamError, type UpstreamCode } from '../../upstream/error.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import type { Execution } from '../execution.ts';
import { Paths } from '../read/path.ts';
import type { Ref } from '../read/resource.ts';
import type { JsonRecord } from './change.ts';
import type { BulkResult, Strategy, WriteRequest } from './strategy.ts';

interface ActionEachRules {
  readonly idsPerCall: number;
  /** Reads entities by id after a refusal, to find out which of them were the cause. */
  readonly read: AnyOperation;
  /**
   * The ids that the caller may act on; an id that exists and is missing here is `FORBIDDEN`.
   * Undefined: the read failed.
   */
  readonly find: (execution: Execution, ids: readonly string[]) => Promise<Found | undefined>;
  /** The entity after the action, as far as the request says it. */
  readonly answer: (id: string, parameters: Readonly<JsonRecord>) => object;
  readonly answered: Paths;
}

export interface Found {
  readonly existing: ReadonlySet<string>;
  readonly allowed: ReadonlySet<string>;
}

/** Why each id was not acted on. */
type Failures = ReadonlyMap<string, unknown>;

/** Codes that concern the caller and not one id: then the whole input fails. */
const callerCodes: ReadonlySet<UpstreamCode> = new Set(['MISSING_SCOPE', 'UNAUTHENTICATED']);

/** Codes that can be caused by one id. */
const idCodes: ReadonlySet<UpstreamCode> = new Set(['NOT_FOUND', 'FORBIDDEN']);

/** Declares the strategy. One refused id costs one read and one further call. */
export const actionEach = (rules: ActionEachRules): Strategy => ({
  kind: 'actionEach',
  operations: ({ operation }) => [operation, rules.read],
  calls: ({ operation, refs = [] }) => {
    const chunks = Math.ceil(refs.length / rules.idsPerCall);
    return [
      [operation, 2 * chunks],
      [rules.read, chunks],
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

/** @throws the failure itself where it concerns the caller and therefore every id */
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

const concernsCaller = (error: unknown): boolean =>
  error instanceof UpstreamError && callerCodes.has(error.code);

const chunked = (ids: readonly string[], size: number): (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  );

/** One call; after a refusal the ids that caused it are looked up and the others are sent again. */
async function actOnChunk(
  write: WriteRequest,
  rules: ActionEachRules,
  ids: readonly string[],
): Promise<Failures> {
  const refused = await send(write, ids);
  if (refused === undefined) return new Map();
  const causes = await causesOf(write, rules, { ids, refused });
  const rest = ids.filter((id) => !causes.has(id));
  if (causes.size === 0 || rest.length === 0)
    return new Map(ids.map((id) => [id, causes.get(id) ?? refused]));
  const again = await send(write, rest);
  if (again === undefined) return causes;
  return new Map([...causes, ...rest.map((id) => [id, again] as const)]);
}

/** @returns the failure, or undefined */
async function send(
  { execution, operation, parameters }: WriteRequest,
  ids: readonly string[],
): Promise<unknown> {
  try {
    await execution.send(operation, { id: ids, ...parameters });
    return undefined;
  } catch (error) {
    return error;
  }
}

interface RefusedChunk {
  readonly ids: readonly string[];
  readonly refused: unknown;
}

async function causesOf(
  { execution, operation }: WriteRequest,
  rules: ActionEachRules,
  { ids, refused }: RefusedChunk,
): Promise<Failures> {
  if (!(refused instanceof UpstreamError) || !idCodes.has(refused.code)) return new Map();
  const [only] = ids;
  if (ids.length === 1)
    return new Map([[only!, new UpstreamError({ ...refused.failure, id: only })]]);
  const found = await rules.find(execution, ids);
  if (found === undefined) return new Map();
  const causes = ids.filter((id) => !found.allowed.has(id));
  return new Map(
    causes.map((id) => {
      const code = found.existing.has(id) ? 'FORBIDDEN' : 'NOT_FOUND';
      return [id, upstreamError(operation, code, { id })];
    }),
  );
}
