/** Operations below `/files`: none of them is the id of a file. */
export const reservedFileIds: ReadonlySet<string> = new Set(['trash', 'generateIds']);
