/** The table of faults is true to the source, without a run of the tests that notice them. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { occurrencesIn } from './mutant.ts';
import { mutants } from './table/index.ts';

const root = new URL('../../', import.meta.url);

describe('the table of faults', () => {
  it.each(mutants)('has a text that occurs once: $name', (mutant) => {
    const source = readFileSync(new URL(mutant.file, root), 'utf8');
    expect(occurrencesIn(source, mutant)).toBe(1);
    expect(mutant.replacement).not.toBe(mutant.text);
  });
  it('names existing test files, and each fault once', () => {
    const missing = mutants.flatMap(({ tests }) =>
      tests.filter((file) => !file.endsWith('.test.ts') || !existsSync(new URL(file, root))),
    );
    expect(missing).toEqual([]);
    expect(mutants.filter(({ tests }) => tests.length === 0)).toEqual([]);
    const names = mutants.map(({ name }) => name);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  });
});
