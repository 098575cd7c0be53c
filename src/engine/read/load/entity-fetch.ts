/** The calls that read a batch of entities of one resource, and how their answers are stored. */
import { UpstreamError } from '../../api/error.ts';
import type { IdsOfCall } from '../../cache/call-parts.ts';
import { PartlyRead } from '../../cache/read-cache.ts';
import { InvalidValue } from '../../rest/operation/invalid-value.ts';
import { type AnyOperation, takesParts } from '../../api/operation.ts';
import type { CacheEntry } from './cache-entry.ts';
import { isCausedByAPart, ownerOnlyPartsOf, pathsOfPart } from '../list/list.ts';
import { getter, Paths } from '../path.ts';
import type { EntityProjection } from '../walk/projection.ts';
import {
  attachRef,
  type BatchRead,
  entitiesPerCall,
  isKey,
  type Ref,
  type Resource,
  type SubsetRead,
  type WholeList,
} from '../resource.ts';
import { type FetchedEntities, storeFailure, storeItems, storePart } from './stored-answer.ts';
import { orderOf } from './subset-read.ts';
import { type Asker, runFor } from '../../trace/call-record.ts';

/** Entities of a batch of which the same is requested. */
export interface EntitiesFetch extends EntityProjection {
  readonly entries: readonly CacheEntry[];
  /** The fields that ask for them. Undefined in an execution that names no fields. */
  readonly askers?: ReadonlySet<Asker> | undefined;
  /** What all that is selected of the entities can be read by, besides their own read. */
  readonly subset?: SubsetRead | undefined;
}

export type SendRead = (
  operation: AnyOperation,
  args: Readonly<Record<string, unknown>>,
  downstream: ReadonlySet<string>,
  byIds?: IdsOfCall,
) => Promise<unknown>;

/** Learns what the calls of a batch have found, and when they end. */
interface FetchObserver {
  /** Receives an entity that an answer has besides those of the batch. */
  onFound(value: object, paths: Paths): void;
  /**
   * Called when the answers or failures of the entities of one call are stored, also of the calls
   * into which a failed one was divided.
   */
  onCallEnd(entries: readonly CacheEntry[]): void;
}

/** What all calls of a batch have in common. */
interface Batch {
  readonly resource: Resource;
  readonly send: SendRead;
  readonly observer: FetchObserver;
  readonly downstream: ReadonlySet<string>;
  readonly requestedOf: (entry: CacheEntry) => Paths;
  /** Of one call: the operation that it is made by, if that is not the one of the read. */
  readonly subset?: SubsetRead | undefined;
}

/**
 * Starts the calls of a batch: one for each entity, for as many as a call takes, or for the whole
 * list, as the resource is read.
 * @returns the entities of each call
 */
export function fetchEntities(
  resource: Resource,
  fetches: readonly EntitiesFetch[],
  send: SendRead,
  observer: FetchObserver,
): readonly (readonly CacheEntry[])[] {
  const { read } = resource;
  const { entries, paths: union, requestedOf } = requestOf(fetches);
  const downstream = downstreamOf(fetches);
  const batch: Batch = { resource, send, observer, downstream, requestedOf };
  const order = orderOf(fetches, entries);
  const calls = entriesOfCalls(read, order.entries);
  const paths = read.kind === 'wholeList' ? union.with(read.idPath) : union;
  for (const own of calls) {
    const subset = order.subsetOf(own);
    const start = (): void => startCall(subset ? { ...batch, subset } : batch, own, paths);
    runForAskers(fetches, own, start);
  }
  return calls;
}

/** Divides the entities of a batch into those of its calls. */
function entriesOfCalls(
  read: Resource['read'],
  entries: readonly CacheEntry[],
): readonly (readonly CacheEntry[])[] {
  if (read.kind === 'local' || read.kind === 'unreadable') return [];
  const size = entitiesPerCall(read);
  if (entries.length <= size) return [entries];
  return Array.from({ length: Math.ceil(entries.length / size) }, (_, index) =>
    entries.slice(index * size, (index + 1) * size),
  );
}

