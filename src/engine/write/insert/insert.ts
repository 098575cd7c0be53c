/**
 * Strategy `insert`: creates an entity. Where the service accepts an id of the client's, the
 * gateway makes one, so that an insert can be repeated. A copy names its original in the path.
 */
import { randomUUID } from 'node:crypto';
import { UpstreamError, upstreamError } from '../../api/error.ts';
import { type AnyOperation, takesParts } from '../../api/operation.ts';
import type { Execution } from '../../execution/execution.ts';
import { getter, Paths } from '../../read/path.ts';
import { idPathOf, type Ref } from '../../read/resource.ts';
import { answeredId } from '../answered-id.ts';
import { answeredParts } from '../answered-part.ts';
import { answeredCode, findOut, hasUnknownOutcome } from '../../rest/call/unknown-outcome.ts';
import { showsAllChanges } from '../update/applied-change.ts';
import { checkApplied } from '../acknowledgement.ts';
import { type Change, type JsonRecord, newBody, readPathsOf, setConstants } from '../change.ts';
import { fixedArguments, keyArguments } from '../../read/key-arguments.ts';
import type { Strategy, WriteRequest } from '../strategy.ts';

interface InsertRules {
  /** Parts that are always named. Default: the parts in which the input has values. */
  readonly parts?: readonly string[];
  /** Request the selected parts as well, which saves a second call. */
  readonly answerSelected?: true;
  /** Paths of the new entity that the answer proves. Default: the requested parts. */
  readonly answered?: Paths;
  /** Body values that no input names, by path (`snippet.resourceId.kind`). */
  readonly constants?: Readonly<Record<string, unknown>>;
  /** The first keys of the new entity where the body has them: the video of a caption. */
  readonly parentKey?: (body: JsonRecord) => readonly string[];
  readonly clientId?: ClientId;
  readonly requestId?: RequestId;
  readonly unique?: UniqueEntity;
  /** Whether the service makes one entity of the same body, sent twice. Default: by `unique`. */
  readonly isRepeatable?: true;
}

/**
 * An entity of which only one can exist: an insert that the service rejects although the entity
 * exists succeeds with it.
 */
interface UniqueEntity {
  /** The error reason of the service. */
  readonly reason: string;
  /** Whether the service does something else at each insert, such as to send an email. */
  readonly hasSideEffects?: true;
  /** Operations that `find` calls. */
  readonly operations: readonly AnyOperation[];
  readonly find: RequestId['find'];
}

/** An id that is made before the insert, so that a repeated insert creates nothing twice. */
export interface ClientId {
  /** Operations that `generate` and `find` call, each as often as it may be called. */
  readonly operations: readonly AnyOperation[];
  /**
   * @param original the entity that is copied
   * @returns undefined if the service makes the id of this entity
   */
  readonly generate: (
    execution: Execution,
    body: JsonRecord,
    original?: Ref,
  ) => Promise<string | undefined>;
  /** Reads the entity by its key after an insert whose answer was lost. */
  readonly find: (execution: Execution, key: readonly string[], mask: string) => Promise<object>;
  /**
   * Recognizes the entity of an earlier, equal insert with an id of the client's own: the service
   * answers 409, and the insert succeeds. Default: it is a conflict.
   */
  readonly repeated?: RepeatedInsert;
}

interface RepeatedInsert {
  /** Paths that `exists` reads. */
  readonly paths: readonly string[];
  /** Whether the entity with the id has not been deleted. */
  readonly exists: (entity: object) => boolean;
  /** Values that the service shows as absent, by path. */
  readonly defaults: Readonly<JsonRecord>;
}

/**
 * A parameter by which the service recognizes a repeated insert: it creates nothing twice, and
 * answers 409 without the entity. The value is the one in the input, or else a random one.
 */
export interface RequestId {
  readonly parameter: string;
  /** Operations that `find` calls. */
  readonly operations: readonly AnyOperation[];
  /** Finds the entity that exists by now; undefined if it cannot be told from others. */
  readonly find: (
    execution: Execution,
    body: JsonRecord,
    requested: Paths,
    parentKey: readonly string[],
  ) => Promise<object | undefined>;
}

export const insert = (rules: InsertRules = {}): Strategy => ({
  kind: 'insert',
  isRepeatable: rules.isRepeatable ?? (rules.unique !== undefined && !rules.unique.hasSideEffects),
  operations: ({ operation }) => operationsOf(operation, rules),
  calls: ({ operation }) => operationsOf(operation, rules).map((each) => [each, 1]),
  run: async (write) => ({ ref: await insertEntity(write, rules) }),
});

/** Every call of an insert, in the order of the calls. */
function operationsOf(
  operation: AnyOperation,
  { clientId, requestId, unique }: InsertRules,
): AnyOperation[] {
  const [first, ...rest] = clientId?.operations ?? [];
  const finding = (requestId ?? unique)?.operations ?? [];
  return [...(first ? [first] : []), operation, ...rest, ...finding];
}

/** @throws UpstreamError `UPSTREAM_INVALID` for an answer without an id */
async function insertEntity(write: WriteRequest, rules: InsertRules): Promise<Ref> {
  const { execution, operation, resource, ref: original } = write;
  const { body, parts } = newBody(write.changes);
  setConstants(body, rules.constants);
  write.adjust?.(body, {});
  const id = await rules.clientId?.generate(execution, body, original);
  const requested = requestedPaths(write, rules, parts);
  const answer = await send(write, rules, { requested, id, body });
  const ownId = id ?? answeredId(operation, getter(idPathOf(resource))(answer));
  const parentKey = write.parentKey ?? rules.parentKey?.(body) ?? [];
  const ref: Ref = { resource, key: [...parentKey, ownId] };
  execution.invalidate(ref, answer, rules.answered ?? requested);
  checkShown(write, answer as JsonRecord);
  return ref;
}

