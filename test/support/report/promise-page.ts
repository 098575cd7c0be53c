/** `docs/promises.md`: which test proves which promise, made from the tests of a run. */
import { type PromiseName, promises } from './promise.ts';

/** A test that has run. */
export interface TaggedTest {
  /** Path of its file. */
  readonly file: string;
  readonly title: string;
  readonly tags: readonly string[];
}

/** The last runs of tests at the promised size, by file and title. */
export type FullRuns = Readonly<Record<string, FullRun>>;

/** One run of a test at the promised size. */
interface FullRun {
  /** RFC 3339 date. */
  readonly date: string;
  readonly passed: boolean;
  readonly seconds: number;
}

/** The key of a test in `FullRuns`. */
export const keyOf = ({ file, title }: Pick<TaggedTest, 'file' | 'title'>): string =>
  `${file} > ${title}`;

const intro = `# Promises

What the gateway keeps under hostile input (S) and when services fail (R). Limits are settings; the numbers are their defaults. Each promise has the tests that prove it. A run of all tests makes this page: a promise without a test fails the run.

Tests that would take too long run at a smaller size with \`npm test\`. \`npm run promises\` runs them at the promised size; their last result is stated below.
`;

/** @returns the promises that no test proves */
export function unproved(tests: readonly TaggedTest[]): PromiseName[] {
  const proved = new Set(tests.flatMap(({ tags }) => tags));
  return (Object.keys(promises) as PromiseName[]).filter((name) => !proved.has(name));
}

/** @returns the text of the page */
export function promisePage(tests: readonly TaggedTest[], fullRuns: FullRuns): string {
  const rows = Object.entries(promises).map(([name, { threat, promise }]) => {
    const proofs = proofsOf(
      tests.filter(({ tags }) => tags.includes(name)),
      fullRuns,
    );
    return `| ${name} | ${threat} | ${promise} | ${proofs.join('<br>')} |`;
  });
  return [
    intro,
    '| | threat or failure | promise | tests |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

/** One line for each test; one for all cases of a suite with many. */
function proofsOf(tests: readonly TaggedTest[], fullRuns: FullRuns): string[] {
  const bySuite = Map.groupBy(tests, ({ file, title }) => `${file} ${suiteOf(title)}`);
  const lines = [...bySuite.values()].flatMap((cases) => {
    const proofs = [...new Set(cases.map((test) => proofOf(test, fullRuns)))].toSorted();
    const rest = proofs.length - 1;
    return proofs.length <= maxCases ? proofs : [`${proofs[0]}, and ${rest} more of this suite`];
  });
  return lines.toSorted();
}

/** Cases of one suite that the page lists. */
const maxCases = 3;

const suiteOf = (title: string): string => title.split(' > ').slice(0, -1).join(' > ');

function proofOf(test: TaggedTest, fullRuns: FullRuns): string {
  const name = `\`${test.file.replace(/^test\//, '')}\`: ${test.title.replaceAll('|', '\\|')}`;
  if (!test.tags.includes('fullSize')) return name;
  const run = fullRuns[keyOf(test)];
  if (!run) return `${name} (not yet run at the promised size)`;
  const { passed, date, seconds } = run;
  return `${name} (at the promised size: ${passed ? 'passed' : 'failed'} on ${date}, ${seconds} s)`;
}
