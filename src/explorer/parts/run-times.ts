/** When operations were run: the history of GraphiQL does not keep it. */

interface RunOperation {
  readonly query?: string | undefined;
  readonly variables?: unknown;
}

/** The hash of an operation, and when it ran in ms since 1970. Equal runs in a row are one. */
type RunTime = readonly [operation: number, at: number];

/** GraphiQL clears all keys that begin with `graphiql:` when its user asks for it. */
const key = 'graphiql:runTimes';

/** Of the last runs. The history has some twenty entries. */
const maxRuns = 100;

/** The texts themselves would take much space. */
function hashOf({ query, variables }: RunOperation): number {
  let hash = 0;
  for (const each of JSON.stringify([query, variables]))
    hash = (hash * 31 + each.codePointAt(0)!) | 0;
  return hash;
}

const isRunTime = (run: unknown): run is RunTime =>
  Array.isArray(run) && run.length === 2 && run.every((each) => typeof each === 'number');

/** The newest first. */
function stored(): RunTime[] {
  try {
    const runs: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(runs) ? (runs as unknown[]).filter(isRunTime) : [];
  } catch {
    // The browser lets the page store nothing, or somebody has changed the text.
    return [];
  }
}

export function noteRun(operation: RunOperation): void {
  const hash = hashOf(operation);
  const before = stored();
  if (before[0]?.[0] === hash) before.shift();
  const runs = [[hash, Date.now()], ...before];
  try {
    localStorage.setItem(key, JSON.stringify(runs.slice(0, maxRuns)));
  } catch {
    // There is no space: the history then has no times.
  }
}

/**
 * @param entries of the history, the newest first: equal runs in a row are one entry
 * @returns when each has run; undefined if that is not known
 */
export function timesOf(entries: readonly RunOperation[]): (number | undefined)[] {
  const runs = Map.groupBy(stored(), ([hash]) => hash);
  // By operation, and not by place: GraphiQL moves an entry that is no longer a favorite.
  return entries.map((entry) => runs.get(hashOf(entry))?.shift()?.[1]);
}
