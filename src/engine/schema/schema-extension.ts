/** What a host adds to the schema: types of the package, which import nothing. */

/**
 * Types and fields that the host adds to the schema.
 * @typeParam HostContext what the host knows of who asks
 */
export interface SchemaExtensionOf<HostContext = never> {
  /** In the schema definition language, such as `extend type Video { internalNote: String }`. */
  readonly typeDefs: string;
  /** By the names of types and of fields. */
  readonly resolvers: Readonly<Record<string, Readonly<Record<string, OwnFieldOf<HostContext>>>>>;
}

/** An object that a field of the host belongs to. */
export interface OwnParent {
  readonly __typename: string;
  /** The global id; undefined for an object that has none. */
  readonly id: string | undefined;
  /**
   * The ids that the service has, by which tables of the host may know it: its own, after those of
   * what it belongs to. Empty for an object without an id.
   */
  readonly key: readonly string[];
  /** What the resolver of the host has returned, for a type of the host. */
  readonly value: unknown;
}

/**
 * Resolves a field for all objects of an operation that have it at the same time, with the same
 * arguments: one query of a database for a whole list. They are of one operation: all are for the
 * same caller.
 * @param hostContext who asks
 * @returns one value for each parent, in their order; an `Error` is that of one object alone. For
 * a type of the gateway, its id: global, or that of the REST API. A list has at most 50 objects, or
 * as many as the argument `first` says, at most 500
 */
export type OwnFieldOf<HostContext = never> = (
  parents: readonly OwnParent[],
  args: Readonly<Record<string, unknown>>,
  hostContext: HostContext,
) => readonly unknown[] | Promise<readonly unknown[]>;
