/** Updates of a whole series, in which the times of one occurrence are given. */
import { showsAllChanges } from '../../../engine/write/update/applied-change.ts';
import type { Change } from '../../../engine/write/change.ts';
import { PartlyDone } from '../../../engine/write/partly-done.ts';
import type { Strategy, WriteOutcome, WriteRequest } from '../../../engine/write/strategy.ts';
import { InvalidInput } from '../../../engine/rest/call/error.ts';
import { events } from '../operations.ts';
import type { EventJson } from '../event/write/body.ts';
import type { EventTimeJson } from './clock.ts';
import { ofSeries, seriesRef } from './divided-series.ts';
import {
  changedSeries,
  isDeleted,
  keptPlaces,
  moveOf,
  type NamedPlace,
  type WantedPlaces,
} from './plan.ts';
import { timesAt, wholeTime } from './occurrence.ts';
import { checkCount, settle } from './settle.ts';
import { ruleOf, supported } from './series.ts';

/** The write of a series, and its occurrences. */
interface WholeChange {
  /** The changes of the series. */
  readonly changes: readonly Change[];
  /** The occurrences that are to differ from it; absent if none gets another place. */
  readonly wanted?: WantedPlaces;
}

/** Writes the whole series. New times are those of the occurrence: all others move with it. */
export async function updateAll(
  inner: Strategy,
  write: WriteRequest,
  named: NamedPlace,
): Promise<WriteOutcome> {
  const ref = seriesRef(write, named);
  const { series, exceptions } = named;
  checkCount(exceptions);
  const { changes, wanted } = wholeChange(named, write.changes);
  const outcome = await inner.run(ofSeries(write, ref, { changes, ifMatch: series.etag }));
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

function wholeChange(named: NamedPlace, requested: readonly Change[]): WholeChange {
  const changed = (path: string): Change | undefined =>
    requested.find((change) => change.path === path);
  const [newStart, newEnd, newRule] = [changed('start'), changed('end'), changed('recurrence')];
  if (!newStart && !newEnd && !newRule) return { changes: requested };
  const { series, clock, instant } = named;
  const times = timesAt(series, clock, instant);
  const start = (newStart?.apply(times.start) ?? times.start) as EventTimeJson;
  const end = (newEnd?.apply(times.end) ?? times.end) as EventTimeJson;
  checkKinds(start, end);
  const move = moveOf(named, start);
  const { to } = move;
  const old = clock.instantOf(series.start!);
  const first = move.instantOf(old);
  const last = first + to.instantOf(end) - to.instantOf(start);
  const isMoved = first !== old || to.timeZone !== clock.timeZone || to.isAllDay !== clock.isAllDay;
  const next = { start: to.timeOf(first), end: to.timeOf(last, end.timeZone) };
  const timeChanges =
    newStart || newEnd ? [timeChange('start', next.start), timeChange('end', next.end)] : [];
  const others = requested.filter(({ path }) => !/^(start|end|recurrence)$/.test(path));
  if (!isMoved && !newRule) return { changes: [...others, ...timeChanges] };
  const lines = newRule
    ? ((newRule.apply(series.recurrence) ?? []) as string[])
    : supported(() => ruleOf(series).movedBy(move), 'start');
  // Without a rule, the series becomes a single event.
  if (lines.length === 0) return { changes: [...others, ...timeChanges, newRule!] };
  const change = { named, changes: requested, move, next: { ...next, recurrence: lines } };
  const { recurrence, wanted } = changedSeries(change, named.exceptions);
  const ruleChange: Change = {
    argument: newRule ? 'recurrence' : 'start',
    path: 'recurrence',
    apply: () => recurrence,
  };
  return { changes: [...others, ...timeChanges, ruleChange], wanted };
}

/** @throws InvalidInput if the series would start with a date and end with a time, or conversely */
function checkKinds(start: EventTimeJson, end: EventTimeJson): void {
  if ((start.date != null) === (end.date != null)) return;
  throw new InvalidInput(
    'end',
    start.date == null
      ? 'missing, and the start gets a dateTime; expected a dateTime'
      : 'missing, and the start gets a date; expected a date',
  );
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

const timeChange = (path: 'start' | 'end', time: EventTimeJson): Change => ({
  argument: path,
  path,
  apply: () => time,
  patch: () => wholeTime(time),
});
