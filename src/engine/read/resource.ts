/**
 * Resources and refs. A resource is a type of entity that can be read again by its key. A ref is
 * the key of one entity; it is attached to the entity's JSON, which often lacks it (a comment
 * does not name its file).
 */
import type { KnownReason } from '../api/register.ts';
import type { AnyOperation } from '../api/operation.ts';
import type { Identities } from '../caller/identities.ts';
import type { UploadSessions } from '../transfer/upload-session.ts';
import type { Paths } from './path.ts';
import { checkListId, checkReserved, encodePathId } from '../rest/request/request.ts';

/** A type of entity that can be read by its key. `T` is the official type of its JSON. */
export interface Resource<T = unknown> {
  /** The name of the GraphQL type. */
  readonly name: string;
  /** Names of all keys in the order of the global id; the entity's own id is the last. */
  readonly key: readonly string[];
  readonly read: ResourceRead;
  /**
   * The name of another type whose objects have the same keys: their global ids are accepted for
   * this type. A service may give a thread the id of its first comment.
   */
  readonly sameKeyAs?: string;
  /**
   * A parameter of the reads that changes only values which fields of their own show. A call has it
   * if all of these fields want one value: a title and the texts in one language are 1 call instead
   * of 2, the HTML texts of a thread with 120 replies 3 instead of 8.
   */
  readonly choiceParameter?: string;
  /**
   * Parameters of lists that decide what the items show (`hl`, `useDomainAdminAccess`): an item of
   * a call with one of them is another variant of its entity, for which no other read has values.
   */
  readonly variantParameters?: readonly string[];
  /** Arguments of every read. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  readonly __shape?: T;
}

/** The path of the own id in the JSON of an entity. */
export const idPathOf = ({ read }: Resource): string =>
  ('idPath' in read ? read.idPath : undefined) ?? 'id';

type ResourceRead =
  | BatchRead
  | BodyBatchRead
  | SingleRead
  | WholeListRead
  | ProvenRead
  | LocalRead
  | UnreadableRead;

/** A list operation takes several ids at once; keys above the own id are parameters of the call. */
export interface BatchRead {
  readonly kind: 'batch';
  readonly operation: AnyOperation;
  /** The parameter that takes the ids. */
  readonly param: string;
  /** The path of the own id in an item. */
  readonly idPath: string;
  readonly subset?: SubsetRead | undefined;
}

/**
 * Another operation that takes the same ids, and whose items have some of the paths of the read's
 * items. Where a gateway uses it (`ReadSettings.usesSubsets`), it saves units of the read's bucket.
 */
export interface SubsetRead {
  readonly operation: AnyOperation;
  readonly paths: ReadonlySet<string>;
}

/**
 * A query takes several ids in its body, and its answer has the entities in maps by their ids. The
 * answer has all paths of each entity.
 */
interface BodyBatchRead {
  readonly kind: 'bodyBatch';
  readonly operation: AnyOperation;
  /** Maximum number of ids of one call. */
  readonly idsPerCall: number;
  /** Fields of the answer that are maps of entities; each id is in at most one of them. */
  readonly maps: readonly string[];
  readonly paths: Paths;
  /** @param args those of the ref, the same for all entities of the call */
  readonly bodyOf: (ids: readonly string[], args: Readonly<Record<string, unknown>>) => object;
  /** Whether the answer leaves the entity out because the call was for too many. */
  readonly isLeftOut: (entity: object) => boolean;
}

/** A get operation for each entity. The parts of the key are its parameters, by their names. */
interface SingleRead {
  readonly kind: 'single';
  readonly operation: AnyOperation;
  /** The path that proves that the entity exists. Default: `id`. */
  readonly idPath?: string;
  /** Paths that each call requests: an entity that is small as a whole is read in one call. */
  readonly alwaysRequested?: readonly string[];
}

/**
 * One list without pages has all entities. The list itself is read by a ref with an empty key, as a
 * `WholeList`.
 */
export interface WholeListRead {
  readonly kind: 'wholeList';
  readonly operation: AnyOperation;
  /** The path of the own id in an item. */
  readonly idPath: string;
}

/** The items have refs, and errors are in the place of those without an id. */
export interface WholeList {
  readonly items: readonly object[];
}

/**
 * No operation returns the entity, which has no paths but its id: a call below it proves that it
 * exists.
 */
interface ProvenRead {
  readonly kind: 'proven';
  readonly operation: AnyOperation;
  /** Arguments of the call beside the keys. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Error reasons that prove that the entity exists, as an answer does. */
  readonly reasons: readonly KnownReason[];
}

/**
 * No operation reads one entity: lists and the answers of writes contain it. Its id is an argument
 * of writes.
 */
interface UnreadableRead {
  readonly kind: 'unreadable';
  /** The operation whose answers contain the entity, for errors. */
  readonly operation: AnyOperation;
}

/** No call is made: the gateway stores the entities itself, or they follow from their keys. */
export interface LocalRead {
  readonly kind: 'local';
  /** The operation that the entity belongs to. */
  readonly operation: AnyOperation;
  /** Finds the operation among those of the API. */
  readonly bind: (operations: ReadonlyMap<string, AnyOperation>) => void;
  /** @returns the entity, or null if the caller has none with this key */
  readonly find: (
    context: LocalReadContext,
    key: readonly string[],
  ) => object | null | Promise<object | null>;
  /** The error message for a key without an entity. */
  readonly absence: string;
}

/** The services that a local resource may use to find an entity. */
export interface LocalReadContext {
  readonly identities: Identities;
  readonly uploads: UploadSessions;
  readonly openedUploads: ReadonlyMap<string, object>;
}

/** Maximum number of entities that one call reads: all of them if it reads their whole list. */
export function entitiesPerCall(read: ResourceRead): number {
  if (read.kind === 'wholeList') return Infinity;
  if (read.kind === 'bodyBatch') return read.idsPerCall;
  return read.kind === 'batch' ? (read.operation.idsPerCall ?? 1) : 1;
}

/** Whether a call reads the entities of the resource. */
export const isReadByCall = ({ read }: Resource): boolean =>
  read.kind !== 'local' && read.kind !== 'unreadable';

/** The operations that a link to the resource may call. */
export const operationsOfLink = ({ read }: Resource): readonly AnyOperation[] =>
  // A link proves nothing, so the call of a proven resource is not made.
  read.kind === 'proven' || read.kind === 'unreadable' ? [] : [read.operation];

/** The key of one entity. `args` change the answer (`hl`, `maxWidth`): another variant of it. */
export interface Ref<T = unknown> {
  readonly resource: Resource<T>;
  readonly key: readonly string[];
  readonly args?: Readonly<Record<string, unknown>>;
}

/** The answer of a write about an entity. */
export interface WriteAnswer {
  readonly ref: Ref;
  readonly answer: object;
}

const REF = Symbol('ref');

/** A ref, or a function that makes it of the value when something reads it. */
type RefSource = Ref | ((value: object) => Ref);

/**
 * Attaches the ref that `id`, links and `resolveType` of the value read.
 * @param ref a function for the items of a list, since most refs of items are never read
 * @returns the value
 */
export function attachRef<T extends object>(value: T, ref: RefSource): T {
  (value as { [REF]?: RefSource })[REF] = ref;
  return value;
}

/** @returns undefined for a value without a ref */
export function refOf(value: unknown): Ref | undefined {
  const ref = (value as { [REF]?: RefSource } | null | undefined)?.[REF];
  if (typeof ref !== 'function') return ref;
  const made = ref(value as object);
  attachRef(value as object, made);
  return made;
}

/** The GraphQL type of a value with a ref. */
export const typeOf = (value: unknown): string | undefined => refOf(value)?.resource.name;

/** Whether a value of an answer can be a part of a key. */
export const isKey = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** All keys of a ref as one string. */
export const entityKey = ({ key }: Ref): string => (key.length === 1 ? key[0]! : key.join('\n'));

/** The entity whose key is the beginning of another key. */
export const refAbove = (resource: Resource, key: readonly string[]): Ref => ({
  resource,
  key: key.slice(0, resource.key.length),
});

/** The keys of a ref by their names. */
export function keysByName({ resource, key }: Ref): Readonly<Record<string, string>> {
  const byName: Record<string, string> = {};
  for (let index = 0; index < resource.key.length; index += 1)
    byName[resource.key[index]!] = key[index]!;
  return byName;
}

/** The last key of a value that has a ref: the entity's own id. */
export const ownId = (value: unknown): string => refOf(value)!.key.at(-1)!;

/**
 * Checks a key before it is sent. An invalid key in a list of ids would fail the other ids of the
 * call; one in a path would address another operation.
 * @param argument the argument that gave the key, if a client did: the error names it. A function
 *   returns the argument of each part of the key by the name of the part
 * @throws InvalidInput for a key that cannot be an id, such as one with a slash or a comma
 */
export function checkKey(
  { key: names, read }: Resource,
  key: readonly string[],
  argument?: string | ((name: string) => string),
): void {
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index]!;
    const given = typeof argument === 'function' ? argument(name) : (argument ?? name);
    const isInPath = read.kind !== 'batch' && read.operation.path.includes(`{${name}}`);
    checkReserved(given, key[index], read.operation.reservedIds?.[name]);
    if (isInPath) encodePathId(given, key[index]);
    // The ref of a whole list has an empty key.
    else if (read.kind === 'batch' || key[index] !== undefined) checkListId(given, key[index]);
  }
}