function requestedPaths(
  { operation, resource, changes, selected }: WriteRequest,
  { parts: always, answerSelected }: InsertRules,
  filled: readonly string[],
): Paths {
  if (!takesParts(operation))
    return selected.with(idPathOf(resource), ...readPathsOf(operation, changes));
  const answered = answerSelected ? answeredParts(operation, selected) : [];
  return Paths.of('id', ...(always ?? filled), ...answered);
}

/** Warns of values that the answer shows otherwise; of parts that it lacks, nothing is known. */
function checkShown(write: WriteRequest, answer: JsonRecord): void {
  const hasAll = !takesParts(write.operation);
  const isShown = ({ path, apply }: Change): boolean =>
    apply(undefined) !== undefined && (hasAll || Object.hasOwn(answer, path.split('.', 1)[0]!));
  const changes = write.changes.filter(isShown);
  checkApplied(write, { changes, previous: undefined, answer });
}

/** The original of a copy, or else the entity above the new one. */
const pathArguments = ({
  operation,
  resource,
  ref: original,
  parentKey = [],
}: WriteRequest): Readonly<JsonRecord> =>
  original
    ? keyArguments(operation, original)
    : Object.fromEntries(parentKey.map((id, index) => [resource.key[index]!, id]));

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
  const shape = takesParts(operation) ? { part: requested.parts } : { fields: requested.mask };
  const args = {
    ...fixedArguments(operation, write.resource),
    ...pathArguments(write),
    ...(rules.requestId && { [rules.requestId.parameter]: randomUUID() }),
    ...parameters,
    ...shape,
    ...(operation.hasRequestBody && { body: { ...(id && { id }), ...body } }),
  };
  try {
    const sent = await execution.send(operation, args, {
      file,
      ...((id !== undefined || mayBeSentAgain(rules)) && { idempotent: true }),
    });
    return sent as object;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const find = () => findInserted(write, rules, { requested, id, body }, error);
    if (hasUnknownOutcome(error)) return findOut(withRequestId(error, args, rules), find);
    const found = mayBeRepeated(error, rules, body) && (await find().catch(() => undefined));
    if (found) return found;
    throw error;
  }
}

const mayBeSentAgain = ({ unique }: InsertRules): boolean =>
  unique !== undefined && !unique.hasSideEffects;

/** Names the request id of a lost insert: with it, a repetition creates nothing twice. */
function withRequestId(
  error: UpstreamError,
  args: Readonly<JsonRecord>,
  { requestId }: InsertRules,
): UpstreamError {
  if (!requestId) return error;
  const { parameter: argument } = requestId;
  return new UpstreamError({ ...error.failure, argument, id: String(args[argument]) }, error.cause);
}

/** Whether the entity exists: the client has sent the insert before, or it can exist only once. */
const mayBeRepeated = (
  { code, failure: { reason } }: UpstreamError,
  { clientId, unique }: InsertRules,
  body: JsonRecord,
): boolean =>
  (code === 'CONFLICT' && clientId?.repeated !== undefined && hasOwnId(body)) ||
  (unique !== undefined && reason === unique.reason);

/** Whether the client has named the id of the new entity. */
const hasOwnId = (body: JsonRecord): boolean => body['id'] !== undefined;

/**
 * The entity of an insert whose answer was lost, or that is repeated.
 * @returns undefined if there is none; null if another one has the client's id
 * @throws the error of the insert if nothing can be read of the entity
 */
async function findInserted(
  write: WriteRequest,
  { clientId, requestId, unique }: InsertRules,
  { requested, id, body }: NewEntity,
  error: UpstreamError,
): Promise<object | null | undefined> {
  const { execution, operation, parameters, parentKey = [] } = write;
  if (unique) return unique.find(execution, body, requested, parentKey);
  if (id !== undefined) {
    const key = [...parentKey, id];
    if (clientId!.repeated && hasOwnId(body))
      return findEqual(write, clientId!, { key, requested });
    // An entity with this id is the one that this insert should create.
    return ofId(operation, id, await clientId!.find(execution, key, requested.mask));
  }
  // With an id of the client, the conflict can be one with an earlier insert of another entity.
  const isGiven = requestId && Object.hasOwn(parameters, requestId.parameter);
  // The conflict with the lost attempt proves that this insert has created the entity.
  const isTaken = answeredCode(error) === 'CONFLICT' && error.failure.status === 409;
  if (requestId && !isGiven && isTaken)
    return requestId.find(execution, body, requested, parentKey);
  throw error;
}

/** @throws UpstreamError for an answer about something else */
function ofId(operation: AnyOperation, id: string, found: object): object {
  if ((found as JsonRecord)['id'] === id) return found;
  throw upstreamError(operation, 'UPSTREAM_INVALID', { id });
}

/** @returns null for an entity that does not have every value of the insert */
async function findEqual(
  { execution, operation, changes }: WriteRequest,
  { find, repeated }: ClientId,
  { key, requested }: { readonly key: readonly string[]; readonly requested: Paths },
): Promise<object | null> {
  const { paths, exists, defaults } = repeated!;
  const set = changes
    .filter(({ apply }) => apply(undefined) !== undefined)
    .map(({ argument, path, apply }) => ({ argument, path, apply }));
  const all = requested.with(...paths, ...readPathsOf(operation, set));
  const found = await find(execution, key, all.mask);
  const fresh = ofId(operation, key.at(-1)!, found) as JsonRecord;
  const isEqual = exists(fresh) && showsAllChanges(set, { previous: {}, fresh, defaults });
  return isEqual ? fresh : null;
}
