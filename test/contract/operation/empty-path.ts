/** Places of an answer without data, and those that `absent-data.json` explains. */

/** Response keys joined with dots; positions in lists count if an explanation has them. */
type Path = string;

/**
 * @param value `data` of an answer
 * @returns paths of all nulls and empty lists, with positions: `videos.2`
 */
export function emptyPaths(value: unknown, path: readonly string[] = []): Path[] {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0))
    return [path.join('.')];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, each]) => emptyPaths(each, [...path, key]));
}

const withoutPositions = (path: Path): Path => path.replaceAll(/\.\d+(?=\.|$)/g, '');

/** Whether an explained path is that of an empty one, with or without positions. */
export const explains = (explained: Path, empty: Path): boolean =>
  explained === empty || explained === withoutPositions(empty);
