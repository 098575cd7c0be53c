/** The comparison of the sandbox with services: it finds what differs, and nothing else. */
import { describe, expect, it } from 'vitest';
import { checks } from '../../compare/checks/index.ts';
import type { Difference } from '../../compare/difference.ts';
import { plannedCalls, unitsOf } from '../../compare/plan.ts';
import { generate, readClients } from '../../reference/generate.ts';
import { facts } from '../../reference/model.ts';
import { catalogue } from '../../src/services/catalogue.ts';
import { summaryOf } from '../../compare/report.ts';
import { deliberate } from './alterations.ts';
import { contentOf } from './content.ts';
import { isStateless, named, useService } from './service.ts';

const service = useService();

const sorted = (differences: readonly Difference[]): string[] =>
  differences
    .map(({ check, operation, aspect, step, path, sandbox, service: other }) =>
      JSON.stringify([check, operation, aspect, step, path, sandbox, other]),
    )
    .toSorted();

/** The units of the calls that have reached the services, by bucket. */
const spentUnits = () =>
  unitsOf(
    service.sandbox
      .calls()
      .flatMap(({ operation }) => (operation ? [catalogue.get(operation)!] : [])),
  );

/** The others are those of `other-token.gate.test.ts`. */
const stateless = checks.filter(isStateless);

describe('npm run compare', () => {
  it('finds nothing in services that are equal, and spends no more than it states', async () => {
    const printed: string[] = [];
    const report = await service.compare({ print: (line) => printed.push(line) });
    expect(report.differences).toEqual([]);
    expect(report.undecided).toEqual([]);
    expect(report.unchecked).toEqual([]);
    expect(report.checks).toBe(stateless.length);
    expect(report.units).toEqual(spentUnits());
    for (const [bucket, units] of Object.entries(unitsOf(plannedCalls(stateless))))
      expect([bucket, spentUnits()]).toEqual([
        bucket,
        expect.objectContaining({ [bucket]: expect.toSatisfy((spent) => spent <= units) }),
      ]);
    expect(service.sandbox.calls().length).toBeLessThanOrEqual(plannedCalls(stateless).length);
    const text = [JSON.stringify(report), ...summaryOf(report), ...printed].join('\n');
    const content = [...contentOf(service.proxy.bodies)];
    expect(content.length).toBeGreaterThan(1_000);
    expect(content.filter((each) => text.includes(each))).toEqual([]);
  }, 120_000);

  it('finds each of more than twenty differences, and nothing else', async () => {
    service.sandbox.setVideoDelay(0);
    service.proxy.alter(deliberate.map(({ alteration }) => alteration));
    const report = await service.compare();
    const ofVideo: Difference = {
      check: 'new broadcast',
      operation: 'video:videos.list',
      aspect: 'behaviour',
      step: 'video of a new broadcast',
      sandbox: 'within a minute',
      service: 'at once',
    };
    expect(sorted(report.differences)).toEqual(
      sorted([ofVideo, ...deliberate.flatMap(({ expected }) => expected)]),
    );
    expect(deliberate.length).toBeGreaterThan(20);
    // The file of facts takes each, and those of assumed rules come first.
    expect(report.corrections).toHaveLength(report.differences.length);
    expect(report.corrections.filter(({ change }) => Object.keys(change).length > 0)).toSatisfy(
      (corrections) => corrections.length > 5,
    );
    const isStated = report.corrections.map(({ reason }) => reason.endsWith('as stated.'));
    expect(isStated).toEqual(isStated.toSorted((a, b) => Number(a) - Number(b)));
    const clients = readClients();
    const stated = { ...facts, corrections: [...facts.corrections, ...report.corrections] };
    expect(Object.keys(generate(clients, stated))).toEqual(Object.keys(generate(clients, facts)));
    expect(report.undecided).toEqual([]);
    // What follows from the call that fails for unknown ids.
    expect(report.unchecked).toEqual([
      {
        check: 'unknown and repeated ids among those of a call',
        side: 'service',
        reason: 'video:videos.list: 404',
      },
    ]);
  }, 120_000);

  it('leaves open whether a field that some entities have depends on them', async () => {
    service.proxy.alter([
      {
        operation: 'calendar:events.list',
        answer: ({ body }) => {
          for (const item of body.items ?? []) delete item.colorId;
        },
      },
    ]);
    const only = named('calendar:events.list: fields');
    const { differences, undecided } = await service.compare({ only });
    expect(differences).toEqual([]);
    expect(undecided).toContainEqual({
      check: 'calendar:events.list: fields',
      operation: 'calendar:events.list',
      aspect: 'field',
      path: 'items[].colorId',
      sandbox: 'string',
      service: 'absent',
    });
  });

  it('takes other data for no difference', async () => {
    const report = await service.compare({ token: 'studio-guest' });
    expect(report.differences).toEqual([]);
    expect(report.undecided.length).toBeGreaterThan(0);
  }, 120_000);
});
