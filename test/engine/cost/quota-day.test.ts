import { describe, expect, it } from 'vitest';
import { googleApis } from '../../../src/services/api.ts';
import { dayAt } from '../../../src/engine/cost/buckets.ts';

const day = (instant: string): [string, string] => {
  const { name, end } = dayAt(googleApis, Date.parse(instant));
  return [name, new Date(end).toISOString()];
};

describe('a quota day', () => {
  it.each([
    ['in winter', '2027-01-15T12:00:00Z', '2027-01-15', '2027-01-16T08:00:00.000Z'],
    ['in summer', '2027-07-15T12:00:00Z', '2027-07-15', '2027-07-16T07:00:00.000Z'],
    [
      'before midnight Pacific, when it is the next day elsewhere',
      '2027-01-16T07:59:59Z',
      '2027-01-15',
      '2027-01-16T08:00:00.000Z',
    ],
    ['at midnight Pacific', '2027-01-16T08:00:00Z', '2027-01-16', '2027-01-17T08:00:00.000Z'],
    ['that has 23 hours', '2027-03-14T08:00:00Z', '2027-03-14', '2027-03-15T07:00:00.000Z'],
    ['that has 25 hours', '2027-11-07T07:00:00Z', '2027-11-07', '2027-11-08T08:00:00.000Z'],
    ['in the last hour of 25', '2027-11-08T07:30:00Z', '2027-11-07', '2027-11-08T08:00:00.000Z'],
    ['at the turn of a year', '2028-01-01T03:00:00Z', '2027-12-31', '2028-01-01T08:00:00.000Z'],
  ])('ends at midnight Pacific time: %s', (_, instant, name, end) => {
    expect(day(instant)).toEqual([name, end]);
  });
  it('has instants between two milliseconds, as the clock of the gateway tells them', () => {
    const midnight = Date.parse('2027-02-02T08:00:00Z');
    expect([
      dayAt(googleApis, midnight - 0.25).name,
      dayAt(googleApis, midnight + 0.25).name,
    ]).toEqual(['2027-02-01', '2027-02-02']);
  });
  it('starts at the end of the day before, hour by hour, for two years', () => {
    let { name, end } = dayAt(googleApis, Date.parse('2027-01-01T08:00:00Z'));
    for (
      let now = Date.parse('2027-01-01T08:00:00Z');
      now < Date.parse('2029-01-01T08:00:00Z');
      now += 3_600_000
    ) {
      const today = dayAt(googleApis, now);
      expect([today.name !== name, today.end > now]).toEqual([now >= end, true]);
      ({ name, end } = today);
    }
  });
});
