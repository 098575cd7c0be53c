/**
 * Random changes and deletions of series with exceptions leave the occurrences that an independent
 * computation expects, or are refused before the first write: `test/support/series-checker/`.
 */
import { describe, expect, it } from 'vitest';
import { anyCost } from '../../../support/document-limit.ts';
import { promised } from '../../../support/promised-size.ts';
import { howToRepeat, seedOf } from '../../../support/repeatable-seed.ts';
import { checkCase } from '../../../support/series-checker/check-case.ts';
import {
  occurrencesAfter,
  occurrencesBefore,
} from '../../../support/series-checker/expectation.ts';
import { randomCase } from '../../../support/series-checker/random-case.ts';
import type { SeriesCase } from '../../../support/series-checker/series-case.ts';
import { showDifference } from '../../../support/series-checker/show-case.ts';
import { useStudio } from '../../../support/studio.ts';

const studio = useStudio({ env: anyCost });

/** The seed of the first case; that of each other one is higher by 1. */
const seed = seedOf(process.env);

/** The number of cases. `SERIES_CASES=1` repeats the case of a seed alone. */
const count = Number(process.env['SERIES_CASES'] ?? promised(1000, 60));

/** Failures that are printed; all are counted. */
const maxShown = 10;

/** Part of the cases that may be refused: rules of months and years that cannot follow a move. */
const maxRefused = 0.15;

/** The kind of a case, by which failures are counted. */
function kindOf({ change, scope, exceptions, named }: SeriesCase): string {
  const changed = change && Object.keys(change).filter((name) => name !== 'fields');
  const mutation = change ? `updateEvent (${changed!.join(', ') || 'no times'})` : 'deleteEvent';
  const own = exceptions.some(({ index }) => index === named) ? ', named was changed singly' : '';
  return `${mutation} ${scope}${exceptions.length > 0 ? ', exceptions' : ''}${own}`;
}

const countsOf = (names: readonly string[]): string[] =>
  [...Map.groupBy(names, (name) => name)]
    .map(([name, { length }]) => `${length} × ${name}`)
    .toSorted((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10));

describe('a random change of a series', { timeout: 3_600_000 }, () => {
  it('leaves the expected occurrences, or is refused and writes nothing', {
    tags: ['fullSize'],
  }, async () => {
    const failures: string[] = [];
    const kinds: string[] = [];
    const refused: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const series = randomCase((seed + index) | 0);
      const { kind, reason, text } = await checkCase(studio, series);
      if (kind === 'refused') refused.push(reason);
      if (kind !== 'wrong') continue;
      kinds.push(`${reason}: ${kindOf(series)}`);
      failures.push(text);
    }
    if (failures.length > 0)
      console.error(
        [
          ...failures.slice(0, maxShown),
          `${failures.length} of ${count} cases are wrong:`,
          ...countsOf(kinds),
          howToRepeat(seed, 'test/services/calendar/series/random-series.test.ts'),
        ].join('\n'),
      );
    expect(countsOf(kinds)).toEqual([]);
    const isMany = count > 1 && refused.length > maxRefused * count;
    expect(isMany ? countsOf(refused) : []).toEqual([]);
  });
});

/** Daily at 10:00 in Berlin over the change of the clocks on 28 March 2027. */
const daily: SeriesCase = {
  seed: 0,
  model: { reachesExceptions: false, dropsExceptions: false },
  calendarZone: 'UTC',
  isAllDay: false,
  zone: 'Europe/Berlin',
  start: Date.parse('2027-03-26T10:00:00Z'),
  duration: 3_600_000,
  rule: { frequency: 'DAILY', interval: 1, count: 5 },
  excluded: [1],
  exceptions: [
    { index: 2, isDeleted: true, fields: {} },
    { index: 3, isDeleted: false, fields: { summary: 'Own' } },
    {
      index: 4,
      isDeleted: false,
      fields: {},
      times: {
        start: Date.parse('2027-03-30T15:00:00Z'),
        end: Date.parse('2027-03-30T16:00:00Z'),
      },
    },
  ],
  named: 3,
  scope: 'ALL',
  change: {
    fields: { summary: 'New' },
    start: Date.parse('2027-03-30T07:00:00Z'),
    end: Date.parse('2027-03-30T09:00:00Z'),
  },
  windowEnd: Date.parse('2028-01-01T00:00:00Z'),
};

const shown = (series: SeriesCase): string[] =>
  occurrencesAfter(series).map(({ start, end, fields: { summary } }) =>
    [start, end]
      .map((at) => new Date(at).toISOString().slice(5, 16))
      .concat(summary!)
      .join(' '),
  );

describe('the checker', () => {
  it('moves all with the named one, but for those with times of their own', () => {
    expect(shown(daily)).toEqual([
      '03-27T08:00 03-27T10:00 New',
      '03-30T07:00 03-30T09:00 New',
      '03-30T15:00 03-30T16:00 New',
    ]);
  });
  it('leaves the earlier ones as they are, and those that are not named', () => {
    expect(shown({ ...daily, named: 0, scope: 'THIS', change: undefined })).toEqual([
      '03-29T08:00 03-29T09:00 Own',
      '03-30T15:00 03-30T16:00 Series',
    ]);
    expect(shown({ ...daily, scope: 'FOLLOWING' })).toEqual([
      '03-26T09:00 03-26T10:00 Series',
      '03-30T07:00 03-30T09:00 New',
      '03-30T15:00 03-30T16:00 New',
    ]);
    expect(shown({ ...daily, scope: 'FOLLOWING', change: undefined })).toHaveLength(1);
    expect(shown({ ...daily, change: undefined })).toEqual([]);
  });
  it('keeps the local time in another time zone', () => {
    const start = Date.parse('2027-03-26T15:00:00Z');
    const change = { fields: {}, start, end: start + 3_600_000, zone: 'Asia/Kolkata' };
    expect(
      shown({ ...daily, exceptions: [], named: 0, change }).map((line) => line.slice(6, 11)),
    ).toEqual(['15:00', '15:00', '15:00', '15:00']);
  });
  it('finds what is missing and what is wrong', () => {
    const right = occurrencesAfter(daily);
    expect(showDifference(daily, right, right.toReversed())).toBeUndefined();
    expect(showDifference(daily, right, right.slice(1))).toContain('- Sat 2027-03-27T09:00');
    expect(showDifference(daily, right, [...right, right[0]!])).toContain('+ Sat 2027-03-27T09:00');
    expect(showDifference(daily, right, occurrencesBefore(daily))).toContain('Own');
  });
  it('makes the same case of the same seed', () => {
    expect(randomCase(7)).toEqual(randomCase(7));
    expect(randomCase(8)).not.toEqual({ ...randomCase(7), seed: 8 });
  });
});
