/** `test/promises.md`: which test proves which promise, made from the tags in the test files. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type PromiseName, promises } from './promise.ts';

/**
 * The last runs of tests at the promised size, by file and title: the date of each, with `failed `
 * before it if the test has failed.
 */
export type FullRuns = Readonly<Record<string, string>>;

/** The key of a test in `FullRuns`. */
export const keyOf = (file: string, title: string): string => `${file} > ${title}`;

/** Test files by the promises that they prove. */
type Proofs = ReadonlyMap<PromiseName, readonly string[]>;

const cwd = fileURLToPath(new URL('../../../', import.meta.url));

const isPromise = (name: string): name is PromiseName => Object.hasOwn(promises, name);

/** Reads the tags of all test files. */
export function readProofs(): Proofs {
  const proofs = new Map<PromiseName, string[]>();
  for (const file of globSync('test/**/*.test.ts', { cwd }).toSorted())
    for (const name of namesIn(readFileSync(cwd + file, 'utf8')))
      proofs.set(name, [...(proofs.get(name) ?? []), file]);
  return proofs;
}

/** @returns the promises that the tags of a test file name */
function namesIn(text: string): Set<PromiseName> {
  const tags = [...text.matchAll(/\btags: \[([^\]]*)\]/g)].map(([, list]) => list!);
  const names = tags.flatMap((list) => [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name!));
  return new Set(names.filter(isPromise));
}

/** @returns the promises that no test proves */
export const unproved = (proofs: Proofs): PromiseName[] =>
  (Object.keys(promises) as PromiseName[]).filter((name) => !proofs.has(name));

const intro = `# Promises

What the gateway keeps under hostile input (S) and when services fail (R). Limits are settings; the numbers are their defaults. Each promise has the files with the tests that prove it; \`npm test -- <file>\` runs them.

Tests that would take too long run at a smaller size. \`npm run promises\` runs them at the promised size; their last result is stated below.
`;

/** @returns the text of the page */
export function promisePage(proofs: Proofs, fullRuns: FullRuns): string {
  const rows = Object.entries(promises).map(([name, { threat, promise }]) => {
    const files = proofs.get(name as PromiseName) ?? [];
    const cells = files.map((file) => `\`${file}\`${resultOf(file, fullRuns)}`);
    return `| ${name} | ${threat} | ${promise} | ${cells.join('<br>')} |`;
  });
  const head = ['| | threat or failure | promise | tests |', '| --- | --- | --- | --- |'];
  return [intro, ...head, ...rows, ''].join('\n');
}

/** The last results of a file at the promised size. */
function resultOf(file: string, fullRuns: FullRuns): string {
  const runs = Object.entries(fullRuns).filter(([key]) => key.startsWith(keyOf(file, '')));
  if (runs.length === 0) return '';
  const failed = runs.filter(([, run]) => run.startsWith('failed ')).length;
  const last = runs
    .map(([, run]) => run.replace('failed ', ''))
    .toSorted()
    .at(-1);
  const result = failed === 0 ? `${runs.length} passed` : `${failed} of ${runs.length} failed`;
  return ` (at the promised size: ${result}, last on ${last})`;
}
