/** Fields of REST resources that no GraphQL field shows, with one reason. */
export interface UnexposedFields {
  /** Why no GraphQL field shows them; `notYet` for fields that may still be added. */
  readonly reason: string;
  /** `Resource.path`, without marks of lists and maps; a path covers all below it. */
  readonly fields: readonly string[];
}

/** The reason for fields that nobody has needed so far. */
export const notYet = 'Not exposed yet.';
