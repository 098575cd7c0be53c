/** Fields of REST resources that no GraphQL field shows, with one reason. */
export interface UnexposedFields {
  /**
   * Why no GraphQL field shows them. For fields that are only missing so far: the operation that
   * they come with, such as `storage:files.update`.
   */
  readonly reason: string;
  /** `Resource.path`, without marks of lists and maps; a path covers all below it. */
  readonly fields: readonly string[];
}
