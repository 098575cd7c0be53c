import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type FullRuns, promisePage, readProofs, unproved } from './promise-page.ts';

const fullRunFile = new URL('../../promised-runs.json', import.meta.url);

describe('a promise', () => {
  it('has a test', () => {
    expect(unproved(readProofs())).toEqual([]);
    expect(unproved(new Map([['S1', ['test/a.test.ts']]]))).toContain('S2');
  });
  it('stands in test/promises.md with the files that prove it (vitest -u writes the page)', async () => {
    const fullRuns = JSON.parse(readFileSync(fullRunFile, 'utf8')) as FullRuns;
    const page = promisePage(readProofs(), fullRuns);
    await expect(page).toMatchFileSnapshot('../../promises.md');
  });
  it('shows when its tests have run at the promised size', () => {
    const file = 'test/a.test.ts';
    const page = promisePage(new Map([['S1', [file]]]), {
      [`${file} > one`]: '2026-03-01',
      [`${file} > two`]: 'failed 2026-03-02',
      'test/b.test.ts > three': 'failed 2026-03-03',
    });
    expect(page).toContain(
      '`test/a.test.ts` (at the promised size: 1 of 2 failed, last on 2026-03-02)',
    );
  });
});