/** Starts one call of a batch. @param paths those of all entities, for a call of the whole list */
function startCall(batch: Batch, entries: readonly CacheEntry[], paths: Paths): void {
  const { kind } = batch.resource.read;
  if (kind === 'single' || kind === 'proven') return fetchOne(batch, entries);
  void storeAnswer(batch, entries, paths).then(() => batch.observer.onCallEnd(entries));
}

/** Makes a call for several entities. @returns resolves when its answer or failure is stored */
function storeAnswer(batch: Batch, entries: readonly CacheEntry[], paths: Paths): Promise<void> {
  const { kind } = batch.resource.read;
  if (kind === 'batch')
    return batch.subset ? fetchSubset(batch, entries) : fetchByIds(batch, entries);
  return kind === 'bodyBatch' ? fetchByBody(batch, entries) : fetchWholeList(batch, entries, paths);
}

/** The entities of a batch, each once, and the paths that are requested of them. */
type BatchRequest = FetchedEntities & Pick<Batch, 'requestedOf'>;

function requestOf(fetches: readonly EntitiesFetch[]): BatchRequest {
  const { paths } = fetches[0]!;
  // An entity is in two fetches only if they request different paths.
  if (fetches.every((fetch) => fetch.paths === paths)) {
    const entries =
      fetches.length === 1 ? fetches[0]!.entries : fetches.flatMap((fetch) => fetch.entries);
    return { entries, paths, requestedOf: () => paths };
  }
  const requested = new Map<CacheEntry, Paths>();
  for (const fetch of fetches)
    for (const entry of fetch.entries) {
      const known = requested.get(entry);
      requested.set(entry, known ? Paths.union([known, fetch.paths]) : fetch.paths);
    }
  return {
    entries: [...requested.keys()],
    paths: Paths.union([...requested.values()]),
    requestedOf: (entry) => requested.get(entry)!,
  };
}

function downstreamOf(fetches: readonly EntitiesFetch[]): ReadonlySet<string> {
  const { downstream } = fetches[0]!;
  return fetches.every((fetch) => fetch.downstream === downstream)
    ? downstream
    : new Set(fetches.flatMap((fetch) => [...fetch.downstream]));
}

/** Reads one entity, without a promise of its own: a list can lead to hundreds of such calls. */
function fetchOne(
  { resource, send, observer, downstream, requestedOf }: Batch,
  entries: readonly CacheEntry[],
): void {
  const { read } = resource;
  const entry = entries[0]!;
  const { ref } = entry;
  const paths = requestedOf(entry);
  const args = argsOf(resource, ref, paths);
  args[resource.key.at(-1)!] = ref.key.at(-1);
  if (read.kind === 'proven') Object.assign(args, read.args);
  else args['fields'] = paths.mask;
  const fail = (error: unknown): void => {
    if (isProof(resource, error)) entry.store({}, paths);
    else storeFailure(entry, paths, error);
    observer.onCallEnd(entries);
  };
  send(read.operation, args, downstream).then((answer) => {
    try {
      entry.store(answer as object, paths);
    } catch (error) {
      return fail(error);
    }
    observer.onCallEnd(entries);
  }, fail);
}

/** Whether the reason of the error proves that the entity exists. */
function isProof({ read }: Resource, error: unknown): boolean {
  const reason = error instanceof UpstreamError ? error.failure.reason : undefined;
  return read.kind === 'proven' && read.reasons.some((each) => each === reason);
}

/**
 * Reads entities by their ids in one call. One id or one owner-only part can fail the call for all:
 * then the ids are halved, and if a call with a single id fails, the owner-only parts are requested
 * apart. What another call has read in the meantime is not requested again.
 */
function fetchByIds(batch: Batch, entries: readonly CacheEntry[]): Promise<void> {
  const { read } = batch.resource;
  if (read.kind !== 'batch') return Promise.resolve();
  const { paths, items } = requestByIds(batch, read, entries);
  return items
    .then((each) => storeItems(read, each, { entries, paths }))
    .catch((error: unknown) => divideOrFail(batch, read, { entries, paths }, error));
}

