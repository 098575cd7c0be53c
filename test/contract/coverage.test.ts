import { readFileSync } from 'node:fs';
import { describe, expect, inject, it } from 'vitest';
import { catalogue } from '../../src/upstream/catalogue.ts';
import { covered } from '../support/coverage.ts';

const listed = JSON.parse(readFileSync(new URL('operations-covered.json', import.meta.url), 'utf8')) as string[];

describe('operations that GraphQL documents of the tests reach', () => {
  it('are those of the list: not one more and, where all tests have run, not one less', () => {
    const reached = covered();
    expect(reached.filter((key) => !listed.includes(key))).toEqual([]);
    expect(inject('wholeRun') ? listed.filter((key) => !reached.includes(key)) : []).toEqual([]);
  });
  it('are listed once, in order, under the names of the catalogue', () => {
    expect(listed).toEqual([...new Set(listed)].toSorted());
    expect(listed.filter((key) => !catalogue.has(key))).toEqual([]);
  });
});
