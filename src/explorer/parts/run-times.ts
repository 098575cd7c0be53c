/** When operations were run: the history of GraphiQL does not keep it. */

interface RunOperation {
  readonly query?: string | undefined;
  readonly variables?: unknown;
}

/** The number of an operation, and when it ran in ms since 1970. */
type RunTime = readonly [operation: number, at: number];

/** GraphiQL removes what it has stored, and with it what begins like this. */
const key = 'graphiql:runTimes';

/** More than the entries of the history, of which one can stand for several runs. */
const maxRuns = 99;

/** @returns a number that another operation has not but by chance: texts would take much space */
function numberOf({ query, variables }: RunOperation): number {
  let sum = 0;
  for (const each of JSON.stringify([query, variables])) sum = (sum * 31 + each.charCodeAt(0)) | 0;
  return sum;
}

const isRunTime = (run: unknown): run is RunTime =>
  Array.isArray(run) && run.every((each) => typeof each === 'number');

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
  const runs = [[numberOf(operation), Date.now()], ...stored().slice(0, maxRuns)];
  try {
    localStorage.setItem(key, JSON.stringify(runs));
  } catch {
    // There is no space: the history then has no times.
  }
}

/**
 * @param entries of the history, the newest first: equal runs in a row are one of them
 * @returns when each has run last; undefined if that is not known
 */
export function timesOf(entries: readonly RunOperation[]): (number | undefined)[] {
  let runs = stored();
  return entries.map((entry) => {
    const operation = numberOf(entry);
    const index = runs.findIndex(([each]) => each === operation);
    if (index === -1) return undefined;
    const [, at] = runs[index]!;
    const next = runs.findIndex(([each], place) => place > index && each !== operation);
    runs = next === -1 ? [] : runs.slice(next);
    return at;
  });
}
