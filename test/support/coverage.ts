/** Which REST operations GraphQL documents of the tests have reached: noted by each test process, read when all have run. */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { RecordedCall } from '../../src/sandbox/recorder.ts';

const noted = new Set<string>();

/** @param calls what one document has sent; only those that upstream took count. */
export function note(calls: readonly RecordedCall[]): void {
  for (const { operation, status } of calls) {
    if (operation === undefined || status === 0 || status >= 400 || noted.has(operation)) continue;
    noted.add(operation);
    appendFileSync(join(inject('coverageFolder'), `${process.pid}`), `${operation}\n`);
  }
}
/** Keys of all operations noted so far in this run, sorted. */
export function covered(): string[] {
  const folder = inject('coverageFolder');
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'));
  return [...new Set(lines)].toSorted();
}
