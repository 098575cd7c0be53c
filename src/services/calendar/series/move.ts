/** Updates of a whole series. */
import { showsAllChanges } from '../../../engine/write/update/applied-change.ts';
import { PartlyDone } from '../../../engine/write/partly-done.ts';
import type { Strategy, WriteOutcome, WriteRequest } from '../../../engine/write/strategy.ts';
import { InvalidInput } from '../../../engine/rest/call/error.ts';
import { events } from '../operations.ts';
import type { EventJson } from '../event/write/body.ts';
import { ofSeries, seriesRef } from './divided-series.ts';
import { isDeleted, keptPlaces, type NamedPlace } from './plan.ts';
import { runOnSeries } from './series-conflict.ts';
import { settle } from './settle.ts';
import type { WholePlan } from './whole-plan.ts';

/** Writes the whole series, and then the occurrences that are to differ from it. */
export async function updateAll(
  inner: Strategy,
  write: WriteRequest,
  named: NamedPlace,
  { changes, wanted }: WholePlan,
): Promise<WriteOutcome> {
  const ref = seriesRef(write, named);
  const { series, exceptions } = named;
  const outcome = await runOnSeries(inner, ofSeries(write, ref, { changes, ifMatch: series.etag }));
  const isAffected = wanted ? exceptions.length > 0 : exceptions.some((each) => !isDeleted(each));
  if (!isAffected) return outcome;
  try {
    await settle(write, {
      ref,
      wantedOf: wanted ? () => wanted : (read) => keptPlaces(named, write.changes, read),
      left: new Set(exceptions.map(({ id }) => id!)),
      withDeleted: wanted !== undefined,
    });
  } catch (cause) {
    throw new PartlyDone({ ref, done: [events.update.key], remaining: [events.patch.key] }, cause);
  }
  write.execution.invalidate();
  return outcome;
}

/**
 * For the scope `THIS` and the id of a series: the rule would not move with the start.
 * @throws InvalidInput if the series gets another start, and no rule
 */
export function checkStart(series: EventJson, { changes, settings }: WriteRequest): void {
  const start = changes.find(({ path }) => path === 'start');
  const hasNewRule = changes.some(({ path }) => path === 'recurrence');
  if (settings['scope'] !== 'this' || !start || hasNewRule || !series.recurrence?.length) return;
  const fresh = { ...series };
  if (showsAllChanges([start], { previous: fresh, fresh })) return;
  throw new InvalidInput(
    'scope',
    'THIS does not move the rule of the series that `by` names; expected ALL, which moves all occurrences, or `recurrence` as well',
  );
}
