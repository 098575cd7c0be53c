/** The types of the declaration of a paged list, which `connection` takes. */
import type { GraphQLResolveInfo } from 'graphql';
import type { Execution } from '../../execution/execution.ts';
import type { Paging } from '../../read/list/list.ts';
import type { Projection } from '../../read/walk/projection.ts';
import type { Ref } from '../../read/resource.ts';
import type { KnownReason } from '../../api/register.ts';
import type { CallArguments, ChildListSpec, ResolvingSpec } from '../field/field-call.ts';

// any: each field declares the types of its own parent, arguments and items.
export interface ConnectionSpec extends Omit<ChildListSpec, 'keyOf'>, ResolvingSpec {
  /**
   * The whole key of an item; by default its `id` below the parent's keys. All items of a list have
   * the same keys before the last.
   * @param args arguments of the call
   */
  readonly keyOf?: (item: any, parent: Ref | undefined, args: any) => readonly string[];
  /** Paths of the parent that `args` reads if they are present, to save the call. */
  readonly optionalPaths?: readonly string[];
  /**
   * The reason with which the service would refuse the call, if the answer of the parent shows it:
   * then no call is made. Reads `optionalPaths`.
   */
  readonly refusal?: (parent: any) => KnownReason | undefined;
  /**
   * The path of an item with the id of a node: items are only pointers, and pointers to entities
   * that do not exist are omitted. It can be far cheaper than a list of the entities themselves,
   * such as a search.
   */
  readonly pointerPath?: string;
  /**
   * For a list whose segments are lists of different arguments: the arguments of each segment,
   * beside `args`. Undefined: the list has one segment, with `args` alone. For an operation
   * that takes one value of an argument per call: one cursor leads through the lists of all values,
   * and the estimate, which is never exceeded (S9), counts a call for each.
   * @throws InvalidInput
   */
  readonly segments?: (given: any) => readonly CallArguments[] | undefined;
  /**
   * Paths of an item at which all items of one list have the same value, for the estimate: links of
   * all items lead to one entity.
   */
  readonly commonPaths?: readonly string[];
  /** Filters items if the operation cannot; reads `filterPaths` of an item. */
  readonly filter?: (item: any, parent: Ref | undefined) => boolean;
  readonly filterPaths?: readonly string[];
  /**
   * For items without a resource: whether one names its object. The others are left out, with a
   * warning. Reads the `minimumPath` of the connection type.
   */
  readonly isUsable?: (item: any) => boolean;
  /** Whether `args` are the same for all parents: the call is then made once. */
  readonly sameForAllParents?: true;
  /**
   * Maximum `first` of a list that is limited to one page for each request: a call of a search
   * costs 100 units, so that its estimate (S9) must not have the calls for short pages.
   */
  readonly onePage?: number;
  readonly embedded?: EmbeddedConnection;
  /**
   * Names of fields that each answer of the list has of the parent, unless the call has a parameter
   * of that name: a lookup that selects nothing else of the parent reads the list first.
   */
  readonly shared?: readonly string[];
  readonly deprecationReason?: string;
}

/** A list that the response of the parent may contain completely. */
export interface EmbeddedConnection {
  readonly path: string;
  /** Paths of the parent that `isComplete` and `includes` read. */
  readonly paths: readonly string[];
  // any: each field declares the types of its own parent, arguments and items.
  readonly isComplete: (parent: any, given: any) => boolean;
  /**
   * Whether `isComplete` reads only the arguments, so that the estimate knows the list is free:
   * else the replies to 20 comments would be admitted (S9) as 20 calls that are never made.
   */
  readonly ignoresParent?: true;
  /**
   * Whether an item of the parent's response belongs to the list; reads `paths`. Default: all. A
   * service may return deleted items with the parent, and leave them out of the list.
   */
  readonly includes?: (item: any) => boolean;
  /** Whether the list is used only if the response of the parent is requested for other fields. */
  readonly optional?: true;
}

export interface ConnectionCall {
  readonly parent: unknown;
  readonly given: Paging;
  readonly execution: Execution;
  readonly projection: Projection;
  /** Identifies the field of the query. */
  readonly field: object;
  readonly info: GraphQLResolveInfo;
}
