/** The plan of each tab while its operation is written, and the scopes that it asks for. */
import { describe, expect, it } from 'vitest';
import {
  nextPlan,
  type Plan,
  type PlanState,
  type TabPlan,
  type Unfinished,
} from '../../src/explorer/plan/plan.ts';
import { neededScopes } from '../../src/services/shared/scope.ts';

const planned = (requests: number, more: Partial<Plan> = {}): Plan => ({
  admitted: true,
  requests,
  units: [],
  operations: [],
  fields: [],
  limits: [],
  scopes: [],
  perHour: null,
  advice: null,
  ...more,
});

const shown = (requests: number, more?: Partial<Plan>): PlanState => ({
  kind: 'plan',
  plan: planned(requests, more),
});

const loading: PlanState = { kind: 'loading' };
const invalid: PlanState = { kind: 'invalid', message: 'Syntax Error' };
const unfinished: Unfinished = { kind: 'unfinished' };

/** What is shown at the end of these states of one tab. */
const after = (...states: readonly (PlanState | Unfinished)[]): PlanState =>
  states.reduce<TabPlan | undefined>(nextPlan, undefined)!.state;

describe('the plan of a tab', () => {
  it('has the plan before, also if the text was invalid in between', () => {
    expect(after(shown(1), loading, invalid, loading, shown(2))).toMatchObject({
      plan: { requests: 2 },
      before: { requests: 1 },
    });
  });
  it('has the last other plan before: an equal one is none', () => {
    expect(after(shown(1), shown(2), shown(2))).toMatchObject({ before: { requests: 1 } });
    expect(
      after(shown(1), shown(1)).kind === 'plan' && after(shown(1), shown(1)),
    ).not.toMatchObject({ before: expect.anything() });
  });
  it('is another one if only its units are', () => {
    const units = [{ bucket: 'VIDEO', units: 5 }];
    expect(after(shown(1), shown(1, { units }))).toMatchObject({ before: { units: [] } });
  });
  it('has nothing before after the text was empty', () => {
    expect(after(shown(1), { kind: 'empty' }, shown(2))).toEqual({
      ...shown(2),
      before: undefined,
    });
  });
  it('is shown until the next one is there', () => {
    expect(after(loading)).toEqual(loading);
    expect(after(shown(1), loading)).toMatchObject(shown(1));
    expect(after(shown(1), invalid)).toEqual(invalid);
  });
  it('is marked as old while the text is not valid, and again after it was called so', () => {
    const old = { ...shown(1), isOld: true };
    expect(after(shown(1), loading)).not.toHaveProperty('isOld');
    expect(after(shown(1), loading, unfinished)).toMatchObject(old);
    expect(after(shown(1), loading, unfinished, loading)).toMatchObject(old);
    expect(after(shown(1), unfinished, invalid, loading)).toMatchObject(old);
    expect(after(shown(1), unfinished, invalid, loading, shown(1))).not.toHaveProperty('isOld');
    expect(after(loading, unfinished)).toEqual(loading);
  });
});

describe('the scopes to ask for', () => {
  const scopes = (anyOf: readonly string[], tokenRequired = true) => ({
    anyOf,
    tokenRequired,
    fields: [anyOf.join('')],
  });
  const needed = (...all: readonly ReturnType<typeof scopes>[]): string[] =>
    neededScopes(all).map(({ anyOf }) => anyOf.join());

  it('are those that no other ones imply', () => {
    expect(needed(scopes(['read', 'all']), scopes(['all']), scopes(['mail']))).toEqual([
      'all',
      'mail',
    ]);
  });
  it('are not those of public data', () => {
    expect(needed(scopes(['read', 'all'], false), scopes(['mail']))).toEqual(['mail']);
    expect(needed(scopes(['all'], false), scopes(['read', 'all']))).toEqual(['read,all']);
  });
});
