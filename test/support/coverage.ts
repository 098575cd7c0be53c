/** Which REST operations, and which of their parameters, GraphQL documents of the tests have reached: noted by each test process, read when all have run. */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { RecordedCall } from '../../src/sandbox/recorder.ts';

const noted = new Set<string>();

/** @param calls what one document has sent; only those that upstream took count. */
export function note(calls: readonly RecordedCall[]): void {
  for (const { operation, status, query } of calls) {
    if (operation === undefined || status === 0 || status >= 400) continue;
    for (const reached of [operation, ...Object.keys(query).map((name) => `${operation}?${name}`)]) {
      if (noted.has(reached)) continue;
      noted.add(reached);
      appendFileSync(join(inject('coverageFolder'), `${process.pid}`), `${reached}\n`);
    }
  }
}
function everything(): string[] {
  const folder = inject('coverageFolder');
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'));
  return [...new Set(lines)].toSorted();
}
/** Keys of all operations noted so far in this run, sorted. */
export const covered = (): string[] => everything().filter((line) => !line.includes('?'));
/** `operation?parameter` for all parameters noted so far, sorted. */
export const coveredParameters = (): string[] => everything().filter((line) => line.includes('?'));
