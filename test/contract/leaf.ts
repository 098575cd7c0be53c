/** Where an answer holds nothing, and which of these places an example's first comment owns up to. */

/** A dotted path of response keys; positions in lists count too where the comment names them. */
export type Path = string;

/**
 * @param value an answer's `data`
 * @returns paths of all nulls and empty lists, with positions: `videos.2`
 */
export function emptyPaths(value: unknown, path: readonly string[] = []): Path[] {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0))
    return [path.join('.')];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, each]) => emptyPaths(each, [...path, key]));
}

/** `# Without data: a.b (reason), a.c (reason)` in the lines of comment with which a file begins. */
export function excusedPaths(source: string): Path[] {
  const comment = /^(#.*(\n|$))*/.exec(source)![0];
  return [...comment.matchAll(/^# Without data: (.*)$/gm)].flatMap(([, list]) =>
    list!.split(/(?<=\)),\s*/).map((entry) => {
      const [, path] = /^(\S+) \(.{5,}\)\.?$/.exec(entry.trim()) ?? [];
      if (path === undefined) throw new Error(`no path with a reason: ${entry}`);
      return path;
    }),
  );
}

const withoutPositions = (path: Path): Path => path.replaceAll(/\.\d+(?=\.|$)/g, '');

export const excuses = (excused: Path, empty: Path): boolean =>
  excused === empty || excused === withoutPositions(empty);
