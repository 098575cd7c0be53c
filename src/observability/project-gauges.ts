/** The gauges of the units that all callers together spend in a day. */
import type { ProjectBalance, ProjectUnits } from '../engine/cost/project-units.ts';
import { type MetricDefinition, metricDefinitions } from './metric-definition.ts';
import type { MetricRow } from './tally.ts';

/** Where they are read at each scrape. */
export type ProjectSource = Pick<
  ProjectUnits,
  'balances' | 'buckets' | 'clientBalances' | 'isExhausted'
>;

/** Each with its rows. Their order is that of the text. */
export function projectGauges(
  project: ProjectSource,
): readonly (readonly [MetricDefinition, () => MetricRow[] | Promise<MetricRow[]>])[] {
  const byBucket =
    (valueOf: (balance: ProjectBalance) => number) => async (): Promise<MetricRow[]> =>
      (await project.balances()).map((balance) => [[balance.bucket], valueOf(balance)]);
  return [
    [metricDefinitions.projectUnits, byBucket(({ spent }) => spent)],
    [metricDefinitions.projectLimit, byBucket(({ limit }) => limit)],
    [
      metricDefinitions.projectForecast,
      byBucket(({ runsOutIn = Number.POSITIVE_INFINITY }) => runsOutIn / 1_000),
    ],
    [
      metricDefinitions.clientUnits,
      async () =>
        (await project.clientBalances()).map(({ client, bucket, spent }) => [
          [client, bucket],
          spent,
        ]),
    ],
    [
      metricDefinitions.exhausted,
      () =>
        Promise.all(
          project.buckets.flatMap((bucket) =>
            ['key', 'token'].map(
              async (by): Promise<MetricRow> => [
                [bucket, by],
                Number(await project.isExhausted(bucket, by === 'token')),
              ],
            ),
          ),
        ),
    ],
  ];
}
