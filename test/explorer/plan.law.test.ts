/** The field that the plan calls the most expensive one is the field that a refusal names. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decidingLimit, type Plan, planDocument } from '../../src/explorer/plan/plan.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { anyDocument } from '../support/gateway/document-limit.ts';
import { type Studio, useStudio } from '../support/gateway/studio.ts';
import { anyQuery } from '../support/random/random-query.ts';
import { promised } from '../support/report/promised-size.ts';

const headers = { authorization: 'Bearer studio-owner' };

async function planOf(
  { gateway }: Studio,
  document: string,
  variables: object = {},
): Promise<Plan> {
  const { body } = await gateway.query(planDocument, { dryRun: { document, variables } }, headers);
  return body.data.quota.dryRun as Plan;
}

/** What a refusal says; undefined for an operation that is not refused for its cost. */
async function refusalOf({ gateway }: Studio, document: string, variables: object = {}) {
  const { body } = await gateway.query(document, variables, headers);
  const [error] = (body.errors ?? []) as { extensions: Record<string, unknown> }[];
  const isRefused = error?.extensions['code'] === 'QUERY_TOO_EXPENSIVE' && body.data === undefined;
  return isRefused ? error.extensions : undefined;
}

const few = {
  ...anyDocument,
  MAX_QUERY_UNITS: '3',
  MAX_QUERY_CALLS: '12',
  MAX_ESTIMATED_CALLS: '12',
};

describe('the most expensive field', () => {
  const studio = useStudio({ env: few });

  it.each([
    [
      'units of a day',
      `{ playlist(id: "${ids.playlist.long}") { items(first: 500) { nodes { video { title } } } } }`,
      'playlist.items',
    ],
    [
      'units of a day, not of a minute',
      `{ files(first: 500) { nodes { name } } playlist(id: "p") { items(first: 100) { nodes { video { title } } } } }`,
      'playlist.items',
    ],
    [
      'calls',
      '{ files(first: 20) { nodes { name revisions(first: 5) { nodes { id } } } } }',
      'files.nodes.revisions',
    ],
    ['an alias', `{ mine: viewer { all: playlists(first: 500) { nodes { id } } } }`, 'mine.all'],
  ])('is named by the refusal for %s', async (_, document, field) => {
    const [plan, refusal] = [await planOf(studio, document), await refusalOf(studio, document)];
    expect([plan.admitted, decidingLimit(plan)?.usedBy[0], refusal?.['field']]).toEqual([
      false,
      field,
      field,
    ]);
  });
  it('is the one of the refusal, in random queries', { tags: ['fullSize'] }, async () => {
    let refused = 0;
    for (const query of fc.sample(anyQuery, { seed: 20_261_207, numRuns: promised(500, 80) })) {
      const { document, variables } = query;
      const refusal = await refusalOf(studio, document, variables);
      const plan = await planOf(studio, document, variables);
      expect([document, plan.admitted]).toEqual([document, refusal === undefined]);
      if (!refusal) continue;
      refused += 1;
      const exceeded = plan.limits.find((limit) => limit.exceeded)!;
      expect([document, decidingLimit(plan)?.usedBy[0], exceeded.usedBy[0]]).toEqual([
        document,
        refusal['field'],
        refusal['field'],
      ]);
    }
    expect(refused).toBeGreaterThan(promised(100, 15));
  });
  it('of what is not refused uses most of the limit that is nearest', async () => {
    const document = `{ file(id: "f") { name } videos(ids: ["v", "w"]) { title } a: languages { name } }`;
    const plan = await planOf(studio, document);
    expect([plan.admitted, decidingLimit(plan)?.usedBy[0]]).toEqual([true, 'videos']);
  });
  it('is none where no field makes a call', async () => {
    expect(decidingLimit(await planOf(studio, '{ __typename }'))?.usedBy[0]).toBeUndefined();
  });
});
