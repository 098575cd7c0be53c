/** How the graph exposes the resources of a service, as far as the schema does not say it. */
export interface ServiceFields {
  /** GraphQL types by REST resource, where their names differ. */
  readonly types: Readonly<Record<string, string>>;
  /**
   * Resources without a type so far, each with an operation that returns it. Remove a resource as
   * soon as a field calls its operation.
   */
  readonly resourcesNotExposedYet: Readonly<Record<string, string>>;
  /** Fields that no GraphQL field shows so far: `Resource.path`; a path covers all below it. */
  readonly fieldsNotExposedYet: readonly string[];
  /** Fields that the graph omits on purpose. */
  readonly omitted: readonly OmittedFields[];
}

/** Fields that are omitted for the same reason. */
interface OmittedFields {
  readonly reason: string;
  /** `Resource.path`; a path covers all below it. */
  readonly fields: readonly string[];
}
