/**
 * The needs of fields: what a field reads of the REST APIs. Each field of the schema states its
 * needs once, in its extensions; projection, prefetch and cost estimate follow from them.
 */
import type { AnyOperation } from '../api/operation.ts';
import type { Ref, Resource } from './resource.ts';

/** The needs of a field, by kind. */
export type Needs =
  | NoNeeds
  | PathNeeds
  | NestedNeeds
  | LinkNeeds
  | ListNeeds
  | SeparateFetchNeeds
  | CallNeeds;

/** Needs of a field that adds no call beside those of its parent. */
export type AnswerNeeds = NoNeeds | PathNeeds | NestedNeeds | LinkNeeds;

/** The field reads no path of its value: a key, a constant, or a value that the gateway made. */
interface NoNeeds {
  readonly kind: 'none';
}

interface PathNeeds {
  readonly kind: 'paths';
  readonly paths: readonly string[];
}

/** The field shows an object, or a list of objects, of the same answer. */
export interface NestedNeeds {
  readonly kind: 'nested';
  /** The path of the object; `''`: the value itself. */
  readonly path: string;
  /** Paths that are requested regardless of the selection below. */
  readonly paths: readonly string[];
  /** Maximum number of objects for each value; Infinity if the service documents none. */
  readonly maxItems: number;
  /** The argument that limits the objects further. */
  readonly limitArgument?: string;
  /** Number of objects that are shown, the first ones. Absent: all. */
  readonly limit?: number;
  /**
   * Whether objects are left out by another rule, or others are in their place: links below must
   * not be prefetched.
   */
  readonly isCut?: boolean;
}

/** The field leads to entities of other resources, whose keys the value holds. */
export interface LinkNeeds {
  readonly kind: 'link';
  readonly link: Link;
  /** Paths that the keys are read from. */
  readonly paths: readonly string[];
  /** Maximum number of entities for each value; Infinity if the service documents none. */
  readonly maxItems: number;
  /** The argument that limits the entities further. */
  readonly limitArgument?: string;
  /** Whether each entity leads to the next one, so that they are read one after the other. */
  readonly isChain?: true;
}

/** How a value leads to other entities. */
export interface Link {
  /** Resources of the entities; several for a polymorphic link. */
  readonly targets: readonly Resource[];
  /** Whether the key is made of the ref of the value, which then must have one. */
  readonly usesRef: boolean;
  /**
   * Names of fields that the value has as the entity has them: if no others are selected of the
   * entity, the answer of the value shows it. Absent: none.
   */
  readonly shared?: readonly string[] | undefined;
  /** Whether the key begins the key of the value; such a link uses the ref. */
  readonly isAncestor?: true | undefined;
  /** The path of the id, if that is the key. */
  readonly idPath?: string | undefined;
  /** Maximum number of entities that all values together lead to. */
  readonly maxEntities?: number | undefined;
  /**
   * Adds the linked entities; none for a missing one.
   * @param ref of the value, if the link uses it
   */
  addRefs(refs: Ref[], value: unknown, ref: Ref | undefined): void;
}

/** The field shows items of a list operation. */
export interface ListNeeds {
  readonly kind: 'list';
  readonly operation: AnyOperation;
  readonly itemType: string;
  /** Paths of the value that the arguments of the call are made of. */
  readonly paths: readonly string[];
  /**
   * Paths that may save the call: requested if the answer of the value is requested anyway, and no
   * reason to request it.
   */
  readonly optionalPaths: readonly string[];
  /** Whether the parameters of the call are the keys of the value, by their names. */
  readonly isByKeys: boolean;
  /** The number of ids with which the keys of all items of one list begin. Absent: 0. */
  readonly commonKeys?: number;
  /** Paths of an item at which all items of one list have the same value. Absent: none. */
  readonly commonPaths?: readonly string[] | undefined;
  /** Whether what the answer shows of the items serves links to them. */
  readonly keepsItems: (args: FieldArguments) => boolean;
  /** Whether the call needs an access token, whoever asks. */
  readonly needsToken: (args: FieldArguments) => boolean;
  /** The place inside the value's answer where the list may be complete; null: there is none. */
  readonly embedded: EmbeddedList | null;
  readonly extent: ListExtent;
}

interface EmbeddedList {
  /** The path of the items in the answer of the value. */
  readonly path: string;
  /** Whether the path is optional like `optionalPaths`; otherwise it is always requested. */
  readonly optional: boolean;
  /**
   * Whether the answer of every value has all items that the arguments ask for, so that the list
   * makes no call; null: that depends on the value.
   */
  readonly isWhole: ((args: FieldArguments) => boolean) | null;
}

/** How much of a list a field reads. */
type ListExtent = PagedExtent | FirstItemExtent | OnePageExtent | WholeExtent;

