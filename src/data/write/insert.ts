/** Strategy `insert`: creates an entity, under an id of the gateway's own where the service takes one. */
import { upstreamError, UpstreamError } from '../../upstream/error.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import type { Execution } from '../execution.ts';
import { Paths } from '../read/path.ts';
import type { Ref } from '../read/resource.ts';
import { type JsonRecord, newBody, setConstants } from './change.ts';
import type { Strategy, WriteRequest } from './strategy.ts';

interface InsertRules {
  /** Parts that are always named. Default: the parts in which the input has values. */
  readonly parts?: readonly string[];
  /** Ask for the selected parts as well: the answer brings them without a second call. */
  readonly answerSelected?: true;
  /** What the answer proves of the new entity. Default: the parts that were asked for. */
  readonly answered?: Paths;
  /** Body values that no input names, by path (`snippet.resourceId.kind`). */
  readonly constants?: Readonly<Record<string, unknown>>;
  /** Arguments of every call (`supportsAllDrives`). */
  readonly args?: Readonly<JsonRecord>;
  /** The keys above the new entity's own, from the body: a caption's video. */
  readonly parentKey?: (body: JsonRecord) => readonly string[];
  readonly clientId?: ClientId;
}

/** An id that is made before the insert, so that a repeated insert creates nothing twice. */
export interface ClientId {
  /** Operations that `generate` and `find` call. */
  readonly operations: readonly AnyOperation[];
  /** @returns undefined where this entity takes no id beforehand */
  readonly generate: (execution: Execution, body: JsonRecord) => Promise<string | undefined>;
  /** Reads the entity after an insert whose answer was lost. */
  readonly find: (execution: Execution, id: string, mask: string) => Promise<object>;
}

/** Declares the strategy. */
export const insert = (rules: InsertRules = {}): Strategy => ({
  kind: 'insert',
  operations: ({ operation }) => {
    const [first, ...rest] = rules.clientId?.operations ?? [];
    return first ? [first, operation, ...rest] : [operation];
  },
  run: async (write) => ({ ref: await insertEntity(write, rules) }),
});

/** @throws UpstreamError `UPSTREAM_INVALID` for an answer without an id */
async function insertEntity(write: WriteRequest, rules: InsertRules): Promise<Ref> {
  const { execution, operation, resource } = write;
  const { body, parts } = newBody(write.changes);
  setConstants(body, rules.constants);
  write.adjust?.(body, {});
  const id = await rules.clientId?.generate(execution, body);
  const requested = requestedPaths(write, rules, parts);
  const answer = await send(write, rules, { requested, id, body });
  const ownId = id ?? (answer as { readonly id?: string | null }).id;
  if (!ownId) throw upstreamError(operation, 'UPSTREAM_INVALID');
  const ref: Ref = { resource, key: [...(rules.parentKey?.(body) ?? []), ownId] };
  execution.invalidate(ref, answer, rules.answered ?? requested);
  return ref;
}

function requestedPaths(
  { operation, selected }: WriteRequest,
  { parts: always, answerSelected }: InsertRules,
  filled: readonly string[],
): Paths {
  if (!('part' in operation.query)) return selected.with('id');
  return Paths.of('id', ...(always ?? filled), ...(answerSelected ? selected.parts : []));
}

interface NewEntity {
  readonly requested: Paths;
  readonly id: string | undefined;
  readonly body: JsonRecord;
}

async function send(
  write: WriteRequest,
  rules: InsertRules,
  { requested, id, body }: NewEntity,
): Promise<object> {
  const { execution, operation, parameters, file } = write;
  const shape = 'part' in operation.query ? { part: requested.parts } : { fields: requested.mask };
  const args = { ...rules.args, ...parameters, ...shape, body: { ...(id && { id }), ...body } };
  try {
    const sent = await execution.send(operation, args, {
      file,
      ...(id !== undefined && { idempotent: true }),
    });
    return sent as object;
  } catch (error) {
    const lost = error instanceof UpstreamError && error.failure.outcome === 'UNKNOWN';
    if (!lost || id === undefined || !rules.clientId) throw error;
    // The id is known to this gateway alone: if the entity is there, this insert created it.
    return rules.clientId.find(execution, id, requested.mask).catch(() => {
      throw error;
    });
  }
}
