/**
 * `docs/operations.md`: every REST operation, the fields of the graph that may call it, and a test
 * whose GraphQL document has made the call. Fields come from the schema, tests from a run of all
 * tests, parameters that no field sends from the catalogue.
 */
import { readFileSync } from 'node:fs';
import { catalogue } from '../../src/upstream/catalogue.ts';
import { type AnyOperation, type Service, serviceOf } from '../../src/upstream/operation.ts';
import type { Param } from '../../src/upstream/param.ts';
import { coordinatesByOperation, retiredOperations } from './exposed-operation.ts';

export type TestsByOperation = ReadonlyMap<string, readonly string[]>;

/** Tests by operation, written by every run of all tests and read by `npm run operations`. */
export const testsFile = new URL(
  '../../node_modules/.cache/studiograph/tests-by-operation.json',
  import.meta.url,
);

export const tableFile = new URL('../../docs/operations.md', import.meta.url);

export const readTable = (): string => readFileSync(tableFile, 'utf8');

const notExposed = 'not exposed yet';
const noTest = 'none yet';
const notCalled = 'never called: retired upstream';

const titles: Readonly<Record<Service, string>> = {
  video: 'YouTube Data',
  live: 'YouTube Live Streaming',
  storage: 'Google Drive',
  calendar: 'Google Calendar',
};

const services = Object.keys(titles) as readonly Service[];

const introduction = `# Operations

Every REST operation of the four services, the fields of the graph that may call it, and a test whose GraphQL document has made the call. Written by \`npm run operations\` after a run of all tests; \`test/contract/coverage.test.ts\` fails while the file is out of date.`;

const head = ['| operation | quota units | fields | test |', '| --- | --- | --- | --- |'];

/** The test that a table names for each operation. */
export function testsIn(table: string): ReadonlyMap<string, string> {
  const rows = [...table.matchAll(/^\| `(\w+:\S+)` \| .* \| (.+) \|$/gm)];
  return new Map(
    rows
      .filter(([, , test]) => test !== noTest && test !== notCalled)
      .map(([, key, test]) => [key!, unescaped(test!)]),
  );
}

/**
 * @param tests the tests that have made each call
 * @param previous the table so far: the test that it names stays if it still makes the call
 * @returns the text of the file
 */
export function operationTable(tests: TestsByOperation, previous: string): string {
  const testOf = testPicker(tests, testsIn(previous));
  const sections = services.map((service) => sectionOf(service, testOf));
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

function sectionOf(service: Service, testOf: (key: string) => string): string {
  const operations = [...catalogue.values()]
    .filter((operation) => serviceOf(operation) === service)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const row = ({ key, units }: AnyOperation): string => {
    const fields = coordinatesByOperation.get(key)?.join(', ') ?? notExposed;
    const test = retiredOperations.includes(key) ? notCalled : escaped(testOf(key));
    return `| \`${key}\` | ${units ?? ''} | ${fields} | ${test} |`;
  };
  return [
    `## ${titles[service]} (${operations.length})`,
    '',
    ...head,
    ...operations.map(row),
    ...notSentLines(operations),
  ].join('\n');
}

/** A list of the parameters of exposed operations that no field sends, with the reason. */
function notSentLines(operations: readonly AnyOperation[]): string[] {
  const pairs = operations
    .filter(({ key }) => coordinatesByOperation.has(key))
    .flatMap(({ key, query }) =>
      Object.entries(query as Readonly<Record<string, Param>>).flatMap(([name, { notSent }]) =>
        notSent === undefined ? [] : [{ parameter: `\`${key}?${name}\``, reason: notSent }],
      ),
    );
  const byReason = Object.entries(Object.groupBy(pairs, ({ reason }) => reason));
  if (byReason.length === 0) return [];
  const lines = byReason.map(
    ([reason, all = []]) => `- ${all.map(({ parameter }) => parameter).join(', ')}: ${reason}`,
  );
  return ['', 'Parameters that no field sends:', '', ...lines];
}

/**
 * Picks a test for an operation. The fewer operations a test calls, the more it is about each of
 * them; tests over the whole schema are picked last.
 */
function testPicker(
  tests: TestsByOperation,
  previous: ReadonlyMap<string, string>,
): (key: string) => string {
  const counts = new Map<string, number>();
  for (const test of [...tests.values()].flat()) counts.set(test, (counts.get(test) ?? 0) + 1);
  const rank = (test: string): number =>
    counts.get(test)! + (/^test\/graph\/\w+\/|^test\/server\//.test(test) ? 0 : 1000);
  return (key) => {
    const all = tests.get(key) ?? [];
    const before = previous.get(key);
    if (before !== undefined && all.includes(before)) return before;
    return all.toSorted((a, b) => rank(a) - rank(b))[0] ?? noTest;
  };
}

const escaped = (text: string): string => text.replaceAll('|', String.raw`\|`);
const unescaped = (text: string): string => text.replaceAll(String.raw`\|`, '|');
