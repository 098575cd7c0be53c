/** The budget of a session: what is reserved, spent and left. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnitBudget, UnitReservation } from '../../../src/engine/cost/unit-budget.ts';
import { googleApis } from '../../../src/services/api.ts';
import { videos } from '../../../src/services/video/operations.ts';

const { list } = videos;

const estimateOf = (units: number) => ({ calls: 1, units: { [list.bucket]: units } });

describe('the budget of a session', () => {
  it('is never exceeded by operations that spend at most what they have reserved', () => {
    const operation = fc.record({ reserved: fc.nat(30), spent: fc.nat(30), end: fc.boolean() });
    fc.assert(
      fc.property(fc.array(operation), fc.nat(100), (operations, limit) => {
        const budget = new UnitBudget(limit);
        let spent = 0;
        const open: UnitReservation[] = [];
        for (const each of operations) {
          const reservation = new UnitReservation(budget, googleApis);
          if (reservation.reserve(estimateOf(each.reserved))) continue;
          const sent = Math.min(each.spent, each.reserved);
          for (let count = 0; count < sent; count += 1) reservation.spend({ ...list, units: 1 });
          spent += sent;
          if (each.end) reservation.settle();
          else open.push(reservation);
        }
        expect(spent).toBeLessThanOrEqual(limit);
        for (const reservation of open) reservation.settle();
        expect(budget.balance).toEqual({ limit, spent, remaining: limit - spent });
      }),
    );
  });
  it('counts what retries spend beyond the estimate', () => {
    const budget = new UnitBudget(10);
    const reservation = new UnitReservation(budget, googleApis);
    expect(reservation.reserve(estimateOf(10))).toBeUndefined();
    for (let count = 0; count < 12; count += 1) reservation.spend({ ...list, units: 1 });
    reservation.settle();
    expect(budget.balance).toEqual({ limit: 10, spent: 12, remaining: 0 });
  });
  it.each([Number.NaN, Infinity, 11])('does not admit an estimate of %d units', (units) => {
    const budget = new UnitBudget(10);
    expect(new UnitReservation(budget, googleApis).reserve(estimateOf(units))).toMatchObject({
      limit: 10,
    });
    expect(budget.balance.remaining).toBe(10);
  });
  it('admits operations without scarce units when it is spent', () => {
    const budget = new UnitBudget(0);
    for (const units of [{}, { STORAGE: 3_100, CALENDAR: 20 }])
      expect(new UnitReservation(budget, googleApis).reserve({ calls: 1, units })).toBeUndefined();
  });
  it('admits the rest of an operation when all of it fits', () => {
    const budget = new UnitBudget(10);
    const reservation = new UnitReservation(budget, googleApis);
    reservation.reserve(estimateOf(12));
    reservation.avoid({ ...list, units: 1 });
    expect(reservation.admit(list)).toEqual({ limit: 10, remaining: 10 });
    reservation.avoid({ ...list, units: 1 });
    expect([reservation.admit(list), budget.balance.remaining]).toEqual([undefined, 0]);
  });
});
