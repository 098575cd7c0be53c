/**
 * Random changes and deletions of series with exceptions leave the occurrences that an independent
 * computation expects, or are refused before the first write: `test/support/series-checker/`.
 */
import { describe, expect, it } from 'vitest';
import { anyCost } from '../../support/document-limit.ts';
import { promised } from '../../support/promised-size.ts';
import { howToRepeat, seedOf } from '../../support/repeatable-seed.ts';
import { checkCase, type Verdict } from '../../support/series-checker/check-case.ts';
import { randomCase } from '../../support/series-checker/random-case.ts';
import type { SeriesCase } from '../../support/series-checker/series-case.ts';
import { useStudio } from '../../support/studio.ts';

const studio = useStudio({ env: anyCost });
const seed = seedOf(process.env);

/** Number of cases. The variable gives another one: 1 repeats the case of the seed alone. */
const count = Number(process.env['SERIES_CASES'] ?? promised(1000, 60));

/** Only the first failures are printed; all are counted. */
const maxShown = Number(process.env['SERIES_SHOWN'] ?? 5);

/** The part of a case that failures are counted by. */
function classOf({ change, scope, exceptions, named, rule, model }: SeriesCase): string {
  const exception = exceptions.find(({ index }) => index === named);
  const times = [
    change?.start === undefined ? '' : 'start',
    change?.end === undefined ? '' : 'end',
    change?.zone === undefined ? '' : 'zone',
  ].filter(Boolean);
  return [
    change ? `update(${times.join('+') || 'fields'})` : 'delete',
    scope,
    rule.frequency,
    exceptions.length > 0 ? 'with exceptions' : 'plain',
    exception ? 'named was changed' : '',
    model.dropsExceptions ? 'drops' : '',
    model.reachesExceptions ? 'reaches' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

describe('random changes of series', () => {
  it('leave the expected occurrences, or are refused and write nothing', {
    timeout: 3_600_000,
  }, async () => {
    const wrong: string[] = [];
    const classes: Record<string, number> = {};
    const verdicts: Verdict[] = [];
    for (let index = 0; index < count; index += 1) {
      const series = randomCase((seed + index) | 0);
      const verdict = await checkCase(studio, series);
      verdicts.push(verdict);
      if (verdict.kind !== 'wrong') continue;
      const name = `${verdict.reason}: ${classOf(series)}`;
      classes[name] = (classes[name] ?? 0) + 1;
      wrong.push(verdict.text);
    }
    if (wrong.length > 0)
      console.error(
        [
          ...wrong.slice(0, maxShown),
          `${wrong.length} of ${count} cases are wrong:`,
          ...Object.entries(classes)
            .toSorted(([, a], [, b]) => b - a)
            .map(([name, number]) => `${number} ${name}`),
          howToRepeat(seed, 'test/graph/calendar/random-series.test.ts'),
        ].join('\n'),
      );
    expect(wrong).toHaveLength(0);
    const refused = verdicts.filter(({ kind }) => kind === 'refused');
    expect(refused.length).toBeLessThanOrEqual(Math.max(5, 0.1 * count));
  });
});
