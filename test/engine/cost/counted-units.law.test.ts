/** The dry run of queries and workflows, beside what the sandbox counts by a table of its own. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unitsOfCalls } from '../../../src/sandbox/call/unit-table.ts';
import type { AnyOperation } from '../../../src/engine/api/operation.ts';
import { writes } from '../../../src/services/schema.ts';
import { catalogue } from '../../../src/services/catalogue.ts';
import { anyDocument } from '../../support/gateway/document-limit.ts';
import { type Studio, useStudio } from '../../support/gateway/studio.ts';
import { anyQuery } from '../../support/random/random-query.ts';
import { promised } from '../../support/report/promised-size.ts';
import { partBytes } from '../../support/scenario/publish-file.ts';
import { mutationOf, workflows } from '../../support/scenario/workflow.ts';

const sources = ['list', 'batchGetStats'] as const;

const studios = sources.map((source) =>
  useStudio({ env: { ...anyDocument, VIDEO_STATISTICS_SOURCE: source }, partBytes }),
);

const dryRun =
  'query ($dryRun: DryRunInput!) { quota(dryRun: $dryRun) { dryRun { units { bucket units } } } }';

const headers = { authorization: 'Bearer studio-owner' };

interface BucketUnits {
  readonly bucket: string;
  readonly units: number;
}

/** The most units of each bucket by the dry run. */
async function plannedUnits({ gateway }: Studio, document: string, variables: object) {
  const { body } = await gateway.query(dryRun, { dryRun: { document, variables } }, headers);
  const planned = body.data.quota.dryRun.units as readonly BucketUnits[];
  return (bucket: string): number => planned.find((each) => each.bucket === bucket)?.units ?? 0;
}

it.each(sources)(
  'is never below what the sandbox counts, and near it in half of 500 queries: %s',
  { tags: ['fullSize'], timeout: 600_000 },
  async (source) => {
    const studio = studios[sources.indexOf(source)]!;
    const ratios: number[] = [];
    for (const query of fc.sample(anyQuery, { seed: 20_261_129, numRuns: promised(500, 60) })) {
      const { document, variables } = query;
      const planned = await plannedUnits(studio, document, variables);
      studio.sandbox.clearCalls();
      await studio.gateway.query(document, variables, headers);
      const calls = studio.sandbox.calls();
      // A refused call is made again, without what was refused: estimates leave these out.
      if (calls.some(({ status }) => status >= 400)) continue;
      const counted = unitsOfCalls(calls);
      for (const [bucket, units] of Object.entries(counted)) {
        const most = planned(bucket);
        // What `videos.batchGetStats` leaves out is read again.
        const again = bucket === 'VIDEO' ? (counted['VIDEO_STATISTICS'] ?? 0) : 0;
        expect({ document, bucket, units, most }).toSatisfy(() => units <= most + again);
        ratios.push(most / units);
      }
    }
    ratios.sort((one, other) => one - other);
    expect(ratios.length).toBeGreaterThan(promised(500, 50));
    expect(ratios[Math.floor(ratios.length / 2)]).toBeLessThanOrEqual(2);
  },
);

describe('of a workflow', () => {
  it.each(Object.keys(workflows))(
    'covers all that the sandbox counts up to its end: %s',
    async (name) => {
      const { mutation, input } = workflows[name]!;
      const [studio] = studios as [Studio];
      const variables = { input: await input(studio) };
      const document = mutationOf(mutation);
      const planned = await plannedUnits(studio, document, variables);
      studio.sandbox.clearCalls();
      await studio.data(document, variables);
      const counted = unitsOfCalls(studio.sandbox.calls());
      expect(Object.keys(counted)).not.toEqual([]);
      for (const [bucket, units] of Object.entries(counted))
        expect({ bucket, units, most: planned(bucket) }).toSatisfy(({ most }) => units <= most);
    },
  );
  it('is that of each workflow', () => {
    const isWorkflow = ({ spec }: (typeof writes)[number]) => spec.strategy.kind === 'workflow';
    const names = writes.filter(isWorkflow).map(({ name }) => name);
    const tested = Object.values(workflows).map(({ mutation }) => mutation);
    expect(new Set(tested)).toEqual(new Set(names));
  });
});

it('rests on the units that the sandbox states for each operation', () => {
  const isOther = ({ key, method, bucket, units, downloadUnits }: AnyOperation): boolean => {
    const unitsWith = (alt: string): number | undefined =>
      unitsOfCalls([{ operation: key, method, query: { alt: [alt] } }])[bucket];
    return unitsWith('json') !== units || unitsWith('media') !== (downloadUnits ?? units);
  };
  expect([...catalogue.values()].filter(isOther).map(({ key }) => key)).toEqual([]);
});