/** The first `first` items behind the cursor `after`, from as many pages as that takes. */
export interface PagedExtent {
  readonly kind: 'paged';
  /** Whether the call is the same for all values of an execution, and so is made once. */
  readonly sameForAllParents: boolean;
  /** The maximum calls before, to find out what an argument means; null: there are none. */
  readonly callsBefore: ((args: FieldArguments) => readonly OperationCount[]) | null;
  /** The resource that the items only point to; null: the items are the entities. */
  readonly pointsTo: Resource | null;
  /**
   * The number of segments of the list, read one after the other; null: always one.
   * @throws InvalidInput for invalid arguments
   */
  readonly segmentCount: ((args: FieldArguments) => number) | null;
}

interface FirstItemExtent {
  readonly kind: 'firstItem';
  /** Whether pages may be empty although others follow. */
  readonly sparse: boolean;
  /** The maximum calls before, to find out what an argument means; null: there are none. */
  readonly callsBefore: ((args: FieldArguments) => readonly OperationCount[]) | null;
}

/** Items of one page, even if more follow. */
interface OnePageExtent {
  readonly kind: 'onePage';
  /** Maximum of the argument `first`. */
  readonly maxItems: number;
}

interface WholeExtent {
  readonly kind: 'whole';
  readonly maxItems: number;
}

/** The field reads an entity, or a part of one, by a call of its own. */
export interface SeparateFetchNeeds {
  readonly kind: 'separateFetch';
  readonly resource: Resource;
  /** The path in the answer of that call where the selection continues; `''`: the answer itself. */
  readonly path: string;
  /** Paths of the value that the key is made of. */
  readonly paths: readonly string[];
  /**
   * The needs of the field while its arguments have their defaults; null: it always makes a call.
   */
  readonly withoutArguments: ArgumentlessNeeds | null;
  /** The choice that the field makes, if the call for the value can make it. */
  readonly choice?: ChoiceNeeds;
}

/** How an argument of the field becomes a choice. */
interface ChoiceNeeds {
  readonly argument: string;
  readonly parameter: string;
  /** The needs of the field if the call for the value makes the choice. */
  readonly needs: AnswerNeeds;
}

interface ArgumentlessNeeds {
  readonly needs: AnswerNeeds;
  /** Argument values, beside null, that request nothing special. */
  readonly defaults: FieldArguments;
}

/** The field makes calls that depend on its arguments: root lookups, mutations. */
export interface CallNeeds {
  readonly kind: 'calls';
  /** Paths of the value that decide which call is made. Default: none. */
  readonly paths?: readonly string[];
  /** The reads of a subscription between its events. */
  readonly poll?: Poll | undefined;
  /** Public operations whose calls are about the caller, and so need a token. Default: none. */
  readonly forCaller?: readonly AnyOperation[];
  /** @throws InvalidInput for arguments that are rejected before any call */
  costOf(args: FieldArguments): CallCost;
}

/** Reads at an interval. */
export interface Poll {
  readonly operation: AnyOperation;
  /** Minimum time in ms between two reads. */
  readonly intervalMs: number;
}

/** Calls and loads for each parent of the field. */
interface CallCost {
  readonly calls: readonly OperationCount[];
  /** Calls that all parents share, in place of some for each. Default: none. */
  readonly sharedCalls?: readonly OperationCount[];
  readonly loads: readonly EntityCount[];
  /** Maximum number of values that the field returns, if it loads no entities. */
  readonly values: number;
  /** Maximum time in ms that the field waits between its calls. Default: 0. */
  readonly waitMs?: number | undefined;
  /** Entries of lists in the arguments that are rejected without a call. Default: 0. */
  readonly rejected?: number | undefined;
}

export type OperationCount = readonly [operation: AnyOperation, count: number];

/** A number of entities that are loaded together, each of one of the resources. */
export interface EntityCount {
  readonly resources: readonly Resource[];
  readonly count: number;
  /** The entities, if arguments of a root field name them: all root fields share calls for them. */
  readonly refs?: readonly Ref[];
}

/** Arguments of a field as resolvers get them, defaults included. */
export type FieldArguments = Readonly<Record<string, unknown>>;

/** Needs of a field that reads no path and makes no call. */
export const noNeeds: NoNeeds = { kind: 'none' };

/** Needs of a field with an object that is made of the value itself. */
export const ownValue: NestedNeeds = { kind: 'nested', path: '', paths: [], maxItems: 1 };

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    needs?: Needs;
    /**
     * Checks arguments before any call.
     * @throws InvalidInput naming the argument
     */
    check?: ((args: FieldArguments) => unknown) | undefined;
  }
  interface GraphQLInterfaceTypeExtensions {
    /** Paths of a value that decide which of the possible types it has. */
    typePaths?: readonly string[];
  }
  interface GraphQLUnionTypeExtensions {
    /** As of an interface. */
    typePaths?: readonly string[];
  }
}