/** Makes one call for entities by their ids. @returns the paths that its items have, and them */
function requestByIds(
  { resource, send, downstream, requestedOf }: Batch,
  { operation, param, idPath }: BatchRead,
  entries: readonly CacheEntry[],
): { readonly paths: Paths; readonly items: Promise<readonly object[]> } {
  const paths = Paths.union(entries.map(requestedOf)).with(idPath);
  const args = argsOf(resource, entries[0]!.ref, paths);
  args[param] = entries.map((entry) => entry.ref.key.at(-1)!);
  args['fields'] = `${operation.page!.items}(${paths.mask})`;
  const answer = send(operation, args, downstream, { param, idOf: getter(idPath) });
  return { paths, items: answer.then((each) => itemsOf(operation, each)) };
}

/**
 * Reads entities by the operation of a subset. Those that it does not answer are read as if there
 * were none: the other operation says what is wrong with them, and can have units left.
 */
async function fetchSubset(
  { subset, ...batch }: Batch,
  entries: readonly CacheEntry[],
): Promise<void> {
  const { read } = batch.resource;
  if (read.kind !== 'batch' || !subset) return;
  const ofSubset = { ...read, operation: subset.operation };
  const { paths, items } = requestByIds(batch, ofSubset, entries);
  const answered = await items.catch((): readonly object[] => []);
  const ids = new Set(answered.map(getter(read.idPath)));
  const { true: found = [], false: left = [] } = Object.groupBy(entries, ({ ref }) =>
    ids.has(ref.key.at(-1)) ? 'true' : 'false',
  );
  storeItems(ofSubset, answered, { entries: found, paths });
  if (left.length > 0) await fetchByIds(batch, left);
}

async function divideOrFail(
  batch: Batch,
  read: BatchRead,
  { entries, paths }: FetchedEntities,
  error: unknown,
): Promise<void> {
  const { operation, param } = read;
  const ownerOnlyParts = ownerOnlyPartsOf(operation, paths);
  if (error instanceof PartlyRead) {
    const known = itemsOf(operation, error.answer);
    const left = storePart(read, known, { entries, paths }, error.ids);
    return divideOrFail(batch, read, { entries: left, paths }, error.cause);
  }
  if (entries.length > 1 && isCausedByAnId(error, param)) {
    const unread = entries.filter((entry) => !entry.knows(batch.requestedOf(entry)));
    const half = unread.length >> 1;
    const halves = [unread.slice(0, half), unread.slice(half)];
    await Promise.all(
      halves.filter(({ length }) => length > 0).map((each) => fetchByIds(batch, each)),
    );
  } else if (ownerOnlyParts.length > 1 && isCausedByAPart(error))
    await Promise.all(ownerOnlyParts.map((part) => fetchPart(batch, entries, part)));
  else for (const entry of entries) storeFailure(entry, paths, error);
}

/** Reads one part of those of the entities of which it is requested. */
function fetchPart(batch: Batch, entries: readonly CacheEntry[], part: string): Promise<void> {
  const requestedOf = (entry: CacheEntry): Paths => pathsOfPart(batch.requestedOf(entry), part);
  const concerned = entries.filter((entry) => requestedOf(entry).size > 0);
  return fetchByIds({ ...batch, requestedOf }, concerned);
}

/**
 * Reads entities by a query with their ids in its body. Entities that the answer leaves out because
 * the ids of others stand for several are requested again without these.
 */
