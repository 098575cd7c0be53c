/** Types as the files write them: a name and what it is a list or a map of. */

/** `Channel[]` is a list of the type `Channel`. */
export interface TypeParts {
  readonly name: string;
  /** `[]`, `{}`, `{[]}` or empty. */
  readonly suffix: string;
}

/** The name and the suffix of a type. */
export function typeParts(type: string): TypeParts {
  const [, name, suffix] = /^(.*?)(\[\]|\{\}\[\]|\{\}|\{\[\]\})?$/.exec(type)!;
  return { name: name!, suffix: suffix ?? '' };
}

/** Whether a text with the name is an id, if nobody says otherwise. */
export const namesId = (name: string): boolean => /(^id|Id)$/.test(name);
