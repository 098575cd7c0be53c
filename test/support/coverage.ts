/** Which REST operations, and which of their parameters, GraphQL documents of the tests have reached, and in which test: noted by each test process, read when all have run. */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, inject } from 'vitest';
import type { RecordedCall } from '../../src/sandbox/recorder.ts';

const noted = new Set<string>();

/** @param calls what one document has sent; only those that upstream took count. */
export function note(calls: readonly RecordedCall[]): void {
  for (const { operation, status, query } of calls) {
    if (operation === undefined || status === 0 || status >= 400) continue;
    for (const reached of [operation, ...Object.keys(query).map((name) => `${operation}?${name}`)])
      write('reached', reached);
    const test = currentTest();
    if (test !== undefined) write('seen', `${operation} ${test}`);
  }
}

type Kind = 'reached' | 'seen';

function write(kind: Kind, line: string): void {
  if (noted.has(line)) return;
  noted.add(line);
  appendFileSync(join(inject('coverageFolder'), `${kind}-${process.pid}`), `${line}\n`);
}

/** `test/folder/name.test.ts > group > title`; undefined outside of a test. */
function currentTest(): string | undefined {
  const { currentTestName, testPath } = expect.getState();
  return currentTestName && testPath
    ? `${relative(process.cwd(), testPath)} > ${currentTestName}`
    : undefined;
}

function lines(kind: Kind): string[] {
  const folder = inject('coverageFolder');
  const files = readdirSync(folder).filter((name) => name.startsWith(kind));
  return [
    ...new Set(
      files.flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')),
    ),
  ].toSorted();
}

/** Keys of all operations noted so far in this run, sorted. */
export const covered = (): string[] => lines('reached').filter((line) => !line.includes('?'));

/** `operation?parameter` for all parameters noted so far, sorted. */
export const coveredParameters = (): string[] =>
  lines('reached').filter((line) => line.includes('?'));

/** Keys of operations with the tests whose documents have reached them. */
export function witnesses(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const line of lines('seen')) {
    const [, operation, test] = /^(\S+) (.+)$/.exec(line)!;
    found.set(operation!, [...(found.get(operation!) ?? []), test!]);
  }
  return found;
}
