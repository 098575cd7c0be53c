/** Places of an answer without data, and those that the first comment of an example explains. */

/** Response keys joined with dots; positions in lists count if a comment names them. */
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

/**
 * Paths that the first comment of an example lists:
 * `# Without data: a.b (reason), a.c (reason)`.
 * @throws Error for a path without a reason
 */
export function explainedPaths(source: string): Path[] {
  const comment = /^(#.*(\n|$))*/.exec(source)![0];
  return [...comment.matchAll(/^# Without data: (.*)$/gm)].flatMap(([, list]) =>
    list!.split(/(?<=\)),\s*/).map(explainedPath),
  );
}

function explainedPath(entry: string): Path {
  const [, path] = /^(\S+) \(.{5,}\)\.?$/.exec(entry.trim()) ?? [];
  if (path === undefined) throw new Error(`no path with a reason: ${entry}`);
  return path;
}

const withoutPositions = (path: Path): Path => path.replaceAll(/\.\d+(?=\.|$)/g, '');

/** Whether an explained path is that of an empty one, with or without positions. */
export const explains = (explained: Path, empty: Path): boolean =>
  explained === empty || explained === withoutPositions(empty);
