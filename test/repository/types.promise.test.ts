import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkTypes, type TypeCheckFigures } from '../support/report/type-check.ts';

/**
 * A little more than it takes now, and no more than a gigabyte. A type that each type of the
 * schema, or each test, makes the compiler work out anew soon takes more: see
 * `src/engine/schema/field-builder.ts`.
 */
const limits: TypeCheckFigures = { files: 4000, instantiations: 1_000_000, megabytes: 1024 };

describe('a check of all types', { tags: ['fullSize'] }, () => {
  let figures: TypeCheckFigures;
  beforeAll(() => {
    figures = checkTypes();
  }, 600_000);
  it.each(['files', 'instantiations', 'megabytes'] as const)('takes few %s', (name) => {
    expect(figures[name]).toBeGreaterThan(limits[name] / 2);
    expect(figures[name]).toBeLessThan(limits[name]);
  });
  it('passes in parts, of which a change checks those that it can concern', () => {
    const { stdout } = spawnSync('npm', ['run', '--silent', 'types'], { encoding: 'utf8' });
    expect(stdout).toBe('');
  });
});