async function fetchByBody(batch: Batch, entries: readonly CacheEntry[]): Promise<void> {
  const { resource, send, observer, downstream } = batch;
  const { read, fixed } = resource;
  if (read.kind !== 'bodyBatch') return;
  const { paths, maps } = read;
  const { ref } = entries[0]!;
  const idOf = (entry: CacheEntry): string => entry.ref.key.at(-1)!;
  try {
    const body = read.bodyOf(entries.map(idOf), ref.args ?? {});
    const args = { ...fixed, body, fields: maps.join() };
    const answer = (await send(read.operation, args, downstream)) as
      | Readonly<Record<string, EntityMap | undefined>>
      | undefined;
    const found = new Map(maps.flatMap((name) => entriesOf(answer?.[name])));
    const isLeftOut = (id: string): boolean => {
      const entity = found.get(id);
      return entity !== undefined && !(entity instanceof Error) && read.isLeftOut(entity);
    };
    const leftOut = entries.filter((entry) => isLeftOut(idOf(entry)));
    const again = leftOut.length < entries.length ? leftOut : [];
    for (const entry of entries) {
      const entity = found.get(idOf(entry)) ?? null;
      if (entity instanceof Error) entry.fail(paths, entity);
      else if (!again.includes(entry)) entry.store(entity, paths);
    }
    for (const entry of entries) found.delete(idOf(entry));
    for (const [id, value] of found)
      if (!(value instanceof Error))
        observer.onFound(attachRef(value, { ...ref, key: [id] }), paths);
    if (again.length > 0) await fetchByBody(batch, again);
  } catch (error) {
    for (const entry of entries) storeFailure(entry, paths, error);
  }
}

/** @param entries the list, whose key is empty */
async function fetchWholeList(
  { resource, send, downstream }: Batch,
  entries: readonly CacheEntry[],
  paths: Paths,
): Promise<void> {
  const { read } = resource;
  if (read.kind !== 'wholeList') return;
  const { ref } = entries[0]!;
  const args = argsOf(resource, ref, paths);
  args['fields'] = `${read.operation.page!.items}(${paths.mask})`;
  try {
    const answer = itemsOf(read.operation, await send(read.operation, args, downstream));
    const idOf = getter(read.idPath);
    const items = answer.map((item) => {
      const id = idOf(item);
      return isKey(id) ? attachRef(item, { ...ref, key: [id] }) : new InvalidValue(read.operation);
    });
    for (const entry of entries) entry.store({ items } satisfies WholeList, paths);
  } catch (error) {
    for (const entry of entries) storeFailure(entry, paths, error);
  }
}

/** Arguments that are the same for all entities of a batch, with the keys above their own ids. */
function argsOf(
  { fixed, key: names, read: { operation } }: Resource,
  { key, args: ownArgs }: Ref,
  paths: Paths,
): Record<string, unknown> {
  const args: Record<string, unknown> = { ...fixed, ...ownArgs };
  if (takesParts(operation)) args['part'] = paths.parts;
  for (let index = 0; index < key.length - 1; index += 1) args[names[index]!] = key[index];
  return args;
}

const itemsOf = ({ page }: AnyOperation, answer: unknown): readonly object[] =>
  (answer as Readonly<Record<string, readonly object[]>> | undefined)?.[page!.items] ?? [];

/** Makes the call for some entities of a batch, for those who ask for one of them. */
function runForAskers(
  fetches: readonly EntitiesFetch[],
  entries: readonly CacheEntry[],
  call: () => void,
): void {
  if (fetches[0]!.askers === undefined) return call();
  const all = new Set(entries);
  const concerned = fetches.filter((fetch) => fetch.entries.some((entry) => all.has(entry)));
  return runFor(
    concerned.flatMap(({ askers }) => askers ?? []),
    call,
  );
}

const CODES_OF_AN_ID: ReadonlySet<string> = new Set(['INVALID_INPUT', 'FORBIDDEN', 'NOT_FOUND']);

/**
 * Whether one of the ids can be the cause, so that the others succeed in a call without it.
 * @param param the parameter of the call that has the ids
 */
function isCausedByAnId(error: unknown, param: string): boolean {
  if (!(error instanceof UpstreamError)) return false;
  const { code, location = param } = error.failure;
  if (code === 'INVALID_INPUT' && location !== param) return false;
  if (error.failure.meaning?.accountWide) return false;
  return CODES_OF_AN_ID.has(code);
}

type EntityMap = Readonly<Record<string, object>>;

/** @throws the error in the place of an invalid map */
function entriesOf(map: EntityMap | Error | undefined): [string, object][] {
  if (map instanceof Error) throw map;
  return Object.entries(map ?? {});
}
