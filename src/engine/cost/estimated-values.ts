/** The values whose fields the estimate counts, and the calls that fields share. */
import type { Ref } from '../read/resource.ts';
import type { CountedCalls } from '../read/usage.ts';
import type { Projection } from '../read/walk/projection.ts';
import type { Cardinality, Entities } from './cardinality.ts';
import type { CallAccess } from './cost-context.ts';

/** The values that have the same fields. */
export interface Values {
  readonly values: Cardinality;
  /** The calls for their fields so far. */
  readonly counted: CountedCalls;
  /** Undefined for values that are no entities. */
  readonly entities?: Entities | undefined;
}

/** Values that are loaded by their keys. */
export interface LoadedValues extends Values {
  /** Those that arguments name. */
  readonly refs?: readonly Ref[] | undefined;
}

/** Calls that other fields can share. */
export interface SharedCalls {
  /** What the calls request; undefined: no other field shares them. */
  readonly request: string | undefined;
  readonly counted: CountedCalls;
  readonly access: () => CallAccess;
}

export interface ListItems {
  readonly parents: Values;
  readonly lists: number;
  /** Maximum number of items of each list. Default: the argument `first`. */
  readonly size?: number;
  /** How the call for the items is made. Default: the answer of the parents has them. */
  readonly projectionOf?: (projection: Projection) => Projection;
}
